// The launches of lucas2015's Table II: which kernels, with how many blocks of how many threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "effort.hpp"
#include "exec/engine.hpp"
#include "study/study.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {
namespace {

using testing::ElementsAre;

struct Geometry {
  std::string kernel;
  uint64_t blocks, threads;
  bool operator==(const Geometry&) const = default;
};

class Recorder final : public Engine {
 public:
  explicit Recorder(bool execute) : execute_(execute) {}

  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override {
    launches.push_back(
        {std::string(kernel->entry->name), launch.grid.count(), launch.block.count()});
    return execute_ ? run_functional(*kernel, launch, environment) : RunCounts{};
  }
  std::vector<Geometry> launches;

 private:
  bool execute_;
};

/// Only mummer is executed, whose second launch is as large as the first finds matches. Of others
/// that go on until nothing is left to do, the launches are those of the first round.
std::vector<Geometry> launches_of(std::string_view workload, const Choice& choice) {
  auto recorder = std::make_shared<Recorder>(workload == "mummer");
  DeviceOptions options;
  options.engine = recorder;
  Device device(options);
  make_driver(require_workload(std::string(workload)), device, choice)->run();
  return recorder->launches;
}

/// A line of Table II, or one of its kernels. Of a range of blocks, `least` and `most`.
struct Line {
  std::string_view workload, kernel;
  uint64_t least, most, threads;
};

// LUD's inner tiles are a square, of which the table has the side. Of STO it has 1 to 260 blocks of
// 2 to 64 threads.
constexpr Line kTable2[] = {
    {"aes", "encrypt", 257, 257, 256},
    {"bfs", "expand", 1954, 1954, 512},
    {"bfs", "advance", 1954, 1954, 512},
    {"bfs_warp_centric", "expand", 977, 977, 128},
    {"backprop", "forward", 4096, 4096, 256},
    {"backprop", "adjust", 4096, 4096, 256},
    {"coulomb", "potential", 256, 256, 128},
    {"discontinuous_galerkin", "volume", 268, 268, 84},
    {"discontinuous_galerkin", "surface", 268, 268, 112},
    {"discontinuous_galerkin", "runge_kutta", 603, 603, 256},
    {"gaussian", "multipliers", 1, 1, 512},
    {"gaussian", "eliminate", 2704, 2704, 16},
    {"hotspot", "hotspot", 1849, 1849, 256},
    {"idct", "idct_4x4", 231, 252, 192},
    {"idct", "idct_8x8", 100, 130, 192},
    {"libor", "value_and_delta", 64, 64, 64},
    {"libor", "value_only", 64, 64, 64},
    {"laplace3d", "jacobi", 100, 100, 128},
    {"lud", "diagonal", 1, 1, 16},
    {"lud", "perimeter", 1, 155, 32},
    {"lud", "internal", 1, 155 * 155, 256},
    {"motion_compensation", "predict_luma", 8160, 8160, 64},
    {"motion_compensation", "predict_chroma", 8160, 8160, 64},
    {"merge_sort", "sort_tiles", 256, 256, 512},
    {"merge_sort", "rank_samples", 4, 4, 256},
    {"merge_sort", "merge_ranks", 4, 4, 256},
    {"merge_sort", "merge_pieces", 2048, 2048, 128},
    {"mummer", "match", 196, 196, 256},
    {"mummer", "list_positions", 316, 316, 256},
    {"nearest_neighbour", "distances", 168, 168, 256},
    {"needleman_wunsch", "upper_left", 1, 128, 16},
    {"needleman_wunsch", "lower_right", 1, 127, 16},
    {"reduction", "reduce", 64, 64, 256},
    {"reduction", "reduce", 1, 1, 32},
    {"ray", "trace", 512, 512, 128},
    {"store_hash", "store_hash", 1, 1, 2},
    {"store_hash", "store_hash", 2, 2, 4},
    {"store_hash", "store_hash", 5, 5, 8},
    {"store_hash", "store_hash", 17, 17, 16},
    {"store_hash", "store_hash", 65, 65, 32},
    {"store_hash", "store_hash", 260, 260, 64},
    {"visibility", "visibility", 24, 24, 256},
};

using Lucas2015 = LargeTest;

TEST_F(Lucas2015, LaunchesAreTableTwos) {
  std::string_view workload;
  std::vector<Geometry> launches;
  for (const Line& line : kTable2) {
    if (workload != line.workload) launches = launches_of(workload = line.workload, {"paper"});
    uint64_t least = ~uint64_t{0}, most = 0;
    for (const Geometry& g : launches) {
      if (g.kernel != line.kernel || g.threads != line.threads) continue;
      least = std::min(least, g.blocks);
      most = std::max(most, g.blocks);
    }
    EXPECT_EQ(least, line.least) << line.workload << " " << line.kernel;
    EXPECT_EQ(most, line.most) << line.workload << " " << line.kernel;
  }
}

TEST_F(Lucas2015, IdctHasTwoLaunchesOfEachKernel) {
  EXPECT_THAT(launches_of("idct", {"paper"}),
              ElementsAre(Geometry{"idct_4x4", 252, 192}, Geometry{"idct_8x8", 100, 192},
                          Geometry{"idct_4x4", 231, 192}, Geometry{"idct_8x8", 130, 192}));
}

TEST_F(Lucas2015, SmallLaunchesHaveTableTwosBlocks) {
  std::map<std::pair<std::string_view, std::string_view>, std::set<uint64_t>> threads;
  for (const Line& line : kTable2) threads[{line.workload, line.kernel}].insert(line.threads);
  for (const auto& [kernel, expected] : threads) {
    std::set<uint64_t> ours;
    for (const Geometry& g : launches_of(kernel.first, {"small"}))
      if (g.kernel == kernel.second) ours.insert(g.threads);
    EXPECT_EQ(ours, expected) << kernel.first << " " << kernel.second;
  }
}

/// As the study says: on 4 cores for 30, where the paper has more than one block at all.
TEST_F(Lucas2015, SmallGridsGiveACoreAboutAsManyBlocks) {
  study::Study study = study::load_study("lucas2015");
  EXPECT_THAT(study::settings_at(study.machine, "small"), testing::Contains("sms=4"));
  std::vector<std::string> fewer, more;
  for (size_t r : study.sets.at("all").rows) {
    const study::Row& row = study.rows[r];
    // Another form of a kernel of the table.
    std::string_view form = row.kernel == "forward_sfu" ? "forward" : row.kernel;
    auto counts = [&](std::string_view kernel, uint64_t threads) {
      return (kernel == row.kernel || kernel == form) && (row.block == 0 || threads == row.block);
    };
    uint64_t papers = 0, ours = 0;
    for (const Line& line : kTable2)
      if (line.workload == row.workload && counts(line.kernel, line.threads))
        papers = std::max(papers, line.most);
    for (const Geometry& g :
         launches_of(row.workload, {"small", study::settings_at(row.parameters, "small")}))
      if (counts(g.kernel, g.threads)) ours = std::max(ours, g.blocks);
    ASSERT_GT(papers, 0u) << row.label;
    if (papers == 1) continue;
    double ratio = static_cast<double>(ours) / 4 / (static_cast<double>(papers) / 30);
    if (ratio < 1 / 2.5) fewer.push_back(row.label);
    if (ratio > 2.5) more.push_back(row.label);
  }
  EXPECT_THAT(fewer, ElementsAre("BFS 0", "BFS 1", "LUD 2"));
  EXPECT_THAT(more, testing::IsEmpty());
}

/// A short series has the same blocks.
TEST_F(Lucas2015, StoreHashGrowsFromTwoThreads) {
  EXPECT_THAT(launches_of("store_hash", {"tiny"}),
              ElementsAre(Geometry{"store_hash", 1, 2}, Geometry{"store_hash", 1, 4},
                          Geometry{"store_hash", 1, 8}, Geometry{"store_hash", 1, 16},
                          Geometry{"store_hash", 1, 32}, Geometry{"store_hash", 2, 64}));
  EXPECT_THAT(launches_of("store_hash", {"tiny", {"block=48", "first_block=20"}}),
              ElementsAre(Geometry{"store_hash", 1, 24}, Geometry{"store_hash", 3, 48}));
  EXPECT_THAT(launches_of("store_hash", {"tiny", {"block=1", "windows=3"}}),
              ElementsAre(Geometry{"store_hash", 3, 1}));
}

}  // namespace
}  // namespace heddle::workload
