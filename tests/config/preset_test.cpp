// The presets: valid, complete, and with the numbers of their papers' tables.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "config/config_library.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"

namespace heddle {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const OpTiming& timing(const MachineConfig& c, OpClass op) {
  return c.core.timing[static_cast<size_t>(op)];
}
const UnitConfig& unit(const MachineConfig& c, Unit u) {
  return c.core.units[static_cast<size_t>(u)];
}

TEST(Presets, AllLoadAndAreValid) {
  auto presets = find_presets();
  EXPECT_EQ(presets.size(), 8u);
  for (const ConfigInfo& preset : presets) {
    MachineConfig config = load_preset(preset.name);
    EXPECT_EQ(config.name, preset.name);
    EXPECT_FALSE(config.description.empty()) << preset.name;
    for (const std::string& problem : validate(config)) ADD_FAILURE() << problem;
  }
}

TEST(Presets, TheCopiesCompiledInAreTheFiles) {
  ASSERT_EQ(embedded_presets().size(), 8u);
  for (const EmbeddedText& preset : embedded_presets())
    EXPECT_EQ(preset.text,
              read(std::string(HEDDLE_ROOT "/presets/") + std::string(preset.name) + ".toml"));
}

/// fermi gives every key itself: nothing rests on the defaults of machine.hpp.
TEST(Presets, FermiNamesEveryKey) {
  std::string text = read(HEDDLE_ROOT "/presets/fermi.toml");
  for (const ConfigKey& key : config_keys()) {
    size_t dot = key.path.rfind('.');
    std::string of = dot == std::string::npos ? "" : key.path.substr(0, dot);
    std::string name = dot == std::string::npos ? key.path : key.path.substr(dot + 1);
    if (name == "name") continue;  // the file's
    size_t begin = of.empty() ? 0 : text.find("\n[" + of + "]");
    ASSERT_NE(begin, std::string::npos) << of;
    size_t end = text.find("\n[", begin + 1);
    EXPECT_NE(text.substr(begin, end - begin).find("\n" + name + " = "), std::string::npos)
        << key.path;
  }
}

TEST(Presets, Fermi) {
  MachineConfig c = load_preset("fermi");
  EXPECT_EQ(c.sms, 15u);
  EXPECT_EQ(c.clock.core, 1'400'000u);
  EXPECT_EQ(c.clock.memory, 924'000u);
  EXPECT_EQ(c.memory.partitions * c.memory.l2.bytes, 768u << 10);
  EXPECT_EQ(c.registers.registers, 32768u);
  EXPECT_EQ(c.core.max_warps, 48u);
  EXPECT_EQ(unit(c, Unit::Sp).lanes * unit(c, Unit::Sp).count, 32u);
  MachineConfig small = load_preset("small");
  EXPECT_EQ(small.sms, 2u);
  EXPECT_EQ(small.core.max_warps, 48u);
}

TEST(Presets, Fung2007Table2) {
  MachineConfig c = load_preset("fung2007");
  EXPECT_EQ(c.sms, 8u);
  EXPECT_EQ(c.core.warp, 16u);
  EXPECT_EQ(c.core.max_threads, 256u);
  EXPECT_EQ(c.memory.partitions, 8u);
  EXPECT_EQ(c.memory.dram.tCL, 9u);
  EXPECT_EQ(c.memory.dram.tRP, 13u);
  EXPECT_EQ(c.memory.dram.tRC, 34u);
  EXPECT_EQ(c.memory.dram.tRAS, 21u);
  EXPECT_EQ(c.memory.dram.tRCD, 12u);
  EXPECT_EQ(c.memory.dram.tRRD, 8u);
  EXPECT_EQ(c.memory.dram_bytes_per_cycle, 8u);
  EXPECT_EQ(c.memory.dram_policy, "fr-fcfs");
  EXPECT_EQ(c.memory.l1.bytes, 512u << 10);
  EXPECT_EQ(c.memory.l1.ways, 8u);
  EXPECT_EQ(c.memory.l1.hit_latency, 10u);
  EXPECT_EQ(c.memory.transactions_per_cycle, 1u);
  EXPECT_EQ(c.arch.dependence, "barrel");
  EXPECT_EQ(c.registers.registers, 8192u);
}

TEST(Presets, Narasiman2011Table1) {
  MachineConfig c = load_preset("narasiman2011");
  EXPECT_EQ(c.sms, 1u);
  EXPECT_EQ(c.fetch.width, 1u);
  EXPECT_EQ(c.fetch.l1i.bytes, 4u << 10);
  EXPECT_EQ(c.fetch.per_cycle, 1u);
  EXPECT_FALSE(c.fetch.ahead);
  EXPECT_EQ(c.arch.schedule, "loose-round-robin");
  EXPECT_EQ(timing(c, OpClass::Float).latency, 5u);
  EXPECT_EQ(c.fetch.latency + timing(c, OpClass::Float).latency, 7u);  // stages, section 5.3
  EXPECT_EQ(c.registers.registers / c.core.max_threads, 16u);
  EXPECT_EQ(c.core.lanes, 32u);
  EXPECT_EQ(c.registers.registers * 4, 64u << 10);
  EXPECT_EQ(c.core.max_threads, 1024u);
  EXPECT_EQ(c.memory.l1.bytes, 128u << 10);
  EXPECT_EQ(c.memory.l1.ways, 4u);
  EXPECT_EQ(c.memory.l1.line, 128u);
  EXPECT_EQ(c.memory.l1.hit_latency, 1u);
  EXPECT_EQ(c.memory.l1.read_ports, 1u);
  EXPECT_EQ(c.memory.l1.write_ports, 1u);
  EXPECT_FALSE(c.memory.l1.shared_port);
  EXPECT_EQ(c.core.private_bytes, 128u << 10);
  EXPECT_EQ(c.core.private_bytes / c.core.max_threads, 128u);
  EXPECT_EQ(c.core.private_banks, 32u);
  EXPECT_EQ(c.memory.model, "open-row");
  EXPECT_EQ(c.memory.banks, 8u);
  EXPECT_EQ(c.memory.row, 4096u);
  EXPECT_EQ(c.memory.dram_policy, "fcfs");
  EXPECT_EQ(c.memory.row_hit, 100u);
  EXPECT_EQ(c.memory.row_conflict, 300u);
  EXPECT_EQ(c.memory.bytes_per_cycle * static_cast<double>(c.clock.core), 32e6);
  EXPECT_EQ(c.arch.dependence, "barrel");
}

TEST(Presets, Brunie2012Table2) {
  MachineConfig c = load_preset("brunie2012");
  EXPECT_EQ(c.sms, 1u);
  EXPECT_EQ(c.core.max_warps, 32u);
  EXPECT_EQ(c.core.warp, 32u);
  EXPECT_EQ(c.clock.core, 1'000'000u);
  EXPECT_EQ(c.core.scheduler_latency, 1u);
  EXPECT_EQ(c.core.extra_stages, 0u);
  EXPECT_EQ(timing(c, OpClass::Float).latency, 8u);
  EXPECT_EQ(timing(c, OpClass::Sfu).latency, 8u);
  EXPECT_EQ(c.arch.dependence, "scoreboard");
  EXPECT_EQ(c.arch.scoreboard_entries, 6u);
  EXPECT_EQ(c.memory.l1.bytes, 48u << 10);
  EXPECT_EQ(c.memory.l1.ways, 6u);
  EXPECT_EQ(c.memory.l1.line, 128u);
  EXPECT_EQ(c.memory.l1.hit_latency, 3u);
  EXPECT_EQ(c.memory.model, "fixed");
  EXPECT_EQ(c.memory.bytes_per_cycle * static_cast<double>(c.clock.core), 10e6);
  EXPECT_EQ(c.memory.latency, 330u);
  uint32_t peak = 0;
  for (Unit u : {Unit::Sp, Unit::Sfu, Unit::Lsu}) peak += unit(c, u).lanes * unit(c, u).count;
  EXPECT_EQ(peak, 104u);
}

TEST(Presets, Rhu2013Table1) {
  MachineConfig c = load_preset("rhu2013");
  EXPECT_EQ(c.sms, 15u);
  EXPECT_EQ(c.core.max_threads, 1536u);
  EXPECT_EQ(c.core.warp, 32u);
  EXPECT_EQ(c.core.lanes, 32u);
  EXPECT_EQ(c.registers.registers, 32768u);
  EXPECT_EQ(c.core.shared_bytes, 48u << 10);
  EXPECT_EQ(c.core.schedulers, 2u);
  EXPECT_EQ(c.arch.schedule, "loose-round-robin");
  EXPECT_EQ(c.memory.l1.bytes, 16u << 10);
  EXPECT_EQ(c.memory.l1.ways, 4u);
  EXPECT_EQ(c.memory.l1.line, 128u);
  EXPECT_EQ(c.memory.l2.bytes * c.memory.partitions, 768u << 10);
  EXPECT_EQ(c.memory.l2.ways, 8u);
  EXPECT_EQ(c.memory.l2.line, 256u);
  EXPECT_EQ(c.memory.partitions, 6u);
  EXPECT_NEAR(c.memory.dram_bytes_per_cycle * static_cast<double>(c.clock.memory) / 1e6, 29.6,
              0.05);
  EXPECT_EQ(c.memory.dram_policy, "fr-fcfs");
}

TEST(Presets, Lucas2015TableIII) {
  MachineConfig c = load_preset("lucas2015");
  EXPECT_EQ(c.sms, 30u);
  EXPECT_EQ(c.memory.partitions, 8u);
  EXPECT_EQ(c.clock.core, 1'300'000u);
  EXPECT_EQ(c.clock.interconnect, 650'000u);
  EXPECT_EQ(c.clock.memory, 800'000u);
  EXPECT_EQ(c.core.shared_bytes, 64u << 10);
  EXPECT_EQ(c.core.max_blocks, 16u);
  EXPECT_EQ(unit(c, Unit::Sp).lanes * unit(c, Unit::Sp).count, 8u);
  EXPECT_EQ(unit(c, Unit::Sfu).lanes * unit(c, Unit::Sfu).count, 2u);
  EXPECT_EQ(c.memory.l1.bytes, 32u << 10);
  EXPECT_EQ(c.fetch.l1i.bytes, 4u << 10);
  EXPECT_EQ(c.memory.l2.bytes * c.memory.partitions, 1u << 20);
  EXPECT_EQ(c.core.max_warps, 32u);
  EXPECT_EQ(c.registers.registers * 4, 64u << 10);  // Table I
}

TEST(Presets, TheDocumentIsCurrent) {
  std::string path = HEDDLE_ROOT "/docs/configuration.md", text = configuration_markdown();
  if (std::getenv("HEDDLE_WRITE_DOCS")) std::ofstream(path) << text;
  EXPECT_TRUE(read(path) == text)
      << "docs/configuration.md is out of date; HEDDLE_WRITE_DOCS=1 in this test writes it";
}

}  // namespace
}  // namespace heddle
