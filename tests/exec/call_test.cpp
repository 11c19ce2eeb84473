// Calls: parameters of all shapes, recursion with threads at different depths, indirect calls,
// frames in local memory, the stack's limits, and the built-in functions of a device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"

namespace heddle::test {
namespace {

using ::testing::HasSubstr;

const std::string kFactorial = R"(
.func (.param .b32 result) factorial(.param .b32 n)
{
  .reg .b32 %r<8>; .reg .pred %p<2>;
  ld.param.b32 %r1, [n];
  setp.le.u32 %p1, %r1, 1;
  @%p1 bra BASE;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b;
    st.param.b32 [a+0], %r2;
    call.uni (b), factorial, (a);
    ld.param.b32 %r3, [b+0]; }
  mul.lo.u32 %r4, %r3, %r1;
  st.param.b32 [result], %r4;
  ret;
BASE: mov.u32 %r4, 1; st.param.b32 [result], %r4; ret;
}
)";

TEST(Call, RecursesToDifferentDepths) {
  auto out =
      run_body("and.b32 %r1, %tid, 7; call (%r2), factorial, (%r1); st.global.u32 [%slot], %r2;",
               64, kFactorial);
  const uint32_t expected[] = {1, 1, 2, 6, 24, 120, 720, 5040};
  for (uint32_t t = 0; t < 64; t++) EXPECT_EQ(out[t], expected[t % 8]);
}

