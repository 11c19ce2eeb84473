// The table of the policies majority and minority: "Issue Logic" of fung2007's Table 1. Minority
// needs the same counters, sorted the other way.
#include <fmt/format.h>

#include "sm/schedule/formation.hpp"

namespace heddle::formation {

void add_table_cost(const MachineConfig& config, HardwareCost& cost) {
  constexpr double kArea = 1.511, kBits = 1280;  // Table 1: fully associative, 4 + 4 ports, 90 nm
  StructureCost s = structure(fmt::format("Issue logic ({})", config.arch.schedule),
                              config.dwf.majority_entries, {{"PC", 32}, {"counter", kCounterBits}});
  s.area = kArea * (static_cast<double>(s.bits) / kBits);
  cost.structures.push_back(std::move(s));
}

}  // namespace heddle::formation
