// Descriptions as text: what is understood, and how mistakes are reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "launch/description.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Parsed {
  Description description;
  std::string errors;
};

Parsed parse(std::string text) {
  Diagnostics diagnostics(std::make_shared<Source>("t.toml", std::move(text)));
  Parsed parsed;
  parsed.description = parse_description(diagnostics);
  parsed.errors = diagnostics.render_all();
  return parsed;
}

/// A good description with `extra` after it.
std::string with(const std::string& extra) {
  return "ptx = \"a.ptx\"\ngrid = 1\nblock = 32\n" + extra;
}

TEST(Parse, OneLaunch) {
  Parsed p = parse(R"(
ptx = "saxpy.ptx"
entry = "saxpy"
grid = [64, 2]
block = 256
shared = 1024
[[param]]
type = "f32"
value = 2.0
[[param]]
buffer = { name = "x", type = "f32", count = 16384, init = "iota", start = 1, step = 0.5 }
[[param]]
buffer = "x"
offset = 16
[[param]]
bytes = "0102ff"
[[output]]
buffer = "x"
file = "x.bin"
[[compare]]
buffer = "x"
file = "x.expected.bin"
tolerance = "rel:1e-5"
)");
  EXPECT_EQ(p.errors, "");
  ASSERT_EQ(p.description.launches.size(), 1u);
  const LaunchSpec& launch = p.description.launches[0];
  EXPECT_EQ(launch.grid, (Dim3{64, 2, 1}));
  EXPECT_EQ(launch.block, (Dim3{256, 1, 1}));
  EXPECT_EQ(launch.shared, 1024u);
  ASSERT_EQ(launch.parameters.size(), 4u);
  float two = 0;
  std::memcpy(&two, launch.parameters[0].bytes.data(), 4);
  EXPECT_EQ(two, 2.0f);
  EXPECT_EQ(launch.parameters[2].offset, 16u);
  EXPECT_EQ(launch.parameters[3].bytes.size(), 3u);
  EXPECT_EQ(p.description.buffers.at(0).fill.float_step, 0.5);
  EXPECT_EQ(p.description.compares.at(0).tolerance_text, "rel:1e-5");
}

TEST(Parse, SeveralLaunchesShareBuffers) {
  Parsed p = parse(R"(
ptx = "a.ptx"
[[buffer]]
name = "x"
type = "u32"
values = [1, 2, "0xffffffff"]
[[symbol]]
name = "table"
type = "s16"
values = [-1, 1]
[[launch]]
entry = "first"
grid = 1
block = 32
param = [{ buffer = "x" }]
[[launch]]
ptx = "b.ptx"
grid = 2
block = [8, 4]
param = [{ buffer = "x" }, { symbol = "table", offset = 2 }, { type = "u64", value = "0xffffffffffffffff" }]
[[compare]]
buffer = "x"
values = [1, 2, 3]
)");
  EXPECT_EQ(p.errors, "");
  ASSERT_EQ(p.description.launches.size(), 2u);
  EXPECT_EQ(p.description.launches[0].ptx, "a.ptx");
  EXPECT_EQ(p.description.launches[1].ptx, "b.ptx");
  EXPECT_EQ(p.description.buffers.at(0).count, 3u);
  EXPECT_EQ(p.description.compares.at(0).values.size(), 12u);
}

TEST(Parse, UnknownKeysNameTheNearest) {
  Parsed p = parse(with("sharde = 5\n[[param]]\ntyp = \"u32\"\nvalue = 1\n[[ouput]]\n"));
  EXPECT_THAT(p.errors, AllOf(HasSubstr("t.toml:4:1: error: unknown key 'sharde' in a launch "
                                        "description; did you mean 'shared'?\nsharde = 5\n^~~~~~"),
                              HasSubstr("t.toml:6:1: error: unknown key 'typ' in [[param]]; did "
                                        "you mean 'type'?"),
                              HasSubstr("did you mean 'output'?")));
  EXPECT_THAT(parse(with("zzzzzz = 1")).errors, HasSubstr("known are: ptx, entry"));
}

