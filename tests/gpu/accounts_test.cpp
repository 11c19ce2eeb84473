// Random programs of the corpus on random machines: right results, and books that balance.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "config/load.hpp"
#include "config/validate.hpp"
#include "conformance/run_case.hpp"
#include "effort.hpp"
#include "gpu/timed_engine.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

constexpr uint32_t kSeed = 2026;
constexpr size_t kPrograms = 40;

/// Functional execution that remembers what it counted.
class CountingEngine final : public Engine {
 public:
  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override {
    counts = run_functional(*kernel, launch, environment);
    return counts;
  }
  RunCounts counts;
};

class Dice {
 public:
  explicit Dice(uint32_t seed) : random_(seed) {}
  template <class T>
  T of(std::initializer_list<T> choices) {
    return choices.begin()[random_() % choices.size()];
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

 private:
  std::mt19937 random_;
};

MachineConfig random_machine(Dice& dice, const char* divergence) {
  MachineConfig c = load_preset("small");
  c.arch.divergence = divergence;
  c.arch.dependence = dice.of<const char*>({"exact", "scoreboard", "per-path", "barrel"});
  if ((c.arch.divergence == "tbc" || c.arch.divergence == "mimd") &&
      c.arch.dependence == "per-path")
    c.arch.dependence = "scoreboard";  // per-path is refused
  c.arch.scoreboard_entries = c.arch.dependence == "scoreboard" || c.arch.dependence == "per-path"
                                  ? dice.of<uint32_t>({0, 1, 2, 6})
                                  : 0;
  c.arch.schedule = dice.of<const char*>({"loose-round-robin", "sticky-round-robin", "oldest",
                                          "greedy-then-oldest", "two-level", "majority", "minority",
                                          "pdom-priority", "lowest-pc"});
  c.arch.fetch_group = dice.of<uint32_t>({1, 4, 8});
  c.arch.group_timeout = dice.of<uint64_t>({0, 20});
  c.core.warp = c.core.lanes = dice.of<uint32_t>({4, 8, 16, 32, 64});
  if (c.arch.divergence == "dwf") {  // its warps have at most 32 threads
    c.core.warp = c.core.lanes = dice.of<uint32_t>({4, 8, 16, 32});
    c.registers.layout = dice.of<const char*>({"ideal", "per-lane", "crossbar"});
    c.arch.lane_map = dice.of<const char*>({"identity", "swizzle"});
    c.dwf.lut_entries = dice.of<uint32_t>({2, 32});
    c.dwf.majority_entries = dice.of<uint32_t>({1, 32});
  }
  c.large_warp.size = dice.of<uint32_t>({64, 128, 256, 512});
  c.large_warp.jump_slot = dice.below(2);
  c.large_warp.guard_packing = dice.below(2);
  c.tbc.block = dice.of<uint32_t>({64, 256});
  c.dual_path = {.forwarding = dice.below(2) == 1,
                 .memory_split = dice.below(2) == 1,
                 .software_stack = dice.below(2) == 1,
                 .scheduler_entries = dice.of<uint32_t>({1, 2}),
                 .turns_after_shared = dice.below(2) == 1};
  c.dws = {.threshold = dice.of<uint32_t>({0, 2, 50}), .memory_split = dice.below(2) == 1};
  c.frontier = {.paths = dice.of<uint32_t>({1, 2}),
                .constraints = dice.below(2) == 1,
                .memory_split = dice.below(2) == 1,
                .cold_entries = dice.of<uint32_t>({1, 128})};
  c.fetch.per_cycle = dice.of<uint32_t>({1, 2});
  c.core.max_threads = 1536;
  c.core.max_warps = c.core.max_threads / c.core.warp;
  c.core.schedulers = dice.of<uint32_t>({1, 2});
  c.core.issue_per_scheduler = dice.of<uint32_t>({1, 1, 2});
  for (UnitConfig& u : c.core.units)
    u = {.lanes = dice.of<uint32_t>({8, 16, 32}), .count = dice.of<uint32_t>({1, 2})};
  c.registers.read_latency = dice.below(3);
  c.registers.banks = dice.of<uint32_t>({0, 1, 16});
  c.registers.collectors = dice.of<uint32_t>({1, 14});
  c.core.writeback_ports = dice.of<uint32_t>({0, 1, 2});
  c.core.scheduler_latency = dice.of<uint32_t>({1, 2});
  c.core.extra_stages = dice.below(2);
  c.core.shared_latency = dice.of<uint32_t>({1, 24});
  if (c.arch.divergence == "frontier")
    c.arch.dependence = dice.of<const char*>({"exact", "matrix", "barrel"});
  if (c.arch.dependence == "matrix") c.arch.scoreboard_entries = dice.of<uint32_t>({0, 1, 6});
  if (c.arch.dependence == "barrel") c.arch.scoreboard_entries = 0;
  c.arch.datapath = dice.of<const char*>({"spatial", "row"});
  if (c.arch.divergence == "frontier" || c.arch.divergence == "pdom") {
    c.arch.secondary = dice.of<const char*>({"none", "same-warp", "best-fit"});
    c.arch.lookup_ways = dice.of<uint32_t>({0, 1, 2});
    c.arch.lane_map =
        dice.of<const char*>({"identity", "mirror-odd", "mirror-half", "xor", "xor-rev"});
  }
  if (c.arch.secondary != "none") {
    c.arch.datapath = dice.of<const char*>({"spatial", "interwoven", "interwoven"});
    c.core.issue_per_scheduler = 2;
  }
  c.fetch.l1i.bytes = dice.of<uint64_t>({0, 512, 2048});
  c.fetch.latency = dice.of<uint32_t>({1, 4});
  c.fetch.buffer = dice.of<uint32_t>({1, 2, 4});
  c.fetch.width = dice.of<uint32_t>({1, 2});
  c.memory.model = dice.of<const char*>({"ideal", "fixed", "open-row", "full"});
  c.memory.latency = dice.of<uint32_t>({1, 50, 330});
  c.memory.bytes_per_cycle = dice.of<double>({0, 8, 32});
  c.name = fmt::format("{}/{}{}/{}/{}/warp {}/{} schedulers", divergence, c.arch.dependence,
                       c.arch.scoreboard_entries, c.arch.schedule, c.memory.model, c.core.warp,
                       c.core.schedulers);
  return c;
}

template <class Array>
uint64_t sum(const Array& a) {
  return std::accumulate(a.begin(), a.end(), uint64_t{0});
}

void expect_balanced(const LaunchResult& r, const MachineConfig& c) {
  for (const Counters& sm : r.sms) {
    const CoreCounters& k = sm.core;
    EXPECT_EQ(k.cycles, r.cycles);
    EXPECT_EQ(k.issue_slots, k.cycles * c.core.schedulers * c.core.issue_per_scheduler);
    EXPECT_EQ(sum(k.slots), k.issue_slots);
    EXPECT_EQ(k.slots[static_cast<size_t>(Cause::Issued)] + k.joined_packets, k.warp_instructions);
    if (c.arch.divergence != "mimd") {
      EXPECT_EQ(k.joined_packets, 0u);
    }
    EXPECT_EQ(sum(k.mix), k.warp_instructions);
    EXPECT_EQ(sum(k.occupancy), k.issue_slots);
    uint64_t threads = 0;
    for (size_t n = 0; n < k.occupancy.size(); n++) threads += n * k.occupancy[n];
    EXPECT_EQ(threads + k.beyond_occupancy, k.thread_instructions);
    EXPECT_EQ(sum(k.active_lanes), k.cycles);
    if (c.arch.divergence == "large_warp") {
      EXPECT_EQ(k.packing.jumps + k.packing.sub_warps, k.warp_instructions);
      EXPECT_LE(k.packing.threads, k.packing.sub_warps * c.core.warp);
    } else {
      EXPECT_EQ(sum(k.packing.instructions), 0u);
    }
    EXPECT_LE(k.active_cycles, k.cycles);
    EXPECT_LE(k.divergent_branches, k.branches);
    const DwfCounters& d = k.dwf;
    EXPECT_EQ(d.warps_formed, c.arch.divergence == "dwf" ? k.warp_instructions : 0);
    EXPECT_EQ(d.lut_hits + d.lut_misses, d.lut_lookups);
    EXPECT_LE(d.pool_cycles, k.active_cycles);
    EXPECT_LE(d.longest_wait, d.pool_cycles);
    EXPECT_LE(d.most_pcs, d.most_warps);
  }
}

/// All counters of a launch in one list.
std::vector<uint64_t> flat(const LaunchResult& r) {
  std::vector<uint64_t> out{r.cycles, r.blocks};
  auto add = [&](const auto& list) { out.insert(out.end(), list.begin(), list.end()); };
  for (const Counters& sm : r.sms) {
    const CoreCounters& k = sm.core;
    out.insert(out.end(), {k.cycles,
                           k.active_cycles,
                           k.warp_instructions,
                           k.thread_instructions,
                           k.issue_slots,
                           k.branches,
                           k.divergent_branches,
                           k.interleavable_branches,
                           k.schedulable_paths,
                           k.false_dependences,
                           k.subdivisions,
                           k.merges,
                           k.missed_reconvergences,
                           k.memory_splits,
                           k.deepest_stack,
                           k.most_paths,
                           k.barriers,
                           k.blocks,
                           k.shared_accesses,
                           k.shared_conflicts,
                           k.bank_conflicts,
                           k.private_accesses,
                           k.private_conflicts,
                           k.icache_hits,
                           k.icache_misses,
                           k.max_resident_warps,
                           k.max_resident_blocks,
                           k.resident_warp_cycles,
                           k.register_reads,
                           k.register_writes,
                           k.beyond_occupancy,
                           k.schedule.group_switches,
                           k.schedule.group_timeouts,
                           k.packing.jumps,
                           k.packing.sub_warps,
                           k.packing.threads});
    add(k.active_lanes);
    add(k.packing.instructions);
    add(k.slots);
    add(k.occupancy);
    add(k.mix);
    add(k.busy_cycles);
    auto add_all = [&](const auto& counters) {
      static_assert(sizeof counters % sizeof(uint64_t) == 0);
      std::array<uint64_t, sizeof counters / sizeof(uint64_t)> values;
      std::memcpy(values.data(), &counters, sizeof counters);
      add(values);
    };
    add_all(sm.memory);
    add_all(k.dwf);
  }
  for (const BranchCounters& b : r.branches)
    out.insert(out.end(), {b.pc, b.executed, b.diverged, b.taken, b.not_taken, b.reconverge_cycles,
                           b.reconvergences});
  return out;
}

std::vector<Case> sample_of_programs() {
  std::vector<Case> all = load_corpus(HEDDLE_TESTS "/conformance/programs");
  std::mt19937 random(kSeed);
  std::vector<Case> out;
  size_t wanted = quick_effort() ? 3 : kPrograms;
  while (out.size() < wanted && !all.empty()) {
    size_t n = random() % all.size();
    out.push_back(std::move(all[n]));
    all.erase(all.begin() + static_cast<ptrdiff_t>(n));
  }
  return out;
}

class Accounts : public ::testing::TestWithParam<const char*> {};

TEST_P(Accounts, BalanceForRandomProgramsOnRandomMachines) {
  if (quick_effort() && !is_quick_mechanism(GetParam())) GTEST_SKIP() << kTooLarge;
  CorpusFiles files;
  Dice dice(kSeed);
  for (const Case& c : sample_of_programs()) {
    MachineConfig machine = random_machine(dice, GetParam());
    SCOPED_TRACE(c.name + " on " + machine.name);
    ASSERT_THAT(validate(machine), ::testing::IsEmpty());
    auto functional = std::make_shared<CountingEngine>();
    ASSERT_EQ(run_case(c, {.engine = functional}, files), std::nullopt);
    std::vector<uint64_t> first;
    for (int again = 0; again < 2; again++) {
      auto timed = std::make_shared<TimedEngine>(ValidMachine(machine),
                                                 MachineOptions{.check = true, .progress = {}});
      auto failure = run_case(c, {.engine = timed}, files);
      EXPECT_FALSE(failure) << *failure;
      if (failure) break;
      const LaunchResult& r = timed->results().back();
      EXPECT_EQ(r.blocks, c.grid.count());
      uint64_t threads = 0;
      for (const Counters& sm : r.sms) threads += sm.core.thread_instructions;
      EXPECT_EQ(threads, functional->counts.thread_instructions);
      expect_balanced(r, machine);
      if (again)
        EXPECT_EQ(flat(r), first);
      else
        first = flat(r);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanism, Accounts, ::testing::ValuesIn(test::mechanisms()),
                         [](const auto& p) { return std::string(p.param); });

}  // namespace
}  // namespace heddle
