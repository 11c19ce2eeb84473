// CUDA programs in heddle compare and sweep: one engine runs them, and one store knows their runs.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CudaProgramTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!has_cuda_program()) GTEST_SKIP() << kNoCudaProgram;
    add_cuda_program();
  }
  Ran compare(const std::string& more) { return run("compare --preset small " + more); }
  Ran sweep(const std::string& more) { return run("sweep --preset small --store s.db " + more); }
  std::string file(const std::string& name) { return read_file(folder_ / name); }
  Json json(const std::string& name) { return parse_json(file(name)); }
  /// How often the program has run.
  int runs() {
    if (!fs::exists(folder_ / "runs.txt")) return 0;
    const std::string lines = file("runs.txt");
    return static_cast<int>(std::ranges::count(lines, '\n'));
  }
};

TEST_F(CudaProgramTest, CompareAndSweepShareRuns) {
  EXPECT_EQ(sweep("--arch pdom,dwf --set core.schedulers=1 -- ./prog good").status, 0);
  EXPECT_EQ(runs(), 2);
  const std::string both = "--arch pdom,dwf --set core.schedulers=1 ";
  Ran with = compare(both + "--store s.db --json a.json -- ./prog good");
  EXPECT_EQ(with.status, 0) << with.err;
  EXPECT_EQ(runs(), 2);
  Ran without = compare(both + "--json b.json -- ./prog good");
  EXPECT_EQ(runs(), 4);
  EXPECT_EQ(with.out, without.out);
  EXPECT_EQ(file("a.json"), file("b.json"));
  EXPECT_EQ(compare("--arch tbc --store s.db -- ./prog good").status, 0);
  EXPECT_THAT(sweep("--arch tbc -- ./prog good").out, HasSubstr("1 run, 1 of them from the store"));
}

TEST_F(CudaProgramTest, ASecondComparisonIsAnsweredFromTheStore) {
  const std::string command = "--arch pdom,dwf --store s.db --json ";
  Ran first = compare(command + "1.json -- ./prog good");
  Ran second = compare(command + "2.json -- ./prog good");
  EXPECT_EQ(runs(), 2);
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(file("1.json"), file("2.json"));
  compare("--arch pdom --store s.db -- ./prog good more");
  EXPECT_EQ(runs(), 3) << "other arguments";
  compare("--arch pdom --store s.db --check -- ./prog good");
  EXPECT_EQ(runs(), 4) << "who asks for checks wants a run";
  write_file(folder_ / "prog", file("prog") + "more");
  compare("--arch pdom --store s.db -- ./prog good");
  EXPECT_EQ(runs(), 5) << "another program";
}

TEST_F(CudaProgramTest, FilesThatItReadsBelongToTheRun) {
  const std::string command = "--arch pdom --store s.db --input data.txt ";
  auto blocks = [&](const std::string& number) {
    write_file(folder_ / "data.txt", number);
    EXPECT_EQ(compare(command + "--json r.json -- ./prog size").status, 0);
    return json("r.json").at("rows").at(0).at("thread_instructions").get<uint64_t>();
  };
  EXPECT_LT(blocks("1"), blocks("5"));
  EXPECT_EQ(sweep("--arch pdom --input data.txt -- ./prog size").status, 0);
  EXPECT_EQ(runs(), 2);
  EXPECT_THAT(compare(command + "fig7").err, HasSubstr("data.txt is read by no program"));
}

TEST_F(CudaProgramTest, TheRowsAreThoseOfTheProgram) {
  Ran ran = compare("--arch pdom,dwf --json r.json -- ./prog good");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("name  arch"), HasSubstr("\nprog  pdom"),
                             HasSubstr("\nprog  dwf"), HasSubstr("  ok\n")));
  const Json all = json("r.json"), row = all.at("rows").at(1);
  EXPECT_EQ(all.at("configs").at("dwf").at("arch").at("divergence"), "dwf");
  EXPECT_EQ(row.at("name"), "prog");
  EXPECT_EQ(row.at("launches"), 2);
  EXPECT_EQ(row.at("results"), "ok");
  EXPECT_TRUE(row.at("failure").is_null());
  EXPECT_FALSE(row.contains("workload"));
  EXPECT_GT(row.at("cycles").get<uint64_t>(), 0u);
}

