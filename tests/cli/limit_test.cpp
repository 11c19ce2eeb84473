// heddle limit, as a user meets it.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using LimitCliTest = CliTest;

TEST_F(LimitCliTest, TellsWhatWasTakenAndWhatItGains) {
  Ran ran = run("limit fig7 matmul --size tiny --json l.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("warps of 16, the first 128 threads of each launch"),
                             HasSubstr("fig7 "), HasSubstr("+14.5 %"), HasSubstr("matmul"),
                             HasSubstr("+0.0 %"), Not(HasSubstr("--cap"))));
  EXPECT_THAT(read_file(folder_ / "l.json"),
              AllOf(HasSubstr("\"schema\": \"heddle-limit/1\""), HasSubstr("\"partial\": false"),
                    HasSubstr("\"results\": \"ok\"")));
  EXPECT_EQ(run("limit fig7 matmul --size tiny --jobs 1").out, ran.out);
}

TEST_F(LimitCliTest, SaysWhichTracesWereTooLong) {
  EXPECT_THAT(run("limit fig7 --size tiny --cap 5").out,
              HasSubstr("fig7: 8 of 8 warps have longer traces; they were aligned in pieces"));
}

TEST_F(LimitCliTest, TakesLaunchDescriptions) {
  toml("scale",
       "[[param]]\nbuffer = { name = \"x\", type = \"f32\", count = 4 }\n"
       "[[param]]\ntype = \"f32\"\nvalue = 2\n[[param]]\ntype = \"u32\"\nvalue = 4\n");
  Ran ran = run("limit t.toml fig7 --size tiny --json l.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("\nt.toml "), HasSubstr("\nfig7 ")));
  EXPECT_THAT(read_file(folder_ / "l.json"), HasSubstr("\"workload\": \"t.toml\""));
  ran = run("limit t.toml --size tiny");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("are for workloads"));
}

TEST_F(LimitCliTest, MistakesAreOneSentence) {
  auto refused = [&](const std::string& arguments, int status, const std::string& sentence) {
    Ran ran = run(arguments);
    EXPECT_EQ(ran.status, status) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
  };
  refused("limit", 2, "NAME is required");
  refused("limit fig7 matmull", 1, "there is no workload 'matmull'; did you mean 'matmul'?");
  refused("limit fig7 --param n=3", 1, "fig7 has no parameter 'n'");
  refused("limit fig7 --warp 65", 2, "--warp");
  refused("limit fig7 --threads 0", 2, "--threads");
  refused("limit fig7 --cap 0", 2, "--cap");
}

}  // namespace
}  // namespace heddle
