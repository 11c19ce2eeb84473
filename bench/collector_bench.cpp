// How long it takes to bring together the results of a large sweep on a cluster:
//
//   build/release/bench/collector_bench 100000 FOLDER
//
// Plans that many runs (seeds of one workload) in FOLDER, writes a result file for each, with the
// statistics of a real run, as tasks would have, and collects them into a store; then once more,
// when everything is known. The files are as new when they are read: most of them are in the
// host's memory.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "base/number.hpp"
#include "batch/collector.hpp"
#include "batch/result_file.hpp"
#include "study/sweep.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Takes nothing, so that only results count.
class NoCluster : public batch::Cluster {
 public:
  size_t array_limit() override { return 0; }
  std::string task_number() const override { return "0"; }
  std::vector<std::string> submission(const batch::ArrayJob&) const override { return {"none"}; }
  std::string submit(const batch::ArrayJob&) override { return "1"; }
  std::vector<batch::QueuedTask> queue(std::string_view) override { return {}; }
  std::string cancel_command(std::span<const std::string>) const override { return "none"; }
};

template <class F>
void timed(const std::string& what, F f) {
  const Clock::time_point began = Clock::now();
  f();
  fmt::print("{:<44} {:8.2f} s\n", what,
             std::chrono::duration<double>(Clock::now() - began).count());
  std::fflush(stdout);
}

study::PlannedSweep sweep_of(size_t runs) {
  study::Sweep sweep;
  sweep.names = {"fig7"};
  sweep.archs = {"pdom"};
  sweep.presets = {"small"};
  sweep.seeds.clear();
  // More values of a setting than of seeds: as wide as it is long.
  for (size_t i = 1; i <= (runs + 99) / 100; i++) sweep.seeds.push_back(i);
  sweep.settings = {{"max_cycles", {}}};
  for (size_t i = 0; i < 100; i++)
    sweep.settings[0].values.push_back(std::to_string(1'000'000'000 + i));
  study::PlannedSweep planned;
  planned.study = study::sweep_study(sweep);
  planned.size = "tiny";
  planned.plan = study::expand(planned.study, "tiny", &planned.refused);
  return planned;
}

void collect(const batch::PlanFolder& folder, const study::PlannedSweep& sweep,
             const fs::path& store_file) {
  store::ResultStore store(store_file);
  NoCluster cluster;
  batch::Collector collector(folder, sweep, store, &cluster, {});
  collector.pass();
  if (collector.counts().done != sweep.plan.runs.size() || !store.keeps())
    throw Error(fmt::format("{} of {} runs", collector.counts().done, sweep.plan.runs.size()));
}

void run(size_t runs, const fs::path& where) {
  study::PlannedSweep sweep;
  timed("expand the sweep", [&] { sweep = sweep_of(runs); });
  std::optional<batch::PlanFolder> folder;
  timed("write the plan", [&] {
    folder.emplace(batch::PlanFolder::create(where / "plan", batch::PlanHeader(), sweep));
  });
  timed("read the plan", [&] { folder->read_sweep(); });
  const study::RunOutcome outcome = execute_here(sweep.plan.runs[0], {});
  timed(fmt::format("write {} results (what tasks do)", runs), [&] {
    for (const std::string& key : sweep.plan.keys) write_result(*folder, key, outcome);
  });
  timed("list the results", [&] { keys_of_results(*folder); });
  timed("collect them into a new store", [&] { collect(*folder, sweep, where / "results.db"); });
  timed("collect again, all known", [&] { collect(*folder, sweep, where / "results.db"); });
  fmt::print("{} runs, {} bytes each, store {} MB\n", sweep.plan.runs.size(),
             fs::file_size(folder->result_file(sweep.plan.keys[0])),
             fs::file_size(where / "results.db") / 1'000'000);
}

}  // namespace

}  // namespace heddle

int main(int argc, char** argv) {
  const auto runs = argc == 3 ? heddle::parse_whole(argv[1], {100, 10'000'000}) : std::nullopt;
  if (!runs) {
    fmt::print(stderr, "usage: collector_bench RUNS FOLDER (new; RUNS from 100)\n");
    return 2;
  }
  try {
    heddle::run(*runs, argv[2]);
  } catch (const std::exception& e) {
    fmt::print(stderr, "collector_bench: {}\n", e.what());
    return 1;
  }
  return 0;
}
