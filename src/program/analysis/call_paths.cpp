#include "program/analysis/call_paths.hpp"

#include <algorithm>

#include "program/analysis/components.hpp"
#include "program/analysis/module_analysis.hpp"

namespace heddle {

Cfg call_graph(const Program& module) {
  const auto indirect = static_cast<uint32_t>(module.functions.size());
  std::vector<std::vector<uint32_t>> callees(module.functions.size() + 1);
  for (uint32_t f = 0; f < module.functions.size(); f++) {
    callees[f] = module.functions[f].callees;
    if (module.functions[f].has_indirect_call) callees[f].push_back(indirect);
    if (module.functions[f].address_taken && !module.functions[f].is_entry)
      callees[indirect].push_back(f);
  }
  return Cfg(std::move(callees));
}

CallPaths place_on_call_paths(const Program& module, uint32_t entry,
                              const std::function<uint32_t(uint32_t function)>& size) {
  const Cfg calls = call_graph(module);
  const uint32_t indirect = calls.size() - 1;
  std::vector<uint32_t> all(calls.size());
  for (uint32_t f = 0; f < all.size(); f++) all[f] = f;
  const Components circles = strong_components(calls, all);
  std::vector<std::vector<uint32_t>> members(circles.count);
  for (uint32_t f : all) members[circles.of[f]].push_back(f);

  CallPaths paths;
  paths.first.assign(calls.size(), CallPaths::kNotCalled);
  std::vector<uint32_t> begin(circles.count, CallPaths::kNotCalled);
  begin[circles.of[entry]] = 0;
  for (uint32_t c = circles.count; c-- > 0;) {  // callers before callees
    if (begin[c] == CallPaths::kNotCalled) continue;
    uint32_t end = begin[c];
    for (uint32_t f : members[c]) {
      paths.first[f] = end;
      if (f != indirect) end += size(f);
    }
    paths.total = std::max(paths.total, end);
    for (uint32_t f : members[c])
      for (uint32_t callee : calls[f].successors) {
        uint32_t& other = begin[circles.of[callee]];
        if (circles.of[callee] == c) continue;
        other = other == CallPaths::kNotCalled ? end : std::max(other, end);
      }
  }
  paths.first.pop_back();
  return paths;
}

uint32_t registers_per_thread(const Program& module, uint32_t entry, Interrupt stop) {
  return place_on_call_paths(module, entry,
                             [&](uint32_t f) {
                               const FunctionAnalysis* analysis =
                                   module.analysis().function(f, stop);
                               return analysis ? analysis->registers(stop).units_used : 0;
                             })
      .total;
}

}  // namespace heddle
