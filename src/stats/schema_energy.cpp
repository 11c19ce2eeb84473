// The statistics of the power model (energy/energy.hpp).
#include <fmt/format.h>

#include "energy/energy.hpp"
#include "stats/schema_rows.hpp"

namespace heddle {

namespace {

using Value = std::optional<StatisticValue>;

double joules(const Counters& c, const Scope& s) {
  return static_cast<double>(energy_of(c, s.config, s.sms).total()) / 1e15;
}
double seconds(const Counters& c, const Scope& s) {
  return static_cast<double>(c.core.cycles) / (static_cast<double>(s.config.clock.core) * 1e3);
}

}  // namespace

void add_energy_statistics(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(derived(row...)); };
  add("energy.total", "fJ",
      "Sum of the parts below; for one SM, without the parts of the whole machine (l2, network, "
      "dram).",
      [](const Counters& c, const Scope& s) -> Value {
        return energy_of(c, s.config, s.sms).total();
      });
  for (size_t i = 0; i < kEnergyParts; i++) {
    auto part = static_cast<EnergyPart>(i);
    add(fmt::format("energy.{}", energy_part_text(part).name), "fJ",
        std::string(energy_part_text(part).sentence),
        [part](const Counters& c, const Scope& s) -> Value {
          if (of_whole_machine(part) && s.sms < s.config.sms) return std::nullopt;
          return energy_of(c, s.config, s.sms)[part];
        });
  }
  add("energy.power", "W", "Mean power: energy.total / derived.time.",
      [](const Counters& c, const Scope& s) { return ratio(joules(c, s), seconds(c, s)); });
  add("energy.edp", "pJ·s", "Energy-delay product: energy.total × derived.time.",
      [](const Counters& c, const Scope& s) -> Value {
        return joules(c, s) * 1e12 * seconds(c, s);
      });
}

}  // namespace heddle
