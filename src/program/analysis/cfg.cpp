#include "program/analysis/cfg.hpp"

#include <algorithm>

namespace heddle {

namespace {

bool never_returns(const Program& module, const Function& function, const Instruction& i) {
  if (i.flow != Flow::Call) return false;
  const Function* callee = direct_callee(module, function, i);
  return callee != nullptr && callee->no_return;
}

const BranchTable* table_of(const Function& function, const Instruction& i) {
  for (const Operand& o : function.sources(i))
    if (o.kind == Operand::Kind::Table) return &function.tables[o.index];
  return nullptr;
}

/// Calls `f(Pc)` for each target of a branch, distinct ones only.
template <class F>
void for_each_target(const Function& function, const Instruction& i, F&& f) {
  if (i.flow == Flow::Branch) {
    for (const Operand& o : function.sources(i))
      if (o.kind == Operand::Kind::Target) f(o.target());
  } else if (i.flow == Flow::Indexed) {
    const BranchTable* table = table_of(function, i);
    if (table == nullptr) return;
    std::vector<Pc> targets = table->targets;
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (Pc pc : targets) f(pc);
  }
}

}  // namespace

const Function* direct_callee(const Program& module, const Function& function,
                              const Instruction& call) {
  const auto sources = function.sources(call);  // the callee, then the arguments
  if (sources.empty() || sources[0].kind != Operand::Kind::Function) return nullptr;
  return &module.functions[sources[0].index];
}

bool ends_block(const Program& module, const Function& function, const Instruction& i) {
  switch (i.flow) {
    case Flow::Next: return false;
    case Flow::Call: return never_returns(module, function, i);
    default: return true;
  }
}

bool may_diverge(const Program& module, const Function& function, const Instruction& i) {
  switch (i.flow) {
    case Flow::Next: return false;
    case Flow::Indexed: return true;
    case Flow::Call: return i.guarded() || direct_callee(module, function, i) == nullptr;
    default: return i.guarded();
  }
}

Cfg::Cfg(const Program& module, const Function& function) {
  const auto n = static_cast<uint32_t>(function.code.size());
  std::vector<uint8_t> leader(n + 1, 0);  // a target may be the end of the code
  leader[0] = 1;
  for (uint32_t pc = 0; pc < n; pc++) {
    const Instruction& i = function.code[pc];
    if (!ends_block(module, function, i)) continue;
    leader[pc + 1] = 1;
    for_each_target(function, i, [&](Pc target) { leader[std::min(target.value(), n)] = 1; });
  }
  block_of_.resize(n);
  for (uint32_t pc = 0; pc < n; pc++) {
    if (leader[pc]) blocks_.push_back({Pc{pc}, Pc{pc}, {}, {}});
    blocks_.back().last = Pc{pc};
    block_of_[pc] = size() - 1;
  }
  const auto block_at = [&](uint32_t pc) { return pc < n ? block_of_[pc] : exit(); };
  const auto sent_to = [&](uint32_t pc) { return function.exits_at(pc) ? exit() : block_at(pc); };
  for (BasicBlock& block : blocks_) {
    const Instruction& i = function.at(block.last);
    const bool ends = ends_block(module, function, i);
    const auto add = [&](uint32_t successor) { block.successors.push_back(successor); };
    if (ends && (i.flow == Flow::Branch || i.flow == Flow::Indexed))
      for_each_target(function, i, [&](Pc target) { add(sent_to(target.value())); });
    else if (ends)
      add(exit());
    const uint32_t next = block.last.value() + 1;
    if (!ends || (i.guarded() && i.flow == Flow::Call))
      add(block_at(next));
    else if (i.guarded())
      add(sent_to(next));
  }
  link();
}

Cfg::Cfg(std::vector<std::vector<uint32_t>> successors) {
  const auto n = static_cast<uint32_t>(successors.size());
  blocks_.reserve(n);
  for (uint32_t b = 0; b < n; b++) {
    blocks_.push_back({Pc{b}, Pc{b}, std::move(successors[b]), {}});
    block_of_.push_back(b);
  }
  link();
}

void Cfg::link() {
  std::vector<uint32_t> ways(size() + 1, 0);  // into each block
  for (const BasicBlock& block : blocks_)
    for (uint32_t s : block.successors) ways[s]++;
  for (uint32_t b = 0; b < size(); b++) blocks_[b].predecessors.reserve(ways[b]);
  for (uint32_t b = 0; b < size(); b++)
    for (uint32_t s : blocks_[b].successors)
      (s == exit() ? exit_predecessors_ : blocks_[s].predecessors).push_back(b);
  reachable_.assign(size() + 1, 0);
  if (size() == 0) return;
  std::vector<uint32_t> work{entry()};
  reachable_[entry()] = 1;
  while (!work.empty()) {
    const uint32_t b = work.back();
    work.pop_back();
    if (b == exit()) continue;
    for (uint32_t s : blocks_[b].successors)
      if (!reachable_[s]) {
        reachable_[s] = 1;
        work.push_back(s);
      }
  }
}

}  // namespace heddle
