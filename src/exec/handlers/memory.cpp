// ld, st, atom, red. Values move when the packet executes; what it costs is for a memory model,
// which finds the addresses in Lanes::access.
#include "exec/handlers/memory.hpp"

#include <bit>
#include <cstring>

#include "exec/block_memory.hpp"
#include "exec/map.hpp"
#include "isa/integer.hpp"

namespace heddle {

namespace {

template <class T>
T peek(uintptr_t address) {
  T value;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof(T));
  return value;
}

/// True when memory holds another value than before.
template <class T>
bool poke(uintptr_t address, T value) {
  auto* to = reinterpret_cast<void*>(address);
  bool changes = std::memcmp(to, &value, sizeof(T)) != 0;
  std::memcpy(to, &value, sizeof(T));
  return changes;
}

// T in memory, D in the row. `Narrow`: a signed byte in a 16-bit register, whose row stays
// zero-extended.
template <class T, class D, bool Narrow>
D extend(T value) {
  if constexpr (Narrow)
    return static_cast<uint16_t>(static_cast<int16_t>(value));
  else
    return static_cast<D>(
        static_cast<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(value));
}

template <class T, class D, bool Narrow = false>
void load(const Op& op, Lanes& lanes, uint32_t mask) {
  HostAddresses host;
  resolve_access(op, lanes, mask, AccessKind::Read, host);
  if (sizeof(T) == sizeof(D) && host.contiguous && op.count == 1) {
    std::memcpy(lanes.write<D>(op.dst[0]), reinterpret_cast<const void*>(host.at[0]),
                sizeof(D) * kTileThreads);
    return;
  }
  for (uint32_t e = 0; e < op.count; e++) {
    D* row = lanes.write<D>(op.count == 1 ? op.dst[0] : lanes.refs[op.list + e]);
    uintptr_t at = e * sizeof(T);
    if (mask == kFullMask) {
      for (uint32_t i = 0; i < kTileThreads; i++)
        row[i] = extend<T, D, Narrow>(peek<T>(host.at[i] + at));
    } else {
      for (uint32_t m = mask; m != 0; m &= m - 1) {
        int i = std::countr_zero(m);
        row[i] = extend<T, D, Narrow>(peek<T>(host.at[i] + at));
      }
    }
  }
}

template <class T, class S>
void store(const Op& op, Lanes& lanes, uint32_t mask) {
  HostAddresses host;
  resolve_access(op, lanes, mask, AccessKind::Write, host);
  if (sizeof(T) == sizeof(S) && host.contiguous && op.count == 1) {
    auto* to = reinterpret_cast<void*>(host.at[0]);
    const S* from = lanes.read<S>(op.src[1]);
    *lanes.memory->changes += std::memcmp(to, from, sizeof(S) * kTileThreads) != 0;
    std::memcpy(to, from, sizeof(S) * kTileThreads);
    return;
  }
  bool changes = false;
  // Threads in order: of several that store to one address the last one's value stays.
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    for (uint32_t e = 0; e < op.count; e++) {
      const S* row = lanes.read<S>(op.count == 1 ? op.src[1] : lanes.refs[op.list + e]);
      changes |= poke<T>(host.at[i] + e * sizeof(T), static_cast<T>(row[i]));
    }
  }
  *lanes.memory->changes += changes;
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
    case Type::F64: return sizeof(D) == 8 ? load<uint64_t, D> : nullptr;
    default: return nullptr;
  }
}

template <class S>
Handler select_store(const Instruction& i) {
  switch (ptx::size_of(i.type)) {
    case 1: return store<uint8_t, S>;
    case 2: return store<uint16_t, S>;
    case 4: return store<uint32_t, S>;
    case 8: return sizeof(S) == 8 ? store<uint64_t, S> : nullptr;
    default: return nullptr;
  }
}

// Threads of a packet act one after the other, lowest first.
template <class T, class F>
void atomic(const Op& op, Lanes& lanes, uint32_t mask, F next) {
  HostAddresses host;
  resolve_access(op, lanes, mask, AccessKind::Atomic, host);
  const auto* b = lanes.read<Raw<T>>(op.src[1]);
  const auto* c = lanes.read<Raw<T>>(op.src[2]);
  alignas(64) Raw<T> old[kTileThreads];
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    T before = peek<T>(host.at[i]);
    old[i] = pack<T>(before);
    *lanes.memory->changes += poke<T>(host.at[i], next(before, unpack<T>(b[i]), unpack<T>(c[i])));
  }
  if (op.source->op == Opcode::Red) return;
  auto* d = lanes.write<Raw<T>>(op.dst[0]);
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    d[i] = old[i];
  }
}

