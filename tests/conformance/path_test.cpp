// Dual-path execution and dynamic warp subdivision with every option (rhu2013).
#include "effort.hpp"
#include "slices.hpp"

namespace heddle {
namespace {

constexpr test::Combination kPaths[] = {
    {"single_path", "arch.scoreboard_entries=0"},
    {"dual_path", "arch.scoreboard_entries=0"},
    {"dual_path", "arch.scoreboard_entries=2"},
    {"dual_path_optimistic", "dual_path.forwarding=true"},
    {"dual_path_constrained", "arch.scoreboard_entries=0"},
    {"dual_path_constrained", "dual_path.software_stack=true"},
    {"dual_path_forwarding", "arch.scoreboard_entries=0"},
    {"dual_path_forwarding", "dual_path.memory_split=true"},
    {"dual_path_memory", "arch.scoreboard_entries=0"},
    {"dual_path_memory", "dual_path.software_stack=true"},
    {"dual_path_software", "dual_path.forwarding=true"},
    {"dws10", "dws.threshold=10"},
    {"dws50", "dws.threshold=50"},
    {"dws100", "dws.threshold=100"},
    {"dws_memory", "dws.threshold=50"},
    {"dws_memory", "dws.threshold=0"},
};

class PathConformance : public LargeTestWithParam<size_t> {};

TEST_P(PathConformance, AllCorporaPass) { test::expect_part_passes(kPaths, GetParam(), "rhu2013"); }

INSTANTIATE_TEST_SUITE_P(Combinations, PathConformance,
                         testing::Range(size_t{0}, std::size(kPaths)),
                         [](const auto& p) { return test::name_of(kPaths[p.param]); });

}  // namespace
}  // namespace heddle
