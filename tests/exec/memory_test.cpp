// Memory as seen by kernels: spaces, widths, vectors, atomics, and invalid accesses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"
#include "program/inspect/inspect.hpp"
#include "program/signature.hpp"

namespace heddle::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Load, ExtendsToTheRegister) {
  auto out = run_body(
      "mov.u32 %r1, 0x80ff7f81; st.global.u32 [%slot], %r1;\n"
      "ld.global.s8 %r2, [%slot]; ld.global.u8 %r3, [%slot]; ld.global.s16 %r4, [%slot+2]; "
      "ld.global.s8 %h1, [%slot+3];\n"
      "ld.global.s32 %rd1, [%slot]; cvt.u32.u16 %r5, %h1; shr.u64 %rd1, %rd1, 32; cvt.u32.u64 %r6, "
      "%rd1;\n"
      "add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; xor.b32 %r2, %r2, %r5; xor.b32 %r2, %r2, %r6; "
      "st.global.u32 [%slot], %r2;");
  uint32_t expected = (0xffffff81u + 0x81u + 0xffff80ffu) ^ 0xff80u ^ 0xffffffffu;
  EXPECT_EQ(out[0], expected);
  EXPECT_EQ(out[31], expected);
}

TEST(Load, VectorsKeepOrder) {
  auto out = run_body(
      "mul.wide.u32 %rd1, %tid, 16; add.u64 %rd1, %rd1, %out; add.u32 %r1, %tid, 1; add.u32 %r2, "
      "%tid, 2;\n"
      "st.global.v4.u32 [%rd1], {%tid, %r1, 7, %r2}; ld.global.v2.u32 {%r3, _}, [%rd1+8]; "
      "ld.global.v2.u64 {%rd2, %rd3}, [%rd1];\n"
      "mov.b64 {%r4, %r5}, %rd3; add.u32 %r3, %r3, %r5; st.global.u32 [%rd1], %r3;",
      64);
  for (uint32_t t = 0; t < 64; t++) EXPECT_EQ(out[4 * t], 7 + t + 2);
}

TEST(Store, LastThreadWinsAtOneAddress) {
  EXPECT_EQ(run_body("st.global.u32 [%out], %tid;")[0], 31u);
}

TEST(Atomic, ReturnsWhatWasThereInThreadOrder) {
  auto out = run_body(
      "mov.u64 %rd1, counter; atom.global.add.u32 %r1, [%rd1], 2; st.global.u32 [%slot], %r1;", 32,
      ".global .u32 counter = 100;");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], 100 + 2 * t);
}

TEST(Generic, ReachesSharedLocalAndGlobal) {
  auto out = run_body(
      ".local .align 4 .b8 mine[4]; .shared .align 4 .b8 ours[128];\n"
      "mov.u64 %rd1, mine; cvta.local.u64 %rd1, %rd1; mov.u64 %rd2, ours; cvta.shared.u64 %rd2, "
      "%rd2; mul.wide.u32 %rd3, %tid, 4; add.u64 %rd2, %rd2, %rd3;\n"
      "and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; selp.b64 %rd4, %rd1, %rd2, %p1;\n"
      "st.u32 [%rd4], %tid; ld.local.u32 %r2, [mine]; cvta.to.shared.u64 %rd5, %rd2; ld.shared.u32 "
      "%r3, [%rd5];\n"
      "isspacep.local %p2, %rd4; isspacep.shared %p3, %rd4; isspacep.global %p4, %out; selp.u32 "
      "%r4, 1000, 0, %p2; selp.u32 %r5, 2000, 0, %p3; selp.u32 %r6, 10000, 0, %p4;\n"
      "add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; add.u32 %r2, %r2, %r5; add.u32 %r2, %r2, %r6; "
      "st.global.u32 [%slot], %r2;");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t + (t % 2 == 0 ? 1000 : 2000) + 10000);
}