TEST(Call, MutualRecursionKeepsEachFrame) {
  auto out = run_body("call (%r2), even, (%tid); st.global.u32 [%slot], %r2;", 32, R"(
.func (.param .b32 r) odd(.param .b32 n);
.func (.param .b32 r) even(.param .b32 n) {
  .reg .b32 %a<4>; .reg .pred %q; ld.param.b32 %a0, [n]; setp.eq.u32 %q, %a0, 0; mov.u32 %a2, 1; @%q bra E;
  sub.u32 %a1, %a0, 1; call (%a2), odd, (%a1); E: st.param.b32 [r], %a2; ret; }
.func (.param .b32 r) odd(.param .b32 n) {
  .reg .b32 %a<4>; .reg .pred %q; ld.param.b32 %a0, [n]; setp.eq.u32 %q, %a0, 0; mov.u32 %a2, 0; @%q bra E;
  sub.u32 %a1, %a0, 1; call (%a2), even, (%a1); E: st.param.b32 [r], %a2; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t % 2 == 0 ? 1u : 0u);
}

TEST(Call, PassesStructsBytesAndDoubles) {
  auto out = run_body(R"(
  { .param .align 8 .b8 s[24]; .param .b64 d; .param .b32 w;
    mov.u32 %r1, 0x11223344; cvt.u16.u32 %h1, %tid;
    st.param.b32 [s+0], %r1; st.param.b8 [s+5], %h1; st.param.b64 [s+8], %out; st.param.v2.b32 [s+16], {%tid, %r1};
    mov.u64 %rd1, 0x0102030405060708; st.param.b64 [d], %rd1;
    call (w), take, (s, d); ld.param.b32 %r2, [w]; }
  st.global.u32 [%slot], %r2;)",
                      32, R"(
.func (.param .b32 r) take(.param .align 8 .b8 s[24], .param .b64 d) {
  .reg .b32 %a<8>; .reg .b16 %h<4>; .reg .b64 %d<4>;
  ld.param.u8 %h1, [s+5]; ld.param.u16 %h2, [s+2]; ld.param.v2.b32 {%a1, %a2}, [s+16]; ld.param.b32 %a3, [d+4];
  cvt.u32.u16 %a4, %h1; cvt.u32.u16 %a5, %h2; mad.lo.u32 %a6, %a4, 1000, %a1; add.u32 %a6, %a6, %a5; add.u32 %a6, %a6, %a3;
  st.param.b32 [r], %a6; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t * 1000 + t + 0x1122 + 0x01020304);
}

TEST(Call, IndirectPerThread) {
  auto out = run_body(R"(
  and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; mov.u64 %rd1, f; mov.u64 %rd2, g; selp.b64 %rd3, %rd1, %rd2, %p1;
  proto: .callprototype (.param .b32 _) _ (.param .b32 _);
  call (%r2), %rd3, (%tid), proto; st.global.u32 [%slot], %r2;)",
                      32, R"(
.func (.param .b32 r) f(.param .b32 n) { .reg .b32 %a<2>; ld.param.b32 %a0, [n]; add.u32 %a0, %a0, 1; st.param.b32 [r], %a0; ret; }
.func (.param .b32 r) g(.param .b32 n) { .reg .b32 %a<2>; ld.param.b32 %a0, [n]; mul.lo.u32 %a0, %a0, 3; st.param.b32 [r], %a0; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t % 2 == 0 ? t + 1 : t * 3);
}

TEST(Call, IndirectThroughANumberIsAnError) {
  EXPECT_THAT(fail_body("mov.u64 %rd1, 1234; p: .callprototype _ (); call %rd1, (), p;", 32,
                        ".func h() { ret; }\n.global .u64 keep = h;"),
              HasSubstr("not the address of a function"));
}

TEST(Call, LocalVariablesOfEachActivationAreApart) {
  // Each activation keeps n in local memory across the inner call.
  auto out =
      run_body("and.b32 %r1, %tid, 7; call (%r2), sum, (%r1); st.global.u32 [%slot], %r2;", 32, R"(
.func (.param .b32 r) sum(.param .b32 n) {
  .local .align 8 .b8 depot[16]; .reg .b32 %a<6>; .reg .pred %q; .reg .b64 %l;
  ld.param.b32 %a0, [n]; mov.u64 %l, depot; cvta.local.u64 %l, %l; st.u32 [%l+8], %a0;
  setp.eq.u32 %q, %a0, 0; mov.u32 %a2, 0; @%q bra E;
  sub.u32 %a1, %a0, 1; call (%a2), sum, (%a1);
  E: ld.local.u32 %a3, [depot+8]; add.u32 %a3, %a3, %a2; st.param.b32 [r], %a3; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], (t % 8) * (t % 8 + 1) / 2);
}

TEST(Call, EndlessRecursionIsAStackOverflow) {
  std::string message = fail_body("call forever;", 32, ".func forever() { call forever; ret; }");
  EXPECT_THAT(message, HasSubstr("stack overflow"));
  EXPECT_THAT(message, HasSubstr("thread (0, 0, 0)"));
  EXPECT_THAT(message, HasSubstr("call forever"));
}

TEST(Call, FunctionWithoutBodyRefusesTheLaunch) {
  EXPECT_THAT(fail_body("call elsewhere;", 32, ".extern .func elsewhere();"),
              HasSubstr("calls 'elsewhere', which has no body"));
}

// Thread t passes {10t, 10t+1, 10t+2, 10t+3} and asks for element t % 4.
std::vector<uint32_t> pick(const std::string& how) {
  return run_body(
      R"(
  { .param .align 16 .b8 s[16]; .param .b32 n; .param .b32 r; mul.lo.u32 %r1, %tid, 10; add.u32 %r2, %r1, 1; add.u32 %r3, %r1, 2; add.u32 %r4, %r1, 3;
    st.param.v4.b32 [s], {%r1, %r2, %r3, %r4}; and.b32 %r5, %tid, 3; st.param.b32 [n], %r5; call (r), pick, (s, n); ld.param.b32 %r6, [r]; }
  st.global.u32 [%slot], %r6;)",
      32,
      ".func (.param .b32 r) pick(.param .align 16 .b8 s[16], .param .b32 n) {\n"
      ".reg .b64 %a, %o; .reg .b32 %v, %n; ld.param.b32 %n, [n]; mul.wide.u32 %o, %n, 4;\n" +
          how + "\nst.param.b32 [r], %v; ret; }");
}

TEST(Call, ParametersHaveAddresses) {
  for (const char* how :
       {"mov.b64 %a, s; add.u64 %a, %a, %o; ld.local.b32 %v, [%a];",
        "mov.b64 %a, s+8; add.u64 %a, %a, %o; ld.param.b32 %v, [%a+-8];",
        "mov.b64 %a, s; cvta.local.u64 %a, %a; add.u64 %a, %a, %o; ld.b32 %v, [%a];",
        "cvta.param.u64 %a, s; add.u64 %a, %a, %o; ld.b32 %v, [%a];"}) {
    auto out = pick(how);
    for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], 10 * t + t % 4) << how;
  }
}

