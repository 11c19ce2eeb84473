// atom, red. Lowering has checked that the operation supports the type (program/lower/atomics.cpp),
// so the operation and the width of the type select the handler.
#include <bit>

#include "exec/effects.hpp"
#include "exec/handlers/host_bytes.hpp"
#include "exec/handlers/memory.hpp"
#include "exec/map.hpp"
#include "isa/integer.hpp"

namespace heddle {

namespace {

/// Where an atomic operation takes place, for operations that depend on it.
struct Location {
  bool shared;
};

uintptr_t address_of(const Effect& e, int lane) {
  return e.host(static_cast<uint32_t>(lane), uintptr_t{e.op->bytes} * e.op->count);
}

// The threads of a packet execute one after another, lowest first. Next(before, b, c) is the new
// value in memory; a Next that takes a Location instead of c gets the place.
template <class T, auto Next>
void finish_atomic(const Effect& e) {
  const auto* b = e.value<Raw<T>>(0);
  const auto* c = e.value<Raw<T>>(e.values[1] != nullptr ? 1 : 0);
  alignas(64) Raw<T> old[kTileThreads];
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    uintptr_t at = address_of(e, i);
    T before = peek<T>(at);
    old[i] = pack<T>(before);
    T after;
    if constexpr (std::is_invocable_v<decltype(Next), T, T, Location>)
      after = Next(before, unpack<T>(b[i]), Location{e.in_shared(i)});
    else
      after = Next(before, unpack<T>(b[i]), unpack<T>(c[i]));
    *e.changes += poke<T>(at, after);
  }
  if (e.op->source->op == Opcode::Red) return;
  auto* d = e.destination<Raw<T>>(e.op->dst[0]);
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    d[i] = old[i];
  }
}

template <class T, auto Next>
void atomic_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  size_t values = op.source->has(Mod::Cas) ? 2 : 1;
  perform<finish_atomic<T, Next>>(op, lanes, mask, AccessKind::Atomic, {&op.src[1], values},
                                  sizeof(Raw<T>) * kTileThreads);
}

/// Elements are updated one by one: each update is atomic, the whole access is not.
template <class T, auto F>
void finish_atomic_vector(const Effect& e) {
  const Op& op = *e.op;
  const bool returns = op.source->op == Opcode::Atom;
  bool changes = false;
  // A destination register may also be the source of a later element.
  alignas(64) Raw<T> old[Effect::kMaxValues][kTileThreads];
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    uintptr_t at = address_of(e, i);
    for (uint32_t n = 0; n < op.count; n++) {
      T before = peek<T>(at + n * sizeof(T));
      old[n][i] = pack<T>(before);
      changes |= poke<T>(at + n * sizeof(T), F(before, unpack<T>(e.value<Raw<T>>(n)[i])));
    }
  }
  *e.changes += changes;
  for (uint32_t n = 0; returns && n < op.count; n++) {
    auto* d = e.destination<Raw<T>>(e.refs[op.list + n]);
    for (uint32_t m = e.mask; m != 0; m &= m - 1)
      d[std::countr_zero(m)] = old[n][std::countr_zero(m)];
  }
}

template <class T, auto F>
void atomic_vector(const Op& op, Lanes& lanes, uint32_t mask) {
  const bool returns = op.source->op == Opcode::Atom;
  const Ref* values = lanes.refs + op.list + (returns ? op.count : 0);
  perform<finish_atomic_vector<T, F>>(op, lanes, mask, AccessKind::Atomic, {values, op.count},
                                      sizeof(Raw<T>) * kTileThreads);
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

Handler select_atomic_quad(const Instruction& i) {
  using U = Uint128;
  if (i.has(Mod::Exch)) return atomic_handler<U, [](U, U b, U) { return b; }>;
  if (i.has(Mod::Cas)) return atomic_handler<U, [](U a, U b, U c) { return a == b ? c : a; }>;
  return nullptr;
}

// The new value of a floating-point element: f(before, value).
template <class T>
constexpr auto kAdd = [](T a, T b) { return isa::canonical(isa::add(a, b)); };
template <class T>
constexpr auto kMin = [](T a, T b) { return isa::min(a, b); };
template <class T>
constexpr auto kMax = [](T a, T b) { return isa::max(a, b); };

/// Two halves, updated independently.
template <class H, auto F>
constexpr auto kPair = [](uint32_t a, uint32_t b) {
  H lo = F(H{uint16_t(a)}, H{uint16_t(b)}), hi = F(H{uint16_t(a >> 16)}, H{uint16_t(b >> 16)});
  return uint32_t{hi.bits} << 16 | lo.bits;
};

// On hardware, an f32 atomic addition in global memory flushes subnormals; one in shared memory
// does not, even through a generic address.
constexpr auto kAddFlushing = [](float a, float b) {
  return isa::canonical(isa::flush(isa::add(isa::flush(a), isa::flush(b))));
};
struct GenericAdd {
  float operator()(float a, float b, Location at) const {
    return at.shared ? kAdd<float>(a, b) : kAddFlushing(a, b);
  }
};

template <class T, auto F>
Handler float_handler(const Instruction& i) {
  if (i.vector > 1) return atomic_vector<T, F>;
  return atomic_handler<T, [](T a, T b, T) { return F(a, b); }>;
}

template <class H>
Handler select_atomic_half(const Instruction& i) {
  if (i.has(Mod::Add)) return float_handler<H, kAdd<H>>(i);
  if (i.has(Mod::Min)) return float_handler<H, kMin<H>>(i);
  if (i.has(Mod::Max)) return float_handler<H, kMax<H>>(i);
  return nullptr;
}

template <class H>
Handler select_atomic_pair(const Instruction& i) {
  if (i.has(Mod::Add)) return float_handler<uint32_t, kPair<H, kAdd<H>>>(i);
  if (i.has(Mod::Min)) return float_handler<uint32_t, kPair<H, kMin<H>>>(i);
  if (i.has(Mod::Max)) return float_handler<uint32_t, kPair<H, kMax<H>>>(i);
  return nullptr;
}

Handler select_atomic_float(const Instruction& i) {
  switch (i.type) {
    case Type::F16: return select_atomic_half<isa::Half>(i);
    case Type::BF16: return select_atomic_half<isa::BFloat>(i);
    case Type::F16x2: return select_atomic_pair<isa::Half>(i);
    case Type::BF16x2: return select_atomic_pair<isa::BFloat>(i);
    default: break;
  }
  if (!i.has(Mod::Add)) return nullptr;
  if (i.type == Type::F64) return float_handler<double, kAdd<double>>(i);
  if (i.type != Type::F32) return nullptr;
  if (i.space == Space::Shared) return float_handler<float, kAdd<float>>(i);
  const bool anywhere = i.space == Space::Generic && i.vector == 1;
  return anywhere ? atomic_handler<float, GenericAdd{}> : float_handler<float, kAddFlushing>(i);
}

}  // namespace

Handler select_atomic(const Instruction& i) {
  switch (i.type) {
    case Type::B16: return select_atomic_integer<uint16_t>(i);
    case Type::B32:
    case Type::U32: return select_atomic_integer<uint32_t>(i);
    case Type::S32: return select_atomic_integer<int32_t>(i);
    case Type::B64:
    case Type::U64: return select_atomic_integer<uint64_t>(i);
    case Type::S64: return select_atomic_integer<int64_t>(i);
    case Type::B128: return select_atomic_quad(i);
    default: return select_atomic_float(i);
  }
}

}  // namespace heddle
