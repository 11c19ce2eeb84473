#include "program/analysis/liveness.hpp"

#include <algorithm>
#include <utility>

#include "program/analysis/flat_edges.hpp"

namespace heddle {

Liveness::Liveness(const Function& function, const Cfg& cfg, Interrupt interrupt,
                   uint64_t entry_limit)
    : function_(&function), cfg_(&cfg), crossing_(function.registers.size(), kLocal) {
  number_crossing();
  solve(interrupt, entry_limit);
  measure(interrupt);
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

/// Follows each crossing register from the blocks that read it first back to those that write it.
void Liveness::solve(Interrupt interrupt, uint64_t entry_limit) {
  const uint32_t n = cfg_->size();
  const auto columns = static_cast<uint32_t>(crossing_registers_.size());
  std::vector<std::vector<uint32_t>> readers(columns), writers(columns);  // blocks
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t pc = (*cfg_)[b].first.value(); pc <= (*cfg_)[b].last.value(); pc++) {
      const Instruction& i = function_->code[pc];
      const auto add = [&](std::vector<std::vector<uint32_t>>& lists, uint32_t c) {
        if (lists[c].empty() || lists[c].back() != b) lists[c].push_back(b);
      };
      for_each_use(*function_, i, [&](Reg r) {
        const uint32_t c = crossing_[r.value()];
        if (c != kLocal && (writers[c].empty() || writers[c].back() != b)) add(readers, c);
      });
      if (defines_all(i))
        for_each_def(*function_, i, [&](Reg r) {
          if (crossing_[r.value()] != kLocal) add(writers, crossing_[r.value()]);
        });
    }

  in_begin_.assign(n + 2, 0);
  const FlatEdges predecessors(n + 1, edges_of(*cfg_), true);
  std::vector<uint32_t> seen(n, kLocal), written(n, kLocal);  // by which register last
  std::vector<uint32_t> blocks;                               // register by register
  std::vector<uint64_t> ends;
  for (uint32_t c = 0; c < columns; c++) {
    interrupt.check();
    for (uint32_t b : writers[c]) written[b] = c;
    const auto reach = [&](uint32_t b) {
      if (std::exchange(seen[b], c) != c) blocks.push_back(b);
    };
    size_t next = blocks.size();
    for (uint32_t b : readers[c]) reach(b);
    for (; next < blocks.size(); next++)
      for (uint32_t p : predecessors[blocks[next]])
        if (written[p] != c) reach(p);
    ends.push_back(blocks.size());
    exact_ = blocks.size() <= entry_limit;
    if (!exact_) return;
  }

  for (uint32_t b : blocks) in_begin_[b + 1]++;
  for (uint32_t b = 0; b <= n; b++) in_begin_[b + 1] += in_begin_[b];
  in_.resize(blocks.size());
  std::vector<uint64_t> place(in_begin_.begin(), in_begin_.end() - 1);
  for (uint32_t c = 0, k = 0; c < columns; c++)
    for (; k < ends[c]; k++) in_[place[blocks[k]]++] = c;
}

void Liveness::measure(Interrupt interrupt) {
  RegList live(function_->registers.size());
  uint32_t units = 0, predicates = 0;
  const auto count = [&](Reg r, uint32_t sign) {
    const uint32_t width = units_of(function_->registers[r.value()].cls());
    (width == 0 ? predicates : units) += sign * std::max(width, 1u);
  };
  const auto always = [&](Reg r) { return !exact_ && crossing_[r.value()] != kLocal; };
  if (!exact_)
    for (Reg r : crossing_registers_) count(r, 1);
  const uint32_t always_units = units, always_predicates = predicates;
  const auto enter = [&](Reg r) {
    const bool fresh = !always(r) && live.insert(r);
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
    interrupt.check();
    live.clear();
    units = always_units;
    predicates = always_predicates;
    if (exact_) add_live_out(b, live);
    for (Reg r : live.list()) count(r, 1);
    for (uint32_t pc = (*cfg_)[b].last.value() + 1; pc-- > (*cfg_)[b].first.value();) {
      const Instruction& i = function_->code[pc];
      unread.clear();  // unused results are written as well
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
  if (!exact_) return c != kLocal && block != cfg_->exit();
  const auto in = crossing_in(block);
  return c != kLocal && std::binary_search(in.begin(), in.end(), c);
}

bool Liveness::live_out(uint32_t block, Reg r) const {
  const auto& successors = (*cfg_)[block].successors;
  return std::any_of(successors.begin(), successors.end(),
                     [&](uint32_t s) { return live_in(s, r); });
}

std::vector<Reg> Liveness::live_in(uint32_t block) const {
  std::vector<Reg> result;
  if (exact_)
    for (uint32_t c : crossing_in(block)) result.push_back(crossing_registers_[c]);
  else if (block != cfg_->exit())
    result = crossing_registers_;
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
    if (exact_)
      for (uint32_t c : crossing_in(s)) set.insert(crossing_registers_[c]);
    else if (s != cfg_->exit())
      for (Reg r : crossing_registers_) set.insert(r);
}

}  // namespace heddle