TEST(Call, ParameterAndItsPointerAreOneThing) {
  auto out = pick(
      "mov.b64 %a, s; add.u64 %a, %a, %o; mov.u32 %v, 7; st.local.b32 [%a], %v; ld.param.b32 %v, "
      "[s+4];");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t % 4 == 1 ? 7 : 10 * t + 1);
}

TEST(Call, ResultsHaveAddresses) {
  // Three ways to return, one of them by reaching the end of the function.
  auto out = run_body(
      "{ .param .align 8 .b8 r[8]; call (r), both, (%tid); ld.param.v2.b32 {%r1, %r2}, [r]; } "
      "mad.lo.u32 %r1, %r2, 1000, %r1; st.global.u32 [%slot], %r1;",
      32, R"(
.func (.param .align 8 .b8 r[8]) both(.param .b32 n) {
  .reg .b64 %a; .reg .b32 %v, %n; .reg .pred %p, %q; ld.param.b32 %n, [n]; mov.b64 %a, r;
  st.param.b32 [r], %n; st.local.b32 [%a+4], 5; setp.lt.u32 %p, %n, 8; @%p ret; setp.lt.u32 %q, %n, 16; @%q bra LAST;
  st.local.b32 [%a], 6; ret;
  LAST: st.param.b32 [r+4], 9; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t < 8 ? 5000 + t : t < 16 ? 9000 + t : 5006);
}

TEST(Call, EachActivationHasItsOwnParameters) {
  auto out =
      run_body("and.b32 %r1, %tid, 7; call (%r2), sum, (%r1); st.global.u32 [%slot], %r2;", 32, R"(
.func (.param .b32 r) sum(.param .b32 n) {
  .reg .b32 %a<6>; .reg .pred %q; .reg .b64 %l, %m; mov.b64 %l, n; mov.b64 %m, r; ld.local.u32 %a0, [%l];
  mov.u32 %a2, 0; setp.eq.u32 %q, %a0, 0; @%q bra E; sub.u32 %a1, %a0, 1; call (%a2), sum, (%a1);
  E: ld.local.u32 %a3, [%l]; add.u32 %a3, %a3, %a2; st.local.u32 [%m], %a3; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], (t % 8) * (t % 8 + 1) / 2);
}

TEST(Stack, AllocaSaveAndRestore) {
  auto out = run_body(
      "stacksave.u64 %rd1; alloca.u64 %rd2, 64; alloca.u64 %rd3, 16, 16; st.local.u32 [%rd2+60], "
      "%tid;\n"
      "st.local.u32 [%rd3], 77; ld.local.u32 %r1, [%rd2+60]; stackrestore.u64 %rd1; stacksave.u64 "
      "%rd4;\n"
      "sub.u64 %rd5, %rd4, %rd1; cvt.u32.u64 %r2, %rd5; add.u32 %r1, %r1, %r2; st.global.u32 "
      "[%slot], %r1;");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t);
}

TEST(Stack, TooLargeAllocaIsAnError) {
  EXPECT_THAT(fail_body("alloca.u64 %rd1, 100000000;"),
              HasSubstr("stack overflow: alloca of 100000000"));
}

TEST(Builtin, PrintfFormatsAsOnADevice) {
  KernelRun k(KernelRun::kernel(R"(
  setp.eq.u32 %p1, %tid, 3; @!%p1 bra DONE;
  .local .align 8 .b8 args[40];
  mov.u32 %r1, -5; st.local.u32 [args], %r1; mov.u64 %rd1, 0x400921fb54442d18; st.local.u64 [args+8], %rd1;
  mov.u64 %rd2, name; cvta.global.u64 %rd2, %rd2; st.local.u64 [args+16], %rd2; mov.u64 %rd3, 0x100000000; st.local.u64 [args+24], %rd3;
  mov.u64 %rd4, args; cvta.local.u64 %rd4, %rd4; mov.u64 %rd5, fmt; cvta.global.u64 %rd5, %rd5;
  { .param .b64 a; .param .b64 b; .param .b32 r; st.param.b64 [a], %rd5; st.param.b64 [b], %rd4; call.uni (r), vprintf, (a, b); ld.param.b32 %r2, [r]; }
  st.global.u32 [%slot], %r2;
  DONE:)",
                                R"(
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 fmt[28] = {37, 100, 32, 37, 46, 51, 102, 32, 91, 37, 53, 115, 93, 32, 37, 108, 108, 117, 32, 49, 48, 48, 37, 37, 10, 0};
.global .align 1 .b8 name[4] = {97, 98, 99, 0};
)"));
  k.run();
  EXPECT_EQ(k.printed, "-5 3.142 [  abc] 4294967296 100%\n");
  EXPECT_EQ(k.output()[3], 4u) << "the number of arguments";
}

