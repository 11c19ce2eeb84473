// 128-bit registers, vector atomics, and other operations on several registers at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"

namespace heddle::test {
namespace {

using ::testing::HasSubstr;

// Four words for each thread, at address %rd20.
const std::string kPlace = "mul.wide.u32 %rd20, %tid, 16; add.u64 %rd20, %rd20, %out;\n";

std::vector<uint32_t> run_wide(const std::string& body, uint32_t threads = 32,
                               const std::string& before = "") {
  return run_body(".reg .b128 %q<8>;\n" + kPlace + body, threads, before);
}

TEST(Quad, PacksUnpacksAndMoves) {
  auto out = run_wide(
      "mov.b64 %rd1, {%tid, 7}; mov.b128 %q1, {%rd1, 0x1122334455667788}; mov.b128 %q2, %q1;\n"
      "mov.b128 {%r1, %r2, _, %r4}, %q2; mov.b128 {_, %rd2}, %q2; mov.b128 %q3, {%r4, %r1, 9, "
      "%r2};\n"
      "setp.lt.u32 %p1, %tid, 16; @%p1 st.global.b128 [%rd20], %q3; @!%p1 st.global.v2.u64 "
      "[%rd20], "
      "{%rd2, %rd1};");
  for (uint32_t t = 0; t < 32; t++) {
    const std::vector<uint32_t> words(out.begin() + 4 * t, out.begin() + 4 * t + 4);
    EXPECT_EQ(words, (t < 16 ? std::vector<uint32_t>{0x11223344, t, 9, 7}
                             : std::vector<uint32_t>{0x55667788, 0x11223344, t, 7}))
        << t;
  }
}

TEST(Quad, LiteralsAndNarrowLoadsFillTheLowBits) {
  auto out = run_wide(
      "mov.b128 %q1, -2; st.global.b128 [%rd20], %q1; ld.global.s32 %q2, [%rd20]; mov.b128 {%rd1, "
      "%rd2}, %q2; ld.global.u32 %q3, [%rd20+4]; mov.b128 {%rd3, %rd4}, %q3; cvt.u32.u64 %r1, "
      "%rd2; "
      "cvt.u32.u64 %r2, %rd4; st.global.v2.u32 [%rd20+8], {%r1, %r2};");
  EXPECT_EQ(out[0], 0xfffffffe);
  EXPECT_EQ(out[1], 0xffffffff);
  EXPECT_EQ(out[2], 0xffffffff) << "signed";
  EXPECT_EQ(out[3], 0u) << "unsigned";
}

TEST(Quad, PassesThroughCallsOfEveryKind) {
  auto out = run_wide(
      "cvt.u64.u32 %rd1, %tid; mov.b128 %q1, {%rd1, 5}; call (%q2), turn, (%q1);\n"
      "{ .param .align 16 .b8 a[16]; .param .align 16 .b8 b[16]; st.param.b128 [a], %q2;\n"
      "call (b), turn, (a); ld.param.b128 %q3, [b]; ld.param.u64 %rd2, [b+8]; }\n"
      "mov.b128 {%rd3, _}, %q2; add.u64 %rd2, %rd2, %rd3; st.global.b128 [%rd20], %q3; "
      "st.global.u64 [%rd20], %rd2;",
      32, R"(
.func (.param .align 16 .b8 r[16]) turn(.param .align 16 .b8 x[16]) {
  .reg .b64 %d<2>; .reg .b128 %q; ld.param.b128 %q, [x]; mov.b128 {%d0, %d1}, %q; mov.b128 %q, {%d1, %d0}; st.param.b128 [r], %q; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) {
    EXPECT_EQ(out[4 * t], 10u);  // 5 of the second result, 5 of the first
    EXPECT_EQ(out[4 * t + 2], 5u);
  }
}

TEST(Quad, IsKeptAcrossRecursion) {
  auto out =
      run_wide("and.b32 %r1, %tid, 7; call (%r2), down, (%r1); st.global.u32 [%slot], %r2;", 32, R"(
.func (.param .b32 r) down(.param .b32 n) {
  .reg .b64 %d<2>; .reg .b128 %q; .reg .b32 %a<4>; .reg .pred %p;
  ld.param.b32 %a0, [n]; cvt.u64.u32 %d0, %a0; mov.b128 %q, {0, %d0}; mov.u32 %a2, 0; setp.eq.u32 %p, %a0, 0; @%p bra E;
  sub.u32 %a1, %a0, 1; call (%a2), down, (%a1);
  E: mov.b128 {_, %d1}, %q; cvt.u32.u64 %a3, %d1; add.u32 %a2, %a2, %a3; st.param.b32 [r], %a2; ret; }
)");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], (t % 8) * (t % 8 + 1) / 2);
}

TEST(Quad, ReadsKernelParameters) {
  KernelRun k(
      ".version 8.3\n.target sm_90\n.address_size 64\n"
      ".visible .entry main(.param .align 16 .b8 p[16]) {\n"
      ".reg .b128 %q; .reg .b64 %d<2>; ld.param.b128 %q, [p]; mov.b128 {%d0, %d1}, %q; add.u64 "
      "%d1, "
      "%d1, 77; st.global.u64 [%d0], %d1; ret; }");
  EXPECT_EQ(k.run()[0], 77u);
}

TEST(Atomic, ExchangesAndCompares128Bits) {
  auto out = run_wide(
      "cvt.u64.u32 %rd1, %tid; mov.b128 %q1, {%rd1, 3}; st.global.b128 [%rd20], %q1; mov.b128 %q2, "
      "{8, 9}; and.b32 %r1, %tid, 1; cvt.u64.u32 %rd2, %r1; add.u64 %rd2, %rd2, 3; mov.b128 %q3, "
      "{%rd1, %rd2};\n"
      "atom.global.cas.b128 %q4, [%rd20], %q3, %q2; atom.exch.b128 %q5, [%rd20], %q4; "
      "st.global.b128 [%rd20], %q5;");
  for (uint32_t t = 0; t < 32; t++) {  // even threads compare equal and find 8, 9 afterwards
    EXPECT_EQ(out[4 * t], t % 2 == 0 ? 8u : t);
    EXPECT_EQ(out[4 * t + 2], t % 2 == 0 ? 9u : 3u);
  }
}

TEST(Atomic, VectorsAddEachElementInThreadOrder) {
  auto out = run_wide(
      "cvt.rn.f32.u32 %f1, %tid; atom.global.add.v4.f32 {%f2, _, %f4, %f5}, [cells], {%f1, "
      "0f3f800000, %f1, 0f40000000}; red.global.v2.f32.add [cells+16], {%f5, %f1};\n"
      "bar.sync 0; cvt.rzi.u32.f32 %r1, %f2; cvt.rzi.u32.f32 %r2, %f5; ld.global.v2.f32 {%f6, "
      "%f7}, "
      "[cells+16]; cvt.rzi.u32.f32 %r3, %f6; ld.global.f32 %f7, [cells+4]; cvt.rzi.u32.f32 %r4, "
      "%f7;\n"
      "st.global.v4.u32 [%rd20], {%r1, %r2, %r3, %r4};",
      32, ".global .align 16 .b8 cells[32];");
  for (uint32_t t = 0; t < 32; t++) {
    EXPECT_EQ(out[4 * t], t * (t - 1) / 2);
    EXPECT_EQ(out[4 * t + 1], 2 * t);
    EXPECT_EQ(out[4 * t + 2], 31u * 32);
    EXPECT_EQ(out[4 * t + 3], 32u);
  }
}

TEST(Atomic, VectorsOfHalves) {
  // 1.0 = 0x3c00, 2.0 = 0x4000; bf16 1.0 = 0x3f80, 3.0 = 0x4040.
  auto out = run_wide(
      "mov.u32 %r1, 0x3c004000; mov.u32 %r2, 0x40003c00; st.global.v4.u32 [%rd20], {%r1, %r1, %r1, "
      "%r1}; atom.global.min.noftz.v2.f16x2 {%r3, %r4}, [%rd20], {%r2, %r1}; mov.b32 {%h1, %h2}, "
      "%r2; red.global.max.noftz.v4.f16 [%rd20+8], {%h1, %h2, %h2, %h1};");
  EXPECT_EQ(out[0], 0x3c003c00u);
  EXPECT_EQ(out[1], 0x3c004000u);
  EXPECT_EQ(out[2], 0x40004000u);
  EXPECT_EQ(out[3], 0x3c004000u);
  out = run_wide(
      "mov.u32 %r1, 0x3f804040; st.global.v2.u32 [%rd20], {%r1, %r1}; mov.b32 {%h1, %h2}, %r1; "
      "red.add.noftz.v2.bf16 [%rd20], {%h2, %h1}; red.global.add.noftz.v2.bf16x2 [%rd20], {%r1, "
      "%r1};");
  EXPECT_EQ(out[0], 0x40a040e0u);  // 1 + 3 + 1 and 3 + 1 + 3
  EXPECT_EQ(out[1], 0x400040c0u);
}

TEST(Atomic, AddsOfFloatsFlushInGlobalMemoryOnly) {
  auto out = run_body(
      ".shared .align 4 .b8 s[128]; mov.u64 %rd1, s; mul.wide.u32 %rd2, %tid, 4; add.u64 %rd1, "
      "%rd1, "
      "%rd2; cvta.shared.u64 %rd1, %rd1; and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; selp.b64 "
      "%rd3, %rd1, %slot, %p1;\n"
      "mov.u32 %r2, 3; st.u32 [%rd3], %r2; mov.b32 %f1, 0f00000004; atom.add.f32 %f2, [%rd3], %f1; "
      "ld.u32 %r3, [%rd3]; st.global.u32 [%slot], %r3;");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t % 2 == 0 ? 7u : 0u);
}

TEST(Atomic, VectorsAreAlignedAsAWhole) {
  EXPECT_THAT(fail_body("red.global.add.v2.f32 [%out+4], {%f1, %f2};"),
              HasSubstr("misaligned atomic operation of 8 bytes"));
}

TEST(Vector, EightWordsAtOnce) {
  auto out = run_body(
      "mul.wide.u32 %rd1, %tid, 32; add.u64 %rd1, %rd1, %out; st.global.v8.b32 [%rd1], {%tid, 1, "
      "2, "
      "3, 4, 5, 6, 7}; ld.v4.b64 {%rd2, _, %rd3, %rd4}, [%rd1]; st.global.v2.u64 [%rd1], {%rd4, "
      "%rd2};");
  for (uint32_t t = 0; t < 32; t++) {
    const std::vector<uint32_t> words(out.begin() + 8 * t, out.begin() + 8 * t + 6);
    EXPECT_EQ(words, (std::vector<uint32_t>{6, 7, t, 1, 4, 5}));
  }
}

TEST(Vector, SpecialRegistersAsAWhole) {
  auto out = run_wide(
      "mov.v4.u32 {%r1, %r2, %r3, %r4}, %ntid; add.u32 %r1, %r1, %envreg3; st.global.v4.u32 "
      "[%rd20], "
      "{%r1, %r2, %r3, %r4};",
      64);
  EXPECT_EQ(std::vector<uint32_t>(out.begin(), out.begin() + 4),
            (std::vector<uint32_t>{64, 1, 1, 0}));
}

TEST(Special, WarpSizeIsAConstant) {
  EXPECT_EQ(run_body("add.u32 %r1, %tid, WARP_SZ; st.global.u32 [%slot], %r1;")[3], 35u);
}

TEST(Lop3, CombinesNotZeroWithAPredicate) {
  auto out = run_body(
      "setp.lt.u32 %p1, %tid, 8; lop3.or.b32 %r1|%p2, %tid, 1, 0, 0xc0, %p1; lop3.and.b32 _|%p3, "
      "%tid, 1, 0, 0xc0, !%p1;\n"
      "selp.u32 %r2, 10, 0, %p2; selp.u32 %r3, 100, 0, %p3; add.u32 %r1, %r1, %r2; add.u32 %r1, "
      "%r1, "
      "%r3; st.global.u32 [%slot], %r1;");
  for (uint32_t t = 0; t < 32; t++) {
    const uint32_t odd = t % 2;
    EXPECT_EQ(out[t], odd + (odd || t < 8 ? 10 : 0) + (odd && t >= 8 ? 100 : 0));
  }
}

TEST(Policy, IsAValueWithoutEffect) {
  auto out = run_body(
      "createpolicy.fractional.L2::evict_last.b64 %rd1, 0f3f800000; "
      "st.global.L2::cache_hint.u32 [%slot], %tid, %rd1; ld.global.L2::cache_hint.u32 %r1, "
      "[%slot], "
      "%rd1; atom.global.add.L2::cache_hint.u32 %r2, [%slot], %r1, %rd1;");
  EXPECT_EQ(out[9], 18u);
}

TEST(WithoutSync, ShuffleAndVoteAmongActiveThreads) {
  const std::string text = KernelRun::kernel(
      "setp.lt.u32 %p1, %tid, 8; @!%p1 bra DONE; setp.lt.u32 %p2, %tid, 3; shfl.down.b32 %r1|%p3, "
      "%tid, 2, 31; vote.ballot.b32 %r2, %p2; vote.any.pred %p4, %p2; vote.all.pred %p5, %p1;\n"
      "mad.lo.u32 %r1, %r2, 100, %r1; @%p4 add.u32 %r1, %r1, 10000; @%p5 add.u32 %r1, %r1, 20000; "
      "st.global.u32 [%slot], %r1; DONE:");
  std::string old = text;
  old.replace(old.find("7.8"), 3, "6.3");
  old.replace(old.find("sm_80"), 5, "sm_70");
  auto out = KernelRun(old).run();
  for (uint32_t t = 0; t < 6; t++) EXPECT_EQ(out[t], 30000 + 700 + t + 2);
  EXPECT_EQ(out[8], 0u);
  EXPECT_THROW(load_module(std::make_shared<Source>("new.ptx", text)), InputError);
}

TEST(Redux, OfFloats) {
  auto out = run_body(
      "cvt.rn.f32.u32 %f1, %tid; neg.f32 %f2, %f1; setp.eq.u32 %p1, %tid, 4; @%p1 mov.b32 %f2, "
      "0f7fc00000; redux.sync.min.f32 %f3, %f2, -1; redux.sync.max.abs.f32 %f4, %f2, -1; "
      "redux.sync.min.NaN.f32 %f5, %f2, -1;\n"
      "mov.b32 %r1, %f3; mov.b32 %r2, %f4; mov.b32 %r3, %f5; st.global.v2.u32 [%out], {%r1, %r2}; "
      "st.global.u32 [%out+8], %r3;");
  EXPECT_EQ(out[0], 0xc1f80000u);  // -31
  EXPECT_EQ(out[1], 0x41f80000u);
  EXPECT_EQ(out[2], 0x7fffffffu);
}

}  // namespace
}  // namespace heddle::test
