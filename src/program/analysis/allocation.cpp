#include "program/analysis/allocation.hpp"

#include <algorithm>
#include <boost/graph/smallest_last_ordering.hpp>
#include <boost/property_map/shared_array_property_map.hpp>

#include "program/analysis/interference.hpp"
#include "program/analysis/unit_pool.hpp"

namespace heddle {

namespace {

/// The width of each register in units of its file, and which registers are used.
struct Needs {
  Needs(const Function& function, const RegisterSelection& selection)
      : width(function.registers.size()),
        predicate(function.registers.size()),
        used(function.registers.size(), 0) {
    for (size_t r = 0; r < width.size(); r++) {
      const RegClass cls = function.registers[r].cls();
      predicate[r] = cls == RegClass::Pred;
      width[r] = std::max(units_of(cls), 1u);
    }
    const auto mark = [&](Reg r) { used[r.value()] = selection.has(r); };
    for (const Instruction& i : function.code) {
      for_each_use(function, i, mark);
      for_each_def(function, i, mark);
    }
    for (Reg r : function.parameter_registers) mark(r);
    for (Reg r : function.result_registers) mark(r);
  }
  std::vector<uint32_t> width;
  std::vector<uint8_t> predicate, used;
};

void finish(RegisterAllocation& a, const Needs& needs) {
  for (size_t r = 0; r < a.unit.size(); r++) {
    if (a.unit[r] == RegisterAllocation::kNowhere) continue;
    uint32_t& used = needs.predicate[r] ? a.predicates_used : a.units_used;
    used = std::max(used, a.unit[r] + needs.width[r]);
  }
}

/// Gives each register of `order` the first aligned gap between its coloured neighbours.
RegisterAllocation colour(const InterferenceGraph& graph, const Needs& needs,
                          const std::vector<uint32_t>& order, Interrupt interrupt) {
  RegisterAllocation a;
  a.unit.assign(needs.width.size(), RegisterAllocation::kNowhere);
  std::vector<uint32_t> taken;  // per unit: the last register that found it in use, plus one
  for (uint32_t r : order) {
    if (!needs.used[r]) continue;
    interrupt.check();
    const auto [begin, end] = boost::adjacent_vertices(r, graph);
    for (auto it = begin; it != end; ++it) {
      const uint32_t unit = a.unit[*it];
      if (unit == RegisterAllocation::kNowhere) continue;
      if (unit + needs.width[*it] > taken.size()) taken.resize(unit + needs.width[*it], 0);
      for (uint32_t u = unit; u < unit + needs.width[*it]; u++) taken[u] = r + 1;
    }
    const uint32_t width = needs.width[r];
    const auto free_at = [&](uint32_t unit) {
      for (uint32_t u = unit; u < unit + width && u < taken.size(); u++)
        if (taken[u] == r + 1) return false;
      return true;
    };
    uint32_t unit = 0;
    while (!free_at(unit)) unit += width;
    a.unit[r] = unit;
  }
  finish(a, needs);
  return a;
}

std::vector<uint32_t> smallest_last(const InterferenceGraph& graph) {
  const size_t n = boost::num_vertices(graph);
  std::vector<uint32_t> order(n);
  if (n == 0) return order;
  const auto index = boost::get(boost::vertex_index, graph);
  boost::smallest_last_vertex_ordering(
      graph, boost::make_iterator_property_map(order.begin(), boost::identity_property_map()),
      boost::make_shared_array_property_map(n, size_t{0}, index),
      boost::make_shared_array_property_map(n, size_t{0}, index));
  return order;
}

/// Registers in the order of their first write in the code; then those that are only read.
std::vector<uint32_t> definition_order(const Function& function) {
  std::vector<uint32_t> order;
  std::vector<uint8_t> listed(function.registers.size(), 0);
  const auto list = [&](Reg r) {
    if (!listed[r.value()]) order.push_back(r.value());
    listed[r.value()] = 1;
  };
  for (Reg r : function.parameter_registers) list(r);
  for (const Instruction& i : function.code) for_each_def(function, i, list);
  for (uint32_t r = 0; r < function.registers.size(); r++) list(Reg{r});
  return order;
}

}  // namespace

RegisterAllocation allocate_by_colouring(const Function& function, const Cfg& cfg,
                                         const Liveness& liveness,
                                         const RegisterSelection& selection, Interrupt interrupt) {
  const Needs needs(function, selection);
  const InterferenceGraph graph = interference(function, cfg, liveness, selection, interrupt);
  RegisterAllocation first = colour(graph, needs, smallest_last(graph), interrupt);
  RegisterAllocation second = colour(graph, needs, definition_order(function), interrupt);
  const auto cost = [](const RegisterAllocation& a) {
    return std::pair(a.units_used, a.predicates_used);
  };
  return cost(second) < cost(first) ? second : first;
}

RegisterAllocation allocate_by_intervals(const Function& function, const Cfg& cfg,
                                         const Liveness& liveness,
                                         const RegisterSelection& selection, Interrupt interrupt) {
  const Needs needs(function, selection);
  const size_t n = function.registers.size();
  std::vector<uint32_t> begin(n, 0xffffffff), end(n, 0);
  const auto cover = [&](Reg r, uint32_t pc) {
    begin[r.value()] = std::min(begin[r.value()], pc);
    end[r.value()] = std::max(end[r.value()], pc);
  };
  const auto last_pc = static_cast<uint32_t>(function.code.size());
  if (!liveness.exact())
    for (Reg r : liveness.crossing_registers()) {
      cover(r, 0);
      cover(r, last_pc);
    }
  for (uint32_t b = 0; b < cfg.size(); b++) {
    interrupt.check();
    if (liveness.exact()) {
      for (uint32_t c : liveness.crossing_in(b))
        cover(liveness.crossing_registers()[c], cfg[b].first.value());
      for (uint32_t s : cfg[b].successors)
        for (uint32_t c : liveness.crossing_in(s))
          cover(liveness.crossing_registers()[c], cfg[b].last.value() + 1);
    }
    for (uint32_t pc = cfg[b].first.value(); pc <= cfg[b].last.value(); pc++) {
      for_each_use(function, function.code[pc], [&](Reg r) { cover(r, pc); });
      for_each_def(function, function.code[pc], [&](Reg r) { cover(r, pc + 1); });
    }
  }
  for (Reg r : function.parameter_registers) cover(r, 0);
  for (Reg r : function.result_registers) cover(r, last_pc);

  std::vector<uint32_t> by_begin, by_end;
  for (uint32_t r = 0; r < n; r++)
    if (needs.used[r]) by_begin.push_back(r);
  by_end = by_begin;
  std::stable_sort(by_begin.begin(), by_begin.end(),
                   [&](uint32_t a, uint32_t b) { return begin[a] < begin[b]; });
  std::stable_sort(by_end.begin(), by_end.end(),
                   [&](uint32_t a, uint32_t b) { return end[a] < end[b]; });
  RegisterAllocation a;
  a.by_intervals = true;
  a.unit.assign(n, RegisterAllocation::kNowhere);
  UnitPool units, predicates;
  size_t ended = 0;
  for (uint32_t r : by_begin) {
    for (; end[by_end[ended]] < begin[r]; ended++) {
      const uint32_t old = by_end[ended];
      (needs.predicate[old] ? predicates : units).give_back(a.unit[old], needs.width[old]);
    }
    a.unit[r] = (needs.predicate[r] ? predicates : units).take(needs.width[r]);
  }
  finish(a, needs);
  return a;
}

RegisterAllocation allocate(const Function& function, const Cfg& cfg, const Liveness& liveness,
                            const RegisterSelection& selection, Interrupt interrupt) {
  if (!liveness.exact() ||
      interference_bound(function, cfg, liveness, interrupt) > RegisterAllocation::kGraphLimit)
    return allocate_by_intervals(function, cfg, liveness, selection, interrupt);
  return allocate_by_colouring(function, cfg, liveness, selection, interrupt);
}

}  // namespace heddle
