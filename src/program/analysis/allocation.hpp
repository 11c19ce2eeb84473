// Register allocation by graph colouring: the 32-bit units of the register file that each register
// of a function occupies, so that timing and occupancy use hardware registers.
//
// lucas2015 §4.3 colours an interference graph with Boost's sequential colouring. So do we, with
// two additions. Registers have widths: a 64-bit register takes an aligned pair of units and a
// 128-bit one an aligned quad, so the greedy step looks for the first aligned gap among the
// neighbours' units. And two orders are tried, and the better result kept: smallest-last (Matula
// and Beck, as in Boost), and order of definition, which needs no more units than the pressure
// where each register is written once (such graphs are chordal). There is no spilling, because the
// compiler of a GPU may choose how many registers a thread has.
//
// A function whose graph would be enormous (more than `kGraphLimit` pairs: thousands of registers
// live at once), or whose live registers are not known exactly, is allocated by intervals of the
// code instead: each register owns its units from the first to the last instruction where it is
// live. This is always correct, takes nearly linear time, and wastes registers.
//
// When some registers are in another file (scalarize.hpp), each file is allocated separately; a
// selection names its registers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "program/analysis/liveness.hpp"

namespace heddle {

struct RegisterAllocation {
  static constexpr uint32_t kNowhere = 0xffffffff;
  static constexpr uint64_t kGraphLimit = 30'000'000;

  /// Per register: its first unit, or its predicate; kNowhere when it is never read nor written.
  std::vector<uint32_t> unit;
  uint32_t units_used = 0;
  uint32_t predicates_used = 0;
  bool by_intervals = false;
};

/// The registers that one file holds, when there are several.
struct RegisterSelection {
  std::vector<uint8_t> chosen;  // per register; empty: all of them
  /// Pairs that must not share units, although no thread needs both at once.
  std::vector<std::pair<Reg, Reg>> apart;

  bool has(Reg r) const { return chosen.empty() || chosen[r.value()] != 0; }
};

RegisterAllocation allocate(const Function& function, const Cfg& cfg, const Liveness& liveness,
                            const RegisterSelection& selection = {}, Interrupt interrupt = {});

/// The two methods; `allocate` chooses one. Intervals do not support pairs kept apart.
RegisterAllocation allocate_by_colouring(const Function& function, const Cfg& cfg,
                                         const Liveness& liveness,
                                         const RegisterSelection& selection = {},
                                         Interrupt interrupt = {});
RegisterAllocation allocate_by_intervals(const Function& function, const Cfg& cfg,
                                         const Liveness& liveness,
                                         const RegisterSelection& selection = {},
                                         Interrupt interrupt = {});

/// Walks all reachable code and describes the first place where two registers need the same unit.
/// Also finds misaligned, missing and out-of-range units. Independent of the interference graph.
std::optional<std::string> find_allocation_error(const Function& function, const Cfg& cfg,
                                                 const Liveness& liveness,
                                                 const RegisterAllocation& allocation,
                                                 const RegisterSelection& selection = {});

}  // namespace heddle
