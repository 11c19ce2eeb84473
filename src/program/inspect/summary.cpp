#include "program/inspect/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "program/analysis/scalarize.hpp"
#include "program/inspect/reach.hpp"
#include "program/instruction_text.hpp"

namespace heddle {

namespace {

std::optional<uint32_t> block_or_end(const Cfg& cfg, uint32_t block) {
  if (block == cfg.exit() || block == kNoBlock) return std::nullopt;
  return block;
}

class Summarizer {
 public:
  Summarizer(const Program& module, const FunctionAnalysis& a, Interrupt stop)
      : module_(module), a_(a), stop_(stop) {}

  void fill(FunctionSummary& r) const {
    a_.registers(stop_);  // the long parts, which end when they are interrupted
    a_.frontiers(stop_);
    a_.uniformity(stop_);
    a_.post_dominators(stop_);
    r.virtual_registers = static_cast<uint32_t>(a_.function.registers.size());
    r.units = a_.registers().units_used;
    r.predicates = a_.registers().predicates_used;
    r.live_units = a_.liveness().max_units();
    r.live_predicates = a_.liveness().max_predicates();
    r.liveness_exact = a_.liveness().exact();
    r.frontiers_complete = a_.frontiers().complete();
    for (uint32_t b = 0; b < a_.cfg.size(); b++) {
      stop_.check();
      r.blocks.push_back(block(b));
      r.unreachable_blocks += !a_.cfg.reachable(b);
    }
    for (const Loop& l : a_.loops().loops())
      r.loops.push_back({l.header, l.depth, l.end - l.begin, l.latches, l.irreducible()});
    for (uint32_t pc = 0; pc < a_.function.code.size(); pc++) {
      stop_.check();
      const Instruction& i = a_.function.code[pc];
      if (i.destination_count > 0) {
        r.values++;
        r.uniform_values += a_.uniformity().uniform_value(Pc{pc});
      }
      if (may_diverge(module_, a_.function, i)) r.branches.push_back(branch(Pc{pc}));
    }
    const Scalarization convergent(a_, {.rule = ScalarRule::Convergent}, stop_);
    const Scalarization divergent(a_, {.rule = ScalarRule::Divergent}, stop_);
    r.convergent = scalars(convergent);
    r.divergent = scalars(divergent);
    for (uint32_t pc = 0; pc < a_.function.code.size(); pc++)
      r.code.push_back({pc, line(Pc{pc}), a_.uniformity().uniform_value(Pc{pc}),
                        convergent.scalar(Pc{pc}), divergent.scalar(Pc{pc})});
    for (uint32_t n = 0; n < a_.function.registers.size(); n++)
      if (a_.registers().unit[n] != RegisterAllocation::kNowhere)
        r.registers.push_back(reg(Reg{n}));
    for (const LayoutIssue& issue : a_.layout(stop_)) r.layout_warnings.push_back(describe(issue));
  }

 private:
  static ScalarSummary scalars(const Scalarization& s) {
    return {s.instructions(), s.vectors().units_used, s.vectors().predicates_used,
            s.scalars().units_used, s.scalars().predicates_used};
  }

  uint32_t line(Pc pc) const { return module_.line_of(a_.function, pc); }

  BlockSummary block(uint32_t b) const {
    const BasicBlock& block = a_.cfg[b];
    BlockSummary r;
    r.id = b;
    r.first_pc = block.first.value();
    r.last_pc = block.last.value();
    r.first_line = line(block.first);
    r.last_line = line(block.last);
    r.instructions = r.last_pc - r.first_pc + 1;
    for (uint32_t s : block.successors) r.successors.push_back(block_or_end(a_.cfg, s));
    r.dominator = block_or_end(a_.cfg, a_.dominators.parent(b));
    r.post_dominator = block_or_end(a_.cfg, a_.post_dominators().parent(b));
    if (a_.liveness().exact())
      for (Reg live : a_.liveness().live_in(b)) r.live_in.push_back(name(live));
    r.loop_depth = a_.loops().depth(b);
    r.priority = a_.frontiers().priority(b);
    const auto frontier = a_.frontiers().frontier(b);
    r.frontier.assign(frontier.begin(), frontier.end());
    r.reachable = a_.cfg.reachable(b);
    r.reconvergence = a_.reconvergence.is_point(block.first);
    return r;
  }

  std::string name(Reg r) const { return register_name(a_.function.registers[r.value()]); }

