// shfl, vote, match, redux, elect and bar.warp.sync: the operation performed once all participating
// threads of a warp have arrived. Threads may be at different instructions of the same kind, so
// operands are gathered per instruction, the operation is computed once, and results are scattered.
#pragma once

#include <cstdint>

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

bool is_supported_warp_op(const Instruction& i);
/// Index of the source operand that holds the member mask.
uint32_t member_mask_index(const Instruction& i);
/// True if threads at the two instructions can take part in one operation.
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
/// shfl and vote without .sync: the active threads take part.
void exchange_among_active(const Op& op, Lanes& lanes, uint32_t mask);

}  // namespace heddle
