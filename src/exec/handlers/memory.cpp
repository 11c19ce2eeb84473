// ld, st. Values move when the packet executes. The memory model computes the time from the
// addresses in Lanes::access.
#include "exec/handlers/memory.hpp"

#include <bit>
#include <cstring>

#include "exec/effects.hpp"
#include "exec/handlers/host_bytes.hpp"
#include "exec/map.hpp"

namespace heddle {

namespace {

// T in memory, D in the row. `Narrow`: a signed byte in a 16-bit register, whose row stays
// zero-extended.
template <class T, class D, bool Narrow>
D extend(T value) {
  if constexpr (Narrow)
    return static_cast<uint16_t>(static_cast<int16_t>(value));
  else if constexpr (sizeof(T) == 16)
    return value;
  else
    return static_cast<D>(
        static_cast<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(value));
}

template <class T, class D, bool Narrow>
void finish_load(const Effect& e) {
  const Op& op = *e.op;
  if (e.contiguous) {
    if (sizeof(T) == sizeof(D) && op.count == 1) {
      std::memcpy(e.destination<D>(op.dst[0]), reinterpret_cast<const void*>(e.first()),
                  sizeof(D) * kTileThreads);
      return;
    }
  }
  const uintptr_t step = uintptr_t{op.count} * sizeof(T);
  for (uint32_t n = 0; n < op.count; n++) {
    D* row = e.destination<D>(op.count == 1 ? op.dst[0] : e.refs[op.list + n]);
    const uintptr_t base = (e.contiguous ? e.first() : e.base) + n * sizeof(T);
    auto value = [](uintptr_t at) { return extend<T, D, Narrow>(peek<T>(at)); };
    if (e.contiguous) {
      for (uint32_t i = 0; i < kTileThreads; i++) row[i] = value(base + i * step);
    } else if (e.mask == kFullMask) {
#pragma GCC unroll 8
      for (uint32_t i = 0; i < kTileThreads; i++) row[i] = value(base + e.at[i]);
    } else {
      for (uint32_t m = e.mask; m != 0; m &= m - 1) {
        int i = std::countr_zero(m);
        row[i] = value(base + e.at[i]);
      }
    }
  }
}

template <class T, class D, bool Narrow = false>
void load(const Op& op, Lanes& lanes, uint32_t mask) {
  perform<finish_load<T, D, Narrow>>(op, lanes, mask, AccessKind::Read);
}

template <class T, class S>
void finish_store(const Effect& e) {
  const Op& op = *e.op;
  if (sizeof(T) == sizeof(S) && e.contiguous && op.count == 1) {
    auto* to = reinterpret_cast<void*>(e.first());
    const S* from = e.value<S>(0);
    *e.changes += std::memcmp(to, from, sizeof(S) * kTileThreads) != 0;
    std::memcpy(to, from, sizeof(S) * kTileThreads);
    return;
  }
  bool changes = false;
  // In thread order: if several threads store to one address, the last one wins.
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    uintptr_t at = e.host(static_cast<uint32_t>(i), uintptr_t{op.count} * sizeof(T));
    for (uint32_t n = 0; n < op.count; n++)
      changes |= poke<T>(at + n * sizeof(T), static_cast<T>(e.value<S>(n)[i]));
  }
  *e.changes += changes;
}

template <class T, class S>
void store(const Op& op, Lanes& lanes, uint32_t mask) {
  const Ref* values = op.count == 1 ? &op.src[1] : lanes.refs + op.list;
  perform<finish_store<T, S>>(op, lanes, mask, AccessKind::Write, {values, op.count},
                              sizeof(S) * kTileThreads);
}

template <class D>
Handler select_load(const Instruction& i, uint32_t register_bytes) {
  switch (i.type) {
    case Type::B8:
    case Type::U8: return load<uint8_t, D>;
    case Type::S8: return register_bytes == 2 ? load<int8_t, D, true> : load<int8_t, D>;
    case Type::B16:
    case Type::U16:
    case Type::F16:
    case Type::BF16: return load<uint16_t, D>;
    case Type::S16: return register_bytes == 2 ? load<uint16_t, D> : load<int16_t, D>;
    case Type::S32: return load<int32_t, D>;
    case Type::B32:
    case Type::U32:
    case Type::F32:
    case Type::F16x2:
    case Type::BF16x2: return load<uint32_t, D>;
    case Type::B64:
    case Type::U64:
    case Type::S64:
    case Type::F64:
      if constexpr (sizeof(D) >= 8) return load<uint64_t, D>;
      return nullptr;
    case Type::B128:
      if constexpr (sizeof(D) == 16) return load<Uint128, D>;
      return nullptr;
    default: return nullptr;
  }
}

template <class S>
Handler select_store(const Instruction& i) {
  switch (ptx::size_of(i.type)) {
    case 1: return store<uint8_t, S>;
    case 2: return store<uint16_t, S>;
    case 4: return store<uint32_t, S>;
    case 8:
      if constexpr (sizeof(S) >= 8) return store<uint64_t, S>;
      return nullptr;
    case 16:
      if constexpr (sizeof(S) == 16) return store<Uint128, S>;
      return nullptr;
    default: return nullptr;
  }
}

}  // namespace

Handler select_load(const Instruction& i, RegClass to, uint32_t register_bytes) {
  switch (to) {
    case RegClass::Word: return select_load<uint32_t>(i, register_bytes);
    case RegClass::Double: return select_load<uint64_t>(i, register_bytes);
    case RegClass::Quad: return select_load<Uint128>(i, register_bytes);
    default: return nullptr;
  }
}

Handler select_store(const Instruction& i, RegClass from) {
  switch (from) {
    case RegClass::Word: return select_store<uint32_t>(i);
    case RegClass::Double: return select_store<uint64_t>(i);
    case RegClass::Quad: return select_store<Uint128>(i);
    default: return nullptr;
  }
}

void touch(const Op&, Lanes&, uint32_t) {}

}  // namespace heddle
