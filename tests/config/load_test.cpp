// Reading presets: inheritance, overrides, and everything that can be wrong with a file.
#include "config/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Not;

MachineConfig parse(std::string text) {
  return parse_preset(std::make_shared<Source>("my.toml", std::move(text)), "my");
}

std::string problems(std::string text) {
  try {
    parse(std::move(text));
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Load, InheritsAndChanges) {
  MachineConfig fermi = load_preset("fermi");
  MachineConfig mine = parse("inherits = 'fermi'\n[memory.l1]\nbytes = '48 KiB'\n");
  EXPECT_EQ(mine.name, "my");
  EXPECT_EQ(mine.description, "");
  EXPECT_EQ(mine.memory.l1.bytes, 49152u);
  EXPECT_EQ(mine.sms, 15u);
  mine.memory.l1.bytes = fermi.memory.l1.bytes;
  mine.name = fermi.name;
  mine.description = fermi.description;
  EXPECT_TRUE(same_machine(mine, fermi));
  EXPECT_TRUE(same_machine(parse("name = 'default'"), MachineConfig{}));
}

TEST(Load, ReportsAllErrorsWithTheirPlaces) {
  std::string all = problems(
      "sms = 'two'\n"
      "[core]\n"
      "wrap = 64\n"
      "lanes = 0\n"
      "[memory.l1]\n"
      "bytes = '48 KB'\n"
      "write = 'around'\n"
      "ways = [4]\n");
  EXPECT_THAT(all, HasSubstr("my.toml:1:7: error: 'sms' cannot be \"two\"; it must be a whole "
                             "number from 1 to 4096\nsms = 'two'\n      ^"));
  EXPECT_THAT(all, HasSubstr("my.toml:3:1: error: unknown key 'core.wrap'; did you mean "
                             "'core.warp'?\nwrap = 64\n^~~~"));
  EXPECT_THAT(all, HasSubstr("my.toml:4:9: error: 'core.lanes' cannot be 0"));
  EXPECT_THAT(all, HasSubstr("my.toml:6:9: error: 'memory.l1.bytes' cannot be \"48 KB\"; it must "
                             "be 0 B to 4 GiB, as a number of bytes or with B, KiB, MiB or GiB"));
  EXPECT_THAT(all, HasSubstr("my.toml:7:9: error: 'memory.l1.write' cannot be \"around\""));
  EXPECT_THAT(all, HasSubstr("my.toml:8:8: error: 'memory.l1.ways' must be a whole number"));
  EXPECT_LT(all.find("core.wrap"), all.find("memory.l1.bytes"));
}

TEST(Load, RefusesWrongShapes) {
  EXPECT_THAT(problems("core = 5"), HasSubstr("'core' is a table of keys, not a value"));
  EXPECT_THAT(problems("[sms]\nx = 1"), HasSubstr("'sms' must be a whole number"));
  EXPECT_THAT(problems("inherits = 5"), HasSubstr("'inherits' must be the name"));
  EXPECT_THAT(problems("inherits = 'fermy'"), HasSubstr("did you mean 'fermi'?"));
  EXPECT_THAT(problems("inherits = 'nowhere/x.toml'"), HasSubstr("cannot read the preset"));
  EXPECT_THAT(problems("inherits = '/dev/zero'"), HasSubstr("not a regular file"));
  EXPECT_THAT(problems("sms = "), HasSubstr("my.toml:1:"));
  EXPECT_THAT(problems("[memory]\nbytes_per_cycle = nan"), HasSubstr("a number from 0"));
  EXPECT_THAT(problems("sms = 1\nsms = 2"), HasSubstr("my.toml:2:"));
  EXPECT_THROW(load_preset("nothing"), UsageError);
  EXPECT_THROW(load_preset("./nothing.toml"), IoError);
  EXPECT_THROW(load_preset("/"), IoError);
  EXPECT_THROW(load_preset("/dev/null"), IoError);  // as a pipe, it could not be read twice
}

TEST(Load, ManyErrorsAreCutShort) {
  std::string text;
  for (int i = 0; i < 20000; i++) text += "key" + std::to_string(i) + " = 1\n";
  EXPECT_THAT(problems(text), HasSubstr("my.toml: 19950 more errors not shown"));
}

class Folder : public testing::Test {
 protected:
  void TearDown() override { unsetenv("HEDDLE_PRESETS"); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  ScratchFolder folder_;
};

TEST_F(Folder, FilesInheritFilesBesideThem) {
  write("base.toml", "inherits = 'small'\nsms = 3\n");
  std::string file = write("derived.toml", "inherits = './base.toml'\nmax_cycles = 7\n");
  MachineConfig config = load_preset(file);
  EXPECT_EQ(config.name, "derived");
  EXPECT_EQ(config.sms, 3u);
  EXPECT_EQ(config.memory.partitions, 1u);
  EXPECT_EQ(config.max_cycles, 7u);
}

TEST_F(Folder, ErrorsOfInheritedFilesAreReportedToo) {
  write("base.toml", "smx = 3\n");
  std::string file = write("derived.toml", "inherits = 'base.toml'\nsead = 7\n");
  try {
    load_preset(file);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("base.toml:1:1: error: unknown key 'smx'"));
    EXPECT_THAT(e.what(), HasSubstr("derived.toml:2:1: error: unknown key 'sead'"));
  }
}

TEST_F(Folder, CyclesAndChainsEnd) {
  std::string a = write("a.toml", "inherits = 'b.toml'");
  write("b.toml", "inherits = './a.toml'");
  EXPECT_THROW(
      {
        try {
          load_preset(a);
        } catch (const InputError& e) {
          EXPECT_THAT(e.what(), HasSubstr("b.toml:1:12: error: './a.toml' inherits itself"));
          throw;
        }
      },
      InputError);
  for (int i = 0; i < 20; i++)
    write("c" + std::to_string(i) + ".toml", "inherits = 'c" + std::to_string(i + 1) + ".toml'\n");
  EXPECT_THROW(load_preset((folder_ / "c0.toml").string()), InputError);
}

TEST_F(Folder, TheEnvironmentNamesAFolderThatGoesFirst) {
  write("small.toml", "sms = 77\n");
  write("broken.toml", "sms = \n");
  setenv("HEDDLE_PRESETS", folder_.path().c_str(), 1);
  EXPECT_EQ(load_preset("small").sms, 77u);
  bool found = false;
  for (const ConfigInfo& preset : find_presets())
    if (preset.name == "broken") {
      found = true;
      EXPECT_EQ(preset.description, "cannot be read");
    }
  EXPECT_TRUE(found);
  EXPECT_GE(find_presets().size(), 8u);
}

std::string override_problem(std::string_view text) {
  MachineConfig config = load_preset("fermi"), before = config;
  try {
    apply_override(config, text);
  } catch (const UsageError& e) {
    EXPECT_TRUE(same_machine(config, before)) << text;
    return e.what();
  }
  return "";
}

TEST(Override, SetsAnyKey) {
  MachineConfig config = load_preset("fermi");
  for (const char* text :
       {"core.warp=64", "memory.l1.bytes=48 KiB", "memory.l2.bytes=\"1 MiB\"", "clock.core=1.4 GHz",
        "memory.keep_state=false", "memory.bytes_per_cycle=12.5", "arch.schedule=oldest", "name=7",
        "description=a=b", "core.timing.sfu.unit=sp"})
    apply_override(config, text);
  EXPECT_EQ(config.core.warp, 64u);
  EXPECT_EQ(config.memory.l1.bytes, 49152u);
  EXPECT_EQ(config.memory.l2.bytes, 1u << 20);
  EXPECT_EQ(config.clock.core, 1'400'000u);
  EXPECT_FALSE(config.memory.keep_state);
  EXPECT_EQ(config.memory.bytes_per_cycle, 12.5);
  EXPECT_EQ(config.arch.schedule, "oldest");
  EXPECT_EQ(config.name, "7");
  EXPECT_EQ(config.description, "a=b");
  EXPECT_EQ(config.core.timing[static_cast<size_t>(OpClass::Sfu)].unit, Unit::Sp);
}

TEST(Override, SaysWhatIsWrong) {
  EXPECT_EQ(override_problem("core.wrap=64"),
            "--set core.wrap=64: unknown key 'core.wrap'; did you mean 'core.warp'?");
  EXPECT_EQ(override_problem("core=64"), "--set core=64: 'core' is a table of keys, not a key");
  EXPECT_EQ(override_problem("core.warp"), "--set core.warp: expected KEY=VALUE");
  EXPECT_THAT(override_problem("core.warp="), HasSubstr("cannot be \"\""));
  EXPECT_THAT(override_problem("core.warp=6.5"), HasSubstr("cannot be 6.5"));
  EXPECT_THAT(override_problem("core.warp=-1"), HasSubstr("a whole number from 1 to 1024"));
  EXPECT_THAT(override_problem("=1"), HasSubstr("unknown key ''"));
}

TEST(Validate, EverySentenceNamesItsKeys) {
  auto broken = [](std::vector<std::string> overrides) {
    try {
      load_machine("fermi", {}, overrides);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(broken({}), "");
  EXPECT_THAT(broken({"core.warp=48"}),
              HasSubstr("core.warp is 48: a warp must be a power of two"));
  EXPECT_THAT(broken({"core.lanes=24"}), HasSubstr("core.lanes must divide core.warp"));
  EXPECT_THAT(broken({"core.max_threads=16"}),
              HasSubstr("must be at least one warp of 32 threads"));
  EXPECT_THAT(broken({"core.max_warps=2"}), HasSubstr("cannot hold 1536 threads"));
  EXPECT_THAT(broken({"core.schedulers=5"}), HasSubstr("divide evenly among 5 schedulers"));
  EXPECT_THAT(broken({"core.units.dp.count=0"}), HasSubstr("core.timing.double.unit is dp"));
  EXPECT_THAT(broken({"core.units.sfu.lanes=3"}), HasSubstr("core.units.sfu.lanes is 3"));
  EXPECT_THAT(broken({"memory.l1.line=96"}), HasSubstr("a line must be a power of two"));
  EXPECT_THAT(broken({"memory.l2.sector=256"}), HasSubstr("memory.l2.sector is 256"));
  EXPECT_THAT(broken({"memory.l1.bytes=1000"}), HasSubstr("must be a multiple of a set"));
  EXPECT_THAT(broken({"arch.dependence=per-path", "arch.divergence=tbc"}),
              HasSubstr("compaction moves threads"));
  EXPECT_THAT(broken({"arch.dependence=barrel", "arch.scoreboard_entries=6"}),
              HasSubstr("a barrel core has no scoreboard"));
  EXPECT_THAT(broken({"arch.dependence=matrix", "arch.divergence=dws"}),
              HasSubstr("by their thread-frontier order"));
  EXPECT_THAT(broken({"arch.dependence=per-path", "arch.divergence=frontier"}),
              HasSubstr("a warp may have more splits"));
  EXPECT_THAT(broken({"arch.dependence=per-path", "arch.divergence=mimd"}),
              HasSubstr("every thread may be on a path of its own"));
  EXPECT_THAT(broken({"arch.datapath=interwoven"}),
              HasSubstr("no two packets would ever share a row"));
  EXPECT_THAT(broken({"arch.secondary=best-fit"}), HasSubstr("issue 2 instructions per cycle"));
  EXPECT_THAT(
      broken({"arch.secondary=same-warp", "core.issue_per_scheduler=2", "arch.divergence=mimd"}),
      HasSubstr("two packets can issue together only if"));
  EXPECT_THAT(broken({"arch.secondary=best-fit", "core.issue_per_scheduler=2", "core.warp=128",
                      "core.max_warps=12"}),
              HasSubstr("by at most 64"));
  for (const char* other :
       {"serialize", "mimd", "dwf", "large_warp", "tbc", "dual_path", "dws", "frontier"})
    EXPECT_THAT(broken({"arch.scalarization=divergent", std::string("arch.divergence=") + other}),
                HasSubstr("set the divergence to pdom"));
  for (const char* other : {"per-path", "matrix"})
    EXPECT_THAT(broken({"arch.scalarization=convergent", std::string("arch.dependence=") + other}),
                HasSubstr("all paths share a scalar register"));
  EXPECT_THAT(broken({"arch.scalarization=divergent", "core.warp=64", "core.max_warps=24"}),
              HasSubstr("may differ within a wider warp"));
  EXPECT_THAT(broken({"arch.scalar_units=true"}), HasSubstr("no scalar instructions to execute"));
  EXPECT_THAT(broken({"arch.scalar_units=true", "arch.scalarization=divergent",
                      "core.units.scalar.count=0"}),
              HasSubstr("core.units.scalar.count is 0"));
  EXPECT_THAT(
      broken({"arch.scalar_units=true", "arch.scalarization=divergent", "arch.datapath=row"}),
      HasSubstr("scalar units need spatial units"));
  const std::string temporal = "arch.datapath=temporal";
  EXPECT_THAT(broken({"registers.allocation=thread"}),
              HasSubstr("a register row is one warp wide"));
  EXPECT_THAT(broken({"arch.bundle=2"}), HasSubstr("only temporal lanes execute bundles"));
  EXPECT_THAT(broken({"arch.lane_lock=false"}), HasSubstr("only temporal lanes own warps"));
  EXPECT_THAT(broken({temporal, "arch.divergence=dwf"}), HasSubstr("mixes threads of several"));
  EXPECT_THAT(broken({temporal, "arch.secondary=best-fit", "core.issue_per_scheduler=2"}),
              HasSubstr("cannot take a second one"));
  EXPECT_THAT(broken({temporal, "arch.bundle=3"}), HasSubstr("must be a power of two"));
  EXPECT_THAT(
      broken({temporal, "arch.bundle=32", "core.units.sp.lanes=8", "core.units.sp.count=1"}),
      HasSubstr("must divide the"));
  EXPECT_THAT(broken({temporal, "core.warp=64", "core.max_warps=24"}), HasSubstr("has 32 bits"));
  EXPECT_THAT(broken({"memory.dram.tRC=10"}),
              HasSubstr("cannot be below memory.dram.tRAS + memory.dram.tRP"));
  std::string two = broken({"core.warp=48", "memory.banks=3"});
  EXPECT_THAT(two, HasSubstr("core.warp is 48"));
  EXPECT_THAT(two, HasSubstr("memory.banks is 3"));
}

}  // namespace
}  // namespace heddle