TEST(Shared, DynamicBeginsAfterStatic) {
  KernelRun k(KernelRun::kernel(
      "mov.u32 %r1, fixed; mov.u32 %r2, grown; sub.u32 %r3, %r2, %r1; mov.u32 %r4, "
      "%dynamic_smem_size; mov.u32 %r5, %total_smem_size;\n"
      "mad.lo.u32 %r3, %r3, 1000, %r4; mad.lo.u32 %r3, %r3, 1000, %r5; st.shared.u32 [grown+60], "
      "%r3; ld.shared.u32 %r6, [%r2+60]; st.global.u32 [%slot], %r6;",
      ".shared .align 4 .b8 fixed[20]; .extern .shared .align 16 .b8 grown[];"));
  EXPECT_EQ(k.run(32, 1, 64)[0], (32u * 1000 + 64) * 1000 + 96);
}

TEST(Fault, OutOfBoundsSaysWhoWhereAndNearWhat) {
  KernelRun k(
      KernelRun::kernel("setp.eq.u32 %p1, %tid, 9;\n@%p1 st.global.u32 [%slot+4060], "
                        "%tid;\nst.global.u32 [%slot], 1;"));
  std::string message = k.failure();
  EXPECT_THAT(message, AllOf(HasSubstr("kernel 'main', block (0, 0, 0), thread (9, 0, 0)"),
                             HasSubstr("store of 4 bytes at address"), HasSubstr("past the end of"),
                             HasSubstr("'out'"), HasSubstr("st.global.u32 [%slot+4060], %tid")));
  EXPECT_EQ(k.output()[0], 0u) << "the instruction after the faulty one must not have run";
}

TEST(Fault, EarlierWritesStayReadable) {
  KernelRun k(KernelRun::kernel("st.global.u32 [%slot], 5; ld.global.u32 %r1, [%rd9];"));
  EXPECT_THAT(k.failure(), HasSubstr("null; the nearest allocation is"));
  EXPECT_EQ(k.output()[31], 5u);
}

TEST(Fault, MisalignedParameter) {
  EXPECT_THAT(fail_body("ld.param.u32 %r1, [pout+1];"),
              AllOf(HasSubstr("misaligned load of 4 bytes at .param address 0x1"),
                    HasSubstr("in the 8 bytes of the kernel's parameters")));
}

TEST(Fault, MisalignedAddress) {
  EXPECT_THAT(fail_body("ld.global.u32 %r1, [%out+2];"), HasSubstr("misaligned load of 4 bytes"));
  EXPECT_THAT(fail_body("ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%out+8];"),
              AllOf(HasSubstr("misaligned load of 16 bytes"), HasSubstr("at byte 8 of"),
                    HasSubstr("'out'")));
  EXPECT_THAT(fail_body(".shared .align 4 .b8 s[8]; st.shared.u32 [s+2], %r1;"),
              HasSubstr("misaligned store of 4 bytes at .shared address 0x2"));
  EXPECT_THAT(fail_body(".local .align 4 .b8 l[8]; cvta.local.u64 %rd1, l; st.u32 [%rd1+1], %r1;"),
              HasSubstr("misaligned store of 4 bytes at .local address 0x1"));
}

TEST(Fault, AnInstructionOverSeveralLinesIsShownWhole) {
  EXPECT_THAT(fail_body("setp.eq.u32 %p1, %tid, 3;\n@%p1 ld.global.u32\n  %r1, // none\n  [%rd9];"),
              HasSubstr("@%p1 ld.global.u32 %r1, [%rd9]"));
}

TEST(Fault, FreedMemoryIsNamed) {
  KernelRun k(KernelRun::kernel("ld.global.u32 %r1, [%slot];"));
  k.memory().release(k.out());
  EXPECT_THAT(k.failure(), HasSubstr("freed"));
}

TEST(Fault, ConstantMemoryIsReadOnly) {
  EXPECT_THAT(fail_body("mov.u64 %rd1, c; cvta.const.u64 %rd1, %rd1; st.u32 [%rd1], %tid;", 32,
                        ".const .u32 c = 1;"),
              HasSubstr("store to constant memory"));
}

