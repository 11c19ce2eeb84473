// The power model by itself: events times coefficients, part by part.
#include "energy/energy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "config/energy_keys.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "energy/events.hpp"
#include "stats/schema.hpp"

namespace heddle {
namespace {

/// Every counter something else.
Counters drawn_counters(uint64_t seed) {
  std::mt19937_64 random(seed);
  Counters counters;
  counters.core.size_for(32);
  for (const Statistic& s : statistics())
    if (!s.is_derived())
      if (uint64_t* value = s.write(counters)) *value = random() % 1'000'000'000;
  return counters;
}

MachineConfig machine() {
  MachineConfig config = load_preset("lucas2015");
  config.core.private_bytes = 32768;
  config.arch.scalar_units = true;
  return config;
}

uint64_t total(const Counters& counters, const MachineConfig& config) {
  return energy_of(counters, config, config.sms).total();
}

TEST(Energy, IsTheSumOfItsParts) {
  for (uint64_t seed = 1; seed <= 50; seed++) {
    MachineConfig config = machine();
    Energy e = energy_of(drawn_counters(seed), config, config.sms);
    uint64_t sum = 0;
    for (uint64_t part : e.parts) {
      EXPECT_GT(part, 0u);
      sum += part;
    }
    EXPECT_EQ(e.total(), sum);
  }
}

TEST(Energy, EachEventRaisesItsPartAndNoOther) {
  MachineConfig config = machine();
  Counters before = drawn_counters(3);
  for (const EnergyEvent& event : kEvents) {
    const Statistic* s = find_statistic(event.counter);
    ASSERT_NE(s, nullptr) << event.counter;
    Counters after = before;
    *s->write(after) += 1'000'000;
    Energy a = energy_of(before, config, config.sms), b = energy_of(after, config, config.sms);
    for (size_t i = 0; i < kEnergyParts; i++) {
      auto part = static_cast<EnergyPart>(i);
      bool its = part == event.part || part == event.also;
      EXPECT_EQ(b.parts[i] > a.parts[i], its)
          << event.counter << ", " << energy_part_text(part).name;
      EXPECT_GE(b.parts[i], a.parts[i]) << event.counter;
    }
  }
}

/// No other counter has an effect: the list of events is the whole model.
TEST(Energy, FollowsFromTheEventsAlone) {
  MachineConfig config = machine();
  std::set<std::string_view> events;
  for (const EnergyEvent& event : kEvents) events.insert(event.counter);
  Counters before = drawn_counters(4);
  for (const Statistic& s : statistics()) {
    if (s.is_derived() || events.count(s.name)) continue;
    Counters after = before;
    uint64_t* value = s.write(after);
    if (!value) continue;
    *value += 1'000'000;
    EXPECT_EQ(energy_of(after, config, config.sms).parts,
              energy_of(before, config, config.sms).parts)
        << s.name;
  }
}

TEST(Energy, EveryCoefficientCounts) {
  Counters counters = drawn_counters(5);
  for (const EnergyCoefficient& c : energy_coefficients()) {
    MachineConfig less = machine(), more = machine();
    const ConfigKey* key = find_config_key(c.path);
    ASSERT_NE(key, nullptr) << c.path;
    uint64_t value = std::get<uint64_t>(key->get(less));
    key->set(more, ConfigValue(value * 2));
    if (c.path == "energy.slice_words") {  // wider crossbars: only where lanes are as wide
      more.core.lanes = less.core.lanes = 32;
    }
    EXPECT_GT(total(counters, more), total(counters, less)) << c.path;
    EXPECT_FALSE(c.source.empty()) << c.path;
  }
  size_t keys = 0;
  for (const ConfigKey& key : config_keys()) keys += key.path.starts_with("energy.");
  EXPECT_EQ(energy_coefficients().size(), keys);
}

TEST(Energy, NothingHappensForNothing) {
  MachineConfig config = machine();
  EXPECT_EQ(total({}, config), 0u);
  Counters idle;
  idle.core.cycles = 1000;
  Energy e = energy_of(idle, config, config.sms);
  EXPECT_EQ(e.total(), e[EnergyPart::Clock] + e[EnergyPart::Leakage]);
  // 170 mW × 240 lanes for 1000 cycles of 1.3 GHz, and 25964 fJ × 240 × 1000.
  EXPECT_EQ(e[EnergyPart::Leakage], uint64_t{170} * 240 * 1000 * 1'000'000'000 / 1'300'000);
  EXPECT_EQ(e[EnergyPart::Clock], uint64_t{25964} * 240 * 1000);
  config.energy.clock = config.energy.leakage = 0;
  EXPECT_EQ(total(idle, config), 0u);
}

TEST(Energy, OfSomeCoresKnowsNothingOfTheWholeMachine) {
  MachineConfig config = machine();
  Counters counters = drawn_counters(6);
  Energy one = energy_of(counters, config, 1);
  for (size_t i = 0; i < kEnergyParts; i++)
    EXPECT_EQ(one.parts[i] == 0, of_whole_machine(static_cast<EnergyPart>(i))) << i;
  Scope scope{config, 1};
  EXPECT_EQ(find_statistic("energy.dram")->value(counters, scope), std::nullopt);
  EXPECT_EQ(find_statistic("energy.total")->value(counters, scope),
            std::optional<StatisticValue>(one.total()));
}

TEST(Energy, IsTheLargestNumberRatherThanTooSmallAOne) {
  MachineConfig config = machine();
  Counters counters;
  counters.core.cycles = std::numeric_limits<uint64_t>::max() / 2;
  Energy e = energy_of(counters, config, config.sms);
  EXPECT_EQ(e[EnergyPart::Leakage], std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(e.total(), std::numeric_limits<uint64_t>::max());
}

TEST(Energy, PowerAndDelayFollowFromTimeAndEnergy) {
  MachineConfig config = machine();
  Counters counters = drawn_counters(7);
  counters.core.cycles = 1'300'000;  // a millisecond
  Scope scope{config, config.sms};
  double joules = static_cast<double>(total(counters, config)) * 1e-15;
  auto value = [&](const char* name) {
    return std::get<double>(*find_statistic(name)->value(counters, scope));
  };
  EXPECT_NEAR(value("energy.power"), joules / 1e-3, joules);
  EXPECT_NEAR(value("energy.edp"), joules * 1e-3 * 1e12, joules * 1e6);
  EXPECT_EQ(find_statistic("energy.power")->value({}, scope), std::nullopt);
}

/// A memory four times as large costs twice as much for an access (horowitz2014).
TEST(Energy, CachesCostWithTheRootOfTheirSize) {
  MachineConfig small = machine(), large = machine();
  large.memory.l1.bytes = small.memory.l1.bytes * 4;
  Counters counters;
  counters.memory.l1.bytes = 1'000'000;
  uint64_t a = total(counters, small), b = total(counters, large);
  EXPECT_NEAR(static_cast<double>(b) / static_cast<double>(a), 2.0, 0.001);
  // 32 KiB: twice 8889 fJ for 8 bytes.
  EXPECT_EQ(a, uint64_t{1'000'000} / 8 * 2 * 8889);
}

/// The defaults are what their rules make of the published figures.
TEST(Energy, CoefficientsFollowFromTheirSources) {
  EnergyConfig e;
  auto near = [](double rule, uint32_t value) { EXPECT_NEAR(rule, value, 0.5); };  // fJ
  double slope = (14e3 - 8e3) / (64 * 1024 - 128 * 256);  // fJ per bit and row
  near(slope * 32 * 256, e.word_read);
  near(8e3 - slope * 128 * 256, e.bank_access);
  near((11e3 - e.bank_access) / 4, e.word_write);
  near((2.0e3 + 0.7e3) / 4, e.collector);
  near((std::sqrt(2.0302) / (256 * 8) + std::sqrt(0.2664 / 8) / (32 * 8)) / 2 * 1e6,
       e.crossbar_pitch);
  double shrink = 40.0 / 45, square = 24.0 * 24 / (53 * 53);
  near((70e3 - 25e3 - 6e3) * shrink, e.issue);
  near(10e3 * shrink, e.cache_word);
  near(310e3 / 32, e.network_byte);
  double row = 909e3 / 1024 * (1.5 * 1.5) / (1.2 * 1.2);
  near(row, e.dram_row_byte);
  near(14e3 * 8 - row * 1024 / 256, e.dram_byte);
  near(3.34e15 / (96 * 1.34e9), e.clock);
  near((0.199 + 0.692 / 3) * 1e15 / (8 * 1.34e9), e.clock_active);
  near((17600.0 / 96 + 80000.0 / 512) / 2, e.leakage);
  auto work = [&](OpClass cls) { return e.work[static_cast<size_t>(cls)]; };
  near(40e3 + 3.1e3 * shrink, work(OpClass::IntegerMul));
  near(20 * 40e3, work(OpClass::IntegerDiv));
  near(75e3 + 50e3 * (1 - square), work(OpClass::Double));
  near(75e3 + 2 * 50e3 * square, work(OpClass::Sfu));
  near(100 * shrink, work(OpClass::Control));
}

TEST(Energy, TheDocumentIsCurrent) {
  std::string path = HEDDLE_ROOT "/docs/energy.md", text = energy_markdown();
  if (std::getenv("HEDDLE_WRITE_DOCS")) std::ofstream(path) << text;
  std::ifstream file(path);
  EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(file), {}) == text)
      << "docs/energy.md is out of date; HEDDLE_WRITE_DOCS=1 in this test writes it";
}

}  // namespace
}  // namespace heddle
