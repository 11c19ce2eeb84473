// Energy from events: each counter times the cost of one event (`energy.*` of the configuration),
// summed by component. All energies are whole numbers of femtojoules, so that the same counters
// give the same energy everywhere. docs/energy.md has the formulas and the sources of the
// coefficients.
//
// The model does not depend on the mechanism. Mechanisms differ in their counters: how many packets
// issue, how many words the register file moves, how long the run takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "counters/counters.hpp"

namespace heddle {

enum class EnergyPart : uint8_t {
  Registers,  // banks of the register file
  Operands,   // crossbars of the register file, and operand collectors
  Execution,  // units, for each thread
  Fetch,      // instruction cache
  Issue,      // decode, scheduler, scoreboard
  Shared,     // shared and private memory with their crossbar
  L1,         // data and constant caches
  L2,         // this and the next two: of the whole machine
  Network,
  Dram,
  Clock,
  Leakage,
  Count,
};
inline constexpr size_t kEnergyParts = static_cast<size_t>(EnergyPart::Count);

struct EnergyPartText {
  std::string_view name, sentence;
};
const EnergyPartText& energy_part_text(EnergyPart part);
/// Counted once for the whole machine, so not known for some of its cores.
constexpr bool of_whole_machine(EnergyPart part) {
  return part == EnergyPart::L2 || part == EnergyPart::Network || part == EnergyPart::Dram;
}

struct Energy {
  std::array<uint64_t, kEnergyParts> parts{};  // femtojoules

  uint64_t operator[](EnergyPart part) const { return parts[static_cast<size_t>(part)]; }
  uint64_t total() const;
};

/// The energy of `sms` cores with these counters. Parts of the whole machine are 0 when `sms` is
/// less than all of its cores.
Energy energy_of(const Counters& counters, const MachineConfig& config, uint32_t sms);

/// docs/energy.md.
std::string energy_markdown();

}  // namespace heddle
