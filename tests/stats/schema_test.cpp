// The table: complete, and merging follows it.
#include "stats/schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include "base/error.hpp"
#include "stats/made.hpp"

namespace heddle {
namespace {

TEST(Statistics, AreNamedOnceAndDescribed) {
  std::set<std::string> names;
  for (const Statistic& s : statistics()) {
    EXPECT_TRUE(names.insert(s.name).second) << s.name;
    EXPECT_FALSE(s.unit.empty()) << s.name;
    EXPECT_TRUE(s.sentence.ends_with('.')) << s.name;
    EXPECT_EQ(s.is_derived(), s.read == nullptr) << s.name;
    EXPECT_EQ(find_statistic(s.name), &s);
  }
  EXPECT_EQ(find_statistic("cycle"), nullptr);
}

/// Every counter of the plain structs has a row: each row points to its own integer, and together
/// they are all integers there are.
TEST(Statistics, CoverEveryCounter) {
  Counters counters;
  counters.core.size_for(64);
  std::set<const uint64_t*> places;
  for (const Statistic& s : statistics())
    if (!s.is_derived()) {
      ASSERT_NE(s.read(counters), nullptr) << s.name;
      EXPECT_EQ(s.read(counters), s.write(counters));
      EXPECT_TRUE(places.insert(s.read(counters)).second) << s.name;
    }
  size_t buckets = counters.core.occupancy.size() + counters.core.active_lanes.size();
  size_t core = (sizeof(CoreCounters) - 2 * sizeof(std::vector<uint64_t>)) / sizeof(uint64_t);
  size_t memory = sizeof(MemoryCounters) / sizeof(uint64_t);
  EXPECT_EQ(places.size(), core + memory + buckets);
}

TEST(Statistics, MergeByTheirRules) {
  Counters a = made_counters(1), b = made_counters(2), sms = a, launches = a;
  add_sm(sms, b);
  add_launch(launches, b);
  for (const Statistic& s : statistics()) {
    if (s.is_derived() || !s.read(a)) continue;
    uint64_t sum = *s.read(a) + *s.read(b), most = *s.read(b);
    EXPECT_EQ(*s.read(sms), s.merge == Merge::Sum ? sum : most) << s.name;
    EXPECT_EQ(*s.read(launches), s.merge == Merge::Peak ? most : sum) << s.name;
  }
  Counters back = difference(launches, b);
  for (const Statistic& s : statistics()) {
    if (s.is_derived() || !s.read(a) || s.merge == Merge::Peak) continue;
    EXPECT_EQ(*s.read(back), *s.read(a)) << s.name;
  }
}

TEST(Statistics, MergeHistogramsOfDifferentWidths) {
  Counters narrow, wide;
  narrow.core.size_for(4);
  wide.core.size_for(256);
  EXPECT_EQ(narrow.core.occupancy.size(), 5u);
  EXPECT_EQ(wide.core.occupancy.size(), kWidestBucket + 1);
  narrow.core.count_packet(3);
  wide.core.count_packet(200);
  add_sm(narrow, wide);
  EXPECT_EQ(narrow.core.occupancy[3], 1u);
  EXPECT_EQ(narrow.core.occupancy[64], 1u);
  EXPECT_EQ(narrow.core.beyond_occupancy, 136u);
  Counters none;
  add_sm(none, narrow);
  EXPECT_EQ(none.core.occupancy, narrow.core.occupancy);
}

TEST(Statistics, CausesSumToAllSlots) {
  MachineConfig config;
  config.core.schedulers = 2;
  Counters sm;
  sm.core.size_for(32);
  sm.core.cycles = 10;
  for (int i = 0; i < 8; i++) sm.core.charge(Cause::Issued);
  sm.core.charge(Cause::Memory, 11);
  EXPECT_THAT(check_slots_add_up(sm, {config, 1}),
              testing::HasSubstr("19 issue slots were counted, but 10 cycles of 1 SMs offered 20"));
  sm.core.charge(structural(Unit::Lsu));
  EXPECT_EQ(check_slots_add_up(sm, {config, 1}), "");
  EXPECT_EQ(sm.core.slots[static_cast<size_t>(Cause::StructuralLsu)], 1u);
  EXPECT_EQ(sm.core.occupancy[0], 12u);
  Counters both = sm;
  add_sm(both, sm);
  EXPECT_EQ(check_slots_add_up(both, {config, 2}), "");
  both.core.slots[0]++;
  EXPECT_THAT(check_slots_add_up(both, {config, 2}), testing::HasSubstr("41 issue slots have"));
}

TEST(Statistics, DerivedValuesFollowFromCounters) {
  MachineConfig config;
  config.core.warp = 32;
  config.core.units[static_cast<size_t>(Unit::Sp)] = {16, 2};
  config.clock.core = 1'000'000;
  Counters c;
  auto get = [&](const char* name, uint32_t sms = 2) {
    auto value = find_statistic(name)->value(c, {config, sms});
    return value ? std::get<double>(*value) : -1;
  };
  EXPECT_EQ(get("derived.ipc"), -1);
  c.core.cycles = 100;
  c.core.warp_instructions = 50;
  c.core.thread_instructions = 800;
  c.memory.l1.reads = 90;
  c.memory.l1.writes = 10;
  c.memory.l1.read_misses = 25;
  c.memory.row_hits = 3;
  c.memory.row_conflicts = 1;
  c.memory.dram_bytes = 6400;
  c.memory.dram_busy_cycles = 30;
  c.memory.dram_cycles = 120;
  EXPECT_EQ(get("derived.ipc"), 8);
  EXPECT_EQ(get("derived.simd_efficiency"), 0.5);
  EXPECT_EQ(get("derived.lane_utilisation"), 0.125);
  EXPECT_EQ(get("derived.lane_utilisation", 1), 0.25);
  EXPECT_EQ(get("derived.l1_miss_rate"), 0.25);
  EXPECT_EQ(get("derived.row_hit_rate"), 0.75);
  EXPECT_EQ(get("derived.dram_utilisation"), 0.25);
  EXPECT_EQ(get("derived.dram_bandwidth"), 64);
  EXPECT_EQ(get("derived.time"), 0.1);
  EXPECT_EQ(get("derived.l2_miss_rate"), -1);
}

TEST(Statistics, AreSelectedByNameAndPrefix) {
  auto slots = select_statistics(std::vector<std::string>{"slots.*", "slots.issued", "cycles"});
  EXPECT_EQ(slots.size(), kCauses + 1);
  EXPECT_EQ(select_statistics(std::vector<std::string>{"*"}).size(), statistics().size());
  try {
    select_statistics(std::vector<std::string>{"slots.isued"});
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(), "unknown statistic 'slots.isued'; did you mean 'slots.issued'?");
  }
}

TEST(Statistics, BranchesMergeByPlace) {
  std::vector<BranchCounters> all = {{9, 20, 1, 1, 1, 3, 29, 40, 1}};
  std::vector<BranchCounters> more = {{4, 10, 5, 0, 0, 160, 0, 0, 0},
                                      {9, 20, 2, 1, 0, 10, 54, 60, 1}};
  add_branches(all, more);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].pc, 4u);
  EXPECT_EQ(all[1].executed, 3u);
  EXPECT_EQ(all[1].diverged, 2u);
  EXPECT_EQ(all[1].interleavable, 1u);
  EXPECT_EQ(all[1].taken, 13u);
  EXPECT_EQ(all[1].not_taken, 83u);
  EXPECT_EQ(all[1].reconverge_cycles, 100u);
  EXPECT_EQ(all[1].reconvergences, 2u);
}

TEST(Statistics, TheDocumentIsCurrent) {
  std::string path = HEDDLE_ROOT "/docs/statistics.md", text = statistics_markdown();
  if (std::getenv("HEDDLE_WRITE_DOCS")) std::ofstream(path) << text;
  std::ifstream file(path);
  EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(file), {}) == text)
      << "docs/statistics.md is out of date; HEDDLE_WRITE_DOCS=1 in this test writes it";
}

}  // namespace
}  // namespace heddle
