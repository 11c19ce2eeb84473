// The five workloads give right results, in as many thread instructions as they should.
#include "peer/peer.hpp"

#include <gtest/gtest.h>

namespace heddle::peer {
namespace {

class PeerTest : public testing::TestWithParam<std::string> {};

TEST_P(PeerTest, ResultsAndCountsAreRight) {
  const Entry& entry = find_workload(GetParam());
  Device device;
  auto workload = entry.make(device, HEDDLE_KERNELS);
  for (int i = 0; i < 2; i++) {
    DeviceTotals before = device.totals();
    workload->reset();
    RunCounts counts = workload->run();
    EXPECT_EQ(workload->verify(), "");
    if (entry.name == "bfs") {  // threads that find a node together each take three more
      uint64_t most = std::max(counts.thread_instructions, entry.thread_instructions);
      uint64_t least = std::min(counts.thread_instructions, entry.thread_instructions);
      EXPECT_EQ((most - least) % 3, 0u);
      EXPECT_LT(most - least, 30'000u);
    } else {
      EXPECT_EQ(counts.thread_instructions, entry.thread_instructions);
    }
    EXPECT_EQ((device.totals() - before).launches, entry.launches);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PeerTest,
                         testing::Values("vecadd", "mandel", "bfs", "matmul", "hotspot"),
                         [](const auto& chosen) { return chosen.param; });

TEST(Peer, RecordedFiguresAgree) {
  for (const Entry& entry : workloads()) {
    const Figures& f = entry.peer_timed;
    EXPECT_NEAR(f.per_second * f.cpu_seconds / static_cast<double>(f.thread_instructions), 1, 0.01)
        << entry.name;
    EXPECT_GT(entry.peer_functional.per_second, f.per_second) << entry.name;
  }
}

TEST(Peer, UnknownNamesAreRefused) { EXPECT_THROW(find_workload("quicksort"), UsageError); }

}  // namespace
}  // namespace heddle::peer
