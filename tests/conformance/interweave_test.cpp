// Thread frontiers and interweaving: constraints on and off, every lane shuffle, every
// associativity of the look-up (brunie2012).
#include "effort.hpp"
#include "slices.hpp"

namespace heddle {
namespace {

constexpr test::Combination kInterweaving[] = {
    {"frontier", "frontier.memory_split=false"},
    {"frontier", "frontier.memory_split=true"},
    {"frontier64", "frontier.cold_entries=1"},
    {"sbi", "frontier.constraints=true"},
    {"sbi", "frontier.memory_split=false"},
    {"sbi_unconstrained", "frontier.constraints=false"},
    {"swi", "arch.lane_map=identity"},
    {"swi", "arch.lane_map=mirror-odd"},
    {"swi", "arch.lane_map=mirror-half"},
    {"swi", "arch.lane_map=xor"},
    {"swi", "arch.lane_map=xor-rev"},
    {"swi", "arch.lookup_ways=1"},
    {"swi", "arch.lookup_ways=4"},
    {"sbi_swi", "frontier.constraints=true"},
    {"sbi_swi", "frontier.constraints=false"},
};

class InterweaveConformance : public LargeTestWithParam<size_t> {};

TEST_P(InterweaveConformance, AllCorporaPass) {
  test::expect_part_passes(kInterweaving, GetParam(), "brunie2012");
}

INSTANTIATE_TEST_SUITE_P(Combinations, InterweaveConformance,
                         testing::Range(size_t{0}, std::size(kInterweaving)),
                         [](const auto& p) { return test::name_of(kInterweaving[p.param]); });

}  // namespace
}  // namespace heddle
