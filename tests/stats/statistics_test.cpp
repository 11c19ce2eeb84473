// The forms in which a run leaves the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "config/load.hpp"
#include "json/json.hpp"
#include "stats/made.hpp"
#include "stats/run_statistics.hpp"
#include "stats/statistics_json.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

RunStatistics made_run() {
  RunStatistics run;
  run.config = load_preset("small");
  run.arch = "pdom";
  run.workload = {"sort", "tiny", {{"n", 256}, {"block", 64}}, 7};
  for (uint64_t i = 1; i <= 2; i++) {
    LaunchStatistics launch;
    launch.kernel = i == 1 ? "first" : "second, \"quoted\"";
    launch.grid = {4, 2, 1};
    launch.block = {256, 1, 1};
    launch.sms = {made_counters(i), made_counters(10 * i)};
    launch.branches = {{4, 10, 5, 0, 0, 160, 0, 0, 0}, {9, 20, 2, 1, 1, 10, 54, 60, 1}};
    run.launches.push_back(std::move(launch));
  }
  run.launches[1].partial = true;
  total_up(run);
  return run;
}

TEST(RunStatistics, TotalsFollowFromSms) {
  RunStatistics run = made_run();
  EXPECT_TRUE(run.partial);
  const auto& a = run.launches[0];
  EXPECT_EQ(a.total.core.warp_instructions,
            a.sms[0].core.warp_instructions + a.sms[1].core.warp_instructions);
  EXPECT_EQ(a.total.core.cycles, a.sms[1].core.cycles);
  EXPECT_EQ(run.total.core.cycles, a.total.core.cycles + run.launches[1].total.core.cycles);
  EXPECT_EQ(run.total.core.deepest_stack, run.launches[1].sms[1].core.deepest_stack);
  EXPECT_EQ(run.total.memory.dram_bytes,
            a.sms[1].memory.dram_bytes + run.launches[1].sms[1].memory.dram_bytes);
}

TEST(RunStatistics, LaunchesOfAKernelAddUp) {
  RunStatistics run = made_run();
  run.launches.push_back(run.launches[0]);
  run.launches.push_back(run.launches[0]);
  run.launches[3].block = {16, 2, 1};
  total_up(run);
  std::vector<KernelStatistics> kernels = by_kernel(run), blocks = by_kernel_and_block(run);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "first");
  EXPECT_EQ(kernels[0].launches, 3u);
  EXPECT_EQ(kernels[0].total.core.cycles, 3 * run.launches[0].total.core.cycles);
  EXPECT_EQ(kernels[0].branches[1].taken, 3 * run.launches[0].branches[1].taken);
  EXPECT_EQ(kernels[1].launches, 1u);
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].block, 256u);
  EXPECT_EQ(blocks[0].launches, 2u);
  EXPECT_EQ(blocks[2].kernel, "first");
  EXPECT_EQ(blocks[2].block, 32u);
  EXPECT_EQ(blocks[2].total.core.cycles, run.launches[0].total.core.cycles);

  auto json = parse_json(to_json(run))["kernels"];
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["kernel"], "first");
  EXPECT_EQ(json[0]["launches"], 3);
  EXPECT_EQ(json[0]["total"]["cycles"], kernels[0].total.core.cycles);
  // A ratio is that of the sums, not the sum of ratios.
  EXPECT_EQ(json[0]["total"]["derived"]["ipc"].get<double>(),
            counters_json(run.launches[0].total, {run.config, run.config.sms})["derived"]["ipc"]
                .get<double>());
  EXPECT_EQ(json[0]["branches"].size(), 2u);
}

TEST(RunStatistics, JsonHoldsEverythingInOrder) {
  RunStatistics run = made_run();
  std::string text = to_json(run);
  EXPECT_EQ(text, to_json(run));
  auto json = parse_json(text);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("schema", "arch", "partial", "workload", "config", "total",
                                         "kernels", "launches"));
  EXPECT_EQ(json["schema"], "heddle-run/1");
  EXPECT_EQ(compact(json["workload"]),
            R"({"name":"sort","size":"tiny","parameters":{"block":64,"n":256},"seed":7})");
  run.workload.reset();
  EXPECT_FALSE(parse_json(to_json(run)).contains("workload"));
  EXPECT_EQ(json["config"]["name"], "small");
  EXPECT_EQ(json["config"]["memory"]["l1"]["bytes"], 16384);
  const auto& launch = json["launches"][1];
  EXPECT_EQ(launch["kernel"], "second, \"quoted\"");
  EXPECT_EQ(launch["grid"], (std::vector<int>{4, 2, 1}));
  EXPECT_EQ(launch["partial"], true);
  EXPECT_EQ(launch["sms"].size(), 2u);
  EXPECT_EQ(launch["branches"][1]["line"], 20);
  EXPECT_FALSE(launch.contains("samples"));
  Scope scope{run.config, 2};
  for (const Statistic& s : statistics()) {
    std::string pointer = "/" + s.name;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    Json::json_pointer at(pointer);
    auto value = s.value(run.launches[1].total, scope);
    ASSERT_EQ(launch["total"].contains(at), value || s.is_derived()) << s.name;
    if (!value) continue;
    std::visit([&](auto v) { EXPECT_EQ(launch["total"][at].get<decltype(v)>(), v) << s.name; },
               *value);
  }
}

