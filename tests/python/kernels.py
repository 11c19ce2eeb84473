"""Small kernels that the tests launch."""

HEAD = """
.version 7.0
.target sm_80
.address_size 64
"""

# y[i] = a * x[i] + y[i]
SAXPY = HEAD + """
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .b64 %rd<6>;
  .reg .f32 %f<5>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r1, %r1, %r2, %r3;
  ld.param.u32 %r4, [n];
  setp.ge.u32 %p, %r1, %r4;
  @%p ret;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.param.f32 %f1, [a];
  ld.global.f32 %f2, [%rd4];
  ld.global.f32 %f3, [%rd5];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f4;
  ret;
}
"""

# Stores each of its parameters, one after the other.
ECHO = HEAD + """
.global .align 4 .b8 scale[16];
.visible .entry echo(.param .u64 out, .param .u8 small, .param .s32 number, .param .b32 bits,
                     .param .f64 real, .param .align 4 .b8 pair[8])
{
  .reg .b16 %h;
  .reg .b32 %r<5>;
  .reg .b64 %rd;
  .reg .f64 %fd;
  ld.param.u64 %rd, [out];
  ld.param.u8 %h, [small];
  st.global.u8 [%rd], %h;
  ld.param.u32 %r1, [number];
  st.global.u32 [%rd+4], %r1;
  ld.param.u32 %r2, [bits];
  st.global.u32 [%rd+8], %r2;
  ld.param.f64 %fd, [real];
  st.global.f64 [%rd+16], %fd;
  ld.param.u32 %r3, [pair];
  st.global.u32 [%rd+24], %r3;
  ld.param.u32 %r4, [pair+4];
  st.global.u32 [%rd+28], %r4;
  ret;
}
"""

# Never ends by itself, and is no deadlock: every round changes a register.
FOREVER = HEAD + """
.visible .entry forever(.param .u64 out)
{
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  mov.u64 %rd2, 0;
$LOOP:
  add.u64 %rd2, %rd2, 1;
  st.global.u64 [%rd1], %rd2;
  bra $LOOP;
}
"""

# Counts up to n, by which it takes as long as one likes.
COUNT = HEAD + """
.visible .entry count(.param .u64 out, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<3>;
  .reg .b64 %rd;
  ld.param.u64 %rd, [out];
  ld.param.u32 %r2, [n];
  mov.u32 %r1, 0;
$LOOP:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p, %r1, %r2;
  @%p bra $LOOP;
  st.global.u32 [%rd], %r1;
  ret;
}
"""

# Half of the threads wait for the others at a barrier that these never reach.
DEADLOCK = HEAD + """
.visible .entry stuck()
{
  .reg .pred %p;
  .reg .b32 %r;
  mov.u32 %r, %tid.x;
  setp.lt.u32 %p, %r, 32;
$WAIT:
  @!%p bra $WAIT;
  bar.sync 0;
  ret;
}
"""

# printf("%d\xff\n", 7), where the byte 255 is no UTF-8.
PRINT = HEAD + """
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 text[8] = {37, 100, 255, 10, 0};
.visible .entry print()
{
  .local .align 8 .b8 values[8];
  .reg .b32 %r<3>;
  .reg .b64 %rd<5>;
  mov.u32 %r1, 7;
  st.local.u32 [values], %r1;
  mov.u64 %rd1, values;
  cvta.local.u64 %rd2, %rd1;
  mov.u64 %rd3, text;
  cvta.global.u64 %rd4, %rd3;
  call.uni (%r2), vprintf, (%rd4, %rd2);
  ret;
}
"""
