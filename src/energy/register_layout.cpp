#include "energy/register_layout.hpp"

#include <algorithm>

namespace heddle {

namespace {

RegisterLayout own_banks(uint32_t bundle, bool crosses) {
  RegisterLayout layout{0, bundle, crosses, 0};
  for (uint32_t t = 0; t < 32; t += bundle) layout.in_bundle |= 1u << t;
  return layout;
}

}  // namespace

RegisterLayout register_layout(const MachineConfig& config) {
  const std::string& layout = config.registers.layout;
  if (config.arch.temporal()) return own_banks(config.arch.bundle, false);
  if (layout != "single-decoder") return own_banks(1, layout != "per-lane");
  RegisterLayout rows = own_banks(1, false);
  rows.row = config.core.warp;
  rows.bundle = std::min(config.core.lanes, config.energy.slice_words);
  rows.in_bundle = ~0u;
  return rows;
}

}  // namespace heddle
