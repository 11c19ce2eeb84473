// Validity is decided in one place: limits of single keys from the schema, rules between keys, and
// a message that says where the values were written.
#include "config/validate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What the validator says of fermi after a change of its values.
template <class Change>
std::string refusal_after(Change change) {
  MachineConfig config = load_preset("fermi");
  change(config);
  try {
    ValidMachine valid(config);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

std::string refusal_with(std::vector<std::string> settings) {
  return refusal_after([&](MachineConfig& config) {
    for (const std::string& setting : settings) apply_override(config, setting);
  });
}

TEST(ValidMachine, KeepsTheValues) {
  MachineConfig config = load_preset("fermi");
  ValidMachine valid(config);
  EXPECT_TRUE(same_machine(config, valid));
  EXPECT_EQ(valid->core.warp, 32u);
}

TEST(ValidMachine, RefusesValuesOutsideTheLimitsOfTheirKeys) {
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.sms = 0; }), HasSubstr("'sms' cannot be 0"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.core.schedulers = 0; }),
              HasSubstr("'core.schedulers' cannot be 0"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.memory.l1.ways = 0; }),
              HasSubstr("'memory.l1.ways' cannot be 0"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.memory.l1.line = 4096; }),
              HasSubstr("'memory.l1.line' cannot be 4096"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.memory.bytes_per_cycle = -1; }),
              HasSubstr("'memory.bytes_per_cycle' cannot be -1"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.memory.dram_policy = "lifo"; }),
              HasSubstr("one of: fr-fcfs, fcfs"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.memory.model = "fast"; }),
              HasSubstr("one of: ideal, fixed, open-row, full"));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.arch.divergence = "pdon"; }),
              HasSubstr("'arch.divergence' cannot be \"pdon\""));
  EXPECT_THAT(refusal_after([](MachineConfig& c) { c.seed = ~uint64_t{0}; }),
              HasSubstr("'seed' cannot be"));
}

TEST(ValidMachine, RefusesCachesThatCannotBeBuilt) {
  EXPECT_THAT(refusal_with({"memory.l1.sector=16"}), HasSubstr("at least 32 bytes"));
  EXPECT_THAT(refusal_with({"memory.l2.sector=256"}), HasSubstr("cannot be larger than"));
  EXPECT_THAT(refusal_with({"memory.l1.sector=32", "memory.l1.mshr_entries=3"}),
              HasSubstr("memory.l1.mshr_entries is 3: it must hold the 4 sectors"));
  EXPECT_EQ(refusal_with({"memory.l1.sector=32", "memory.l1.mshr_entries=4"}), "");
  EXPECT_THAT(refusal_with({"memory.transaction=256"}), HasSubstr("one line of the L1"));
}

TEST(ValidMachine, RefusesCachesThatTheHostCannotHold) {
  EXPECT_THAT(refusal_with({"memory.l1.bytes=4 GiB", "memory.l1.ways=4"}),
              HasSubstr("memory.l1.bytes is 4294967296, with sms 15: this makes 503316480 lines"));
  EXPECT_THAT(refusal_with({"memory.l2.bytes=1 GiB", "memory.l2.ways=8"}),
              HasSubstr("memory.l2.bytes is 1073741824, with memory.partitions 6"));
  EXPECT_EQ(refusal_with({"memory.l1.bytes=64 MiB", "memory.l1.ways=4"}), "");
}

TEST(ValidMachine, RefusesLinesThatAreSpreadOverPartitionsOrRows) {
  EXPECT_THAT(refusal_with({"memory.l2.line=64"}), HasSubstr("memory.l2.line is 64"));
  EXPECT_THAT(refusal_with({"memory.interleave=64"}), HasSubstr("memory.interleave is 64"));
  EXPECT_THAT(refusal_with({"memory.row=128", "memory.l2.line=256"}),
              HasSubstr("memory.row is 128"));
  EXPECT_THAT(refusal_with({"sms=257"}), HasSubstr("at most 256 ports"));
  EXPECT_EQ(refusal_with({"sms=257", "memory.model=ideal"}), "");
}

TEST(ValidMachine, RefusesWarpsThatAMechanismCannotHave) {
  std::vector<std::string> wide = {"core.warp=128", "core.max_warps=12"};
  for (const char* mechanism : {"pdom", "serialize", "dual_path", "dws", "frontier"}) {
    wide.push_back(std::string("arch.divergence=") + mechanism);
    EXPECT_THAT(refusal_with(wide), HasSubstr("has at most 64 threads")) << mechanism;
  }
  EXPECT_THAT(refusal_with({"core.warp=64", "core.max_warps=24", "arch.divergence=dwf"}),
              HasSubstr("a warp of this mechanism has at most 32 threads"));
  for (const char* size : {"48", "1000"})
    EXPECT_THAT(
        refusal_with({"arch.divergence=large_warp", std::string("large_warp.size=") + size}),
        HasSubstr("large_warp.size is"));
  EXPECT_THAT(refusal_with({"arch.divergence=tbc", "tbc.block=48"}), HasSubstr("tbc.block is 48"));
  EXPECT_EQ(refusal_with({"large_warp.size=48"}), "");  // nobody looks at it
}

TEST(ValidMachine, SaysWhereTheValuesWereWritten) {
  std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "origins.toml";
  std::ofstream(file) << "inherits = 'fermi'\n[core]\nlanes = 24\n";
  std::string said;
  try {
    load_machine(file.string(), "", std::vector<std::string>{"core.warp=64", "core.max_warps=24"});
  } catch (const UsageError& e) {
    said = e.what();
  }
  EXPECT_THAT(said, HasSubstr("core.lanes is 24, with core.warp 64"));
  EXPECT_THAT(said, HasSubstr("\n  core.lanes: " + file.string() + ":3:9"));
  EXPECT_THAT(said, HasSubstr("\n  core.warp: --set core.warp=64"));
  std::filesystem::remove(file);
}

TEST(ValidMachine, NamesAnArchThatSetAValue) {
  try {
    load_machine("fermi", "sbi", std::vector<std::string>{"core.issue_per_scheduler=1"});
    ADD_FAILURE();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("\n  arch.secondary: --arch sbi"));
    EXPECT_THAT(e.what(), HasSubstr("\n  core.issue_per_scheduler: --set"));
  }
}

TEST(Preset, UnknownVariantsAreFoundInTheFile) {
  try {
    parse_preset(std::make_shared<Source>("my.toml", "[arch]\ndivergence = 'pdon'\n"), "my");
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("my.toml:2:14: error: 'arch.divergence' cannot be \"pdon\""));
    EXPECT_THAT(e.what(), HasSubstr("one of: pdom, serialize"));
  }
}

}  // namespace
}  // namespace heddle
