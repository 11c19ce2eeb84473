// Cores that run ahead of each other, on one host thread or several, give what cores give that run
// cycle by cycle, one after the other.
#include <gtest/gtest.h>

#include <random>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "gpu/host_threads.hpp"
#include "races_generator.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::RacesGenerator;
using test::TimedKernel;

constexpr uint32_t kRaceThreads = 40, kRaceBlocks = 14;

struct RunOutcome {
  uint64_t cycles = 0;
  std::vector<uint64_t> counted;
  std::vector<uint32_t> memory;
  bool operator==(const RunOutcome&) const = default;
};

RunOutcome run(TimedKernel& kernel, const ValidMachine& config, MachineOptions options) {
  kernel.clear();
  Machine machine(config, std::move(options));
  RunOutcome outcome;
  for (uint32_t launch = 0; launch < 2; launch++) {  // the second finds warm caches and late stores
    LaunchResult r = kernel.run(machine, kRaceThreads, kRaceBlocks);
    outcome.cycles += r.cycles;
    for (const Counters& sm : r.sms) {
      for (uint64_t slots : sm.core.slots) outcome.counted.push_back(slots);
      for (uint64_t n : {sm.core.thread_instructions, sm.core.warp_instructions, sm.core.cycles,
                         sm.memory.l1.reads, sm.memory.l1.read_misses, sm.memory.l1.mshr_full,
                         sm.memory.port_stalls, sm.memory.l2.reads, sm.memory.dram_reads,
                         sm.memory.dram_cycles, sm.memory.row_hits, sm.memory.network_flits_up})
        outcome.counted.push_back(n);
    }
  }
  outcome.memory = kernel.output(256 + kRaceThreads * kRaceBlocks);
  return outcome;
}

ValidMachine machine(std::string_view preset, const std::string& arch, const std::string& model) {
  const std::string settings[] = {"sms=6", "memory.model=" + model, "memory.latency=200",
                                  "memory.bytes_per_cycle=32"};
  return load_machine(std::string(preset), arch, settings);
}

class Races : public ::testing::TestWithParam<uint32_t> {};