TEST(RunStatistics, JsonSurvivesNamesThatAreNoText) {
  RunStatistics run = made_run();
  run.launches[0].kernel = "\xff\xfe";
  run.config.description = "a\nb\"c";
  auto json = parse_json(to_json(run));
  EXPECT_EQ(json["config"]["description"], "a\nb\"c");
}

TEST(RunStatistics, CsvHasALinePerSmLaunchAndRun) {
  RunStatistics run = made_run();
  std::string text = to_csv(run);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 3 + 1);
  EXPECT_EQ(text.find("launch,kernel,sm,partial,cycles,active_cycles,"), 0u);
  EXPECT_THAT(text, HasSubstr("\n0,first,0,false,1,2,3,4,5,"));
  EXPECT_THAT(text, HasSubstr("\n1,\"second, \"\"quoted\"\"\",all,true,20,"));
  EXPECT_THAT(text, HasSubstr("\nall,,all,true,30,"));
  size_t columns = 4 + statistics().size(), begin = 0;
  for (size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    std::string line = text.substr(begin, end - begin);
    size_t extra = line.find("second, ") != std::string::npos;
    EXPECT_EQ(static_cast<size_t>(std::count(line.begin(), line.end(), ',')), columns - 1 + extra);
  }
  EXPECT_THAT(branches_csv(run), HasSubstr("\n0,first,9,20,2,1,1,10,54,60,1\n"));
}

TEST(RunStatistics, TableShowsWhatOneLooksForFirst) {
  RunStatistics run = made_run();
  std::string text = to_table(run);
  EXPECT_THAT(text, HasSubstr("pdom on small (2 SMs)\n"));
  EXPECT_THAT(text, HasSubstr("first <<<4×2, 256>>>\n"));
  EXPECT_THAT(text, HasSubstr("(stopped: statistics so far)"));
  EXPECT_THAT(text, HasSubstr("where the"));
  EXPECT_THAT(text, HasSubstr("issued"));
  EXPECT_THAT(text, HasSubstr("branches that diverged"));
  EXPECT_THAT(text, HasSubstr("all 2 launches"));
  RunStatistics nothing;
  nothing.arch = "pdom";
  total_up(nothing);
  EXPECT_EQ(to_table(nothing), "pdom on default (1 SMs)\n");
  EXPECT_EQ(parse_json(to_json(nothing))["total"]["derived"]["ipc"], nullptr);
}

TEST(Sampler, KeepsIncreasesAndTheShortEnd) {
  MachineConfig config;
  Scope scope{config, 1};
  Sampler sampler(100, std::vector<std::string>{"cycles", "derived.ipc", "deepest_stack"});
  Counters now;
  for (uint64_t cycle = 1; cycle <= 250; cycle++) {
    now.core.cycles++;
    now.core.thread_instructions += cycle <= 100 ? 4 : 2;
    now.core.deepest_stack = cycle / 50;
    EXPECT_EQ(sampler.next(), cycle <= 100 ? 100u : cycle <= 200 ? 200u : 300u) << cycle;
    sampler.sample(cycle, now, scope);
  }
  Samples samples = sampler.finish(250, now, scope);
  EXPECT_THAT(samples.cycles, testing::ElementsAre(100, 200, 250));
  EXPECT_EQ(to_csv(samples),
            "cycle,cycles,derived.ipc,deepest_stack\n100,100,4,2\n200,100,2,4\n250,50,2,5\n");
  RunStatistics run = made_run();
  run.launches[0].samples = samples;
  auto json = parse_json(to_json(run))["launches"][0]["samples"];
  EXPECT_EQ(json["every"], 100);
  EXPECT_EQ(json["columns"]["derived.ipc"], (std::vector<double>{4, 2, 2}));
}

TEST(Sampler, RefusesWhatItCannotDo) {
  EXPECT_THROW(Sampler(0, std::vector<std::string>{"cycles"}), UsageError);
  EXPECT_THROW(Sampler(10, std::vector<std::string>{"cyclos"}), UsageError);
  MachineConfig config;
  Sampler none(10, std::vector<std::string>{"cycles"});
  EXPECT_TRUE(none.finish(0, {}, {config, 1}).cycles.empty());
}

}  // namespace
}  // namespace heddle
