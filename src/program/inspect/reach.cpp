#include "program/inspect/reach.hpp"

#include <algorithm>

namespace heddle {

std::vector<uint32_t> reachable_functions(const Program& module, uint32_t function) {
  std::vector<uint8_t> seen(module.functions.size(), 0);
  std::vector<uint32_t> found{function};
  seen[function] = 1;
  const auto reach = [&](uint32_t callee) {
    if (!seen[callee]) found.push_back(callee);
    seen[callee] = 1;
  };
  for (size_t n = 0; n < found.size(); n++) {
    const Function& f = module.functions[found[n]];
    for (uint32_t callee : f.callees) reach(callee);
    if (!f.has_indirect_call) continue;
    for (uint32_t g = 0; g < module.functions.size(); g++)
      if (module.functions[g].address_taken && !module.functions[g].is_entry) reach(g);
  }
  return found;
}

uint64_t static_shared_bytes(const Program& module, uint32_t function) {
  std::vector<uint8_t> named(module.variables.size(), 0);
  for (uint32_t f : reachable_functions(module, function))
    for (const Operand& o : module.functions[f].operands)
      if (o.kind == Operand::Kind::Variable && o.in_module) named[o.index] = 1;
  uint64_t used = 0, dynamic_align = 0;
  const auto align_up = [](uint64_t n, uint64_t align) { return (n + align - 1) / align * align; };
  for (size_t v = 0; v < module.variables.size(); v++) {
    const Variable& variable = module.variables[v];
    if (!named[v] || variable.space != Space::Shared) continue;
    if (variable.dynamic)
      dynamic_align = std::max<uint64_t>({dynamic_align, variable.align, 16});
    else
      used = align_up(used, std::max(variable.align, 1u)) + variable.size;
  }
  return dynamic_align == 0 ? used : align_up(used, dynamic_align);
}

}  // namespace heddle
