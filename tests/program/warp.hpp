// A warp of four threads on a reconvergence stack, which runs functions made at random. Every
// operation is some function of its operands, so equal operands give equal results and nothing else
// is assumed. Whoever derives from it may look at each step.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

#include "program/analysis/analysis.hpp"

namespace heddle::testing {

class Warp {
 public:
  static constexpr uint32_t kThreads = 4;
  using Ways = std::map<uint32_t, uint32_t>;  // next place to threads

  /// `backwards`: of the sides of a branch, that at the lowest address runs first.
  Warp(const FunctionAnalysis& a, uint32_t seed, bool backwards = false)
      : a_(a), seed_(seed), backwards_(backwards) {
    for (auto& thread : values_) thread.assign(a.function.registers.size(), 0);
  }
  virtual ~Warp() = default;

  /// Runs until the end, or for at most this many instructions.
  void run(uint32_t limit) {
    stack_.push_back({Pc{0}, kNoPc, (1u << kThreads) - 1});
    for (uint32_t n = 0; n < limit && !stack_.empty(); n++) {
      Entry& top = stack_.back();
      if (top.pc == top.reconvergence || top.threads == 0 ||
          top.pc.value() >= a_.function.code.size()) {
        stack_.pop_back();
        continue;
      }
      issue(top.pc, top.threads);
      if (stopped_ || ::testing::Test::HasFatalFailure()) return;
    }
  }

 protected:
  /// The threads of an entry are about to execute an instruction, `executed` of them really.
  virtual void issuing(Pc, uint32_t /*threads*/, uint32_t /*executed*/) {}
  /// They have, and go these ways.
  virtual void issued(Pc, uint32_t /*threads*/, uint32_t /*executed*/, const Ways&) {}

  uint32_t value(uint32_t thread, Reg r) const { return values_[thread][r.value()]; }
  template <class F>
  static void for_each_thread(uint32_t threads, F f) {
    for (uint32_t t = 0; t < kThreads; t++)
      if (threads >> t & 1) f(t);
  }
  void stop() { stopped_ = true; }

  const FunctionAnalysis& a_;

 private:
  struct Entry {
    Pc pc, reconvergence;
    uint32_t threads;
  };

  static uint32_t mix(uint32_t h, uint32_t v) {
    h = (h ^ v) * 0x9e3779b1u;
    return h ^ h >> 15;
  }

  uint32_t value_of(const Operand& o, uint32_t t) const {
    switch (o.kind) {
      case Operand::Kind::Register: return values_[t][o.index];
      case Operand::Kind::Immediate: return static_cast<uint32_t>(o.value);
      case Operand::Kind::Special:
        return o.index == static_cast<uint32_t>(Special::TidX) ? mix(seed_, t) : seed_;
      default: return 0;
    }
  }

  void issue(Pc pc, uint32_t threads) {
    const Instruction& i = a_.function.at(pc);
    uint32_t executed = 0;
    for_each_thread(threads, [&](uint32_t t) {
      if (!i.guarded() || (values_[t][i.guard.value()] & 1) != 0) executed |= 1u << t;
    });
    issuing(pc, threads, executed);
    Ways ways;
    for_each_thread(threads, [&](uint32_t t) {
      ways[executed >> t & 1 ? execute(i, t, pc) : pc.value() + 1] |= 1u << t;
    });
    issued(pc, threads, executed, ways);
    advance(pc, ways);
  }

  uint32_t execute(const Instruction& i, uint32_t t, Pc pc) {
    uint32_t h = static_cast<uint32_t>(i.op);
    for (const Operand& o : a_.function.sources(i)) h = mix(h, value_of(o, t));
    if (i.op == Opcode::Ld) h = mix(h, t);  // memory is whatever it is
    switch (i.flow) {
      case Flow::Branch: return a_.function.sources(i)[0].target().value();
      case Flow::Indexed: {
        const auto& targets = a_.function.tables[a_.function.sources(i)[1].index].targets;
        return targets[value_of(a_.function.sources(i)[0], t) % targets.size()].value();
      }
      case Flow::Exit: return kNoPc.value();
      default: break;
    }
    uint32_t k = 0;
    for_each_def(a_.function, i, [&](Reg r) { values_[t][r.value()] = mix(h, k++) >> 3; });
    return pc.value() + 1;
  }

  void advance(Pc pc, const Ways& ways) {
    const auto leave = [&](uint32_t threads) {
      for (Entry& e : stack_) e.threads &= ~threads;
    };
    Entry& top = stack_.back();
    if (ways.size() == 1) {
      if (ways.begin()->first == kNoPc.value()) return leave(ways.begin()->second);
      top.pc = Pc{ways.begin()->first};
      return;
    }
    const Pc reconvergence = a_.reconvergence.point(pc);
    top.pc = reconvergence;
    if (reconvergence == kNoPc) stack_.pop_back();
    const auto go = [&](const Ways::value_type& way) {
      if (way.first == kNoPc.value())
        leave(way.second);
      else if (Pc{way.first} != reconvergence)
        stack_.push_back({Pc{way.first}, reconvergence, way.second});
    };
    if (backwards_)
      for (auto it = ways.rbegin(); it != ways.rend(); ++it) go(*it);
    else
      for (const auto& way : ways) go(way);
  }

  uint32_t seed_;
  bool backwards_, stopped_ = false;
  std::array<std::vector<uint32_t>, kThreads> values_;
  std::vector<Entry> stack_;
};

}  // namespace heddle::testing