TEST(Parse, ReportsMissingKeys) {
  EXPECT_THAT(parse("").errors, AllOf(HasSubstr("needs a 'ptx'"), HasSubstr("needs a 'grid'"),
                                      HasSubstr("needs a 'block'")));
  EXPECT_THAT(parse(with("[[output]]\nbuffer = \"x\"")).errors, HasSubstr("needs a 'file'"));
  EXPECT_THAT(parse(with("[[buffer]]\nname = \"x\"")).errors,
              AllOf(HasSubstr("needs a 'type'"), HasSubstr("needs a 'count'")));
  EXPECT_THAT(parse(with("[[param]]\ntype = \"u32\"")).errors, HasSubstr("needs a 'value'"));
  EXPECT_THAT(parse(with("[[param]]\noffset = 4")).errors, HasSubstr("a parameter is one of"));
  EXPECT_THAT(parse(with("[[compare]]\nsymbol = \"s\"\nfile = \"f\"")).errors,
              HasSubstr("needs the 'type'"));
}

TEST(Parse, ReportsBadValues) {
  auto value = [](const std::string& type, const std::string& text) {
    return parse(with("[[param]]\ntype = \"" + type + "\"\nvalue = " + text)).errors;
  };
  EXPECT_THAT(value("u8", "256"), HasSubstr("t.toml:6:9: error: 256 does not fit a u8: 0 to 255"));
  EXPECT_THAT(value("s8", "-129"), HasSubstr("-128 to 127"));
  EXPECT_THAT(value("u32", "1.5"), HasSubstr("must be an integer, not a float"));
  EXPECT_THAT(value("f16", "1e6"), HasSubstr("does not fit a f16"));
  EXPECT_THAT(value("u32", "true"), HasSubstr("must be a number, this is a boolean"));
  EXPECT_THAT(value("u32", "\"12\""), HasSubstr("bit pattern"));
  EXPECT_THAT(value("b16", "\"0x10000\""), HasSubstr("does not fit"));
  EXPECT_THAT(value("pred", "1"), HasSubstr("unknown type 'pred'; known are: u8"));
  EXPECT_EQ(value("f32", "\"0x7fc00001\""), "");
  EXPECT_EQ(value("f32", "nan"), "");
  EXPECT_EQ(value("b64", "-1"), "");
}

TEST(Parse, ReportsBadDimensionsAndCounts) {
  EXPECT_THAT(parse("ptx = 'a'\ngrid = [1, 2, 3, 4]\nblock = 0\nshared = -1").errors,
              AllOf(HasSubstr("list of one to three"),
                    HasSubstr("'block' must hold integers from 1 to 4294967295"),
                    HasSubstr("'shared' must be from 0")));
  EXPECT_THAT(parse("ptx = 3\ngrid = 1.5\nblock = []").errors,
              AllOf(HasSubstr("'ptx' must be a string, this is an integer"),
                    HasSubstr("'grid' must be"), HasSubstr("'block' must be")));
  EXPECT_THAT(parse(with("param = 3")).errors, HasSubstr("write [[param]]"));
  EXPECT_THAT(parse(with("param = [3]")).errors, HasSubstr("this is an integer"));
}

