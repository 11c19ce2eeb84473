// shfl, vote, match, redux, elect and bar.warp.sync: what happens once the named threads of a warp
// have all arrived. Threads may stand at different instructions of the same kind, so operands are
// gathered per instruction, the operation is computed once, and results are scattered.
#pragma once

#include <cstdint>

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

bool is_supported_warp_op(const Instruction& i);
/// Which source names the threads that take part.
uint32_t member_mask_index(const Instruction& i);
/// Threads at two instructions meet only when these do the same.
bool same_warp_op(const Instruction& a, const Instruction& b);

struct WarpExchange {
  // operands
  uint64_t a[kTileThreads];
  uint32_t b[kTileThreads], c[kTileThreads];
  uint32_t predicate = 0;
  // results
  uint64_t d[kTileThreads];
  uint32_t result_predicate = 0;
};

void gather(const Op& op, const Lanes& lanes, uint32_t mask, WarpExchange& x);
void compute(const Instruction& i, uint32_t participants, WarpExchange& x);
void scatter(const Op& op, Lanes& lanes, uint32_t mask, const WarpExchange& x);
/// shfl and vote without .sync: the threads that execute together are those that take part.
void exchange_among_active(const Op& op, Lanes& lanes, uint32_t mask);

}  // namespace heddle
