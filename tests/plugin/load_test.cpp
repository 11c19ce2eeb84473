// Plug-ins in shared libraries: what is loaded, and what is refused with which words. The libraries
// are those of tests/plugin_modules.
#include "plugin/load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "config/load.hpp"
#include "host/file.hpp"
#include "plugin/build.hpp"
#include "runner/timed_run.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string module(const std::string& name) { return HEDDLE_MODULES "/lib" + name + ".so"; }

std::string refusal_of(const std::string& file) {
  try {
    load_plugins(std::vector{file});
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(LoadPlugin, AddsWhatTheLibraryHas) {
  const ExtensionsPtr loaded = load_plugins(std::vector{module("good"), module("good")});
  ASSERT_EQ(loaded->list().size(), 1u);
  EXPECT_EQ(loaded->list()[0].name, "good");
  EXPECT_EQ(loaded->files(), std::vector{fs::canonical(module("good")).string()});
  const std::string settings[] = {"arch.schedule=newest"};
  const ValidMachine machine = load_machine("small", "pdom", settings, loaded);
  for (const char* workload : {"bitonic", "doubles"}) {
    TimedRunOptions options;
    options.quiet = true;
    TimedRun run({workload, {.size = "tiny"}, true, false, loaded}, machine, options);
    run.run();
    EXPECT_EQ(run.difference(), "");
  }
}

TEST(LoadPlugin, ErrorsCrossTheLibrary) {
  const ExtensionsPtr loaded = load_plugins(std::vector{module("good")});
  const std::string settings[] = {"arch.schedule=throws"};
  TimedRun run({"bitonic", {.size = "tiny"}, true, false, loaded},
               load_machine("small", "pdom", settings, loaded), {});
  try {
    run.run();
    FAIL();
  } catch (const PluginError& e) {
    EXPECT_THAT(e.what(), AllOf(StartsWith("the scheduler 'throws' of /"),
                                EndsWith("libgood.so failed: no idea")));
  }
  EXPECT_TRUE(run.statistics().partial);
}

TEST(LoadPlugin, DigestIsThatOfTheBytes) {
  const fs::path copy = fs::path(testing::TempDir()) / "libcopy.so";
  fs::copy_file(module("good"), copy, fs::copy_options::overwrite_existing);
  const std::string first = load_plugin(module("good")).digest;
  EXPECT_EQ(load_plugin(copy).digest, first);
  std::string bytes = read_file(copy) + "one more";
  const fs::path changed = fs::path(testing::TempDir()) / "libchanged.so";
  write_file(changed, bytes);
  EXPECT_NE(load_plugin(changed).digest, first);
}

TEST(LoadPlugin, LibrariesDoNotSayWhatTheyAreKnownBy) {
  const std::string file = fs::canonical(module("disguised")).string();
  const Extension disguised = load_plugin(file);
  EXPECT_EQ(disguised.digest.size(), 32u);
  EXPECT_EQ(disguised.origin, file);
  EXPECT_EQ(disguised.file.string(), file);
}

TEST(LoadPlugin, AnotherBuildIsRefused) {
  EXPECT_THAT(
      refusal_of(module("other_build")),
      AllOf(HasSubstr("compiled for another build of heddle (0.0.1-0123456789abcdef; this is "),
            HasSubstr(kBuildIdentity),
            HasSubstr("compile it again with this heddle's headers and library")));
  EXPECT_THAT(
      refusal_of(module("other_interface")),
      HasSubstr("it has version 2 of the plug-in interface, and this heddle has version 1"));
}

TEST(LoadPlugin, OtherTypesAreRefused) {
  EXPECT_THAT(refusal_of(module("other_types")),
              HasSubstr("compiled with other options of the C++ library"));
}

TEST(LoadPlugin, WhatIsNoPluginIsRefused) {
  EXPECT_THAT(refusal_of(module("no_entry")),
              HasSubstr("it is no plug-in of heddle: it has no function 'heddle_plugin'"));
  EXPECT_THAT(refusal_of(module("null")),
              HasSubstr("its function 'heddle_plugin' returns nothing"));
  EXPECT_THAT(refusal_of(module("unnamed")), HasSubstr("no name or no function 'add'"));
  EXPECT_THAT(refusal_of(module("throws")), HasSubstr("'add' failed: no table of weights"));
  EXPECT_THAT(
      refusal_of(module("entry_throws")),
      HasSubstr("libentry_throws.so cannot be used: its function 'heddle_plugin' failed: no "
                "licence"));
  EXPECT_THAT(refusal_of(module("taken")),
              HasSubstr("its scheduler 'oldest' has the name of a built-in one: rename it"));
  EXPECT_THAT(refusal_of(module("unlinked")),
              AllOf(HasSubstr("undefined symbol: "), HasSubstr("link it with heddle's library")));
}

TEST(LoadPlugin, FilesThatAreNoLibrariesAreRefused) {
  const fs::path folder = testing::TempDir();
  EXPECT_THAT(refusal_of("no/such/libmine.so"), HasSubstr("no/such/libmine.so"));
  EXPECT_THAT(refusal_of(folder.string()), HasSubstr("it is not a regular file"));
  EXPECT_THAT(refusal_of("/dev/null"), HasSubstr("it is not a regular file"));
  const fs::path text = folder / "libtext.so";
  write_file(text, std::string_view("not a library\n"));
  EXPECT_THAT(refusal_of(text.string()), HasSubstr("it is not a shared library"));
  const std::string whole = read_file(module("good"));
  const fs::path cut = folder / "libcut.so";
  for (size_t size : {5, 64, 2000}) {
    write_file(cut, whole.substr(0, size));
    EXPECT_THAT(refusal_of(cut.string()), HasSubstr("a part of it is missing")) << size;
  }
  // Its header says 32 bits, the most significant byte first, a processor that there is not.
  for (auto [at, other] : {std::pair(4, '\1'), std::pair(5, '\2'), std::pair(18, '\x7f')}) {
    std::string changed = whole;
    changed[static_cast<size_t>(at)] = other;
    write_file(cut, changed);
    EXPECT_THAT(refusal_of(cut.string()), HasSubstr("for another kind of computer")) << at;
  }
}

}  // namespace

}  // namespace heddle
