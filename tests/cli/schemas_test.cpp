// The JSON that commands write is what docs/schemas says.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "cli/program.hpp"

namespace heddle {
namespace {

using PlainJson = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

class SchemasTest : public CliTest {
 protected:
  PlainJson json(const fs::path& file) { return PlainJson::parse(read_file(file)); }
  static fs::path schema_file(const std::string& name) {
    return fs::path(HEDDLE_ROOT) / "docs" / "schemas" / (name + ".schema.json");
  }

  /// What is wrong, or empty.
  std::string problem(const PlainJson& document, const std::string& schema_name) {
    const PlainJson text = json(schema_file(schema_name));
    valijson::Schema schema;
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(text), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, Adapter(document), &results)) return {};
    std::string all;
    for (valijson::ValidationResults::Error error; results.popError(error);) {
      for (const std::string& part : error.context) all += part;
      all += ": " + error.description + "\n";
    }
    return all;
  }
  /// Also that a missing member and a member of another type are found.
  void expect_valid(const std::string& file, const std::string& schema) {
    ASSERT_TRUE(fs::exists(folder_ / file)) << file << "\n" << last_.err;
    const PlainJson document = json(folder_ / file);
    EXPECT_EQ(problem(document, schema), "") << file;
    const PlainJson& part = document.is_array() ? document.at(0) : document;
    for (const auto& [key, value] : part.items()) {
      PlainJson changed = document;
      (changed.is_array() ? changed[0] : changed)[key] = {{"surprise", PlainJson::array()}};
      EXPECT_NE(problem(changed, schema), "") << file << ": " << key << " of another type";
    }
    PlainJson longer = document;
    (longer.is_array() ? longer[0] : longer)["surprise"] = 1;
    EXPECT_NE(problem(longer, schema), "") << file;
  }
  void expect_valid_page(const std::string& site) {
    const std::string page = read_file(folder_ / site / "index.html");
    const size_t name = page.find("\"schema\":\"heddle-report/1\"");
    ASSERT_NE(name, page.npos);
    const size_t begin = page.rfind('{', name);
    write_file(folder_ / "p.json", page.substr(begin, page.find("</script>", begin) - begin));
    expect_valid("p.json", "report");
  }
  void command(const std::string& arguments) { last_ = run(arguments); }

  Ran last_;
};

TEST_F(SchemasTest, OfRuns) {
  toml("scale",
       "[[param]]\nbuffer = { name = \"x\", type = \"f32\", count = 4 }\n"
       "[[param]]\ntype = \"f32\"\nvalue = 2\n[[param]]\ntype = \"u32\"\nvalue = 4\n");
  command("run fig7 --size tiny --preset small --arch dwf --sample 100 --json r.json");
  expect_valid("r.json", "run");
  command("run t.toml --arch tsimt --json r2.json");
  expect_valid("r2.json", "run");
  command("run t.toml --json f.json");
  expect_valid("f.json", "functional");
  command("run fig7 --size tiny --json f2.json");
  expect_valid("f2.json", "functional");
  command("compare t.toml fig7 --size tiny --preset small --arch pdom,mimd --json c.json");
  expect_valid("c.json", "compare");
  command("limit fig7 bitonic --size tiny --json l.json");
  expect_valid("l.json", "limit");
  command("cost --arch all --json cost.json");
  expect_valid("cost.json", "cost");
  command("inspect k.ptx --json i.json");
  expect_valid("i.json", "inspect");
}

TEST_F(SchemasTest, OfComparedPrograms) {
  if (!has_cuda_program()) GTEST_SKIP() << kNoCudaProgram;
  add_cuda_program();
  const std::string compare = "compare --arch pdom,dwf --preset small ";
  command(compare + "--json good.json --report site -- ./prog good");
  expect_valid("good.json", "compare");
  expect_valid_page("site");
  for (const std::string how : {"status", "fault"}) {
    command(compare + "--json " + how + ".json --report " + how + " -- ./prog " + how);
    expect_valid(how + ".json", "compare");
    expect_valid_page(how);
  }
}

TEST_F(SchemasTest, OfLists) {
  for (const char* what : {"workloads", "archs", "presets", "studies"}) {
    Ran ran = run(std::string("list ") + what + " --json");
    write_file(folder_ / "list.json", ran.out);
    expect_valid("list.json", std::string("list_") + what);
  }
}

TEST_F(SchemasTest, OfSweepsAndQueries) {
  command(
      "sweep fig7 bitonic --size tiny --preset small --arch pdom,dwf --set core.warp=16,32 "
      "--store s.db --json s.json --report site");
  expect_valid("s.json", "sweep");
  expect_valid_page("site");
  for (const char* question :
       {"", "--pivot arch", "--speed-up arch=pdom", "--pareto cycles,energy"}) {
    command(std::string("query --store s.db --json q.json ") + question);
    expect_valid("q.json", "query");
  }
}

TEST_F(SchemasTest, OfPlansForClusters) {
  // A cluster that takes every array and never begins.
  const fs::path bin = folder_ / "bin";
  fs::create_directory(bin);
  for (const char* name : {"sbatch", "squeue", "scontrol"}) {
    write_file(bin / name, std::string_view("#!/bin/sh\n[ \"${0##*/}\" != sbatch ] || echo 7\n"));
    fs::permissions(bin / name, fs::perms::owner_all);
  }
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", (bin.string() + ":" + path).c_str(), 1);
  command(
      "sweep fig7 --size tiny --preset small --arch pdom,dwf --set core.warp=16,64 --no-store --on "
      "slurm --folder plan --no-wait");
  ::setenv("PATH", path.c_str(), 1);
  expect_valid("plan/plan.json", "plan");
  expect_valid("plan/sweep.json", "plan_sweep");
  expect_valid("plan/runs/0000.json", "plan_runs");
  expect_valid("plan/arrays/0001.json", "plan_array");
  command("run-plan plan --run 0");
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "plan/results"))
    if (entry.is_regular_file())
      expect_valid(fs::relative(entry.path(), folder_.path()).string(), "run_result");
}

TEST_F(SchemasTest, OfStudies) {
  write_file(folder_ / "mine.toml", std::string_view(R"toml(
title = "a study"
preset = "small"
[[row]]
label = "A"
workload = "fig7"
[[variant]]
name = "stack"
arch = "pdom"
[[variant]]
name = "pictures"
arch = "pdom"
preset = "picture"
tool = "watch"
[metrics]
ipc = "derived.ipc"
[[table]]
id = "t"
title = "IPC"
variants = ["stack"]
metric = "ipc"
paper.stack = { A = 3 }
[[figure]]
kind = "bars"
tables = ["t"]
[explorer]
[[explorer.item]]
title = "IPC"
metric = "ipc"
[pages]
[[claim]]
id = "c"
text = "it runs"
value = "ipc[stack, A]"
paper = 5
band = [1, 10]
)toml"));
  command("reproduce mine.toml --size tiny --no-store --json r.json --report site");
  expect_valid("r.json", "reproduce");
  expect_valid_page("site");
  EXPECT_EQ(problem(json(fs::path(HEDDLE_ROOT) / "workloads" / "measured.json"), "measured"), "");
}

TEST_F(SchemasTest, OfTheBenchmark) {
  command("bench vecadd --functional --json b.json");
  expect_valid("b.json", "bench");
  command("bench vecadd --thread-counts 1,2 --repeat 1 --json threads.json");
  expect_valid("threads.json", "bench");
}

}  // namespace
}  // namespace heddle
