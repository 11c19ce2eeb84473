#include <algorithm>
#include <vector>

#include "program/analysis/analysis.hpp"

namespace heddle {

uint32_t count_registers(const Program& module, uint32_t entry) {
  std::vector<bool> seen(module.functions.size());
  std::vector<uint32_t> waiting{entry};
  seen[entry] = true;
  auto reach = [&](uint32_t index) {
    if (!seen[index]) waiting.push_back(index);
    seen[index] = true;
  };
  uint32_t most = 0;
  while (!waiting.empty()) {
    const Function& f = module.functions[waiting.back()];
    waiting.pop_back();
    if (auto analysis = analyse(module, f)) most = std::max(most, analysis->registers.units_used);
    for (uint32_t callee : f.callees) reach(callee);
    for (uint32_t i = 0; f.has_indirect_call && i < module.functions.size(); i++)
      if (module.functions[i].address_taken) reach(i);
  }
  return most;
}

}  // namespace heddle
