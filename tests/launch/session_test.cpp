// Descriptions carried out: files, modules, launches, outputs and comparisons.
#include "launch/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <cstring>

#include "host/file.hpp"
#include "host/kernels.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class SessionTest : public testing::Test {
 protected:
  void SetUp() override { write_file(folder_ / "k.ptx", std::string_view(kHostTestPtx)); }

  fs::path write(const std::string& text) {
    write_file(folder_ / "t.toml", text);
    return folder_ / "t.toml";
  }
  std::string errors(const std::string& text) {
    try {
      Session session(write(text), device_);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no InputError";
  }
  std::string scale(const std::string& x, const std::string& more = {}) {
    return "ptx = \"k.ptx\"\nentry = \"scale\"\ngrid = 1\nblock = 32\n[[param]]\nbuffer = " + x +
           "\n[[param]]\ntype = \"f32\"\nvalue = 2.0\n[[param]]\ntype = \"u32\"\nvalue = 4\n" +
           more;
  }

  ScratchFolder folder_;
  Device device_;
};

TEST_F(SessionTest, RunsWritesAndCompares) {
  std::vector<float> expected{0, 2, 4, 6};
  write_file(folder_ / "expected.bin", std::as_bytes(std::span(expected)));
  Session session(write(scale(R"({ name = "x", type = "f32", count = 4, init = "iota" })",
                              R"([[output]]
buffer = "x"
file = "x.bin"
[[compare]]
buffer = "x"
file = "expected.bin"
[[compare]]
buffer = "x"
values = [0, 2, 4, 7]
tolerance = "rel:1e-3"
)")),
                  device_);
  int reports = 0;
  session.launched = [&](const FinishedLaunch& r) {
    EXPECT_EQ(r.kernel, "scale");
    reports++;
  };
  session.run();
  EXPECT_EQ(reports, 1);
  std::string written = read_file(folder_ / "x.bin");
  ASSERT_EQ(written.size(), 16u);
  EXPECT_EQ(std::memcmp(written.data(), expected.data(), 16), 0);
  auto compares = session.compare();
  ASSERT_EQ(compares.size(), 2u);
  EXPECT_EQ(compares[0].differing, 0u);
  EXPECT_EQ(compares[1].differing, 1u);
  EXPECT_EQ(compares[1].first_difference, "element 3: expected 0x40e00000 (7), got 0x40c00000 (6)");
}

TEST_F(SessionTest, SeveralLaunchesAndSymbols) {
  Session session(write(R"(
ptx = "k.ptx"
[[buffer]]
name = "x"
type = "u32"
count = 8
[[symbol]]
name = "counter"
type = "u32"
values = [1000]
[[launch]]
entry = "count"
grid = 1
block = 8
[[launch]]
entry = "reverse"
grid = 1
block = 4
shared = 65536
param = [{ buffer = "x", offset = 16 }]
[[compare]]
symbol = "counter"
type = "u32"
values = [1028]
[[compare]]
buffer = "x"
values = [0, 0, 0, 0, 3, 2, 1, 0]
)"),
                  device_);
  session.run();
  for (const ComparisonResult& c : session.compare()) EXPECT_EQ(c.first_difference, "");
}

TEST_F(SessionTest, InputsComeFromFiles) {
  std::vector<float> input{1, 2, 3, 4};
  write_file(folder_ / "in.bin", std::as_bytes(std::span(input)));
  Session session(write(scale(R"({ name = "x", type = "f32", file = "in.bin" })",
                              "[[compare]]\nbuffer = \"x\"\nvalues = [2, 4, 6, 8]\n")),
                  device_);
  session.run();
  EXPECT_EQ(session.compare().at(0).differing, 0u);
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f32", count = 5, file = "in.bin" })")),
              HasSubstr("'in.bin' has 16 bytes, but 5 elements of type f32 have 20"));
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f64", file = "none.bin" })")),
              AllOf(HasSubstr("t.toml:6:"), HasSubstr("No such file")));
}

TEST_F(SessionTest, AFaultStillWritesOutputs) {
  Session session(write(R"(ptx = "k.ptx"
entry = "crash"
grid = 1
block = 1
[[param]]
buffer = { name = "x", type = "u32", count = 1 }
[[output]]
buffer = "x"
file = "x.bin"
)"),
                  device_);
  EXPECT_THROW(session.run(), ExecutionError);
  EXPECT_EQ(read_file(folder_ / "x.bin"), std::string("\1\0\0\0", 4));
}

