// What brunie2012's baseline does: loads are replayed, and schedulers go by the age of
// instructions.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::slots;
using test::TimedKernel;

/// Each thread loads from a place of its own, `stride` bytes behind the one before it.
std::string strided_load(uint32_t stride) {
  return fmt::format(
      "ld.param.u64 %rd1, [pout];\nmov.u32 %r1, %laneid;\nmul.wide.u32 %rd2, %r1, {};\n"
      "add.u64 %rd1, %rd1, %rd2;\nld.global.u32 %r2, [%rd1];\n",
      stride);
}

TEST(Replay, ALoadTakesASlotForEveryAccessAfterItsFirst) {
  MachineConfig config = plain_machine();
  for (auto [stride, accesses] : {std::pair{0u, 1u}, {4u, 1u}, {8u, 2u}, {64u, 16u}, {128u, 32u}}) {
    TimedKernel kernel(strided_load(stride));
    config.core.replays = false;
    LaunchResult without = kernel.run(config);
    EXPECT_EQ(slots(without, Cause::Replay), 0u);
    config.core.replays = true;
    LaunchResult with = kernel.run(config);
    EXPECT_EQ(slots(with, Cause::Replay), accesses - 1) << stride;
    EXPECT_EQ(slots(with, Cause::Issued), slots(without, Cause::Issued));
    const auto& all = with.sms[0].core.slots;
    EXPECT_EQ(std::accumulate(all.begin(), all.end(), uint64_t{0}), with.sms[0].core.issue_slots);
  }
}

/// 31 replays of each of two warps; the other scheduler's slots stay its own.
TEST(Replay, TakesSlotsOfItsOwnSchedulerOnly) {
  MachineConfig config = plain_machine();
  config.core.replays = true;
  TimedKernel kernel(strided_load(128));
  EXPECT_EQ(slots(kernel.run(config, 64), Cause::Replay), 62u);
  config.core.schedulers = 2;
  LaunchResult r = kernel.run(config, 64);
  EXPECT_EQ(slots(r, Cause::Replay), 62u);
  config.core.replays = false;
  EXPECT_LE(r.cycles, kernel.run(config, 64).cycles + 31);
}

/// A guard that is false needs no access, and other instructions than loads are not replayed.
TEST(Replay, CountsOnlyThreadsThatLoad) {
  MachineConfig config = plain_machine();
  config.core.replays = true;
  std::string few = strided_load(128);
  few.replace(few.find("ld.global"), 9, "setp.lt.u32 %p1, %r1, 4;\n@%p1 ld.global");
  EXPECT_EQ(slots(TimedKernel(few).run(config), Cause::Replay), 3u);
  std::string store = strided_load(128);
  store.replace(store.find("ld.global.u32 %r2, [%rd1]"), 25, "st.global.u32 [%rd1], %r1");
  EXPECT_EQ(slots(TimedKernel(store).run(config), Cause::Replay), 0u);
}

/// The order in which instructions come into buffers, and in which they issue.
class Orders : public test::QuietObserver {
 public:
  void fetched(Cycle, uint32_t, GroupId g, uint32_t count) override {
    while (count-- > 0) arrived.push_back(g.value());
  }
  void issued(Cycle, const IssuedPacket& p) override { left.push_back(p.group.value()); }
  std::vector<uint32_t> arrived, left;
};

/// Buffers fill faster than the scheduler empties them, and nothing else is in the way.
Orders orders_of(const std::string& policy, uint32_t buffer) {
  MachineConfig config = plain_machine();
  config.arch.schedule = policy;
  config.fetch.width = 1;
  config.fetch.buffer = buffer;
  config.fetch.per_cycle = 3;
  std::string body;
  for (int i = 0; i < 20; i++) body += fmt::format("mov.u32 %r{}, {};\n", i, i);
  Orders orders;
  Machine machine(ValidMachine(config), {.check = true, .progress = {}, .observer = &orders});
  TimedKernel(body).run(machine, 256);
  return orders;
}

TEST(OldestInstruction, IssuesInTheOrderOfFetches) {
  for (uint32_t buffer : {1u, 3u}) {
    Orders o = orders_of("oldest-instruction", buffer);
    EXPECT_EQ(o.left.size(), 8 * 21u);
    EXPECT_EQ(o.left, o.arrived) << buffer;
    Orders by_warp = orders_of("oldest", buffer);
    EXPECT_NE(by_warp.left, by_warp.arrived) << buffer;
  }
}

TEST(Registers, BlocksAreAsManyAsTheGivenRegistersAllow) {
  MachineConfig config = plain_machine();
  config.registers.registers = 4096;
  TimedKernel kernel("mov.u32 %r1, 1;\nbar.sync 0;\n");
  auto resident = [&](uint32_t given) {
    config.registers.per_thread = given;
    return kernel.run(config, 64, 16).sms[0].core.max_resident_blocks;
  };
  EXPECT_EQ(resident(0), 8);
  EXPECT_EQ(resident(16), 4);
  EXPECT_EQ(resident(32), 2);
  EXPECT_EQ(resident(64), 1);
}

}  // namespace
}  // namespace heddle