template <class T, auto F>
void atomic_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  atomic<T>(op, lanes, mask, F);
}

template <class T>
Handler select_atomic_integer(const Instruction& i) {
  using U = std::make_unsigned_t<T>;
  if (i.has(Mod::Add)) return atomic_handler<U, [](U a, U b, U) { return U(a + b); }>;
  if (i.has(Mod::Min)) return atomic_handler<T, [](T a, T b, T) { return b < a ? b : a; }>;
  if (i.has(Mod::Max)) return atomic_handler<T, [](T a, T b, T) { return a < b ? b : a; }>;
  if (i.has(Mod::And)) return atomic_handler<U, [](U a, U b, U) { return U(a & b); }>;
  if (i.has(Mod::Or)) return atomic_handler<U, [](U a, U b, U) { return U(a | b); }>;
  if (i.has(Mod::Xor)) return atomic_handler<U, [](U a, U b, U) { return U(a ^ b); }>;
  if (i.has(Mod::Exch)) return atomic_handler<U, [](U, U b, U) { return b; }>;
  if (i.has(Mod::Cas)) return atomic_handler<U, [](U a, U b, U c) { return a == b ? c : a; }>;
  if (i.has(Mod::Inc))
    return atomic_handler<U, [](U a, U b, U) { return a < b ? U(a + 1) : U(0); }>;
  if (i.has(Mod::Dec))
    return atomic_handler<U, [](U a, U b, U) { return a == 0 || b < a ? b : U(a - 1); }>;
  return nullptr;
}

/// Two halves that are updated side by side.
template <class H, auto F>
void atomic_pair(const Op& op, Lanes& lanes, uint32_t mask) {
  atomic<uint32_t>(op, lanes, mask, [](uint32_t a, uint32_t b, uint32_t) {
    H lo = F(H{uint16_t(a)}, H{uint16_t(b)}), hi = F(H{uint16_t(a >> 16)}, H{uint16_t(b >> 16)});
    return uint32_t{hi.bits} << 16 | lo.bits;
  });
}

template <class T>
constexpr auto kAddLane = [](T a, T b, T) { return isa::add(a, b); };
template <class T>
constexpr auto kAddPair = [](T a, T b) { return isa::add(a, b); };

// On hardware a 32-bit atomic addition in global memory flushes subnormals; one in shared does not.
float add_flushing(float a, float b, float) {
  return isa::flush(isa::add(isa::flush(a), isa::flush(b)));
}

Handler select_atomic_float(const Instruction& i) {
  if (!i.has(Mod::Add)) return nullptr;
  switch (i.type) {
    case Type::F32:
      return i.space == Space::Shared ? atomic_handler<float, kAddLane<float>>
                                      : atomic_handler<float, add_flushing>;
    case Type::F64: return atomic_handler<double, kAddLane<double>>;
    case Type::F16: return atomic_handler<isa::Half, kAddLane<isa::Half>>;
    case Type::BF16: return atomic_handler<isa::BFloat, kAddLane<isa::BFloat>>;
    case Type::F16x2: return atomic_pair<isa::Half, kAddPair<isa::Half>>;
    case Type::BF16x2: return atomic_pair<isa::BFloat, kAddPair<isa::BFloat>>;
    default: return nullptr;
  }
}

}  // namespace

Handler select_load(const Instruction& i, RegClass to, uint32_t register_bytes) {
  return to == RegClass::Double ? select_load<uint64_t>(i, register_bytes)
                                : select_load<uint32_t>(i, register_bytes);
}

Handler select_store(const Instruction& i, RegClass from) {
  return from == RegClass::Double ? select_store<uint64_t>(i) : select_store<uint32_t>(i);
}

Handler select_atomic(const Instruction& i) {
  if (i.vector != 1) return nullptr;
  bool bitwise = i.has(Mod::Exch) || i.has(Mod::Cas);
  switch (i.type) {
    case Type::B16:
    case Type::U16: return bitwise ? select_atomic_integer<uint16_t>(i) : nullptr;
    case Type::B32:
    case Type::U32: return select_atomic_integer<uint32_t>(i);
    case Type::S32: return select_atomic_integer<int32_t>(i);
    case Type::B64:
    case Type::U64: return select_atomic_integer<uint64_t>(i);
    case Type::S64: return select_atomic_integer<int64_t>(i);
    default: return select_atomic_float(i);
  }
}

void touch(const Op&, Lanes&, uint32_t) {}

}  // namespace heddle
