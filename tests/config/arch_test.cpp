// Archs as files: the built-in list, a user's own, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/config_library.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

class ArchFiles : public testing::Test {
 protected:
  void TearDown() override { unsetenv("HEDDLE_ARCHS"); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  /// What is said about an arch with this text.
  std::string refusal_of(const std::string& text) {
    MachineConfig config = load_preset("small"), before = config;
    try {
      apply_arch(config, write("refused.toml", text));
    } catch (const Error& e) {
      EXPECT_TRUE(same_machine(config, before));
      return e.what();
    }
    return "nothing";
  }
  ScratchFolder folder_;
};

TEST(Archs, AllMakeValidMachinesOfSmall) {
  const MachineConfig small = load_preset("small");
  for (const ConfigInfo& arch : archs()) {
    SCOPED_TRACE(arch.name);
    const MachineConfig config = load_machine("small", arch.name);
    EXPECT_EQ(arch_name(config), arch.name);
    EXPECT_EQ(config.name, "small");
    EXPECT_EQ(config.description, small.description);
    EXPECT_NE(arch.description, "");
    EXPECT_NE(arch.description, small.description);
    EXPECT_EQ(arch.origin, "built in");
  }
}

TEST(Archs, TheListHasEveryFileOnce) {
  std::set<std::string> files, listed;
  for (const auto& file : std::filesystem::directory_iterator(HEDDLE_ROOT "/archs"))
    if (file.path().extension() == ".toml") files.insert(file.path().stem().string());
  for (const EmbeddedText& arch : embedded_archs()) {
    EXPECT_TRUE(listed.insert(std::string(arch.name)).second) << arch.name;
    std::ifstream file(HEDDLE_ROOT "/archs/" + std::string(arch.name) + ".toml");
    EXPECT_EQ(arch.text, std::string(std::istreambuf_iterator<char>(file), {})) << arch.name;
  }
  EXPECT_EQ(listed, files);
  EXPECT_EQ(parse_arch_names("all").size(), files.size());
  EXPECT_EQ(parse_arch_names("all").front(), "pdom");  // the baseline of heddle compare
}

TEST(Archs, AProgramThatWasMovedHasThemAll) {
  const ConfigLibrary usual = arch_library();
  ConfigLibrary moved = usual;
  moved.source_folder = "/nowhere";
  for (const LibraryEntry& arch : moved.entries()) {
    EXPECT_EQ(arch.origin, "built in");
    EXPECT_TRUE(same_machine(read_config(moved, moved.open(arch.name)).config,
                             read_config(usual, usual.open(arch.name)).config))
        << arch.name;
  }
  EXPECT_EQ(moved.entries().size(), archs().size());
}

/// Each of a family only changes what it names.
TEST(Archs, InheritSettings) {
  const MachineConfig base = load_machine("lucas2015", "tsimt");
  MachineConfig derived = load_machine("lucas2015", "stsimt-4_scalar");
  EXPECT_EQ(derived.arch.datapath, "temporal");
  EXPECT_EQ(derived.arch.bundle, 4u);
  EXPECT_EQ(derived.arch.scalarization, "divergent");
  derived.arch.bundle = base.arch.bundle;
  derived.arch.scalarization = base.arch.scalarization;
  EXPECT_TRUE(same_machine(derived, base));
}

TEST_F(ArchFiles, AUsersArchInheritsABuiltInOne) {
  write("base.toml", "inherits = 'dwf'\ndescription = 'mine'\n[dwf]\nlut_entries = 64\n");
  std::string file = write("mine.v2.toml", "inherits = 'base.toml'\n[arch]\nschedule = 'oldest'\n");
  MachineConfig mine = load_machine("small", file);
  EXPECT_EQ(arch_name(mine), "mine.v2");
  MachineConfig expected = load_machine("small", "dwf");
  EXPECT_FALSE(same_machine(mine, expected));
  expected.dwf.lut_entries = 64;
  expected.arch.schedule = "oldest";
  EXPECT_TRUE(same_machine(mine, expected));
  EXPECT_EQ(mine.description, load_preset("small").description);
  EXPECT_EQ(arch_description((folder_ / "base.toml").string()), "mine");
  EXPECT_EQ(arch_files(file).size(), 4u);  // with dwf and what it inherits
}

TEST_F(ArchFiles, ErrorsHaveAPlace) {
  EXPECT_THAT(refusal_of("[arch]\nschedul = 'oldest'\n"),
              HasSubstr("refused.toml:2:1: error: unknown key 'arch.schedul'; did you mean "
                        "'arch.schedule'?"));
  EXPECT_THAT(refusal_of("inherits = 'dwff'\n"),
              HasSubstr("refused.toml:1:12: error: there is no arch 'dwff'; did you mean 'dwf'?"));
  EXPECT_THAT(refusal_of("inherits = 'fermi'\n"), HasSubstr("there is no arch 'fermi'"));
  EXPECT_THAT(refusal_of("inherits = './refused.toml'\n"),
              HasSubstr("refused.toml:1:12: error: './refused.toml' inherits itself"));
  EXPECT_THAT(refusal_of("inherits = 7\n"), HasSubstr("the name or the path of another arch"));
  EXPECT_THAT(refusal_of("\nname = 'x'\n"),
              HasSubstr("refused.toml:2:8: error: an arch takes its name from its file"));
  EXPECT_THAT(refusal_of("[arch]\ndivergence = 'dwarf'\n"), HasSubstr("refused.toml:2:14: error:"));
  MachineConfig config;
  EXPECT_THROW(apply_arch(config, (folder_ / "none.toml").string()), IoError);
  EXPECT_THROW(apply_arch(config, folder_.path().string()), IoError);
  EXPECT_THROW(apply_arch(config, "/dev/null"), IoError);  // could not be read twice
  EXPECT_THROW(apply_arch(config, ""), UsageError);
}

TEST_F(ArchFiles, AMachineThatCannotBeBuiltNamesTheLineOfTheFile) {
  std::string file = write("wide.toml", "[core]\nwarp = 24\n");
  try {
    load_machine("small", file);
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("core.warp: " + file + ":2:8\n"));
  }
}

