// Energy from events: each counter times what one such event costs (`energy.*` of the
// configuration), summed by component. Everything is a whole number of femtojoules, so that the
// same counters give the same energy everywhere. docs/energy.md has the formulas and where the
// coefficients come from.
//
// The model knows no mechanism. What tells them apart are the counters: how many packets issue, how
// many words the register file moves for them, how long it all takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "counters/counters.hpp"

namespace heddle {

enum class EnergyPart : uint8_t {
  Registers,  // banks of the register file
  Operands,   // its crossbars, and the operand collectors
  Execution,  // units, for each thread
  Fetch,      // instruction cache
  Issue,      // decode, scheduler, scoreboard
  Shared,     // shared and private memory with their crossbar
  L1,         // data and constant caches
  L2,         // from here on, of the whole machine
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
/// Counted once for the whole machine: of some cores alone it is not known.
constexpr bool of_whole_machine(EnergyPart part) {
  return part == EnergyPart::L2 || part == EnergyPart::Network || part == EnergyPart::Dram;
}

struct Energy {
  std::array<uint64_t, kEnergyParts> parts{};  // femtojoules

  uint64_t operator[](EnergyPart part) const { return parts[static_cast<size_t>(part)]; }
  uint64_t total() const;
};

/// Of so many cores, whose counters these are; parts of the whole machine are 0 when these are not
/// all of its cores.
Energy energy_of(const Counters& counters, const MachineConfig& config, uint32_t sms);

/// docs/energy.md.
std::string energy_markdown();

}  // namespace heddle
