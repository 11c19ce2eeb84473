// A scalar datapath beside the lanes (lucas2015, simt_scalar): exact cycles, registers, occupancy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sm/observer.hpp"
#include "timed_kernel.hpp"

namespace heddle::test {
namespace {

/// A warp takes four cycles of the lanes.
MachineConfig narrow(bool scalar_units, const char* rule = "divergent") {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sp)].lanes = 8;
  c.core.units[static_cast<size_t>(Unit::Lsu)].lanes = 8;
  c.arch.scalarization = rule;
  c.arch.scalar_units = scalar_units;
  return c;
}

/// Vector and scalar additions in turn, none of which waits for another.
std::string additions(uint32_t vectors, uint32_t scalars) {
  std::string body = "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n";
  for (uint32_t n = 0; n < std::max(vectors, scalars); n++) {
    if (n < vectors) body += "add.u32 %r3, %r1, 1;\n";
    if (n < scalars) body += "add.u32 %r4, %r2, 1;\n";
  }
  return body;
}
uint64_t cycles_of(const std::string& body, const MachineConfig& config) {
  return TimedKernel(body).run(config).cycles;
}

TEST(ScalarUnits, RunWhileTheLanesDo) {
  for (uint32_t n : {4u, 12u, 30u}) {
    // Four cycles for each vector addition, in which a scalar one issues and executes.
    EXPECT_EQ(
        cycles_of(additions(n + 1, n), narrow(true)) - cycles_of(additions(1, 0), narrow(true)),
        4 * n);
    EXPECT_EQ(
        cycles_of(additions(n + 1, 0), narrow(true)) - cycles_of(additions(1, 0), narrow(true)),
        4 * n);
    // Without units of their own, scalar instructions take their turn on the lanes.
    EXPECT_EQ(
        cycles_of(additions(n + 1, n), narrow(false)) - cycles_of(additions(1, 0), narrow(false)),
        8 * n);
    // Alone, one issues per cycle.
    EXPECT_EQ(
        cycles_of(additions(0, n + 1), narrow(true)) - cycles_of(additions(0, 1), narrow(true)), n);
  }
}

TEST(ScalarUnits, HaveTheLatencyOfTheClass) {
  MachineConfig c = narrow(true);
  timing(c, OpClass::IntegerMul) = {.unit = Unit::Sp, .latency = 7, .initiation = 3};
  std::string multiply = "mul.lo.u32 %r4, %r2, 3;\n", chain = "mul.lo.u32 %r2, %r2, 3;\n";
  std::string begin = "mov.u32 %r2, %ctaid.x;\n";
  auto repeat = [&](const std::string& what, int n) {
    std::string body = begin;
    for (int k = 0; k < n; k++) body += what;
    return cycles_of(body, c);
  };
  EXPECT_EQ(repeat(chain, 9) - repeat(chain, 1), 8u * 7);
  // Results of one register: each waits until the one before has arrived.
  EXPECT_EQ(repeat(multiply, 9) - repeat(multiply, 1), 8u * 7);
  // The unit takes the next one after three cycles.
  std::string three = multiply + "mul.lo.u32 %r5, %r2, 3; mul.lo.u32 %r6, %r2, 3;\n";
  EXPECT_EQ(repeat(three + "mad.lo.u32 %r7, %r4, %r5, %r6;\n", 1) -
                repeat(multiply + "mad.lo.u32 %r7, %r4, %r4, %r4;\n", 1),
            2u * 3);
}

TEST(ScalarUnits, AreChargedForTheSlotsThatTheyCost) {
  MachineConfig c = narrow(true);
  timing(c, OpClass::IntegerDiv).initiation = 10;
  LaunchResult r = TimedKernel(R"(
    mov.u32 %r1, %ctaid.x;
    div.u32 %r2, %r1, 3; div.u32 %r3, %r1, 5; div.u32 %r4, %r1, 7; div.u32 %r5, %r1, 9;
    add.u32 %r2, %r2, %r3; add.u32 %r4, %r4, %r5; add.u32 %r2, %r2, %r4;)")
                       .run(c);
  EXPECT_EQ(slots(r, Cause::StructuralScalar), 4u * 9) << "behind each division";
}

/// Only vector instructions collect their operands.
TEST(ScalarUnits, DoNotWaitForCollectors) {
  MachineConfig c = narrow(true);
  c.registers.banks = 8;
  c.registers.read_latency = 10;  // so long a vector instruction has its collector
  auto run = [&](uint32_t warps, uint32_t scalars, uint32_t collectors) {
    c.registers.collectors = collectors;
    return TimedKernel(additions(1, scalars)).run(c, 32 * warps);
  };
  EXPECT_GT(run(2, 0, 1).cycles, run(2, 0, 8).cycles) << "vector instructions do";
  EXPECT_EQ(run(1, 9, 1).cycles, run(1, 9, 8).cycles);
  EXPECT_EQ(slots(run(1, 9, 1), Cause::StructuralCollector), 0u);
}

TEST(ScalarUnits, MemoryTakesOneAddress) {
  std::string loads = R"(
    ld.param.u64 %rd1, [pout];
    ld.global.u32 %r1, [%rd1];
    ld.global.u32 %r2, [%rd1+4];
    ld.global.u32 %r3, [%rd1+8];)";
  // One wave instead of four: of the scalar unit for the parameter, then of the load-store unit.
  EXPECT_EQ(cycles_of(loads, narrow(false)) - cycles_of(loads, narrow(true)), 4u * 3);
}

