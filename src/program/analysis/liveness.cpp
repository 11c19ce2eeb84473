#include "program/analysis/liveness.hpp"

#include <algorithm>
#include <utility>

namespace heddle {

Liveness::Liveness(const Function& function, const Cfg& cfg)
    : function_(&function), cfg_(&cfg), crossing_(function.registers.size(), kLocal) {
  number_crossing();
  solve();
  measure();
}

/// A register crosses when some block reads it before (surely) writing it.
void Liveness::number_crossing() {
  std::vector<uint32_t> written(function_->registers.size(), kNoBlock);  // last block to do so
  for (uint32_t b = 0; b < cfg_->size(); b++)
    for (uint32_t pc = (*cfg_)[b].first.value(); pc <= (*cfg_)[b].last.value(); pc++) {
      const Instruction& i = function_->code[pc];
      for_each_use(*function_, i, [&](Reg r) {
        if (written[r.value()] == b || crossing_[r.value()] != kLocal) return;
        crossing_[r.value()] = static_cast<uint32_t>(crossing_registers_.size());
        crossing_registers_.push_back(r);
      });
      if (defines_all(i)) for_each_def(*function_, i, [&](Reg r) { written[r.value()] = b; });
    }
}

void Liveness::solve() {
  const size_t n = cfg_->size(), columns = crossing_registers_.size();
  in_ = BitMatrix(n + 1, columns);
  BitMatrix kept(n, columns);  // not surely written in the block
  for (uint32_t b = 0; b < n; b++) {
    const auto keep = kept[b], in = in_[b];
    std::fill(keep.begin(), keep.end(), ~uint64_t{0});
    for (uint32_t pc = (*cfg_)[b].first.value(); pc <= (*cfg_)[b].last.value(); pc++) {
      const Instruction& i = function_->code[pc];
      for_each_use(*function_, i, [&](Reg r) {
        const uint32_t c = crossing_[r.value()];
        if (c != kLocal && test_bit(keep, c)) set_bit(in, c);
      });
      if (defines_all(i))
        for_each_def(*function_, i, [&](Reg r) {
          if (crossing_[r.value()] != kLocal) clear_bit(keep, crossing_[r.value()]);
        });
    }
  }
  std::vector<uint32_t> work;  // popped from the back: later blocks first
  std::vector<uint8_t> queued(n, 1);
  for (uint32_t b = 0; b < n; b++) work.push_back(b);
  while (!work.empty()) {
    const uint32_t b = work.back();
    work.pop_back();
    queued[b] = 0;
    const auto in = in_[b];
    const auto keep = std::as_const(kept)[b];
    uint64_t changed = 0;
    for (uint32_t s : (*cfg_)[b].successors) {
      const auto after = std::as_const(in_)[s];
      for (size_t w = 0; w < in.size(); w++) {
        const uint64_t add = after[w] & keep[w] & ~in[w];
        in[w] |= add;
        changed |= add;
      }
    }
    if (changed == 0) continue;
    for (uint32_t p : (*cfg_)[b].predecessors)
      if (!queued[p]) {
        queued[p] = 1;
        work.push_back(p);
      }
  }
}

void Liveness::measure() {
  RegList live(function_->registers.size());
  uint32_t units = 0, predicates = 0;
  const auto count = [&](Reg r, uint32_t sign) {
    const uint32_t width = units_of(function_->registers[r.value()].cls());
    (width == 0 ? predicates : units) += sign * std::max(width, 1u);
  };
  const auto enter = [&](Reg r) {
    const bool fresh = live.insert(r);
    if (fresh) count(r, 1);
    return fresh;
  };
  const auto leave = [&](Reg r) {
    if (live.erase(r)) count(r, ~0u);
  };
  const auto note = [&] {
    max_units_ = std::max(max_units_, units);
    max_predicates_ = std::max(max_predicates_, predicates);
  };
  std::vector<Reg> unread;
  for (uint32_t b = 0; b < cfg_->size(); b++) {
    if (!cfg_->reachable(b)) continue;
    live.clear();
    units = predicates = 0;
    add_live_out(b, live);
    for (Reg r : live.list()) count(r, 1);
    for (uint32_t pc = (*cfg_)[b].last.value() + 1; pc-- > (*cfg_)[b].first.value();) {
      const Instruction& i = function_->code[pc];
      unread.clear();  // results that nobody reads are written all the same
      for_each_def(*function_, i, [&](Reg r) {
        if (enter(r)) unread.push_back(r);
      });
      note();
      for (Reg r : unread) leave(r);
      if (defines_all(i)) for_each_def(*function_, i, leave);
      for_each_use(*function_, i, enter);
    }
    if (b == cfg_->entry())
      for (Reg r : function_->parameter_registers) enter(r);
    note();
  }
}

bool Liveness::live_in(uint32_t block, Reg r) const {
  const uint32_t c = crossing_[r.value()];
  return c != kLocal && test_bit(in_[block], c);
}

bool Liveness::live_out(uint32_t block, Reg r) const {
  const auto& successors = (*cfg_)[block].successors;
  return std::any_of(successors.begin(), successors.end(),
                     [&](uint32_t s) { return live_in(s, r); });
}

std::vector<Reg> Liveness::live_in(uint32_t block) const {
  std::vector<Reg> result;
  for_each_bit(in_[block], [&](size_t c) { result.push_back(crossing_registers_[c]); });
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<Reg> Liveness::live_out(uint32_t block) const {
  RegList live(function_->registers.size());
  add_live_out(block, live);
  std::vector<Reg> result(live.list().begin(), live.list().end());
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<Reg> Liveness::live_at(Pc pc) const {
  const uint32_t block = cfg_->block_of(pc);
  RegList live(function_->registers.size());
  add_live_out(block, live);
  walk_back(*function_, {pc, (*cfg_)[block].last, {}, {}}, live, [](Pc, const RegList&) {});
  std::vector<Reg> result(live.list().begin(), live.list().end());
  std::sort(result.begin(), result.end());
  return result;
}

void Liveness::add_live_out(uint32_t block, RegList& set) const {
  for (uint32_t s : (*cfg_)[block].successors)
    for_each_bit(in_[s], [&](size_t c) { set.insert(crossing_registers_[c]); });
}

}  // namespace heddle