TEST(Parse, KeysOfThousandsOfPartsAreRefused) {
  std::string key = "a";
  for (int i = 0; i < 40'000; i++) key += i % 2 ? ".a" : ".\"a.a\"";
  for (const std::string& text : {key + " = 1", "[" + key + "]\nx = 1"})
    EXPECT_THAT(parse("# a\n" + text).errors, HasSubstr(":2:1: error: a key has more than"));
  std::string dots(5000, '.');
  EXPECT_EQ(parse(with("# " + dots + "\n")).errors, parse(with("")).errors);
}

TEST(Parse, TolerancesOfFloatsAreForFloats) {
  auto compare = [](const std::string& type, const std::string& tolerance) {
    return parse(with("buffer = [{ name = \"x\", type = \"" + type + "\", count = 1 }]\n" +
                      "compare = [{ buffer = \"x\", values = [1], tolerance = \"" + tolerance +
                      "\" }]"))
        .errors;
  };
  EXPECT_THAT(compare("u32", "abs:2"), HasSubstr("'abs:2' is for floats; a u32 is compared"));
  EXPECT_THAT(compare("s8", "nan"), HasSubstr("is for floats"));
  EXPECT_EQ(compare("f32", "nan|rel:1e-3"), "");
  EXPECT_EQ(compare("b32", "nan16x2"), "");
}

TEST(Parse, ReportsBadBuffers) {
  auto buffer = [](const std::string& keys) {
    return parse(with("[[param]]\nbuffer = { name = \"x\", " + keys + " }")).errors;
  };
  EXPECT_THAT(buffer("type = \"u8\", count = 0"), HasSubstr("must not be 0"));
  EXPECT_THAT(buffer("type = \"u8\", count = 2, values = [1]"),
              HasSubstr("holds 1 elements, 'count' says 2"));
  EXPECT_THAT(buffer("type = \"u8\", values = []"), HasSubstr("is empty"));
  EXPECT_THAT(buffer("type = \"u8\", count = 4, init = \"ones\""), HasSubstr("unknown init"));
  EXPECT_THAT(buffer("type = \"u8\", count = 4, low = 1"), HasSubstr("belongs to"));
  EXPECT_THAT(buffer("type = \"u8\", count = 4, init = \"uniform\", low = 9, high = 2"),
              HasSubstr("greater"));
  EXPECT_THAT(buffer("type = \"s8\", count = 4, init = \"uniform\", low = -9, high = 2"), "");
  EXPECT_THAT(buffer("type = \"f16\", count = 4, init = \"uniform\", high = 1e9"),
              HasSubstr("does not fit"));
  EXPECT_THAT(buffer("type = \"u8\", count = 4, init = \"iota\", file = \"f\""),
              HasSubstr("not several"));
}

TEST(Parse, ChecksNames) {
  std::string errors =
      parse(with("[[buffer]]\nname = \"data\"\ntype = \"u8\"\ncount = 1\n[[buffer]]\nname = "
                 "\"data\"\ntype = \"u8\"\ncount = 1\n[[param]]\nbuffer = \"dat\"\n[[output]]\n"
                 "buffer = \"zzz\"\nfile = \"z\""))
          .errors;
  EXPECT_THAT(errors, AllOf(HasSubstr("buffer 'data' is defined twice"),
                            HasSubstr("no buffer 'dat'; did you mean 'data'?"),
                            HasSubstr("no buffer 'zzz'")));
}

TEST(Parse, LaunchesDoNotMixWithTopLevelKeys) {
  EXPECT_THAT(parse("ptx = 'a'\ngrid = 1\n[[launch]]\ngrid = 1\nblock = 1").errors,
              HasSubstr("'grid' belongs in each [[launch]]"));
  EXPECT_THAT(parse("launch = []").errors, HasSubstr("there is no launch"));
}

TEST(Parse, BadTomlHasALine) {
  EXPECT_THAT(parse("ptx = \"a\"\ngrid = = 3\n").errors, HasSubstr("t.toml:2:"));
  EXPECT_THAT(parse("ptx = \"\xff\"").errors, HasSubstr("t.toml:1:"));
  EXPECT_THAT(parse("ptx = \"a\"\n[[,x]]\n").errors, HasSubstr("t.toml:2:3"));
  EXPECT_THAT(parse("a = 1\na = 2").errors, HasSubstr("t.toml:2:"));
}

TEST(Parse, ColumnsCountBytesAfterWideCharacters) {
  EXPECT_THAT(parse(with("[[param]]\nbytes = \"zz\" # \xc3\xa9\n")).errors,
              HasSubstr("t.toml:5:9"));
}

}  // namespace
}  // namespace heddle