TEST_F(SessionTest, ChecksParametersAgainstTheKernel) {
  EXPECT_THAT(errors("ptx = \"k.ptx\"\nentry = \"scale\"\ngrid = 1\nblock = 1\n"),
              HasSubstr("has 3 parameters (x: 8 bytes, a: 4 bytes, n: 4 bytes), the launch gives "
                        "0"));
  EXPECT_THAT(errors("ptx = \"k.ptx\"\nentry = \"scale\"\ngrid = 1\nblock = 1\nparam = [{type = "
                     "\"u32\", value = 1}, {type = \"f64\", value = 1}, {symbol = \"counter\"}]"),
              AllOf(HasSubstr("parameter 0 ('x') of kernel 'scale' has 8 bytes, this is a u32"),
                    HasSubstr("parameter 1 ('a') of kernel 'scale' has 4 bytes, this is a f64"),
                    HasSubstr("parameter 2 ('n') of kernel 'scale' has 4 bytes, this is an "
                              "address")));
  EXPECT_THAT(errors("ptx = \"k.ptx\"\nentry = \"crash\"\ngrid = 1\nblock = 1025\n"),
              AllOf(HasSubstr("has 1 parameter (x: 8 bytes), the launch gives 0"),
                    HasSubstr("is larger than 1024 x 1024 x 64")));
}

TEST_F(SessionTest, ReportsWhatDoesNotExist) {
  EXPECT_THAT(errors("ptx = \"none.ptx\"\ngrid = 1\nblock = 1\n"),
              AllOf(HasSubstr("t.toml:1:7: error: cannot read"), HasSubstr("No such file")));
  EXPECT_THAT(errors("ptx = \"k.ptx\"\nentry = \"scael\"\ngrid = 1\nblock = 1\n"),
              HasSubstr("t.toml:2:9: error: kernel 'scael' is not in the module"));
  EXPECT_THAT(errors("ptx = \"k.ptx\"\ngrid = 1\nblock = 1\n"), HasSubstr("several kernels"));
  EXPECT_THAT(errors(scale("\"x\"",
                           "[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 16\n"
                           "[[output]]\nsymbol = \"none\"\nfile = \"f\"\n")),
              HasSubstr("no module has a global or constant variable 'none'"));
  write_file(folder_ / "bad.ptx", std::string_view(".version 7.0\nwhat\n"));
  EXPECT_THAT(errors("ptx = \"bad.ptx\"\ngrid = 1\nblock = 1\n"), HasSubstr("bad.ptx:2:1: error:"));
}

TEST_F(SessionTest, RefusesAbsurdSizes) {
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f64", count = 4611686018427387904 })")),
              HasSubstr("too large"));
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f64", count = 1000000000000 })")),
              AllOf(HasSubstr("t.toml:6:"), HasSubstr("cannot allocate 8000000000000 bytes")));
  EXPECT_THAT(errors("ptx = \"k.ptx\"\nentry = \"count\"\ngrid = 1\nblock = 2000\n"),
              HasSubstr("t.toml:4:9: error: cannot launch kernel 'count': the block 2000"));
  EXPECT_THAT(errors("ptx = \"k.ptx\"\nentry = \"count\"\ngrid = 1\nblock = 1\nshared = 300000\n"),
              AllOf(HasSubstr("t.toml:5:10: "), HasSubstr("over the limit of 232448")));
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f16", count = 100000, init = "iota" })")),
              HasSubstr("do not fit a f16"));
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "u8", count = 4 })",
                           "[[compare]]\nbuffer = \"x\"\nvalues = [1]\n")),
              HasSubstr("'x' has 4 bytes, it is compared with 1"));
}

TEST_F(SessionTest, OutputsAreLookedAtBeforeAnythingRuns) {
  const std::string x = R"({ name = "x", type = "f32", count = 4 })";
  auto output = [](const std::string& file) {
    return "[[output]]\nbuffer = \"x\"\nfile = \"" + file + "\"\n";
  };
  EXPECT_THAT(errors(scale(x, output("no/such/x.bin"))),
              HasSubstr("cannot write 'no/such/x.bin': there is no folder"));
  EXPECT_THAT(errors(scale(x, output("."))), HasSubstr("cannot write '.': it is a folder"));
  EXPECT_THAT(errors(scale(x, output("y.bin") + output("./y.bin"))),
              HasSubstr("'./y.bin' is written twice"));
}