TEST_F(CudaProgramTest, AFailureIsToldAndNotStored) {
  const std::pair<const char*, const char*> failures[] = {
      {"status", "status 7"}, {"signal", "status 137"}, {"fault", "FAILED"}};
  int before = 0;
  for (const auto& [how, verdict] : failures) {
    for (int time = 0; time < 2; time++) {
      Ran ran = compare("--arch pdom --store s.db --json r.json -- ./prog " + std::string(how));
      EXPECT_EQ(ran.status, 3) << how;
      EXPECT_THAT(ran.out, AllOf(HasSubstr("prog  pdom"), HasSubstr(verdict)));
      EXPECT_THAT(ran.err, AllOf(HasSubstr("heddle: prog under pdom: "),
                                 HasSubstr("heddle cuda --arch NAME -- ...")));
      const Json row = json("r.json").at("rows").at(0);
      EXPECT_EQ(row.at("results"), verdict);
      EXPECT_TRUE(row.at("failure").is_string() && row.at("cycles").is_null()) << row;
      EXPECT_EQ(runs(), ++before) << "a failure comes out of the store";
    }
    EXPECT_EQ(sweep("--arch pdom -- ./prog " + std::string(how)).status, 3);
    EXPECT_THAT(sweep("--arch pdom --dry-run -- ./prog " + std::string(how)).out,
                HasSubstr("to run"));
    EXPECT_EQ(runs(), ++before);
  }
}

TEST_F(CudaProgramTest, CtrlCAndSigtermKeepWhatIsDone) {
  for (int signal : {SIGINT, SIGTERM}) {
    fs::remove(folder_ / "runs.txt");
    fs::remove(folder_ / "s.db");
    Ran ran = watched(
        "compare --arch pdom,dwf,tbc --preset small --jobs 1 --store s.db --json r.json -- ./prog "
        "long",
        [&](Child& child) {
          EXPECT_TRUE(child.wait_until([&] { return runs() == 2; }));
          child.send(signal);
        });
    EXPECT_EQ(ran.status, 128 + signal);
    EXPECT_THAT(ran.err, HasSubstr("finished runs are kept, run the same command to continue"));
    const Json all = json("r.json");
    EXPECT_EQ(all.at("partial"), true);
    for (size_t i = 0; const char* results : {"ok", "stopped", "not run"})
      EXPECT_EQ(all.at("rows").at(i++).at("results"), results);
    fs::remove(folder_ / "runs.txt");
    EXPECT_THAT(compare("--arch pdom --store s.db -- ./prog long").out, HasSubstr("ok"));
    EXPECT_EQ(runs(), 0) << "what was done is known";
  }
}

TEST_F(CudaProgramTest, TheReportHasItsKernels) {
  const std::string command = "--arch pdom,dwf --store s.db --report ";
  Ran ran = compare(command + "made -- ./prog good");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("report: made/index.html"));
  EXPECT_EQ(runs(), 3) << "once more to capture launches";
  const std::string page = file("made/index.html");
  EXPECT_THAT(page, AllOf(HasSubstr(R"("label":"fill")"), HasSubstr(R"("label":"repeat")"),
                          HasSubstr(R"("picture dwf")"), HasSubstr(R"("failures":[])"),
                          HasSubstr("heddle compare --arch pdom,dwf --preset small -- ./prog good"),
                          Not(HasSubstr("/heddle."))));
  compare(command + "known -- ./prog good");
  EXPECT_EQ(runs(), 4);
  EXPECT_EQ(file("known/index.html"), page);
  ran = compare("--arch pdom --report failed -- ./prog status");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(file("failed/index.html"), HasSubstr(R"("label":"repeat")"));
  ran = run("cuda --arch pdom --preset small --report one -- ./prog good");
  EXPECT_THAT(file("one/index.html"), HasSubstr(R"("label":"repeat")"));
}

TEST_F(CudaProgramTest, APlugInsSchedulerRunsIt) {
  const std::string set =
      "--arch pdom --plugin " HEDDLE_MODULES "/libgood.so --set arch.schedule=newest ";
  Ran ran = compare(set + "--store s.db -- ./prog good");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(sweep(set + "-- ./prog good").out, HasSubstr("1 run, 1 of them from the store"));
}

TEST_F(CudaProgramTest, ComparesNothingElseBesides) {
  EXPECT_THAT(compare("fig7 -- ./prog").err, HasSubstr("is compared alone"));
  EXPECT_THAT(compare("--size tiny -- ./prog").err, HasSubstr("is compared alone"));
  EXPECT_THAT(compare("-- ./missing").err, HasSubstr("there is no program './missing'"));
  EXPECT_EQ(runs(), 0);
}

}  // namespace
}  // namespace heddle
