// Where the registers of a kernel's functions lie in a thread's part of the register file.
//
// A thread is in several functions at once, those of its path of calls, and each needs registers of
// its own. Functions that are never on one path may share them. So a function's registers begin
// behind those of its callers, on the longest path that leads to it, and a thread needs as many as
// the longest path in all: 6 + max(8, 8) for a kernel of 6 that calls two functions of 8 each. This
// is the one answer to "registers per thread": for attributes, for occupancy, for allocation.
//
// Recursion is counted once, since a function that is entered again saves its registers: functions
// that can call each other in a circle lie behind one another. An indirect call may lead to every
// function whose address is taken, so the longest path from any of these counts.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/cfg.hpp"

namespace heddle {

/// The functions of a module by their numbers, with an edge for each call. One node more, the last,
/// stands between indirect calls and the functions whose address is taken.
Cfg call_graph(const Program& module);

struct CallPaths {
  static constexpr uint32_t kNotCalled = 0xffffffff;
  std::vector<uint32_t> first;  // per function of the module; kNotCalled: cannot be reached
  uint32_t total = 0;
};

/// `size` is asked once for each function that the entry can reach, itself included.
CallPaths place_on_call_paths(const Program& module, uint32_t entry,
                              const std::function<uint32_t(uint32_t function)>& size);

/// 32-bit registers per thread of a kernel.
uint32_t registers_per_thread(const Program& module, uint32_t entry, Interrupt interrupt = {});

}  // namespace heddle
