// Sums, and the output formats of a cost.
#include "cost/cost.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cost/cost_json.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Cost, AStructureFollowsFromItsFields) {
  StructureCost s = structure("table", 10, {{"TID", 8, 16}, {"PC", 32}, {"REQ", 3}});
  EXPECT_EQ(s.content, "TID (8-bit) × 16, PC (32-bit), REQ (3-bit)");
  EXPECT_EQ(s.bits, 10u * (8 * 16 + 32 + 3));
  EXPECT_FALSE(s.area.has_value());
}

TEST(Cost, IndicesHaveAsManyBitsAsTheyNeed) {
  EXPECT_EQ(index_bits(1), 1u);
  EXPECT_EQ(index_bits(2), 1u);
  EXPECT_EQ(index_bits(3), 2u);
  EXPECT_EQ(index_bits(256), 8u);
  EXPECT_EQ(index_bits(257), 9u);
}

HardwareCost made() {
  HardwareCost cost;
  cost.structures = {{"a", 2, "x (8-bit)", 16, 0.25}, {"b", 1, "y (4-bit)", 4, 0.5}};
  cost.changes = {{"file", 16, "decoders", 0, 0.25}};
  cost.cores = 8;
  cost.chip = {"a chip", 160};
  cost.notes = {"A sentence."};
  return cost;
}

TEST(Cost, SumsOverStructuresThenChangesThenCores) {
  HardwareCost cost = made();
  EXPECT_EQ(cost.bits(), 20u);
  EXPECT_EQ(cost.area(), 0.75);
  EXPECT_EQ(cost.core_area(), 1.0);
  EXPECT_EQ(cost.total_area(), 8.0);
  EXPECT_EQ(cost.chip_share(), 0.05);
}

TEST(Cost, WhatIsNotKnownMakesNoSum) {
  HardwareCost cost = made();
  cost.changes[0].area.reset();
  EXPECT_EQ(cost.area(), 0.75);
  EXPECT_EQ(cost.core_area(), std::nullopt);
  EXPECT_EQ(cost.chip_share(), std::nullopt);
  EXPECT_TRUE(cost_json(cost)["core_area_mm2"].is_null());
  EXPECT_TRUE(cost_json(cost)["changes"][0]["area_mm2"].is_null());
  EXPECT_THAT(cost_table(cost), Not(HasSubstr("8 cores")));
  cost.structures[1].area.reset();
  EXPECT_EQ(cost.area(), std::nullopt);
  EXPECT_EQ(cost.bits(), 20u);
  cost = made();
  cost.chip.reset();
  EXPECT_EQ(cost.total_area(), 8.0);
  EXPECT_EQ(cost.chip_share(), std::nullopt);
  EXPECT_TRUE(cost_json(cost)["chip"].is_null());
}

/// An upper bound has no cost, which differs from a cost of zero.
TEST(Cost, OfWhatNobodyProposesToBuildThereIsNone) {
  HardwareCost cost;
  cost.proposed = false;
  cost.notes = {"A bound."};
  EXPECT_EQ(cost.bits(), std::nullopt);
  EXPECT_EQ(cost.area(), std::nullopt);
  EXPECT_EQ(cost.total_area(), std::nullopt);
  EXPECT_EQ(cost_table(cost), "  not a hardware proposal\n  A bound.\n");
  EXPECT_TRUE(cost_json(cost)["bits"].is_null());
  EXPECT_TRUE(cost_json(cost)["area_mm2"].is_null());
  EXPECT_EQ(cost_json(cost)["proposed"], false);
}

TEST(Cost, AsTableAndAsJson) {
  EXPECT_EQ(cost_table(made()),
            "  structure  entries  content         bits      mm²\n"
            "  a                2  x (8-bit)         16    0.250\n"
            "  b                1  y (4-bit)          4    0.500\n"
            "  total                                 20    0.750\n"
            "  file            16  decoders           0    0.250\n"
            "  core                                        1.000\n"
            "  8 cores: 8.00 mm², 5.0 % of 160 mm² (a chip)\n"
            "  A sentence.\n");
  Json json = cost_json(made());
  EXPECT_EQ(json["structures"][1]["bits"], 4);
  EXPECT_EQ(json["bits"], 20);
  EXPECT_EQ(json["total_area_mm2"], 8.0);
  EXPECT_EQ(json["chip_share"], 0.05);
  EXPECT_EQ(json["notes"][0], "A sentence.");
  EXPECT_EQ(cost_table({}), "");
}

}  // namespace
}  // namespace heddle
