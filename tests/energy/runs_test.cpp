// Energy of whole runs: every event happens somewhere, and divergence is paid for in rows.
#include <gtest/gtest.h>

#include <set>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "energy/events.hpp"
#include "gpu/timed_kernel.hpp"
#include "runner/timed_run.hpp"
#include "stats/run_statistics.hpp"

namespace heddle {
namespace {

RunStatistics tiny(const std::string& workload, MachineConfig config, const std::string& arch) {
  if (!arch.empty()) apply_arch(config, arch);
  RunTargetChoice target;
  target.name = workload;
  target.workload.size = "tiny";
  TimedRunOptions options;
  options.quiet = true;
  TimedRun run(target, ValidMachine(config), std::move(options));
  run.run();
  EXPECT_EQ(run.difference(), "");
  return run.statistics();
}

MachineConfig small_lucas() {
  MachineConfig config = load_preset("lucas2015");
  config.sms = 2;
  return config;
}

TEST(EnergyRuns, EveryEventHappensSomewhere) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  Counters all;
  auto add = [&](const RunStatistics& run) { add_launch(all, run.total); };
  for (const char* workload : {"histogram", "bitonic", "monte_carlo", "aes", "mandelbrot"})
    add(tiny(workload, small_lucas(), "pdom"));
  add(tiny("bitonic", small_lucas(), "simt_scalar"));
  MachineConfig on_chip = small_lucas();  // local memory beside shared memory
  on_chip.core.private_bytes = 1 << 20;
  add(tiny("libor", on_chip, "pdom"));
  MachineConfig one_bank = small_lucas();  // rows make room for one another
  one_bank.memory.partitions = one_bank.memory.banks = 1;
  add(tiny("kmeans", one_bank, "pdom"));
  // No workload computes with doubles.
  test::TimedKernel doubles("mov.f64 %d1, 0d3FF0000000000000; add.f64 %d2, %d1, %d1;");
  for (const Counters& sm : doubles.run(test::plain_machine()).sms) add_sm(all, sm);
  for (const EnergyEvent& event : kEvents) {
    const uint64_t* value = find_statistic(event.counter)->read(all);
    ASSERT_NE(value, nullptr) << event.counter;
    EXPECT_GT(*value, 0u) << event.counter;
  }
}

TEST(EnergyRuns, AreTheSameTwice) {
  EXPECT_EQ(to_json(tiny("bitonic", small_lucas(), "pdom")),
            to_json(tiny("bitonic", small_lucas(), "pdom")));
}

/// The energy of the run is that of its launches: all of it follows from sums of events.
TEST(EnergyRuns, LaunchesAddUp) {
  RunStatistics run = tiny("reduction", small_lucas(), "pdom");
  Energy sum;
  for (const LaunchStatistics& launch : run.launches) {
    Energy e = energy_of(launch.total, run.config, run.config.sms);
    for (size_t i = 0; i < kEnergyParts; i++) sum.parts[i] += e.parts[i];
  }
  Energy total = energy_of(run.total, run.config, run.config.sms);
  for (size_t i = 0; i < kEnergyParts; i++) {
    EXPECT_GE(total.parts[i], sum.parts[i]) << i;  // divisions round down
    EXPECT_LE(total.parts[i], sum.parts[i] + 4 * run.launches.size()) << i;
  }
}

/// Under every arch, and so with every mechanism, each part of the core uses energy.
TEST(EnergyRuns, EveryMechanismSpendsIt) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  std::set<std::string> mechanisms;
  for (const ConfigInfo& info : archs()) {
    const std::string arch(info.name);
    RunStatistics run = tiny("bitonic", load_preset("small"), arch);
    mechanisms.insert(run.config.arch.divergence);
    Energy e = energy_of(run.total, run.config, run.config.sms);
    for (EnergyPart part :
         {EnergyPart::Registers, EnergyPart::Operands, EnergyPart::Execution, EnergyPart::Fetch,
          EnergyPart::Issue, EnergyPart::Shared, EnergyPart::Clock, EnergyPart::Leakage})
      EXPECT_GT(e[part], 0u) << arch << ", " << energy_part_text(part).name;
  }
  for (const char* name : test::mechanisms()) EXPECT_TRUE(mechanisms.contains(name)) << name;
}

/// In rows each operand of a packet moves a warp's words; lanes with banks of their own move those
/// of active threads.
TEST(EnergyRuns, RowsAreMovedWholeAndWordsAsNeeded) {
  RunStatistics rows = tiny("active_threads", small_lucas(), "pdom");
  RunStatistics words = tiny("active_threads", small_lucas(), "tsimt");
  const CoreCounters &r = rows.total.core, &w = words.total.core;
  EXPECT_GT(r.register_words_read, r.register_reads);
  EXPECT_EQ(w.register_words_read, w.register_reads);
  EXPECT_EQ(w.register_words_written, w.register_writes);
  EXPECT_EQ(r.register_words_read % 32, 0u);
  EXPECT_EQ(w.register_reads, r.register_reads);
  EXPECT_EQ(w.shared_words, r.shared_words);
}

/// The wider the lanes, the more words of idle threads move.
TEST(EnergyRuns, BundlesLieInBetween) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  uint64_t last = 0;
  for (const char* arch : {"tsimt", "stsimt-2", "stsimt-4", "stsimt-8", "pdom"}) {
    RunStatistics run = tiny("bitonic", small_lucas(), arch);
    EXPECT_GT(run.total.core.register_words_read, last) << arch;
    last = run.total.core.register_words_read;
  }
}

}  // namespace
}  // namespace heddle