TEST_P(Races, EndTheSameOnAnyNumberOfThreads) {
  const uint32_t kernels = quick_effort() ? 1 : full_effort() ? 40 : 1;
  const std::string models[] = {"full", "fixed", "open-row", "ideal"};
  for (uint32_t n = 0; n < kernels; n++) {
    uint32_t seed = GetParam() + 8 * n;
    TimedKernel kernel(std::make_shared<Source>("races.ptx", RacesGenerator(seed).module()),
                       4 * (256 + kRaceThreads * kRaceBlocks));
    for (const ConfigInfo& arch : archs()) {
      if (quick_effort() && !is_quick_mechanism(arch.name)) continue;
      const std::string& model = models[seed++ % 4];
      SCOPED_TRACE(fmt::format("seed {}, {}, memory {}", GetParam() + 8 * n, arch.name, model));
      ValidMachine config = machine("small", arch.name, model);
      RunOutcome in_turn = run(kernel, config, {.check = true});
      ASSERT_EQ(run(kernel, config, {}), in_turn);
      ASSERT_EQ(run(kernel, config, {.threads = 3}), in_turn);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Races, ::testing::Range(0u, 8u));

TEST(Threads, MoreThanThereAreCores) {
  TimedKernel kernel(std::make_shared<Source>("races.ptx", RacesGenerator(5).module()),
                     4 * (256 + kRaceThreads * kRaceBlocks));
  ValidMachine config = machine("small", "pdom", "full");
  RunOutcome in_turn = run(kernel, config, {.check = true});
  for (uint32_t threads : {2u, 7u, 64u})
    EXPECT_EQ(run(kernel, config, {.threads = threads}), in_turn);
}

/// So many that host threads share partitions and loads, too.
TEST(Threads, ShareManySmsAndPartitions) {
  TimedKernel kernel(std::make_shared<Source>("races.ptx", RacesGenerator(6).module()),
                     4 * (256 + kRaceThreads * kRaceBlocks));
  const std::string settings[] = {"sms=14", "memory.partitions=16", "memory.interleave=128"};
  ValidMachine config = load_machine("small", "pdom", settings);
  RunOutcome in_turn = run(kernel, config, {.check = true});
  for (uint32_t threads : {1u, 2u, 5u})
    EXPECT_EQ(run(kernel, config, {.threads = threads}), in_turn);
}

/// Two SMs have room for eight of the fourteen blocks, and share the last six.
TEST(Threads, LeaveEachOtherTheLastBlocks) {
  const std::string settings[] = {"sms=2", "core.max_blocks=4", "dispatch=even"};
  for (uint32_t seed = 10; seed < 14; seed++) {
    TimedKernel kernel(std::make_shared<Source>("races.ptx", RacesGenerator(seed).module()),
                       4 * (256 + kRaceThreads * kRaceBlocks));
    for (const char* arch : {"mimd", "pdom"}) {
      ValidMachine config = load_machine("small", arch, settings);
      RunOutcome in_turn = run(kernel, config, {.check = true});
      EXPECT_EQ(run(kernel, config, {}), in_turn);
      EXPECT_EQ(run(kernel, config, {.threads = 2}), in_turn);
    }
  }
}

/// Thread 19 of block 7 fails, others go on storing: what is in memory then is what came before.
TEST(Threads, AFaultStopsEveryCoreAtTheSamePlace) {
  const char* body =
      "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 40, %r1;\n"
      "ld.param.u64 %rd1, [pout]; mul.wide.u32 %rd2, %r3, 4; add.u64 %rd2, %rd1, %rd2;\n"
      "mov.u32 %r4, 0;\nLOOP: add.u32 %r4, %r4, 1; st.global.u32 [%rd2], %r4;\n"
      "atom.global.add.u32 %r6, [%rd1], 1;\n"
      "setp.eq.u32 %p1, %r3, 299; setp.gt.and.u32 %p1, %r4, 5, %p1;\n"
      "@%p1 mov.u64 %rd2, 16; setp.lt.u32 %p2, %r4, 200; @%p2 bra LOOP;\n";
  auto outcome = [&](MachineOptions options) {
    TimedKernel kernel(body, 4 * kRaceThreads * kRaceBlocks);
    Machine m(machine("small", "pdom", "full"), std::move(options));
    std::string said;
    try {
      kernel.run(m, kRaceThreads, kRaceBlocks);
    } catch (const ExecutionError& e) {
      said = e.what();
    }
    return std::pair(said, kernel.output(kRaceThreads * kRaceBlocks));
  };
  auto in_turn = outcome({.check = true});
  EXPECT_NE(in_turn.first.find("0x10"), std::string::npos) << in_turn.first;
  EXPECT_EQ(outcome({}), in_turn);
  EXPECT_EQ(outcome({.threads = 4}), in_turn);
}

TEST(Threads, SamplesDoNotDependOnThem) {
  TimedKernel kernel(std::make_shared<Source>("races.ptx", RacesGenerator(9).module()),
                     4 * (256 + kRaceThreads * kRaceBlocks));
  auto samples = [&](bool check, uint32_t threads) {
    std::vector<uint64_t> seen;
    MachineOptions options{.check = check, .threads = threads};
    options.sample_every = 37;
    options.sample = [&](uint64_t cycle, std::span<const Counters> sms) {
      seen.push_back(cycle);
      for (const Counters& sm : sms)
        for (uint64_t n : {sm.core.thread_instructions, sm.core.cycles, sm.memory.l1.reads,
                           sm.memory.l2.reads, sm.memory.dram_cycles})
          seen.push_back(n);
    };
    run(kernel, machine("small", "dwf", "full"), std::move(options));
    return seen;
  };
  auto in_turn = samples(true, 1);
  EXPECT_GT(in_turn.size(), 100u);
  EXPECT_EQ(samples(false, 1), in_turn);
  EXPECT_EQ(samples(false, 3), in_turn);
}

TEST(HostThreads, EveryTaskRunsOncePerRound) {
  constexpr uint32_t kNumbers = 37, kRounds = 2000;
  for (uint32_t threads : {1u, 2u, 5u, 64u}) {
    HostThreads host(threads);
    std::mt19937 random(threads);
    std::vector<uint32_t> counts(kNumbers), expected(kNumbers), tasks;
    for (uint32_t round = 0; round < kRounds; round++) {
      tasks.clear();  // none, some or all
      for (uint32_t n = 0; n < kNumbers; n++)
        if (random() % 8 < round % 10) tasks.push_back(n);
      for (uint32_t n : tasks) expected[n]++;
      // No two threads may have a task at the same time.
      host.run(tasks, kNumbers,
               [&](uint32_t n, uint32_t thread) { counts[n] += thread < threads; });
      ASSERT_EQ(counts, expected) << threads << " threads, round " << round;
    }
  }
}

}  // namespace
}  // namespace heddle