  RegisterSummary reg(Reg r) const {
    const Type type = a_.function.registers[r.value()].type;
    return {name(r), ptx::name_of(type), a_.registers().unit[r.value()], type == Type::Pred,
            a_.uniformity().uniform_register(r)};
  }

  BranchSummary branch(Pc pc) const {
    BranchSummary r;
    r.pc = pc.value();
    r.line = line(pc);
    r.block = a_.cfg.block_of(pc);
    r.text = instruction_text(module_, a_.function, a_.function.at(pc));
    r.uniform = a_.uniformity().uniform_branch(pc);
    const Pc point = a_.reconvergence.point(pc);
    if (point == kNoPc) return r;
    r.reconvergence_pc = point.value();
    r.reconvergence_line = line(point);
    // A call's threads diverge at the call itself.
    const bool call = a_.function.at(pc).flow == Flow::Call;
    const Pc divergence = call ? pc : a_.reconvergence.divergence_point(point);
    if (divergence == kNoPc) return r;
    r.divergence_pc = divergence.value();
    r.divergence_line = line(divergence);
    return r;
  }

  std::string describe(const LayoutIssue& issue) const {
    const uint32_t from = line(a_.cfg[issue.from].last), to = line(a_.cfg[issue.to].first);
    switch (issue.kind) {
      case LayoutIssue::Kind::BackwardEdge:
        return fmt::format(
            "the edge from block {} (line {}) to block {} (line {}) leads to a lower address but "
            "closes no loop",
            issue.from, from, issue.to, to);
      case LayoutIssue::Kind::PointBelow:
        return fmt::format(
            "the reconvergence point at block {} (line {}) lies below its divergence point at the "
            "end of block {} (line {})",
            issue.to, to, issue.from, from);
      case LayoutIssue::Kind::BlockInsideLoop:
        return fmt::format(
            "block {} (line {}) lies inside the loop of block {} but is not part of it", issue.to,
            to, issue.from);
    }
    return {};
  }

  const Program& module_;
  const FunctionAnalysis& a_;
  const Interrupt stop_;
};

FunctionSummary summarize_function(const Program& module, uint32_t index, Interrupt interrupt) {
  const Function& f = module.functions[index];
  FunctionSummary r;
  r.name = f.name;
  r.kernel = f.is_entry;
  r.recursive = f.recursive;
  r.has_code = !f.code.empty();
  r.instructions = static_cast<uint32_t>(f.code.size());
  r.shared_bytes = static_shared_bytes(module, index);
  r.local_bytes = f.frame_bytes;
  r.parameter_bytes = f.param_bytes;
  if (!f.is_entry)
    for (uint32_t bytes : f.signature.parameter_sizes) r.parameter_bytes += bytes;
  for (const Unsupported& u : module.unsupported)
    if (u.function == index) r.unsupported.push_back(u.message);
  if (const auto a = analyse(module, f, interrupt)) Summarizer(module, *a, interrupt).fill(r);
  return r;
}

}  // namespace

std::string_view function_named(const Program& module, std::string_view wanted) {
  auto found = find_named(wanted, module.functions.size(),
                          [&](size_t i) { return module.functions[i].name; });
  if (found.empty())
    throw UsageError(fmt::format("{} has no function '{}'", module.source->name(), wanted));
  if (found.size() == 1) return module.functions[found.front()].name;
  std::string names;
  for (size_t i : found)
    names += fmt::format("{}{}", names.empty() ? "" : "; ", demangled(module.functions[i].name));
  throw UsageError(fmt::format("'{}' may be one of several functions of {}: {}", wanted,
                               module.source->name(), names));
}

uint32_t FunctionSummary::loop_depth() const {
  uint32_t depth = 0;
  for (const LoopSummary& l : loops) depth = std::max(depth, l.depth);
  return depth;
}

bool FunctionSummary::irreducible() const {
  return std::any_of(loops.begin(), loops.end(),
                     [](const LoopSummary& l) { return l.irreducible; });
}

ModuleSummary summarize(const Program& module, std::string_view only, Interrupt interrupt) {
  ModuleSummary summary;
  summary.file = module.source->name();
  summary.target = module.target;
  const std::string_view name = only.empty() ? only : function_named(module, only);
  for (const bool kernels : {true, false})
    for (uint32_t f = 0; f < module.functions.size(); f++) {
      const Function& function = module.functions[f];
      if (function.is_entry != kernels) continue;
      if (only.empty() ? !function.code.empty() : function.name == name)
        summary.functions.push_back(summarize_function(module, f, interrupt));
    }
  return summary;
}

}  // namespace heddle
