// PTX shared by the tests of the host API.
#pragma once

namespace heddle {

inline constexpr const char* kHostTestPtx = R"(
.version 7.0
.target sm_80
.address_size 64

.global .align 4 .u32 counter = 7;
.const .align 4 .f32 factors[2] = {0f40000000, 0f40400000};
.extern .shared .align 4 .b8 dynamic[];

// x[i] = x[i] * a for i < n
.visible .entry scale(.param .u64 x, .param .f32 a, .param .u32 n)
{
  .reg .pred %p; .reg .b32 %r<5>; .reg .f32 %f<4>; .reg .b64 %rd<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r1, %r1, %r2, %r3;
  ld.param.u32 %r4, [n];
  setp.ge.u32 %p, %r1, %r4;
  @%p bra done;
  ld.param.u64 %rd1, [x];
  ld.param.f32 %f2, [a];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f1, [%rd3];
  mul.f32 %f3, %f1, %f2;
  st.global.f32 [%rd3], %f3;
done:
  ret;
}

// adds tid to the counter
.visible .entry count()
{
  .reg .b32 %r<3>; .reg .b64 %rd<2>;
  mov.u32 %r1, %tid.x;
  mov.u64 %rd1, counter;
  atom.global.add.u32 %r2, [%rd1], %r1;
  ret;
}

// out[tid] = the value that thread ntid - 1 - tid left in dynamic shared memory
.visible .entry reverse(.param .u64 out)
{
  .reg .b32 %r<7>; .reg .b64 %rd<4>;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, dynamic;
  shl.b32 %r4, %r1, 2;
  add.u32 %r5, %r3, %r4;
  st.shared.u32 [%r5], %r1;
  bar.sync 0;
  sub.u32 %r2, %r2, %r1;
  sub.u32 %r2, %r2, 1;
  shl.b32 %r2, %r2, 2;
  add.u32 %r5, %r3, %r2;
  ld.shared.u32 %r6, [%r5];
  ld.param.u64 %rd1, [out];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r6;
  ret;
}

// thread 0 writes 1 to x[0], then every thread writes far outside
.visible .entry crash(.param .u64 x)
{
  .reg .b32 %r<3>; .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, 1;
  st.global.u32 [%rd1], %r1;
  st.global.u32 [%rd1+1048576], %r1;
  ret;
}

.visible .entry fixed() .reqntid 64
{
  ret;
}

.visible .entry small() .maxntid 16, 4
{
  ret;
}

.visible .entry spin()
{
  .reg .b64 %n;
  .reg .pred %p;
  mov.u64 %n, 0;
forever:
  add.u64 %n, %n, 1;
  setp.ne.u64 %p, %n, 0;
  @%p bra forever;
  ret;
}
)";

}  // namespace heddle
