// Temporal and spatio-temporal lanes, and their options (lucas2015).
#include "effort.hpp"
#include "slices.hpp"

namespace heddle {
namespace {

constexpr test::Combination kTemporal[] = {
    {"tsimt", "registers.allocation=block"},
    {"tsimt", "registers.allocation=warp"},
    {"tsimt", "arch.dependence=exact"},
    {"tsimt", "arch.divergence=dws"},
    {"tsimt", "arch.divergence=frontier"},
    {"tsimt+", "arch.bundle=1"},
    {"tsimt+", "arch.bundle=4"},
    {"tsimt+", "arch.lane_lock=false"},
    {"tsimt_unlocked", "arch.bundle=2"},
    {"tsimt16", "registers.allocation=block"},
    {"tsimt16", "registers.allocation=thread"},
    {"stsimt-2", "arch.lane_lock=true"},
    {"stsimt-4", "arch.lane_lock=true"},
    {"stsimt-8", "arch.lane_lock=true"},
    {"stsimt-8", "memory.model=ideal"},
    {"tsimt_scalar", "arch.scalarization=divergent"},
    {"tsimt_scalar", "arch.scalarization=convergent"},
    {"tsimt+_scalar", "arch.scalarization=divergent"},
    {"stsimt-2_scalar", "arch.scalarization=divergent"},
    {"stsimt-4_scalar", "arch.scalarization=divergent"},
    {"stsimt-4_scalar", "arch.scalarization=convergent"},
    {"stsimt-8_scalar", "arch.scalarization=divergent"},
    {"tsimt_unlocked", "arch.scalarization=divergent"},
    {"tsimt16", "arch.scalarization=divergent"},
    {"simt_scalar", "arch.scalarization=divergent"},
    {"simt_scalar", "arch.scalarization=convergent"},
};

class TemporalConformance : public LargeTestWithParam<size_t> {};

TEST_P(TemporalConformance, AllCorporaPass) {
  test::expect_part_passes(kTemporal, GetParam(), "lucas2015");
}

INSTANTIATE_TEST_SUITE_P(Combinations, TemporalConformance,
                         testing::Range(size_t{0}, std::size(kTemporal)),
                         [](const auto& p) { return test::name_of(kTemporal[p.param]); });

}  // namespace
}  // namespace heddle
