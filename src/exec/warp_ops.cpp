#include "exec/warp_ops.hpp"

#include <bit>

#include "exec/lanes.hpp"
#include "isa/float.hpp"

namespace heddle {

namespace {

void shuffle(const Instruction& i, uint32_t participants, WarpExchange& x) {
  uint32_t valid = 0;
  for_each_lane(participants, [&](uint32_t lane) {
    uint32_t b = x.b[lane] & 31, clamp = x.c[lane] & 31, segment = (x.c[lane] >> 8) & 31;
    uint32_t highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
    int32_t from;
    bool inside;
    if (i.has(Mod::Up)) {
      from = static_cast<int32_t>(lane) - static_cast<int32_t>(b);
      inside = from >= static_cast<int32_t>(highest);
    } else {
      from = static_cast<int32_t>(i.has(Mod::Down)   ? lane + b
                                  : i.has(Mod::Bfly) ? lane ^ b
                                                     : lowest | (b & ~segment));
      inside = from <= static_cast<int32_t>(highest);
    }
    if (!inside) from = static_cast<int32_t>(lane);
    // Reading a thread that does not take part is undefined; the thread's own value will do.
    if (!((participants >> from) & 1)) from = static_cast<int32_t>(lane);
    x.d[lane] = x.a[from];
    if (inside) valid |= 1u << lane;
  });
  x.result_predicate = valid;
}

void vote(const Instruction& i, uint32_t participants, WarpExchange& x) {
  uint32_t ayes = x.predicate & participants;
  bool result = i.has(Mod::All)   ? ayes == participants
                : i.has(Mod::Any) ? ayes != 0
                                  : ayes == participants || ayes == 0;
  x.result_predicate = result ? kFullMask : 0;
  for_each_lane(participants, [&](uint32_t lane) { x.d[lane] = ayes; });
}

void match(const Instruction& i, uint32_t participants, WarpExchange& x) {
  for_each_lane(participants, [&](uint32_t lane) {
    uint32_t equal = 0;
    for_each_lane(participants, [&](uint32_t other) {
      if (x.a[other] == x.a[lane]) equal |= 1u << other;
    });
    bool everyone = equal == participants;
    x.d[lane] = i.has(Mod::Any) || everyone ? equal : 0;
    if (everyone) x.result_predicate = kFullMask;
  });
}

uint32_t combine_floats(const Instruction& i, float a, float b) {
  if (i.has(Mod::Abs)) a = isa::abs(a), b = isa::abs(b);
  const float result = i.has(Mod::Min) ? (i.has(Mod::NaN) ? isa::min_nan(a, b) : isa::min(a, b))
                                       : (i.has(Mod::NaN) ? isa::max_nan(a, b) : isa::max(a, b));
  return std::bit_cast<uint32_t>(result);
}

uint32_t combine(const Instruction& i, uint32_t a, uint32_t b) {
  if (i.type == Type::F32)
    return combine_floats(i, std::bit_cast<float>(a), std::bit_cast<float>(b));
  if (i.has(Mod::Add)) return a + b;
  if (i.has(Mod::And)) return a & b;
  if (i.has(Mod::Or)) return a | b;
  if (i.has(Mod::Xor)) return a ^ b;
  bool less = ptx::is_signed(i.type) ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
  return less == i.has(Mod::Min) ? a : b;
}

void reduce(const Instruction& i, uint32_t participants, WarpExchange& x) {
  // The first value is combined with itself so that .abs and NaN rules apply to a single thread.
  auto total = static_cast<uint32_t>(x.a[std::countr_zero(participants)]);
  if (i.type == Type::F32) total = combine(i, total, total);
  for_each_lane(participants & (participants - 1), [&](uint32_t lane) {
    total = combine(i, total, static_cast<uint32_t>(x.a[lane]));
  });
  for_each_lane(participants, [&](uint32_t lane) { x.d[lane] = total; });
}

}  // namespace

bool is_supported_warp_op(const Instruction& i) {
  switch (i.op) {
    case Opcode::Shfl: return i.type == Type::B32;
    case Opcode::Match: return i.type == Type::B32 || i.type == Type::B64;
    default: return true;
  }
}

uint32_t member_mask_index(const Instruction& i) {
  switch (i.op) {
    case Opcode::Shfl: return 3;
    case Opcode::Bar:
    case Opcode::Barrier:
    case Opcode::Elect: return 0;
    default: return 1;
  }
}

bool same_warp_op(const Instruction& a, const Instruction& b) {
  return &a == &b || (a.op == b.op && a.type == b.type && a.mods == b.mods);
}

void gather(const Op& op, const Lanes& lanes, uint32_t mask, WarpExchange& x) {
  switch (op.source->op) {
    case Opcode::Shfl: {
      const auto *a = lanes.read<uint32_t>(op.src[0]), *b = lanes.read<uint32_t>(op.src[1]),
                 *c = lanes.read<uint32_t>(op.src[2]);
      for_each_lane(mask, [&](uint32_t i) {
        x.a[i] = a[i];
        x.b[i] = b[i];
        x.c[i] = c[i];
      });
      break;
    }
    case Opcode::Vote:
      x.predicate = (x.predicate & ~mask) | (lanes.read_predicate(op.src[0]) & mask);
      break;
    case Opcode::Match:
    case Opcode::Redux:
      for_each_lane(mask, [&](uint32_t i) {
        x.a[i] = op.source->type == Type::B64 ? lanes.read<uint64_t>(op.src[0])[i]
                                              : lanes.read<uint32_t>(op.src[0])[i];
      });
      break;
    default: break;
  }
}

void compute(const Instruction& i, uint32_t participants, WarpExchange& x) {
  switch (i.op) {
    case Opcode::Shfl: shuffle(i, participants, x); break;
    case Opcode::Vote: vote(i, participants, x); break;
    case Opcode::Match: match(i, participants, x); break;
    case Opcode::Redux: reduce(i, participants, x); break;
    case Opcode::Elect:
      x.result_predicate = participants & -participants;
      for_each_lane(participants, [&](uint32_t lane) {
        x.d[lane] = static_cast<uint32_t>(std::countr_zero(participants));
      });
      break;
    default: break;
  }
}

void exchange_among_active(const Op& op, Lanes& lanes, uint32_t mask) {
  WarpExchange x;
  gather(op, lanes, mask, x);
  compute(*op.source, mask, x);
  scatter(op, lanes, mask, x);
}

void scatter(const Op& op, Lanes& lanes, uint32_t mask, const WarpExchange& x) {
  const Instruction& i = *op.source;
  if (i.destination_count == 0) return;
  if (i.op == Opcode::Vote && !i.has(Mod::Ballot)) {
    lanes.write_predicate(op.dst[0], mask, x.result_predicate);
    return;
  }
  auto* d = lanes.write<uint32_t>(op.dst[0]);
  for_each_lane(mask, [&](uint32_t lane) { d[lane] = static_cast<uint32_t>(x.d[lane]); });
  if (i.destination_count > 1) lanes.write_predicate(op.dst[1], mask, x.result_predicate);
}

}  // namespace heddle
