#include "sm/cost.hpp"

#include "sm/core.hpp"
#include "sm/dependence/dependence.hpp"
#include "sm/schedule/scheduler.hpp"

namespace heddle {

CostAdder add_scalar_cost, add_temporal_cost;

HardwareCost hardware_cost(const MachineConfig& config) {
  HardwareCost cost;
  cost.cores = config.sms;
  if (CostAdder* add = find_divergence(config.arch.divergence).cost)
    add(config, cost);
  else
    cost.notes.emplace_back("What this mechanism stores is not computed yet.");
  if (!cost.proposed) return cost;  // a bound has no structures, whichever policy it uses
  add_scheduler_cost(config, cost);
  if (CostAdder* add = find_dependence(config.arch.dependence).cost) add(config, cost);
  if (config.arch.temporal()) add_temporal_cost(config, cost);
  if (config.arch.scalar_units) add_scalar_cost(config, cost);
  return cost;
}

}  // namespace heddle
