#include "cuda/launch_record.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "config/load.hpp"
#include "cuda/run_settings.hpp"

namespace heddle::cuda {
namespace {

std::filesystem::path fresh_folder(const char* name) {
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

TEST(LaunchRecord, CountersSurviveTheWayToTheCommand) {
  const auto folder = fresh_folder("records");
  const ValidMachine machine = load_machine("small", "", {});
  LaunchRecord record;
  record.number = 1;
  record.timed = true;
  record.cycles = 1234;
  record.counts.warp_instructions = 99;
  record.stats.kernel = "_Z1kPi";
  record.stats.grid = {3, 2, 1};
  record.stats.total.core.size_for(machine->core.warp, 2);
  record.stats.total.core.cycles = 1234;
  record.stats.total.core.thread_instructions = 77;
  record.stats.total.core.occupancy[5] = 6;
  record.stats.branches.push_back({4, 5, 6, 7, 8, 9, 10, 11, 12});
  {
    RecordWriter writer(folder);
    writer.write(record);
    record.timed = false;
    record.number = 2;
    record.error = "it \"failed\"\n";
    writer.write(record);
    const RecordWriter another(folder);
  }
  const Records read = read_records(folder, *machine);
  EXPECT_EQ(read.processes, 2u);
  ASSERT_EQ(read.launches.size(), 2u);
  const LaunchRecord& first = read.launches[0];
  EXPECT_EQ(first.cycles, 1234u);
  EXPECT_EQ(first.stats.kernel, "_Z1kPi");
  EXPECT_EQ(first.stats.grid, (std::array<uint32_t, 3>{3, 2, 1}));
  EXPECT_EQ(first.stats.total.core.thread_instructions, 77u);
  EXPECT_EQ(first.stats.total.core.occupancy[5], 6u);
  EXPECT_EQ(first.stats.branches.at(0).reconvergences, 12u);
  EXPECT_FALSE(read.launches[1].timed);
  EXPECT_EQ(read.launches[1].error, "it \"failed\"\n");
}

TEST(LaunchRecord, LineThatIsCutOffIsIgnored) {
  const auto folder = fresh_folder("cut");
  const ValidMachine machine = load_machine("small", "", {});
  { const RecordWriter writer(folder); }
  std::ofstream(folder / "process.0001.jsonl", std::ios::app) << R"({"number": 1, "ker)";
  const Records read = read_records(folder, *machine);
  EXPECT_EQ(read.processes, 1u);
  EXPECT_TRUE(read.launches.empty());
}

TEST(RunSettings, ComeBackFromTheirFile) {
  const auto folder = fresh_folder("settings");
  RunSettings s;
  s.preset = "small";
  s.arch = "dwf";
  s.overrides = {"sms=3"};
  s.timed = true;
  s.launches.only = {"reduce"};
  s.launches.last = 7;
  write_settings(s, folder / "s.json");
  const RunSettings read = read_settings(folder / "s.json");
  EXPECT_EQ(read.arch, "dwf");
  EXPECT_EQ(read.overrides, s.overrides);
  EXPECT_TRUE(read.timed);
  EXPECT_EQ(read.launches.last, 7u);
}

}  // namespace
}  // namespace heddle::cuda