// What an H200 printed and returned for these.
TEST(Builtin, PrintfOfNullPointers) {
  KernelRun k(KernelRun::kernel(R"(
  setp.eq.u32 %p1, %tid, 0; @!%p1 bra DONE;
  .local .align 8 .b8 args[24];
  mov.u64 %rd1, 0; st.local.u64 [args], %rd1; st.local.u64 [args+8], %rd1; mov.u64 %rd1, 0x1234; st.local.u64 [args+16], %rd1;
  mov.u64 %rd4, args; cvta.local.u64 %rd4, %rd4; mov.u64 %rd5, fmt; cvta.global.u64 %rd5, %rd5; mov.u64 %rd6, 0;
  call.uni (%r2), vprintf, (%rd5, %rd4); call.uni (%r3), vprintf, (%rd6, %rd4);
  mad.lo.u32 %r2, %r2, 1000, %r3; st.global.u32 [%slot], %r2;
  DONE:)",
                                R"(
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 fmt[12] = {37, 112, 32, 37, 115, 32, 37, 112, 0};
)"));
  k.run();
  EXPECT_EQ(k.printed, "(nil) (null) 0x1234");
  EXPECT_EQ(k.output()[0], 2999u);
}

TEST(Builtin, MallocAndFree) {
  auto out = run_body(R"(
  mov.u64 %rd1, 64; call (%rd2), malloc, (%rd1); st.u32 [%rd2+60], %tid; ld.u32 %r1, [%rd2+60];
  call free, (%rd2); st.global.u32 [%slot], %r1;)",
                      32,
                      ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
                      ".extern .func free(.param .b64 p);");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t);
}

TEST(Builtin, UseAfterFreeIsFoundEvenInAnotherBlock) {
  // Block 0 allocates, reads and stores the pointer; block 1 frees it; block 2 reads through it.
  KernelRun k(KernelRun::kernel(R"(
  setp.ne.u32 %p1, %tid, 0; @%p1 exit; mov.u32 %r1, %ctaid.x;
  setp.eq.u32 %p2, %r1, 0; setp.eq.u32 %p3, %r1, 1; @%p2 bra A; ld.global.u64 %rd2, [%out]; ld.u32 %r2, [%rd2]; @%p3 bra B; exit;
  A: mov.u64 %rd1, 64; call (%rd2), malloc, (%rd1); st.global.u64 [%out], %rd2; exit;
  B: call free, (%rd2);)",
                                ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
                                ".extern .func free(.param .b64 p);"));
  EXPECT_THAT(k.failure(32, 3), HasSubstr("freed"));
}

TEST(Builtin, FailedAssertionNamesFileLineAndThread) {
  KernelRun k(KernelRun::kernel(R"(
  setp.ne.u32 %p1, %tid, 5; @%p1 bra DONE; mov.u64 %rd1, what; cvta.global.u64 %rd1, %rd1; mov.u64 %rd2, file; cvta.global.u64 %rd2, %rd2;
  mov.u32 %r1, 42; mov.u64 %rd3, 1; call __assertfail, (%rd1, %rd2, %r1, %rd1, %rd3); DONE:)",
                                R"(
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 what[6] = {120, 32, 62, 32, 48, 0};
.global .align 1 .b8 file[5] = {97, 46, 99, 117, 0};
)"));
  std::string message = k.failure();
  EXPECT_THAT(message, HasSubstr("assertion `x > 0' failed at a.cu:42"));
  EXPECT_THAT(message, HasSubstr("thread (5, 0, 0)"));
}

}  // namespace
}  // namespace heddle::test
