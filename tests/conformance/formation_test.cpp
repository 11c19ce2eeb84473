// Dynamic warp formation under every issue heuristic, with every register file (fung2007, sections
// 4.1 and 4.3).
#include "effort.hpp"
#include "slices.hpp"

namespace heddle {
namespace {

constexpr test::Combination kFormations[] = {
    {"dwf", "arch.schedule=majority"},
    {"dwf_ideal", "arch.schedule=majority"},
    {"dwf_crossbar", "arch.schedule=majority"},
    {"dwf", "arch.schedule=minority"},
    {"dwf_ideal", "arch.schedule=minority"},
    {"dwf_crossbar", "arch.schedule=minority"},
    {"dwf", "arch.schedule=oldest"},
    {"dwf_ideal", "arch.schedule=oldest"},
    {"dwf_crossbar", "arch.schedule=oldest"},
    {"dwf", "arch.schedule=pdom-priority"},
    {"dwf_ideal", "arch.schedule=pdom-priority"},
    {"dwf_crossbar", "arch.schedule=pdom-priority"},
    {"dwf", "arch.schedule=lowest-pc"},
    {"dwf_ideal", "arch.schedule=lowest-pc"},
    {"dwf_crossbar", "arch.schedule=lowest-pc"},
};

class FormationConformance : public LargeTestWithParam<size_t> {};

TEST_P(FormationConformance, AllCorporaPass) {
  test::expect_part_passes(kFormations, GetParam(), "fung2007");
}

INSTANTIATE_TEST_SUITE_P(Combinations, FormationConformance,
                         testing::Range(size_t{0}, std::size(kFormations)),
                         [](const auto& p) { return test::name_of(kFormations[p.param]); });

}  // namespace
}  // namespace heddle
