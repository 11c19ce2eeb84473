// Places the registers of a kernel's functions in a thread's part of the register file.
//
// A thread is in several functions at once, the functions of its call path, and each needs its own
// registers. Functions that are never on the same path may share registers. So a function's
// registers start after those of its callers, on the longest path that leads to it, and a thread
// needs the registers of the longest path: 6 + max(8, 8) for a kernel with 6 that calls two
// functions with 8 each. Attributes, occupancy and allocation all use this number of registers per
// thread.
//
// Recursion counts once, because a function that is entered again saves its registers; functions
// that call each other in a cycle are placed one after the other. An indirect call may reach every
// function whose address is taken, so the longest path from any of these counts.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/cfg.hpp"

namespace heddle {

/// The call graph: the functions of a module by index, with an edge for each call. One more node,
/// the last, connects indirect calls to the functions whose address is taken.
Cfg call_graph(const Program& module);

struct CallPaths {
  static constexpr uint32_t kNotCalled = 0xffffffff;
  std::vector<uint32_t> first;  // per function of the module; kNotCalled: cannot be reached
  uint32_t total = 0;
};

/// Calls `size` once for each function that the entry can reach, including the entry.
CallPaths place_on_call_paths(const Program& module, uint32_t entry,
                              const std::function<uint32_t(uint32_t function)>& size);

/// 32-bit registers per thread of a kernel. Throws InterruptedError.
uint32_t registers_per_thread(const Program& module, uint32_t entry, Interrupt stop = {});

}  // namespace heddle
