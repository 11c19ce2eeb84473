// heddle sweep on a cluster, as a user meets it. Slurm's commands are scripts that run each task in
// the background of this host; scripts/check-slurm has the real ones.
#include <gmock/gmock.h>
#include <unistd.h>

#include "cli/program.hpp"
#include "json/json.hpp"
#include "store/result_store.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A job is a folder with the number of each task that has not ended; sbatch runs them one by one.
constexpr const char* kSbatch = R"sh(#!/bin/bash
cd "$FAKE" || exit 1
[[ ! -e refuse ]] || { cat refuse >&2; exit 1; }
for word; do
  case $word in
    --array=0-*) last=${word#*-*-}; last=${word##*-} ;;
    --job-name=*) name=${word#*=} ;;
    --output=*) output=${word#*=} ;;
    --chdir=*) folder=${word#*=} ;;
  esac
done
id=$(($(ls jobs | wc -l) + 1))
mkdir "jobs/$id"
echo "$name" >"names.$id"
printf '%s\n' "$*" >>submitted
for ((i = 0; i <= last; i++)); do : >"jobs/$id/$i"; done
(
  for ((i = 0; i <= last; i++)); do
    while [[ -e hold ]]; do sleep 0.02; done
    if [[ ! -e kill_all ]]; then
      (cd "$folder" && SLURM_ARRAY_TASK_ID=$i sh "${!#}" >>"${output/\%a/$i}" 2>&1)
    else
      echo "slurmstepd: error: Detected 1 oom_kill event" >>"${output/\%a/$i}"
    fi
    rm "jobs/$id/$i"
  done
) </dev/null >/dev/null 2>&1 &
echo "$id"
)sh";
constexpr const char* kSqueue = R"sh(#!/bin/bash
cd "$FAKE" || exit 1
[[ ! -e away ]] || { echo 'Unable to contact slurm controller' >&2; exit 1; }
for task in jobs/*/*; do
  [[ -e $task ]] || continue
  id=${task#jobs/} id=${id%/*}
  echo "$id|${task##*/}|R|None|$(cat "names.$id")"
done
)sh";

class BatchCliTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    const fs::path fake = folder_ / "fake";
    fs::create_directories(fake / "jobs");
    fs::create_directories(fake / "bin");
    auto command = [&](const char* name, std::string_view script) {
      write_file(fake / "bin" / name, script);
      fs::permissions(fake / "bin" / name, fs::perms::owner_all);
    };
    command("sbatch", kSbatch);
    command("squeue", kSqueue);
    command("scontrol", "#!/bin/sh\necho 'MaxArraySize = 4'\n");
    path_ = ::getenv("PATH");
    ::setenv("FAKE", fake.c_str(), 1);
    ::setenv("PATH", ((fake / "bin").string() + ":" + path_).c_str(), 1);
  }
  void TearDown() override {
    for (const char* name : {"hold", "away"}) fs::remove(folder_ / "fake" / name);
    wait_for_tasks();
    ::setenv("PATH", path_.c_str(), 1);
  }
  void wait_for_tasks() {
    const std::string loop = "cd '" + (folder_ / "fake").string() +
                             "' && while ls jobs/*/* >/dev/null 2>&1; do sleep 0.02; done";
    EXPECT_EQ(std::system(loop.c_str()), 0);
  }
  void say(const char* name, const std::string& text = "") {
    write_file(folder_ / "fake" / name, std::string_view(text));
  }
  void unsay(const char* name) { fs::remove(folder_ / "fake" / name); }
  Ran sweep(const std::string& more) { return run("sweep " + what_ + more); }
  std::string file(const std::string& name) { return read_file(folder_ / name); }
  size_t arrays() {
    if (!fs::exists(folder_ / "fake/submitted")) return 0;
    const std::string text = file("fake/submitted");
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  void wait_for_arrays(size_t count) {
    for (int looks = 0; looks < 60'000 && arrays() < count; looks++) ::usleep(5'000);
    EXPECT_GE(arrays(), count);
  }
  /// Everything of the runs in a store but provenance, sorted.
  std::vector<std::string> contents(const std::string& name) {
    std::vector<std::string> all;
    store::for_each_run(folder_ / name, [&](const store::StoredRun& r) {
      std::string text = r.key + r.tool + r.workload + r.size + std::to_string(r.seed) + r.preset +
                         r.arch + r.machine + r.configuration + r.model + r.inputs +
                         compact(r.result);
      for (const std::string& p : r.parameters) text += p;
      all.push_back(text);
    });
    std::ranges::sort(all);
    return all;
  }

  const std::string what_ = "fig7 bitonic --size tiny --preset small --arch pdom,dwf,tbc ";
  std::string path_;
};

