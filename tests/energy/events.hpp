// Every counter that the model multiplies with something, and the parts that it is counted in.
#pragma once

#include <array>
#include <string_view>

#include "energy/energy.hpp"

namespace heddle {

struct EnergyEvent {
  std::string_view counter;
  EnergyPart part;
  EnergyPart also = part;
};

inline constexpr auto kEvents = std::to_array<EnergyEvent>({
    {"register_words_read", EnergyPart::Registers, EnergyPart::Operands},
    {"register_words_written", EnergyPart::Registers, EnergyPart::Operands},
    {"scalar.words_read", EnergyPart::Registers, EnergyPart::Operands},
    {"scalar.words_written", EnergyPart::Registers, EnergyPart::Operands},
    {"scalar.broadcasts", EnergyPart::Operands},
    {"work.integer", EnergyPart::Execution},
    {"work.integer_mul", EnergyPart::Execution},
    {"work.integer_div", EnergyPart::Execution},
    {"work.float", EnergyPart::Execution},
    {"work.double", EnergyPart::Execution},
    {"work.sfu", EnergyPart::Execution},
    {"work.convert", EnergyPart::Execution},
    {"work.control", EnergyPart::Execution},
    {"work.load", EnergyPart::Execution},
    {"work.store", EnergyPart::Execution},
    {"work.shared", EnergyPart::Execution},
    {"work.atomic", EnergyPart::Execution},
    {"work.barrier", EnergyPart::Execution},
    {"icache.hits", EnergyPart::Fetch},
    {"icache.misses", EnergyPart::Fetch},
    {"warp_instructions", EnergyPart::Issue},
    {"shared_words", EnergyPart::Shared},
    {"private_words", EnergyPart::Shared},
    {"l1.bytes", EnergyPart::L1},
    {"l1.fills", EnergyPart::L1},
    {"constant.bytes", EnergyPart::L1},
    {"constant.fills", EnergyPart::L1},
    {"l2.bytes", EnergyPart::L2},
    {"l2.fills", EnergyPart::L2},
    {"network.flits_up", EnergyPart::Network},
    {"network.flits_down", EnergyPart::Network},
    {"dram.bytes", EnergyPart::Dram},
    {"dram.row_misses", EnergyPart::Dram},
    {"dram.row_conflicts", EnergyPart::Dram},
    {"cycles", EnergyPart::Clock, EnergyPart::Leakage},
    {"active_cycles", EnergyPart::Clock},
});

}  // namespace heddle
