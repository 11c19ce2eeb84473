// Properties of every model under any traffic: each accepted request is done exactly once, its
// parts add up to its lanes, nothing hangs, two runs are equal, and neither skipping the cycles
// without events (`next_event`) nor the order in which cores run ahead makes a difference.
#include <gmock/gmock.h>

#include <cstring>
#include <map>

#include "effort.hpp"
#include "memory_timing/memory_driver.hpp"
#include "memory_timing/random_stream.hpp"

namespace heddle::testing {
namespace {

struct Offer {
  Cycle earliest;
  uint32_t token = 0;
  AccessType type = AccessType::Load;
  uint32_t bytes = 4;
  Pattern pattern{0, 0, 0};
};

Offer random_offer(RandomStream& random, Cycle earliest, uint32_t token) {
  Offer offer{.earliest = earliest, .token = token};
  uint32_t kind = random.below(16);
  offer.type = kind < 8    ? AccessType::Load
               : kind < 12 ? AccessType::Store
               : kind < 13 ? AccessType::Atomic
               : kind < 15 ? AccessType::Constant
                           : AccessType::Instruction;
  offer.bytes = 1u << random.below(5);
  size_t threads = offer.type == AccessType::Instruction ? 1 : 1 + random.below(64);
  Address base = random.below(1 << 18) * 4;
  switch (random.below(4)) {
    case 0: offer.pattern = Pattern(base & ~15, offer.bytes, threads); break;
    case 1: offer.pattern = Pattern(base, 0, threads); break;
    case 2: offer.pattern = Pattern(base, 4 * random.below(100), threads); break;
    default:
      offer.pattern = Pattern(base, 0, threads);
      for (Address& a : offer.pattern.addresses) a = random.below(1 << 16) * 4;
  }
  return offer;
}

using Traffic = std::vector<std::vector<Offer>>;  // by core

Traffic random_traffic(uint32_t sms, size_t requests, uint64_t seed) {
  Traffic traffic(sms);
  for (uint32_t sm = 0; sm < sms; ++sm) {
    RandomStream random(seed, 9, sm);
    Cycle earliest;
    for (uint32_t i = 0; i < requests; ++i) {
      earliest += random.below(20) == 0 ? random.below(3000) : random.below(4);
      traffic[sm].push_back(random_offer(random, earliest, i));
    }
  }
  return traffic;
}

struct Outcome {
  std::vector<Seen> seen;
  std::vector<MemoryCounters> counters;
  Cycle end;
};

/// With `skip`, cycles without events are skipped, and a core whose request was rejected retries
/// only after a Room event. Neither may change the result.
Outcome run(const MachineConfig& config, const Traffic& traffic, bool skip) {
  auto memory = make_memory_system(ValidMachine(config));
  Outcome outcome;
  std::vector<size_t> next(config.sms, 0);
  std::vector<char> refused(config.sms, 0);
  for (Cycle now; now < Cycle{20'000'000};) {
    Cycle wake = kNeverCycle;
    for (uint32_t sm = 0; sm < config.sms; ++sm) {
      if (next[sm] == traffic[sm].size() || (skip && refused[sm])) continue;
      const Offer& offer = traffic[sm][next[sm]];
      if (offer.earliest <= now) {
        refused[sm] = !memory->port(sm).accept(
            offer.pattern.request(offer.token, offer.type, offer.bytes), now);
        if (!refused[sm]) ++next[sm];
      }
      if (next[sm] < traffic[sm].size() && !(skip && refused[sm]))
        wake = std::min(wake, std::max(now + 1, traffic[sm][next[sm]].earliest));
    }
    if (!skip || memory->next_event() <= now) memory->tick(now);
    for (uint32_t sm = 0; sm < config.sms; ++sm) {
      for (const MemoryEvent& e : memory->port(sm).events()) {
        if (e.kind != MemoryEvent::Kind::Room) outcome.seen.push_back({now, sm, e});
        if (e.kind != MemoryEvent::Kind::Room || !refused[sm]) continue;
        refused[sm] = false;
        wake = std::min(wake, now + 1);
      }
      memory->port(sm).events().clear();
    }
    outcome.end = now;
    if (wake == kNeverCycle && memory->idle()) break;
    now = skip ? std::max(now + 1, std::min(wake, memory->next_event())) : now + 1;
  }
  EXPECT_TRUE(memory->idle()) << "hangs";
  for (uint32_t sm = 0; sm < config.sms; ++sm) outcome.counters.push_back(memory->counters(sm));
  return outcome;
}

/// One core that offers its traffic whatever the others do.
class LoneCore {
 public:
  LoneCore(MemoryPort& port, uint32_t sm, const std::vector<Offer>& offers)
      : port_(port), sm_(sm), offers_(offers) {}

