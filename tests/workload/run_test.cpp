// Every workload gives right results: without timing, and timed under every mechanism on machines
// that differ in warps, scheduling, dependences and memory. The environment variable HEDDLE_FULL
// asks for all combinations (./test --full), and for size small under pdom; otherwise every pair of
// mechanism and machine, and of mechanism and memory model, occurs with some workload.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "gpu/timed_engine.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/core.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {
namespace {

constexpr std::string_view kMachines[] = {"small",         "fung2007", "brunie2012",
                                          "narasiman2011", "rhu2013",  "lucas2015"};

struct Combination {
  std::string arch, preset, memory;
};

/// All of them; or one for every third arch, so that workloads in turn have all archs, and each
/// arch all machines.
std::vector<Combination> combinations(size_t turn) {
  bool full = full_effort();
  auto archs = heddle::archs();
  auto memories = memory_models();
  std::vector<Combination> chosen;
  for (size_t a = 0; a < archs.size(); a++)
    for (size_t p = 0; p < std::size(kMachines); p++)
      for (size_t m = 0; m < memories.size(); m++)
        if (full || ((a + turn) % 3 == 0 && (a + turn / 3) % std::size(kMachines) == p &&
                     (a + turn / 3 / std::size(kMachines)) % memories.size() == m))
          chosen.push_back({std::string(archs[a].name), std::string(kMachines[p]),
                            std::string(memories[m].name)});
  return chosen;
}

class WorkloadTest : public testing::TestWithParam<size_t> {
 protected:
  const Entry& entry() const { return workloads()[GetParam()]; }
  static Choice tiny() {
    Choice choice;
    choice.size = "tiny";
    return choice;
  }
  /// On a machine that watches its invariants.
  std::string difference_on(ValidMachine machine, const Choice& choice) const {
    DeviceOptions options;
    options.engine = std::make_shared<TimedEngine>(std::move(machine),
                                                   MachineOptions{.check = true, .progress = {}});
    Device device(options);
    auto driver = make_driver(entry(), device, choice);
    driver->run();
    return driver->verify();
  }
};

TEST_P(WorkloadTest, IsRightWithoutTiming) {
  for (uint64_t seed : {1, 2}) {
    Choice choice = tiny();
    choice.seed = seed;
    Device device;
    auto driver = make_driver(entry(), device, choice);
    driver->run();
    EXPECT_EQ(driver->verify(), "") << "seed " << seed;
  }
}

TEST_P(WorkloadTest, NoticesWrongResults) {
  Device device;
  auto driver = make_driver(entry(), device, tiny());
  EXPECT_NE(driver->verify(), "") << "nothing ran, and still the results are right";
}

TEST_P(WorkloadTest, IsRightUnderEveryMechanism) {
  if (quick_effort() && entry().name != "reduction") GTEST_SKIP() << kTooLarge;
  for (const Combination& c : combinations(GetParam())) {
    SCOPED_TRACE(fmt::format("{} on {} with {} memory", c.arch, c.preset, c.memory));
    std::vector<std::string> overrides = {"memory.model=" + c.memory};
    if (c.memory == "fixed") overrides.push_back("memory.latency=200");
    // A block that fills half of a warp of 64 asks for twice the registers: fung2007's file is too
    // small for some.
    if (c.preset == "fung2007" && load_machine(c.preset, c.arch, {})->core.warp == 64)
      overrides.push_back("registers.limit_blocks=false");
    EXPECT_EQ(difference_on(load_machine(c.preset, c.arch, overrides), tiny()), "");
  }
}

TEST_P(WorkloadTest, IsRightOnAWholeMachine) {
  if (quick_effort() && entry().name != "reduction") GTEST_SKIP() << kTooLarge;
  Choice choice = tiny();
  if (full_effort()) choice.size = "small";
  EXPECT_EQ(difference_on(load_machine("fermi", "pdom", {}), choice), "");
}

struct Extreme {
  const char* workload;
  std::vector<std::string> parameters;
};

/// Blocks of one thread, of as many as there can be, and of shapes that leave parts of warps.
TEST(WorkloadBlocks, AreOfAnySizeThatIsAllowed) {
  const Extreme extremes[] = {
      {"backprop", {"tile=1"}},
      {"backprop", {"tile=32", "hidden=64"}},
      {"coulomb", {"block_x=1", "block_y=1"}},
      {"coulomb", {"block_x=1024", "block_y=1", "width=8192", "height=1"}},
      {"coulomb", {"block_x=1", "block_y=1024", "width=8", "height=1024"}},
      {"coulomb", {"block_x=5", "block_y=7", "width=80", "height=21"}},
      {"laplace3d", {"block_x=1", "block_y=1"}},
      {"laplace3d", {"block_x=1024", "block_y=1"}},
      {"laplace3d", {"block_x=1", "block_y=1024"}},
      {"laplace3d", {"block_x=32", "block_y=32"}},
      {"laplace3d", {"block_x=7", "block_y=3"}},
      {"motion_compensation", {"block=192"}},
      {"motion_compensation", {"block=1024", "columns=16"}},
  };
  for (const auto& [workload, parameters] : extremes) {
    SCOPED_TRACE(fmt::format("{} {}", workload, fmt::join(parameters, " ")));
    Device device;
    auto driver = make_driver(require_workload(workload), device, {"tiny", parameters});
    driver->run();
    EXPECT_EQ(driver->verify(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(All, WorkloadTest, testing::Range(size_t{0}, workloads().size()),
                         [](const auto& chosen) {
                           return std::string(workloads()[chosen.param].name);
                         });

}  // namespace
}  // namespace heddle::workload
