// Scalar registers in a running core: its checker objects to places that were given away, and
// results in flight hold up all paths of a warp.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lone_block.hpp"
#include "numbers.hpp"
#include "sm/check/hazard_checker.hpp"
#include "sm/check/scalar_checker.hpp"
#include "sm/core.hpp"
#include "sm/dependence/exact.hpp"
#include "timed_op.hpp"

namespace heddle {
namespace {

using test::op;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Runs a kernel of one block under watch; returns what a checker reports.
std::string judged(const std::string& body, ScalarizationOptions options, CoreCounters& counters,
                   uint32_t warp = 32) {
  test::LoneBlock block(body, 64);
  MachineConfig config;
  config.memory.model = "ideal";
  config.core.warp = config.core.lanes = warp;
  config.core.max_warps = config.core.max_threads / warp;
  ValidMachine valid(config);
  auto memory = make_memory_system(valid);
  auto core = make_core(valid, 0, memory->port(0), {.check = true});
  std::string said = block.objection(*core, *memory, make_timed_code(block.kernel, options));
  counters = core->counters();
  return said;
}

/// lucas2015 §4.3: %r4 is dead where C is, and resurrected on the other side, which runs later.
constexpr const char* kResurrected = R"(
    mov.u32 %r4, 9;
    setp.lt.u32 %p1, %tid, 2;
    @%p1 bra C;
    add.u32 %r3, %r4, 1;
    st.global.u32 [%slot], %r3;
    bra D;
C:  mov.u32 %r2, 2;
    add.u32 %r3, %r2, 1;
    st.global.u32 [%slot], %r3;
D:  mov.u32 %r5, 0;
)";

TEST(ScalarChecker, ObjectsToAPlaceThatWasGivenAway) {
  CoreCounters counters;
  for (uint32_t warp : {32u, 16u}) {
    EXPECT_EQ(judged(kResurrected, {}, counters, warp), "none");
    EXPECT_GT(counters.scalar.instructions, 0u);
    EXPECT_THAT(judged(kResurrected, {.keep_apart = false}, counters, warp),
                HasSubstr("'add.u32 %r3, %r4, 1' (line 17), threads"));
    EXPECT_THAT(judged(kResurrected, {.keep_apart = false}, counters, warp),
                HasSubstr("where register"));
  }
}

TEST(ScalarChecker, CountsWhatIsScalar) {
  CoreCounters counters;
  ASSERT_EQ(
      judged("mov.u32 %r1, 7; add.u32 %r2, %r1, %tid; st.global.u32 [%slot], %r2;", {}, counters),
      "none");
  EXPECT_GT(counters.scalar.scalar_code, 0u);
  EXPECT_LT(counters.scalar.scalar_code, counters.scalar.code);
  EXPECT_GE(counters.scalar.broadcasts, 2u);  // %r1, of two warps
  EXPECT_GT(counters.scalar.scalar_registers, 0u);
  uint64_t vectors = counters.scalar.vector_registers;
  ASSERT_EQ(judged("mov.u32 %r1, 7; add.u32 %r2, %r1, %tid; st.global.u32 [%slot], %r2;",
                   {.rule = ScalarRule::None}, counters),
            "none");
  EXPECT_EQ(counters.scalar.instructions, 0u);
  EXPECT_GT(counters.scalar.vector_registers, vectors);
}

/// Where the kernel has this instruction.
LinkedPc find(const Executable& kernel, const std::string& text) {
  LinkedPc pc;
  while (kernel.text_of(pc) != text) ++pc;
  return pc;
}

TEST(ScalarChecker, ObjectsToOperandsThatDiffer) {
  test::LoneBlock block("add.u32 %r2, %tid, 7; st.global.u32 [%slot], %r2;", 32);
  MachineConfig config;
  config.memory.model = "ideal";
  ValidMachine valid(config);
  auto memory = make_memory_system(valid);
  auto core = make_core(valid, 0, memory->port(0), {.check = true});
  auto code = std::make_shared<TimedCode>(*make_timed_code(block.kernel, ScalarizationOptions{}));
  code->ops[find(*block.kernel, "add.u32 %r2, %tid, 7")].scalar = true;  // which it is not
  EXPECT_THAT(block.objection(*core, *memory, code),
              AllOf(HasSubstr("executes once, but operand register"),
                    HasSubstr("differs in threads 0 and 1")));
}

TEST(ScalarChecker, ObjectsToAddressesThatDiffer) {
  test::LoneBlock block("mov.u32 %r2, 7; st.global.u32 [%out], %r2;", 32);
  TimedCodePtr code = make_timed_code(block.kernel, ScalarizationOptions{});
  LinkedPc pc = find(*block.kernel, "st.global.u32 [%out], %r2");
  ASSERT_TRUE(code->ops[pc].scalar);
  ScalarChecker oracle;
  oracle.start(*code, 1, 32);
  std::vector<std::byte> registers(size_t{1} << 16);
  Access access{.mask = 3, .bytes = 4, .address = {64, 64}};
  EXPECT_NO_THROW(oracle.write(pc, {0_tile, 3}, registers.data(), &access));
  access.address[1] = 68;
  EXPECT_THAT(
      [&] {
        oracle.write(pc, {0_tile, 3}, registers.data(), &access);
      },
      ThrowsMessage<InvariantError>(HasSubstr("access different addresses")));
  EXPECT_NO_THROW(oracle.write(pc, {0_tile, 1}, registers.data(), &access)) << "of one thread";
}

/// A result on its way to a scalar register concerns the other paths of its warp, and no other warp
/// of the tile.
TEST(ScalarResults, AreInFlightForTheWholeWarp) {
  TimedOp write = op({}, {3}), read = op({3}, {});
  write.scalar = true;
  for (uint32_t warp : {32u, 16u}) {
    MachineConfig config;
    config.core.warp = warp;
    Exact exact(config);
    exact.start(2, 8, 4);
    HazardChecker oracle;
    oracle.start(2, 8, warp);
    Packet p;
    p.threads = Threads(1_tile, 0x0030);
    exact.issue(p, write);
    oracle.issue(7_packet, p.threads, write);
    Threads path(1_tile, 0x0001), far(1_tile, 0x10000), elsewhere(0_tile, 0x0030);
    for (const TimedOp& o : {read, write}) {
      EXPECT_EQ(exact.check({}, path, o).verdict, Verdict::Arithmetic);
      EXPECT_THROW(HazardChecker(oracle).issue(8_packet, path, o), InvariantError);
      bool same = warp == 32;
      EXPECT_EQ(exact.check({}, far, o).verdict, same ? Verdict::Arithmetic : Verdict::Free);
      if (same)
        EXPECT_THROW(HazardChecker(oracle).issue(8_packet, far, o), InvariantError);
      else
        EXPECT_NO_THROW(HazardChecker(oracle).issue(8_packet, far, o));
      EXPECT_EQ(exact.check({}, elsewhere, o).verdict, Verdict::Free);
    }
    exact.complete(p, write);
    oracle.complete(7_packet, p.threads, write);
    EXPECT_EQ(exact.check({}, path, read).verdict, Verdict::Free);
    EXPECT_NO_THROW(oracle.issue(9_packet, path, read));
  }
}

}  // namespace
}  // namespace heddle