  Cycle time() const { return time_; }
  bool is_done() const { return next_ == offers_.size(); }
  /// Runs the cycles before `limit` that it can run with what it knows.
  void run(Cycle limit, std::vector<Seen>& seen) {
    for (; time_ < std::min(limit, port_.known_until()); ++time_) {
      if (port_.next_event() <= time_) port_.tick(time_);
      for (const MemoryEvent& e : port_.events()) seen.push_back({time_, sm_, e});
      port_.events().clear();
      if (is_done() || offers_[next_].earliest > time_) continue;
      const Offer& o = offers_[next_];
      if (port_.accept(o.pattern.request(o.token, o.type, o.bytes), time_)) next_++;
    }
  }

 private:
  MemoryPort& port_;
  uint32_t sm_;
  const std::vector<Offer>& offers_;
  size_t next_ = 0;
  Cycle time_;
};

/// With `ahead`, cores run in any order, each as far as the horizon or for some cycles less.
Outcome run_cores(const MachineConfig& config, const Traffic& traffic, bool ahead) {
  constexpr Cycle kEnd{60'000};
  auto memory = make_memory_system(ValidMachine(config));
  RandomStream random(1, 11, 1);
  std::vector<LoneCore> cores;
  for (uint32_t sm = 0; sm < config.sms; sm++)
    cores.emplace_back(memory->port(sm), sm, traffic[sm]);
  Outcome outcome;
  for (Cycle slowest; slowest < kEnd;) {
    memory->advance(std::min(memory->reach(slowest), kEnd));
    Cycle limit = std::min(ahead ? memory->horizon(slowest) : slowest + 1, kEnd);
    for (uint32_t n = 0; n < (ahead ? 2 * config.sms : config.sms); n++) {
      uint32_t sm = ahead ? random.below(config.sms) : n;
      uint64_t less = ahead ? random.below(20) : 0;
      cores[sm].run(std::max(slowest + 1, limit - std::min(limit - slowest, less)), outcome.seen);
    }
    slowest = kEnd;
    for (const LoneCore& core : cores) slowest = std::min(slowest, core.time());
  }
  memory->advance(kEnd);
  EXPECT_GT(outcome.seen.size(), 200u);
  std::ranges::stable_sort(outcome.seen, {},
                           [](const Seen& s) { return std::pair(s.cycle, s.sm); });
  for (uint32_t sm = 0; sm < config.sms; ++sm) outcome.counters.push_back(memory->counters(sm));
  return outcome;
}

void expect_conserved(const Traffic& traffic, const Outcome& outcome) {
  struct Record {
    uint64_t lanes = 0;
    int done = 0, missed = 0;
  };
  std::vector<std::map<uint32_t, Record>> records(traffic.size());
  for (const Seen& s : outcome.seen) {
    Record& r = records[s.sm][s.event.token];
    EXPECT_EQ(r.done, 0) << "something after Done";
    EXPECT_EQ(r.lanes & s.event.lanes, 0u) << "a lane came twice";
    r.lanes |= s.event.lanes;
    r.done += s.event.kind == MemoryEvent::Kind::Done;
    r.missed += s.event.kind == MemoryEvent::Kind::Missed;
    EXPECT_LE(r.missed, 1);
    if (s.event.kind == MemoryEvent::Kind::Part) {
      EXPECT_NE(s.event.lanes, 0u);
    }
  }
  for (size_t sm = 0; sm < traffic.size(); ++sm) {
    for (const Offer& offer : traffic[sm]) {
      size_t n = offer.pattern.lanes.size();
      EXPECT_EQ(records[sm][offer.token].done, 1);
      EXPECT_EQ(records[sm][offer.token].lanes, ~uint64_t{0} >> (64 - n));
    }
  }
}

struct Variant {
  const char* name;
  void (*change)(MachineConfig&);
};

void caches(MachineConfig& c) {
  c.memory.l1.bytes = 16384;
  c.memory.l1.hit_latency = 5;
  c.memory.constant.bytes = 2048;
  c.memory.constant.line = 64;
  c.memory.l2.bytes = 16384;
  c.memory.l2.line = 256;
  c.memory.l2.hit_latency = 7;
}

const Variant kVariants[] = {
    {"ideal", [](MachineConfig& c) { c.memory.model = "ideal", c.memory.latency = 20; }},
    {"fixed",
     [](MachineConfig& c) {
       caches(c);
       c.memory.model = "fixed", c.memory.latency = 330, c.memory.bytes_per_cycle = 37.3;
     }},
    {"fixed_bare", [](MachineConfig& c) { c.memory.model = "fixed", c.memory.queue = 1; }},
    {"open_row",
     [](MachineConfig& c) {
       caches(c);
       c.memory.model = "open-row", c.memory.bytes_per_cycle = 32;
       c.memory.l1.write = "back", c.memory.l1.allocate = "write", c.memory.l1.shared_port = false;
     }},
    {"full",
     [](MachineConfig& c) {
       caches(c);
       c.memory.partitions = 6;
     }},
    {"full_bare", [](MachineConfig& c) { c.memory.partitions = 3, c.memory.dram_policy = "fcfs"; }},
    {"full_narrow",  // everything as small as possible
     [](MachineConfig& c) {
       caches(c);
       MemoryConfig& m = c.memory;
       m.partitions = 2, m.queue = 1, m.dram_queue = 1, m.flit = 8, m.matching_iterations = 1;
       m.l1.mshr_entries = m.l1.mshr_merges = m.l2.mshr_entries = m.l2.mshr_merges = 1;
       m.l1.write = m.l2.write = "back";
       m.l1.allocate = m.l2.allocate = "write";
     }},
    {"full_sectors",
     [](MachineConfig& c) {
       caches(c);
       MemoryConfig& m = c.memory;
       m.partitions = 5, m.transaction = 32, m.l1.sector = m.l2.sector = 32;
       m.l1.replacement = "random", m.l2.replacement = "fifo";
       m.l2.write = "back", m.l2.allocate = "write", m.transactions_per_cycle = 2;
       m.l1.read_ports = 2, m.network_latency = 0;
       c.clock = {1'000'000, 1'300'000, 2'777'000};
     }},
    {"full_mixed_sectors",
     [](MachineConfig& c) {
       caches(c);
       MemoryConfig& m = c.memory;
       m.partitions = 6, m.transaction = 64, m.l1.sector = 64, m.l2.sector = 128;
       m.l1.write = "back", m.l1.shared_port = false, m.constant.sector = 32;
       m.dram_latency = 100;
       m.l2.write = "back", m.l2.allocate = "write";
     }},
    {"full_slow_clocks",
     [](MachineConfig& c) {
       caches(c);
       c.memory.partitions = 4, c.memory.l1.allocate = "write";
       c.clock = {1'400'000, 333'000, 101'000};
     }},
};

class Traffics : public LargeTestWithParam<Variant> {};

TEST_P(Traffics, ConservedRepeatableAndSkippable) {
  MachineConfig config;
  config.sms = 12;
  config.memory.latency = 50;
  GetParam().change(config);
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    Traffic traffic = random_traffic(config.sms, 80, seed);
    Outcome skipping = run(config, traffic, true);
    expect_conserved(traffic, skipping);
    Outcome again = run(config, traffic, true), ticking = run(config, traffic, false);
    EXPECT_EQ(skipping.seen, again.seen);
    EXPECT_EQ(skipping.seen, ticking.seen);
    EXPECT_EQ(skipping.end, ticking.end);
    for (uint32_t sm = 0; sm < config.sms; ++sm)
      EXPECT_EQ(std::memcmp(&skipping.counters[sm], &ticking.counters[sm], sizeof(MemoryCounters)),
                0);
  }
}

TEST_P(Traffics, CoresMayRunAhead) {
  MachineConfig config;
  config.sms = 12;
  config.memory.latency = 50;
  GetParam().change(config);
  Traffic traffic = random_traffic(config.sms, 60, 3);
  Outcome together = run_cores(config, traffic, false), ahead = run_cores(config, traffic, true);
  EXPECT_EQ(together.seen, ahead.seen);
  for (uint32_t sm = 0; sm < config.sms; ++sm)
    EXPECT_EQ(std::memcmp(&together.counters[sm], &ahead.counters[sm], sizeof(MemoryCounters)), 0);
}

TEST_P(Traffics, CountersAddUp) {
  MachineConfig config;
  config.sms = 4;
  GetParam().change(config);
  Outcome o = run(config, random_traffic(4, 300, 7), true);
  for (const MemoryCounters& c : o.counters) {
    EXPECT_EQ(c.requests, 300u);
    EXPECT_GE(c.transactions, c.requests);
    EXPECT_LE(c.l1.read_misses, c.l1.reads);
    EXPECT_LE(c.l2.read_misses, c.l2.reads);
    EXPECT_EQ(c.row_hits + c.row_misses + c.row_conflicts,
              config.memory.model == "full" || config.memory.model == "open-row"
                  ? c.dram_reads + c.dram_writes
                  : 0);
    EXPECT_LE(c.dram_busy_cycles, c.dram_cycles);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Traffics, ::testing::ValuesIn(kVariants),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(MemoryModels, AllAreListedAndCanBeMade) {
  std::vector<std::string> names;
  for (const MemoryModelInfo& info : memory_models()) {
    MachineConfig config = bare(info.name);
    EXPECT_NO_THROW(make_memory_system(ValidMachine(config)));
    names.emplace_back(info.name);
  }
  EXPECT_THAT(names, ::testing::ElementsAre("ideal", "fixed", "open-row", "full"));
}

}  // namespace
}  // namespace heddle::testing