TEST_F(ArchFiles, NamesAndFilesMakeALongerList) {
  std::string mine = write("mine.toml", ""), dwf = write("dwf.toml", "");
  EXPECT_THAT(parse_arch_names("pdom," + mine + ",pdom," + mine),
              testing::ElementsAre("pdom", mine));
  EXPECT_EQ(arch_label(mine), "mine");
  EXPECT_EQ(arch_label("tsimt+"), "tsimt+");
  EXPECT_THROW(parse_arch_names("pdom,mine"), UsageError);
  EXPECT_THROW(parse_arch_names("pdom," + (folder_ / "none.toml").string()), IoError);
  try {
    parse_arch_names("dwf," + dwf);
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("have the same name 'dwf' in results"));
  }
}

TEST_F(ArchFiles, TheEnvironmentNamesAFolderThatIsSearchedFirst) {
  const size_t built_in = archs().size();
  std::string own = write("dwf.toml", "[arch]\nfetch_group = 77\n");
  write("another.toml", "inherits = 'dwf'\ndescription = 'more'\n");
  write("broken.toml", "[arch\n");
  setenv("HEDDLE_ARCHS", folder_.path().c_str(), 1);
  EXPECT_EQ(load_machine("small", "another")->arch.fetch_group, 77u);
  const std::vector<ConfigInfo> all = archs();
  ASSERT_EQ(all.size(), built_in + 2);
  EXPECT_EQ(all[built_in].name, "another");
  EXPECT_EQ(all[built_in].description, "more");
  EXPECT_EQ(all[built_in].origin, (folder_ / "another.toml").string());
  EXPECT_EQ(all[built_in + 1].description, "cannot be read");
  EXPECT_EQ(all[0].origin, "built in");
  EXPECT_EQ(parse_arch_names("all")[4], "dwf");
  EXPECT_EQ(all[4].origin, own);
}

}  // namespace
}  // namespace heddle