TEST(Fault, SharedAndLocalBounds) {
  EXPECT_THAT(fail_body("st.shared.u32 [s+16], %tid;", 32, ".shared .align 4 .b8 s[16];"),
              HasSubstr("outside the 16 bytes of the block's shared memory"));
  EXPECT_THAT(fail_body(".local .align 4 .b8 l[16]; st.local.u32 [l+16], %tid;"),
              HasSubstr("outside the 16 bytes of the thread's local memory"));
}

TEST(Fault, TrapEndsTheRun) { EXPECT_THAT(fail_body("trap;"), HasSubstr("trap")); }

TEST(Fault, BranchIndexBeyondItsTable) {
  EXPECT_THAT(fail_body("mov.u32 %r1, 2; t: .branchtargets A, B; brx.idx %r1, t; A: B:"),
              HasSubstr("index 2, but there are 2 targets"));
}

TEST(Limit, RunawayKernelIsStopped) {
  EXPECT_THAT(fail_body("L: add.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;"),
              HasSubstr("passed the limit of 10000000 warp instructions"));
}

TEST(Limit, WhatWasExecutedUntilThenIsCounted) {
  KernelRun k(KernelRun::kernel("L: add.u32 %r1, %r1, 1; bra L;"));
  k.limit = 1000;
  EXPECT_THAT(k.failure(64), HasSubstr("passed the limit of 1000 warp instructions"));
  EXPECT_GE(k.counts.warp_instructions, 1000u);
  EXPECT_EQ(k.counts.thread_instructions, 32 * k.counts.warp_instructions);
  KernelRun traps(KernelRun::kernel("setp.eq.u32 %p1, %tid, 3; @%p1 trap;"));
  traps.failure(4, 1);
  EXPECT_GT(traps.counts.warp_instructions, 0u);
}

TEST(Registers, StartAsZeroInEveryBlock) {
  KernelRun k(KernelRun::kernel("add.u32 %r1, %r1, 1; st.global.u32 [%slot], %r1;"));
  EXPECT_EQ(k.run(32, 5)[0], 1u);
}

TEST(Registers, VectorsMayBeFamilies) {
  const auto out = run_body(
      ".reg .v2 .b32 %v<4>; mov.u32 %v1.x, 5; mov.u32 %v1.y, %tid; mov.u32 %v2.y, 7;\n"
      "and.b32 %r1, %tid, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;\n"
      "st.global.v2.u32 [%slot], %v1; ld.global.v2.u32 %v3, [%slot]; add.u32 %r2, %v3.y, %v2.y;\n"
      "st.global.u32 [%slot+4], %r2; DONE:");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t % 2 ? t - 1 + 7 : 5) << t;
}

TEST(Counts, ThreadsWithFalseGuardsDoNotCount) {
  KernelRun k(KernelRun::kernel("setp.lt.u32 %p1, %tid, 8; @%p1 add.u32 %r1, %r1, 1;"));
  k.run();
  // ld.param, mov, mul, add, setp and ret by 32 threads, the guarded add by 8.
  EXPECT_EQ(k.counts.thread_instructions, 6u * 32 + 8);
  EXPECT_EQ(k.counts.warp_instructions, 7u);
}

TEST(Unsupported, IsNamedAndOnlySpoilsItsOwnKernel) {
  std::string text =
      KernelRun::kernel("st.global.u32 [%slot], 3;",
                        ".visible .entry other() { .reg .b32 %a<8>; .reg .f32 %f<8>;\n"
                        "tex.1d.v4.s32.s32 {%a0, %a1, %a2, %a3}, [t, {%a4}]; ret; }\n");
  KernelRun k(text);
  EXPECT_EQ(k.run()[0], 3u);
  auto module = load_module(std::make_shared<Source>("m.ptx", text));
  DeviceMemory memory;
  auto image = place_module(module, memory);
  try {
    link(image, "other");
    FAIL() << "must be refused";
  } catch (const UnsupportedError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("kernel 'other' cannot be launched"),
                                HasSubstr("m.ptx:5"), HasSubstr("tex.1d")));
  }
}

