// The recorded events add up to the machine's counters, under every arch.
#include "watch/watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "runner/timed_run.hpp"
#include "scratch.hpp"
#include "watch/watcher.hpp"

namespace heddle {
namespace {

RunTargetChoice tiny(const std::string& workload) {
  return {workload, {"tiny", {}, 1}, true, false};
}

struct SliceLine {
  uint64_t cycle = 0, line = 0;
  int64_t cycles = 0;
  std::vector<std::array<int64_t, 3>> runs;
  uint64_t threads() const {
    uint64_t n = 0;
    for (const auto& r : runs) n += static_cast<uint64_t>(std::abs(r[2]));
    return n;
  }
};

std::vector<SliceLine> slices_of(const Json& kernel) {
  std::vector<SliceLine> all;
  std::istringstream text(kernel["slices"].get<std::string>());
  for (std::string line; std::getline(text, line);) {
    std::istringstream in(line);
    SliceLine& s = all.emplace_back();
    size_t runs = 0;
    in >> s.cycle >> s.cycles >> s.line >> runs;
    for (size_t i = 0; i < runs; i++) {
      auto& r = s.runs.emplace_back();
      in >> r[0] >> r[1] >> r[2];
    }
    EXPECT_TRUE(in) << line;
  }
  return all;
}

class WatchedArch : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string& arch = GetParam();
    if (quick_effort() && arch != "tbc" && arch != "two_level" && !arch.starts_with("tsimt"))
      GTEST_SKIP() << kTooLarge;
  }
};

TEST_P(WatchedArch, PacketsAndThreadsAreThoseThatTheMachineCounts) {
  ValidMachine config = load_machine("picture", GetParam(), {});
  Json seen = watch(tiny("fig7"), config, nullptr);
  ASSERT_FALSE(seen.contains("failure"));
  TimedRun run(tiny("fig7"), config, {});
  run.run();
  uint64_t packets = 0, threads = 0;
  for (const auto& [name, kernel] : seen["kernels"].items())
    for (const Json& line : kernel["lines"]) {
      packets += line[1].get<uint64_t>();
      threads += line[2].get<uint64_t>();
    }
  EXPECT_EQ(packets, run.statistics().total.core.warp_instructions);
  // The machine does not count threads whose guard is false. Here only branches have guards, and
  // these threads do not take them.
  uint64_t guarded_off = 0;
  for (const LaunchStatistics& launch : run.statistics().launches)
    for (const auto& branch : launch.branches) guarded_off += branch.not_taken;
  EXPECT_GT(guarded_off, 0u);
  EXPECT_EQ(threads, run.statistics().total.core.thread_instructions + guarded_off);
  const Json& kernel = seen["kernels"].begin().value();
  EXPECT_EQ(kernel["cycles"], run.statistics().total.core.cycles);
  ASSERT_EQ(kernel["branches"].size(), run.statistics().launches[0].branches.size());
  EXPECT_EQ(kernel["graph"]["name"], run.statistics().launches[0].kernel);
}

TEST_P(WatchedArch, NoLaneIsTwiceInACycle) {
  Json seen = watch(tiny("fig7"), load_machine("picture", GetParam(), {}), nullptr);
  const Json& kernel = seen["kernels"].begin().value();
  uint64_t rows = 0;
  for (const Json& unit : kernel["lanes"]) rows += unit[1].get<uint64_t>();
  std::set<std::pair<uint64_t, int64_t>> taken;
  uint64_t cells = 0;
  for (const SliceLine& s : slices_of(kernel)) {
    EXPECT_LT(s.cycle, kWatchedCycles);
    for (const auto& [row, thread, count] : s.runs)
      for (int64_t k = 0; k < std::abs(count); k++)
        for (int64_t c = 0; c < std::max<int64_t>(1, s.cycles); c++) {
          bool in_turn = s.cycles < 0;
          uint64_t cycle = s.cycle + static_cast<uint64_t>(in_turn ? k : c);
          int64_t lane = in_turn ? row : row + k;
          cells++;
          EXPECT_LT(static_cast<uint64_t>(lane), rows);
          EXPECT_TRUE(taken.emplace(cycle, lane).second) << "cycle " << cycle << ", lane " << lane;
        }
  }
  EXPECT_GT(cells, 100u);
}