TEST_F(SessionTest, AStoppedRunWritesItsOutputs) {
  Device limited({.max_warp_instructions = 1000});
  Session session(write("ptx = \"k.ptx\"\nentry = \"spin\"\ngrid = 1\nblock = 1\n"
                        "[[output]]\nsymbol = \"counter\"\nfile = \"c.bin\"\n"),
                  limited);
  EXPECT_THROW(session.run(), LimitError);
  EXPECT_TRUE(fs::exists(folder_ / "c.bin"));
}

TEST_F(SessionTest, OffsetsStayInside) {
  EXPECT_THAT(
      errors(scale("\"x\"\noffset = 17", "[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 16\n")),
      HasSubstr("offset 17 is past the end of 'x'"));
}

constexpr const char* kHead = ".version 7.8\n.target sm_75\n.address_size 64\n";

TEST_F(SessionTest, SeveralFilesAreLinked) {
  write_file(folder_ / "a.ptx",
             std::string(kHead) +
                 ".extern .global .align 4 .u32 g;\n.extern .func f();\n"
                 ".visible .entry k(.param .u64 p) { .reg .b64 %d<3>; .reg .b32 %r<3>;\n"
                 "ld.param.u64 %d1, [p]; cvta.to.global.u64 %d1, %d1; call f;\n"
                 "ld.global.u32 %r1, [g]; st.global.u32 [%d1], %r1; ret; }\n");
  write_file(folder_ / "b.ptx", std::string(kHead) +
                                    ".visible .global .align 4 .u32 g = 7;\n"
                                    ".visible .func f() { .reg .b32 %r<2>;\n"
                                    "mov.u32 %r1, 9; st.global.u32 [g], %r1; ret; }\n");
  const std::string rest =
      "entry = \"k\"\ngrid = 1\nblock = 1\n[[param]]\n"
      "buffer = { name = \"o\", type = \"u32\", count = 1 }\n"
      "[[compare]]\nbuffer = \"o\"\nvalues = [9]\n";
  Session session(write("ptx = [\"a.ptx\", \"b.ptx\"]\n" + rest), device_);
  session.run();
  EXPECT_EQ(session.compare().at(0).differing, 0u);
  EXPECT_THAT(errors("ptx = [\"a.ptx\"]\n" + rest), HasSubstr("no body in this module"));
  EXPECT_THAT(errors("ptx = [\"a.ptx\", 3]\n" + rest), HasSubstr("a list of names"));
  EXPECT_THAT(errors("ptx = []\n" + rest), HasSubstr("empty list"));
  EXPECT_THAT(errors("ptx = [\"b.ptx\", \"b.ptx\", \"a.ptx\"]\n" + rest),
              HasSubstr("is defined in"));
}

TEST_F(SessionTest, BuffersLieWhereTheirAddressesSay) {
  Session session(
      write(scale(
          R"({ name = "x", type = "f32", count = 4, init = "iota", address = 0x200000000000 })")),
      device_);
  EXPECT_NE(device_.memory().find(0x2000'0000'0000, 16), nullptr);
  session.run();
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f32", count = 4, address = 16 })")),
              HasSubstr("cannot place"));
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f32", count = 4, address = 0x200000000008 })")),
              HasSubstr("part of them is"));
}

TEST_F(SessionTest, CompressedFilesAreRead) {
  const std::vector<float> values{1, 2, 3, 4};
  std::string packed(100, '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), values.data(), 16, 1));
  write_file(folder_ / "x.zst", packed);
  write_file(folder_ / "bad.zst", std::string_view("not compressed at all"));
  Session session(write(scale(R"({ name = "x", type = "f32", file = "x.zst" })",
                              "[[compare]]\nbuffer = \"x\"\nvalues = [2, 4, 6, 8]\n")),
                  device_);
  session.run();
  EXPECT_EQ(session.compare().at(0).differing, 0u);
  EXPECT_THAT(errors(scale(R"({ name = "x", type = "f32", file = "bad.zst" })")),
              HasSubstr("not a zstd file"));
}

}  // namespace
}  // namespace heddle