std::string refusal(const std::string& text, std::string_view entry) {
  auto module = load_module(std::make_shared<Source>("m.ptx", text));
  DeviceMemory memory;
  auto image = place_module(module, memory);
  try {
    link(image, entry);
  } catch (const Error& e) {
    return e.what();
  }
  return "linked";
}

TEST(Unsupported, VariablesWithoutADefinition) {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n.extern .global .u32 ev;\n"
      ".entry a() { .reg .b32 %r; ld.global.u32 %r, [ev]; ret; }\n.entry b() { ret; }\n";
  EXPECT_EQ(refusal(text, "a"), "kernel 'a' uses 'ev', which has no definition in this module");
  EXPECT_EQ(refusal(text, "b"), "linked");
}

TEST(Unsupported, KernelsThatLaunchKernels) {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 a, .param .b64 b);\n"
      ".entry _Z6parentPi(.param .u64 p) { .reg .b64 %rd; .reg .b32 %r; mov.u64 %rd, 0;\n"
      "{ .param .b64 a; .param .b64 b; .param .b32 r; st.param.b64 [a], %rd; st.param.b64 [b], "
      "%rd;\n"
      "call (r), cudaLaunchDeviceV2, (a, b); ld.param.b32 %r, [r]; } ret; }\n";
  EXPECT_EQ(refusal(text, "_Z6parentPi"),
            "kernel 'parent(int*)' launches kernels (dynamic parallelism), which is not supported");
}

TEST(Unsupported, Clusters) {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".entry a() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }\n"
      ".entry b() .reqnctapercluster 1 { ret; }\n";
  EXPECT_THAT(refusal(text, "a"), HasSubstr("m.ptx:4: 'a' runs in clusters of blocks"));
  EXPECT_EQ(refusal(text, "b"), "linked");
}

TEST(Unsupported, FunctionsOfAnyNumberOfArguments) {
  const std::string text = R"(.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 r) va(.param .b32 n, .param .align 8 .b8 v[]) { .reg .b32 %r<3>; ld.param.b32 %r1, [v+4]; st.param.b32 [r], %r1; ret; }
.entry a() { .reg .b32 %r<3>; { .param .b32 n; .param .align 8 .b8 v[24]; .param .b32 r;
  st.param.b32 [n], 2; st.param.b32 [v], 7; call (r), va, (n, v); ld.param.b32 %r1, [r]; } ret; }
.entry b() { ret; }
)";
  EXPECT_THAT(refusal(text, "a"), AllOf(HasSubstr("m.ptx:4: 'ld.param.b32'"),
                                        HasSubstr("passes any number of arguments")));
  EXPECT_EQ(refusal(text, "b"), "linked");
}

TEST(Link, AChainOfCallsMayBeLong) {
  std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n";
  const int n = 100'000;
  for (int i = 0; i < n; i++) text += ".func f" + std::to_string(i) + "();\n";
  for (int i = 0; i < n; i++) {
    text += ".func f" + std::to_string(i) + "() { .local .b8 l[16]; ";
    if (i + 1 < n) text += "call f" + std::to_string(i + 1) + "; ";
    text += "ret; }\n";
  }
  text += ".entry k() { call f0; ret; }\n";
  EXPECT_EQ(refusal(text, "k"), "linked");
}

TEST(Unsupported, ModifierIsToldOfEveryOpcode) {
  for (size_t n = 0; n < static_cast<size_t>(Opcode::Count); n++) {
    const std::string name(name_of(static_cast<Opcode>(n)));
    if (!signature_of(static_cast<Opcode>(n)).supported || name == "call") continue;
    const std::string text = KernelRun::kernel(name + ".x::y.u32 %r1, %r2;");
    const auto module = load_module(std::make_shared<Source>("m.ptx", text));
    const std::vector<Unsupported> found = find_unsupported(*module);
    ASSERT_EQ(found.size(), 1u) << name;
    EXPECT_THAT(found[0].message, HasSubstr("'.x::y' that is not supported"));
    EXPECT_EQ(inspect_json(*module)["functions"][0]["unsupported"].size(), 1u) << name;
  }
}

}  // namespace
}  // namespace heddle::test
