// What Slurm's commands are told, and what is made of their answers. The commands are scripts of
// the test's own; scripts/check-slurm runs the real ones.
#include "batch/slurm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>

#include "base/error.hpp"
#include "batch/captured_command.hpp"
#include "host/file.hpp"
#include "scratch.hpp"

namespace heddle::batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class SlurmTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = ::getenv("PATH");
    ::setenv("PATH", folder_.path().c_str(), 1);  // not what this host has
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

  void command(const std::string& name, const std::string& script) {
    write_file(folder_ / name, "#!/bin/sh\n" + script);
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  std::string complaint(const std::function<void()>& f) {
    try {
      f();
    } catch (const ClusterError& e) {
      return e.what();
    }
    return "none";
  }
  ArrayJob job() {
    return {"heddle-1-0001", 5, folder_ / "a.sh", folder_ / "100%j", folder_ / "here", {}};
  }

  ScratchFolder folder_;
  std::string path_;
  std::unique_ptr<Cluster> slurm_ = make_cluster("slurm", nullptr);
};

TEST_F(SlurmTest, OptionsBecomeArguments) {
  ArrayJob array = job();
  array.resources = {"short", "1:00", "2G", "me", {"--qos=low", "--nice"}, 4};
  const auto words = slurm_->submission(array);
  for (const char* word :
       {"sbatch", "--parsable", "--job-name=heddle-1-0001", "--array=0-4", "--cpus-per-task=4",
        "--partition=short", "--time=1:00", "--mem=2G", "--account=me", "--qos=low", "--nice"})
    EXPECT_THAT(words, Contains(word));
  EXPECT_EQ(words.back(), array.script.string());
  EXPECT_THAT(words, Contains("--output=" + folder_.path().string() + "/100%%j/%a.log"));
  EXPECT_THAT(slurm_->submission(job()), Not(Contains(HasSubstr("--partition"))));
}

TEST_F(SlurmTest, TheNumberOfAJobIsRead) {
  command("sbatch", "echo 12");
  EXPECT_EQ(slurm_->submit(job()), "12");
  command("sbatch", "echo '13;far'; echo 'sbatch: warning' >&2");
  EXPECT_EQ(slurm_->submit(job()), "13");
  command("sbatch", "echo Submitted; echo oddly >&2");
  EXPECT_THAT(complaint([&] { slurm_->submit(job()); }),
              AllOf(HasSubstr("'Submitted' in place of a job's number"), HasSubstr("oddly")));
}

TEST_F(SlurmTest, WhatSbatchRefusesIsSaidInItsWords) {
  command("sbatch", "echo 'sbatch: error: invalid partition specified: nope' >&2; exit 1");
  EXPECT_THAT(complaint([&] { slurm_->submit(job()); }),
              AllOf(HasSubstr("status 1"), HasSubstr("invalid partition specified: nope")));
  fs::remove(folder_ / "sbatch");
  EXPECT_THAT(complaint([&] { slurm_->submit(job()); }),
              AllOf(HasSubstr("cannot start sbatch"), HasSubstr("Slurm's commands")));
}

TEST_F(SlurmTest, TheArrayLimitIsAskedFor) {
  EXPECT_EQ(slurm_->array_limit(), 0u);  // no scontrol
  command("scontrol", "echo 'MaxArraySize            = 4001'; echo 'MaxJobCount = 7'");
  EXPECT_EQ(slurm_->array_limit(), 4001u);
  command("scontrol", "echo 'slurm.conf'");
  EXPECT_EQ(slurm_->array_limit(), 0u);
  command("scontrol", "exit 1");
  EXPECT_EQ(slurm_->array_limit(), 0u);
  command("scontrol", "echo 'MaxArraySize = 0'");
  EXPECT_THAT(complaint([&] { slurm_->array_limit(); }), HasSubstr("no job arrays"));
}

TEST_F(SlurmTest, TheQueueIsThatOfTheSweep) {
  command("squeue",
          "echo '7|3|PD|Priority|heddle-1-0001'; echo '7|4|R|None|heddle-1-0001'\n"
          "echo '8|0|CG|None|heddle-1-0002'; echo '9|N/A|R|None|shell'\n"
          "echo '10|1|R|None|heddle-2-0001'; echo; echo 'nonsense'");
  const auto tasks = slurm_->queue("heddle-1-");
  ASSERT_THAT(tasks, SizeIs(3));
  EXPECT_EQ(tasks[0].job, "7");
  EXPECT_EQ(tasks[0].name, "heddle-1-0001");
  EXPECT_EQ(tasks[0].task, 3u);
  EXPECT_FALSE(tasks[0].runs);
  EXPECT_EQ(tasks[0].reason, "Priority");
  EXPECT_TRUE(tasks[1].runs);
  EXPECT_TRUE(tasks[2].runs);
  command("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
  EXPECT_THAT(complaint([&] { slurm_->queue("heddle-1-"); }), HasSubstr("Unable to contact"));
  EXPECT_EQ(slurm_->cancel_command(std::vector<std::string>{"7", "8"}), "scancel 7 8");
}

TEST_F(SlurmTest, AnInterruptEndsAQuestionAtOnce) {
  command("squeue", "exec /bin/sleep 1000");
  std::atomic<bool> interrupted = true;
  EXPECT_THROW(make_cluster("slurm", &interrupted)->queue(""), InterruptedError);
}

TEST(Clusters, AreNamed) {
  EXPECT_THAT(cluster_names(), ElementsAre("slurm"));
  EXPECT_THROW(make_cluster("sulrm", nullptr), UsageError);
}

TEST(CapturedCommands, GiveBothStreamsAndTheStatus) {
  const CapturedCommand done =
      run_captured({"sh", "-c", "echo $WORD; echo err >&2; exit 7"}, {{"WORD", "out"}});
  EXPECT_EQ(done.out, "out\n");
  EXPECT_EQ(done.err, "err\n");
  EXPECT_EQ(done.status, 7);
  EXPECT_EQ(run_captured({"sh", "-c", "kill -9 $$"}).status, 137);
  EXPECT_EQ(run_captured({"sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"})
                .err.size(),
            300'000u);
  EXPECT_THROW(run_captured({"/no/such/program"}), IoError);
}

TEST(CapturedCommands, AreShownAsAShellTakesThem) {
  EXPECT_EQ(shell_line({"a", "b c", "", "it's", "$x", "--k=/p/q"}),
            "a 'b c' '' 'it'\\''s' '$x' --k=/p/q");
}

}  // namespace
}  // namespace heddle::batch
