// heddle check and inspect on modules that cannot run, and on large ones.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "cli/program.hpp"
#include "shapes.hpp"

namespace heddle {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST_F(CliTest, CheckLinksEveryKernel) {
  const std::string head = ".version 7.0\n.target sm_90\n.address_size 64\n";
  const std::string good = ".visible .entry good() { ret; }\n";
  write_file(folder_ / "calls.ptx", head + ".extern .func gone();\n.extern .func lost();\n" + good +
                                        ".visible .entry bad() { call lost; call gone; ret; }\n");
  Ran calls = run("check calls.ptx");
  EXPECT_EQ(calls.status, 1);
  EXPECT_EQ(calls.out, "calls.ptx: 1 of 2 kernels cannot be launched\n");
  EXPECT_THAT(calls.err, HasSubstr("calls.ptx: error: kernel 'bad' calls 'gone', 'lost', which "
                                   "have no body in this module"));

  const std::string load =
      "{ .reg .b32 %r<2>; .reg .b64 %d; wmma.load.a.sync.aligned.row."
      "m16n16k16.global.f16 {%r0, %r1}, [%d]; ret; }\n";
  write_file(folder_ / "new.ptx", head + good + ".visible .entry bad()\n" + load);
  Ran unsupported = run("check new.ptx");
  EXPECT_EQ(unsupported.status, 1);
  EXPECT_THAT(unsupported.out, HasSubstr("1 of 2 kernels cannot be launched"));
  EXPECT_THAT(unsupported.err, AllOf(HasSubstr("kernel 'bad' cannot be launched"),
                                     HasSubstr("new.ptx:6"), HasSubstr("wmma")));

  write_file(folder_ / "unused.ptx", head + good + ".func unused()\n" + load);
  Ran unused = run("check unused.ptx");
  EXPECT_EQ(unused.status, 0) << unused.err;
  EXPECT_THAT(unused.out, HasSubstr("ok: 1 kernel, "));
  EXPECT_THAT(unused.err, HasSubstr("warning: unused.ptx:6"));
}

TEST_F(CliTest, CheckRefusesKernelsThatNoLaunchCanRun) {
  write_file(folder_ / "large.ptx",
             std::string_view(".version 7.0\n.target sm_90\n.address_size 64\n"
                              ".visible .entry good() { ret; }\n"
                              ".visible .entry shared() { .shared .b8 s[50000]; .reg .b32 %r;\n"
                              "  mov.u32 %r, s; ret; }\n"
                              ".visible .entry threads() .reqntid 2048 { ret; }\n"));
  Ran ran = run("check large.ptx");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "large.ptx: 2 of 3 kernels cannot be launched\n");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("cannot launch kernel 'shared': it declares 50000 bytes"),
                             HasSubstr("cannot launch kernel 'threads': the block 2048 x 1 x 1")));
}

TEST_F(CliTest, CheckRefusesFilesWithNothingInThem) {
  for (const char* text : {"", "// nothing\n", ".version 7.0\n.target sm_80\n"}) {
    write_file(folder_ / "empty.ptx", std::string_view(text));
    Ran ran = run("check empty.ptx");
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "empty.ptx: not a valid module\n");
    EXPECT_THAT(ran.err, HasSubstr("declares no kernel"));
    Ran inspected = run("inspect empty.ptx");
    EXPECT_EQ(inspected.status, 1);
    EXPECT_EQ(inspected.err, ran.err);
  }
}

TEST_F(CliTest, LongChecksAndInspectionsEndWithCtrlC) {
  write_file(folder_ / "large.ptx", test::shaped_ptx({"", test::shapes::ladder}, 1'000'000));
  std::string files;
  for (int n = 0; n < 200; n++) files += " large.ptx";
  const double begun = past_start("check k.ptx");
  Ran checked = interrupted("check" + files, SIGINT, begun);
  EXPECT_EQ(checked.status, 130);
  EXPECT_THAT(checked.err, HasSubstr("interrupted"));
  ASSERT_EQ(::mkfifo((folder_ / "pipe.ptx").c_str(), 0666), 0);
  Ran waited = watched("check pipe.ptx large.ptx", [](Child& child) {
    child.wait_until_handled(SIGINT);
    child.wait_until_asleep();
    child.send(SIGINT);
  });
  EXPECT_EQ(waited.status, 130);
  Ran inspected = interrupted("inspect large.ptx", SIGINT, begun);
  EXPECT_EQ(inspected.status, 130);
  EXPECT_EQ(inspected.out, "");
}

}  // namespace
}  // namespace heddle
