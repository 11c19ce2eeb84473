// Drives a memory system as the machine does, cycle by cycle: accept, tick, events.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "memory_timing/memory_system.hpp"

namespace heddle::testing {

struct Seen {
  Cycle cycle;
  uint32_t sm = 0;
  MemoryEvent event;
  auto key() const {
    return std::tuple(cycle, sm, event.token, static_cast<int>(event.kind), event.lanes);
  }
  bool operator==(const Seen& other) const { return key() == other.key(); }
};

/// Addresses base, base + stride, ... of `threads` threads on lanes 0, 1, ...
struct Pattern {
  std::vector<Address> addresses;
  std::vector<uint8_t> lanes;
  Pattern(Address base, int64_t stride, size_t threads = 32) : addresses(threads), lanes(threads) {
    for (size_t i = 0; i < threads; ++i) addresses[i] = base + stride * static_cast<int64_t>(i);
    std::iota(lanes.begin(), lanes.end(), uint8_t{0});
  }
  explicit Pattern(std::vector<Address> list)
      : addresses(std::move(list)), lanes(addresses.size()) {
    std::iota(lanes.begin(), lanes.end(), uint8_t{0});
  }
  MemoryRequest request(uint32_t token, AccessType type = AccessType::Load,
                        uint32_t bytes = 4) const {
    return {.token = token, .type = type, .bytes = bytes, .addresses = addresses, .lanes = lanes};
  }
};

class Driver {
 public:
  explicit Driver(const MachineConfig& config)
      : config_(config), memory_(make_memory_system(ValidMachine(config))) {}

  bool offer(const Pattern& pattern, uint32_t token, AccessType type = AccessType::Load,
             uint32_t sm = 0, uint32_t bytes = 4) {
    return memory_->port(sm).accept(pattern.request(token, type, bytes), now_);
  }
  /// Ends the cycle.
  void step() {
    memory_->tick(now_);
    for (uint32_t sm = 0; sm < config_.sms; ++sm) {
      std::vector<MemoryEvent>& events = memory_->port(sm).events();
      for (const MemoryEvent& event : events) seen_.push_back({now_, sm, event});
      events.clear();
    }
    ++now_;
  }
  void run_to(Cycle cycle) {
    while (now_ < cycle) step();
  }
  /// Runs until nothing is in flight, skipping cycles without events.
  void drain(Cycle limit = Cycle{1'000'000}) {
    while (!memory_->idle()) {
      Cycle next = memory_->next_event();
      ASSERT_NE(next, kNeverCycle) << "not idle, but nothing will happen";
      ASSERT_LT(next, limit);
      now_ = std::max(now_, next);
      step();
    }
  }
  /// Issues one request now and returns the cycles until it is done.
  uint64_t time(const Pattern& pattern, AccessType type = AccessType::Load, uint32_t sm = 0,
                uint32_t bytes = 4) {
    Cycle begin = now_;
    EXPECT_TRUE(offer(pattern, 77, type, sm, bytes));
    drain(now_ + 1'000'000);
    return done(77) - begin;
  }
  /// The cycle of the last Done of the token.
  Cycle done(uint32_t token, uint32_t sm = ~0u) const {
    Cycle result = kNeverCycle;
    for (const Seen& s : seen_)
      if (s.event.token == token && s.event.kind == MemoryEvent::Kind::Done &&
          (sm == ~0u || sm == s.sm))
        result = s.cycle;
    return result;
  }
  size_t count(MemoryEvent::Kind kind) const {
    size_t n = 0;
    for (const Seen& s : seen_) n += s.event.kind == kind;
    return n;
  }
  MemorySystem& memory() { return *memory_; }
  Cycle now() const { return now_; }
  const std::vector<Seen>& seen() const { return seen_; }
  void forget() { seen_.clear(); }

 private:
  MachineConfig config_;
  std::unique_ptr<MemorySystem> memory_;
  Cycle now_;
  std::vector<Seen> seen_;
};

/// A machine with one core, no caches and no limits.
inline MachineConfig bare(const char* model) {
  MachineConfig config;
  config.memory.model = model;
  config.memory.l1.bytes = config.memory.constant.bytes = config.memory.l2.bytes = 0;
  config.clock = {1'000'000, 1'000'000, 1'000'000};
  return config;
}

}  // namespace heddle::testing