std::vector<std::string> all_archs() {
  std::vector<std::string> names;
  for (const ConfigInfo& a : archs()) names.emplace_back(a.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, WatchedArch, testing::ValuesIn(all_archs()), [](const auto& chosen) {
  std::string name = chosen.param;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name + std::to_string(chosen.index);
});

/// The threads that execute a line do not depend on how they are grouped.
TEST(Watch, MechanismsExecuteTheSameLinesWithTheSameThreads) {
  auto threads = [](const char* arch) {
    std::map<uint32_t, uint64_t> by_line;
    Json seen = watch(tiny("fig7"), load_machine("picture", arch, {}), nullptr);
    for (const Json& line : seen["kernels"].begin().value()["lines"])
      by_line[line[0].get<uint32_t>()] = line[2].get<uint64_t>();
    return by_line;
  };
  auto pdom = threads("pdom");
  EXPECT_GT(pdom.size(), 5u);
  EXPECT_EQ(pdom, threads("mimd"));
  EXPECT_EQ(pdom, threads("dwf"));
}

/// A launch description with two modules, in a temporary folder.
class WatchedModules : public testing::Test {
 protected:
  static constexpr std::string_view kHead =
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .u64 %rd<3>;\n.reg .u32 %r<4>;\n"
      ".reg .pred %p<3>;\nmov.u32 %r1, %tid.x;\n";  // ends with line 9

  void SetUp() override {
    write("short", "ret;\n}\n");
    write("long",
          "setp.lt.u32 %p1, %r1, 8; setp.lt.u32 %p2, %r1, 16; @%p1 bra A; @%p2 bra B;\n"
          "mov.u32 %r2, 3; bra C;\nA: mov.u32 %r2, 1; bra C;\nB: mov.u32 %r2, 2;\nC: ret;\n}\n");
  }

  void write(const std::string& name, const std::string& code) {
    write_file(folder_ / (name + ".ptx"), std::string(kHead) + code);
  }
  static std::string launch(const std::string& module, int blocks) {
    return "[[launch]]\nptx = \"" + module +
           ".ptx\"\nentry = \"k\"\ngrid = " + std::to_string(blocks) +
           "\nblock = 32\nparam = [{buffer = \"x\"}]\n";
  }
  Json watched(const std::string& launches) {
    std::filesystem::path file = folder_ / "d.toml";
    write_file(file, "[[buffer]]\nname = \"x\"\ntype = \"u64\"\ncount = 4\n" + launches);
    return watch({file.string(), {}, false, false}, load_machine("picture", "pdom", {}),
                 nullptr)["kernels"];
  }

  ScratchFolder folder_;
};

TEST_F(WatchedModules, KernelsOfOneNameAreApart) {
  Json kernels = watched(launch("short", 1) + launch("long", 1));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels["k"]["lines"].size(), 2u);
  EXPECT_EQ(kernels["k"]["branches"].size(), 0u);
  EXPECT_EQ(kernels["k (2)"]["lines"].size(), 6u);
  EXPECT_EQ(kernels["k (2)"]["branches"].size(), 4u);
  EXPECT_THAT(kernels["k (2)"]["source"].get<std::string>(), testing::HasSubstr("setp"));
}

TEST_F(WatchedModules, LaunchesAreCountedByKernel) {
  Json kernels = watched(launch("short", 1) + launch("long", 1) + launch("long", 2));
  EXPECT_EQ(kernels["k (2)"]["launches"], 2);
  EXPECT_EQ(kernels["k (2)"]["launch"], 1);  // the second, of two blocks
  EXPECT_EQ(kernels["k"]["launch"], 0);
}

/// Two comparisons and a branch by 32 threads, then a branch by the 24 that did not take it.
TEST_F(WatchedModules, InstructionsOfALineAddUp) {
  Json kernels = watched(launch("long", 1));
  EXPECT_EQ(kernels["k"]["lines"][1], (Json{10, 4, 32 + 32 + 32 + 24}));
}

TEST(LaneTimelines, WidenTheirBinsAndLoseNothing) {
  LaneTimeline timeline(2);
  for (uint64_t cycle = 0; cycle < 1000; cycle++) timeline.count(cycle, 0);
  timeline.count(999, 1);
  EXPECT_EQ(timeline.bin(), 16u);  // 64 of them hold 1000 cycles
  auto counts = timeline.counts(1000);
  ASSERT_EQ(counts[0].size(), 63u);
  EXPECT_EQ(counts[0][0], 16u);
  EXPECT_EQ(counts[0][62], 8u);
  EXPECT_EQ(counts[1][62], 1u);
  uint64_t sum = 0;
  for (uint64_t n : counts[0]) sum += n;
  EXPECT_EQ(sum, 1000u);
}

}  // namespace
}  // namespace heddle