TEST(ScalarUnits, BroadcastToTheLanes) {
  std::string body = R"(
    mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
    add.u32 %r3, %r1, %r2;
    add.u32 %r4, %r3, %r1;)";
  MachineConfig c = narrow(true);
  uint64_t at_once = cycles_of(body, c);
  c.core.broadcast_latency = 5;
  LaunchResult r = TimedKernel(body).run(c);
  EXPECT_EQ(r.cycles, at_once + 5);
  EXPECT_EQ(r.sms[0].core.scalar.broadcasts, 1u);
}

TEST(ScalarUnits, PredicatesAreNoWordsToBroadcast) {
  std::string body = R"(
    mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
    setp.eq.u32 %p1, %r2, 0;
    selp.u32 %r3, %r1, 5, %p1;
    add.u32 %r4, %r3, %r1;)";
  const CoreCounters core = TimedKernel(body).run(narrow(true)).sms[0].core;
  EXPECT_EQ(core.scalar.reads, 2u) << "%r2, and %p1 by a vector instruction";
  EXPECT_EQ(core.scalar.broadcasts, 0u);
}

/// Eight values of the block are needed to the end, and three or four registers of the thread.
TEST(ScalarUnits, LeaveRoomForMoreWarps) {
  std::string body = R"(
    mov.u32 %r10, %ctaid.x; mov.u32 %r11, %ctaid.y; mov.u32 %r12, %ctaid.z; mov.u32 %r13, %ntid.x;
    mov.u32 %r14, %nctaid.x; mov.u32 %r15, %nctaid.y; mov.u32 %r16, %nctaid.z;
    mov.u32 %r17, %ntid.y; ld.param.u64 %rd1, [pout];
    mov.u32 %r1, %tid.x;)";
  for (int r = 10; r < 18; r++) body += "add.u32 %r1, %r1, %r" + std::to_string(r) + ";\n";
  body += "and.b32 %r1, %r1, 31; mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r1;\n";
  auto resident = [&](MachineConfig c) {
    TimedKernel kernel(body);
    const CoreCounters core = kernel.run(c, 32, 16).sms[0].core;
    EXPECT_EQ(core.scalar.vector_registers > 4, c.arch.scalarization == "none");
    EXPECT_EQ(core.scalar.registers_per_warp,
              32 * core.scalar.vector_registers + core.scalar.scalar_registers);
    return core.max_resident_blocks;
  };
  MachineConfig c = narrow(false, "none");
  c.registers.registers = 1024;
  c.registers.granularity = 1;
  uint64_t vectors = resident(c), packed, apart;
  c.arch.scalarization = "divergent";
  packed = resident(c);
  c.arch.scalar_units = true;
  apart = resident(c);
  EXPECT_LT(vectors, packed);
  EXPECT_LE(packed, apart);
  // A full scalar register file limits them, too.
  c.registers.scalar_registers = 16;
  EXPECT_LT(resident(c), apart);
  c.registers.scalar_registers = 1;
  using ::testing::AllOf, ::testing::HasSubstr;
  EXPECT_THAT([&] { resident(c); }, ::testing::ThrowsMessage<UsageError>(
                                        AllOf(HasSubstr("needs more scalar registers than a core"),
                                              HasSubstr(" of 1 (registers.scalar_registers)"))));
}

/// Two paths, each with scalar instructions.
constexpr const char* kPaths = R"(
    mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
    ld.param.u64 %rd1, [pout];
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra A;
    mul.lo.u32 %r3, %r2, 7; add.u32 %r3, %r3, 1; add.u32 %r4, %r3, %r1;
    bra B;
A:  mul.lo.u32 %r3, %r2, 5; add.u32 %r3, %r3, 2; sub.u32 %r4, %r3, %r1;
B:  mad.wide.u32 %rd2, %r1, 4, %rd1;
    st.global.u32 [%rd2], %r4;)";

/// A result on its way into a scalar register, of one path, holds up the other that uses its place.
TEST(ScalarUnits, PathsShareTheirRegisters) {
  MachineConfig c = narrow(true);
  timing(c, OpClass::IntegerMul).latency = 40;
  for (const char* dependence : {"exact", "scoreboard", "barrel"}) {
    c.arch.dependence = dependence;
    TimedKernel kernel(kPaths);
    LaunchResult r = kernel.run(c);
    EXPECT_EQ(r.sms[0].core.divergent_branches, 1u);
    EXPECT_GT(r.sms[0].core.scalar.instructions, 6u);
    auto out = kernel.output(32);
    for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t < 4 ? 2 - t : 1 + t);
  }
}

/// Packets on a scalar unit, and those that were said to run for a thread that they do not have.
class ScalarThreads final : public test::QuietObserver {
 public:
  bool watches_lanes() const override { return true; }
  void issued(Cycle, const IssuedPacket& p) override { mask_ = p.threads.begin()->mask; }
  void lane_works(const LaneUse& use) override {
    if (use.kind != Unit::Scalar) return;
    packets++;
    strangers += (mask_ >> use.thread & 1) == 0;
  }

  uint32_t packets = 0, strangers = 0;

 private:
  uint32_t mask_ = 0;  // of the packet that issued last
};

TEST(ScalarUnits, RunForAnActiveThread) {
  ScalarThreads seen;
  Machine machine(ValidMachine(narrow(true)), {.check = true, .progress = {}, .observer = &seen});
  TimedKernel(kPaths).run(machine);
  EXPECT_GT(seen.packets, 6u);
  EXPECT_EQ(seen.strangers, 0u);
}

}  // namespace
}  // namespace heddle::test
