// Which registers of a function may lie in the same row.
//
// Compilers give every value of PTX a register of its own: hundreds in an ordinary kernel, although
// only a few are live at a time. A row for each would make the tiles of all resident warps much
// larger than the host's caches. So registers of one class that are never live together share a
// row, as they share registers on a GPU. Lanes stay apart: classes are not mixed, because rows of 4
// and of 8 bytes place the lanes of a tile differently, and threads that have diverged may need one
// row for different registers.
//
// Two kinds of register have a row of their own. An access of device memory may write its result
// after its thread has gone on (exec/effects.hpp), so its destinations are not shared. And in
// functions whose graph would be large, nothing is.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.hpp"
#include "program/program.hpp"

namespace heddle {

inline constexpr uint32_t kOwnRow = 0xffffffff;

/// For each register the number of its row, among the shared rows of its class, or kOwnRow. An
/// instruction never finds a source in the row of a destination, so handlers may write one before
/// they have read the other.
std::vector<uint32_t> share_rows(const Program& module, const Function& function,
                                 Interrupt interrupt = {});

}  // namespace heddle