TEST_F(BatchCliTest, TheStoreAndTheTablesAreThoseOfALocalSweep) {
  const Ran local = sweep("--store l.db --csv l.csv --json l.json");
  const Ran ran = sweep("--store s.db --csv s.csv --json s.json --on slurm --folder plan");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, local.out);
  EXPECT_EQ(file("s.csv"), file("l.csv"));
  EXPECT_EQ(file("s.json"), file("l.json"));
  EXPECT_EQ(contents("s.db"), contents("l.db"));
  EXPECT_EQ(contents("s.db").size(), 6u);
  EXPECT_EQ(arrays(), 2u);  // 4 tasks and 2
  EXPECT_THAT(sweep("--store s.db").out, HasSubstr("6 runs, 6 of them from the store"));
}

TEST_F(BatchCliTest, SubmittedNowAndCollectedLater) {
  say("hold");
  Ran ran = sweep("--store s.db --on slurm --folder plan --no-wait --runs-per-task 2");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("0 of 6 runs have a result"), HasSubstr("scancel 1"),
                             HasSubstr("heddle sweep --collect ")));
  ran = run("sweep --collect plan");
  EXPECT_EQ(ran.status, 4) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("not run"), HasSubstr("0 of 6 runs have a result")));
  ran = sweep("--store s.db --on slurm --folder plan --no-wait");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("continuing with"));
  EXPECT_EQ(arrays(), 1u);
  unsay("hold");
  ran = run("sweep --collect plan --wait --csv c.csv");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(arrays(), 1u);
  const std::string csv = file("c.csv");
  ran = run("sweep --collect plan --csv c.csv --metric cycles");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("6 runs, 6 of them from the store"));
  EXPECT_NE(file("c.csv"), csv);
  ran = run("sweep --collect plan --csv c.csv --no-store");
  EXPECT_EQ(file("c.csv"), csv);
}

TEST_F(BatchCliTest, ADryRunSubmitsNothing) {
  Ran ran = sweep(
      "--no-store --on slurm --dry-run --partition short --time 10 --memory 1G "
      "--account me --submit-option=--qos=low --jobs 2 --runs-per-task 1");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("6 to submit in 6 tasks and 2 arrays"),
                             HasSubstr("--array=0-3"), HasSubstr("--cpus-per-task=2"),
                             HasSubstr("--partition=short --time=10 --mem=1G --account=me "
                                       "--qos=low")));
  EXPECT_EQ(arrays(), 0u);
  for (const auto& entry : fs::directory_iterator(folder_.path()))
    EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("heddle-sweep")));
}

TEST_F(BatchCliTest, LostRunsAreReportedWithTheirOutputAndTheCommandToRepeatThem) {
  say("kill_all");
  Ran ran =
      run("sweep fig7 --size tiny --preset small --arch pdom --store s.db --on slurm "
          "--folder plan --resubmit 1 --json s.json");
  EXPECT_EQ(ran.status, 3);
  EXPECT_EQ(arrays(), 2u);
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("fig7 under pdom: no result after it was submitted 2 times"),
                    HasSubstr("    slurmstepd: error: Detected 1 oom_kill event"),
                    HasSubstr("heddle run-plan " + (folder_ / "plan").string() + " --run 0")));
  EXPECT_THAT(file("s.json"), AllOf(HasSubstr("\"partial\": false"),
                                    HasSubstr("no result after it was submitted 2 times")));
  unsay("kill_all");
  ran = run("run-plan plan --run 0");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("run 0: fig7 under pdom: ended after"));
  ran = run("sweep --collect plan");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(arrays(), 2u);
}

TEST_F(BatchCliTest, CtrlCAndSigtermSayHowToGoOn) {
  say("hold");
  struct Case {
    int signal;
    std::string plan;
    size_t arrays;
    std::string end_jobs;
  };
  for (const Case& c :
       {Case{SIGINT, "first", 2, "scancel 1 2"}, Case{SIGTERM, "second", 4, "scancel 3 4"}}) {
    Ran ran =
        watched("sweep " + what_ + "--store s.db --on slurm --folder " + c.plan, [&](Child& child) {
          child.wait_until_handled(c.signal);
          wait_for_arrays(c.arrays);
          child.send(c.signal);
        });
    EXPECT_EQ(ran.status, 128 + c.signal);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("interrupted"), HasSubstr(c.end_jobs),
                               HasSubstr("heddle sweep --collect " + (folder_ / c.plan).string())));
  }
  EXPECT_EQ(arrays(), 4u);
  unsay("hold");
  EXPECT_EQ(run("sweep --collect second --wait").status, 0);
  EXPECT_EQ(contents("s.db").size(), 6u);
}

TEST_F(BatchCliTest, KilledCollectorsAndTasksLoseNothing) {
  say("hold");
  const std::string command = "sweep " + what_ + "--store s.db --on slurm --folder plan";
  watched(command, [&](Child& child) {
    child.wait_until_handled(SIGTERM);
    wait_for_arrays(1);
    child.send(SIGKILL);
  });
  unsay("hold");
  Ran ran = run(command);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(contents("s.db").size(), 6u);
}

TEST_F(BatchCliTest, WhatSlurmRefusesIsShown) {
  say("refuse", "sbatch: error: invalid partition specified: nope\n");
  const std::string command = "--store s.db --on slurm --folder plan --partition nope ";
  Ran ran = sweep(command);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("invalid partition specified: nope"));
  unsay("refuse");
  EXPECT_EQ(sweep(command).status, 0);
  EXPECT_EQ(contents("s.db").size(), 6u);
}

TEST_F(BatchCliTest, WithoutSlurmItSaysWhatIsMissing) {
  sweep("--store s.db --on slurm --folder plan");
  fs::create_directory(folder_ / "fake/none");
  fs::create_symlink("/bin/rm", folder_ / "fake/none/rm");  // of run() itself
  ::setenv("PATH", (folder_ / "fake/none").c_str(), 1);
  for (const char* more : {"", " --no-wait"}) {
    Ran ran = sweep(std::string("--no-store --on slurm --folder other") + more);
    EXPECT_EQ(ran.status, 1) << ran.out;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("cannot start squeue"), HasSubstr("not submitted yet")));
  }
  Ran ran = run("sweep --collect plan --store t.db");  // results need no Slurm
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(contents("t.db"), contents("s.db"));
}

TEST_F(BatchCliTest, MistakesAreToldBeforeAnythingIsSubmitted) {
  auto refused = [&](const std::string& arguments, const std::string& sentence) {
    Ran ran = run(arguments);
    EXPECT_NE(ran.status, 0) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_EQ(arrays(), 0u);
  };
  refused("sweep fig7 --on pbs", "there is no batch system 'pbs'; there are: slurm");
  refused("sweep fig7 --partition short", "--partition goes with --on slurm");
  refused("sweep fig7 --no-wait", "--no-wait goes with --on slurm");
  refused("sweep fig7 --on slurm --wait", "--wait goes with --collect");
  refused("sweep fig7 --on slurm --no-wait --csv x.csv", "--no-wait has no results");
  refused("sweep fig7 --on slurm --collect plan", "give only one");
  refused("sweep fig7 --on slurm --array-size 0", "--array-size");
  refused("sweep fig7 --on slurm --runs-per-task x", "--runs-per-task");
  refused("sweep fig7 --size tiny --preset small --no-store --on slurm --array-size 5",
          "this cluster allows arrays of 4 tasks");
  refused("sweep --collect absent", "there is no folder");
  refused("sweep --collect .", "holds no plan of a sweep");
  refused("sweep fig7 --collect .", "--collect takes the sweep from its folder");
  refused("sweep fig7 --size tiny --preset small --no-store --on slurm --folder .",
          "choose another folder");
  refused("run-plan . --run 0", "holds no plan");
}

TEST_F(BatchCliTest, FoldersOfOtherSweepsAndTasksThatThereAreNot) {
  sweep("--no-store --on slurm --folder plan");
  Ran ran = run("sweep fig7 --size tiny --preset small --no-store --on slurm --folder plan");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("holds the plan of another sweep (heddle sweep fig7 bitonic"),
                    HasSubstr("--folder")));
  for (const auto& [arguments, sentence] :
       {std::pair<const char*, const char*>{"--run 6", "none with the number 6"},
        {"--array 1 --task 9", "none with the number 9"},
        {"--array 7 --task 0", "cannot read"},
        {"--array 1", "give --array N and --task N"},
        {"--run 1 --array 1 --task 1", "give --array N"},
        {"--run -1", "not a whole number"}}) {
    ran = run(std::string("run-plan plan ") + arguments);
    EXPECT_NE(ran.status, 0) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << arguments;
  }
  write_file(folder_ / "plan/sweep.json", std::string_view("{"));
  EXPECT_THAT(run("sweep --collect plan").err, HasSubstr("sweep.json is damaged"));
}

TEST_F(BatchCliTest, AFullDiskInATaskIsAReasonInItsLog) {
  sweep("--no-store --on slurm --folder plan");
  // Files may not grow beyond a block: what a full disk does to a write.
  const std::string limited = "cd '" + folder_.path().string() +
                              "' && trap '' XFSZ; ulimit -f 1; '" + HEDDLE_PROGRAM +
                              "' run-plan plan --run 0 | cat >out2.txt";
  const int status = std::system(("bash -c \"set -o pipefail; " + limited + "\"").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(file("out2.txt"), AllOf(HasSubstr("cannot be executed here: cannot write"),
                                      HasSubstr("File too large")));
  EXPECT_EQ(run("sweep --collect plan --no-store").status, 0);  // the old result is whole
}

}  // namespace
}  // namespace heddle
