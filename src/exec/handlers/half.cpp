// f16 and bf16 arithmetic, one value or two packed in a word.
#include "isa/half.hpp"

#include "exec/handlers/common.hpp"
#include "isa/approx.hpp"

namespace heddle {

namespace {

using isa::BFloat;
using isa::Half;

// Op::detail. If none is set, a handler without these tests runs.
constexpr uint16_t kFtz = 1, kSat = 2, kRelu = 4;

constexpr auto kAdd = [](auto a, auto b) { return isa::add(a, b); };
constexpr auto kSub = [](auto a, auto b) { return isa::sub(a, b); };
constexpr auto kMul = [](auto a, auto b) { return isa::mul(a, b); };
constexpr auto kFma = [](auto a, auto b, auto c) { return isa::fma(a, b, c); };
constexpr auto kAbs = [](auto a) { return isa::abs(a); };
constexpr auto kNeg = [](auto a) { return isa::neg(a); };
constexpr auto kEx2 = [](auto a) { return isa::ex2_approx(a); };
constexpr auto kTanh = [](auto a) { return isa::tanh_approx(a); };
template <bool Max>
constexpr auto kPlain = [](auto a, auto b) { return Max ? isa::max(a, b) : isa::min(a, b); };
template <bool Max>
constexpr auto kNan = [](auto a, auto b) { return Max ? isa::max_nan(a, b) : isa::min_nan(a, b); };
template <bool Max>
constexpr auto kXorSign =
    [](auto a, auto b) { return Max ? isa::max_xorsign_abs(a, b) : isa::min_xorsign_abs(a, b); };
template <bool Max>
constexpr auto kNanXorSign = [](auto a, auto b) {
  return Max ? isa::max_nan_xorsign_abs(a, b) : isa::min_nan_xorsign_abs(a, b);
};

template <auto F, class... T>
auto modified(uint16_t flags, T... x) {
  const bool ftz = (flags & kFtz) != 0;
  auto value = F((ftz ? isa::flush(x) : x)...);
  if (ftz) value = isa::flush(value);
  if (flags & kRelu) value = isa::relu(value);
  return flags & kSat ? isa::saturate(value) : value;
}

template <class T, class F, class... U>
uint32_t on_halves(F f, U... packed) {
  const T low = f(T{static_cast<uint16_t>(packed)}...);
  const T high = f(T{static_cast<uint16_t>(packed >> 16)}...);
  return uint32_t{high.bits} << 16 | low.bits;
}

template <size_t>
using Word = uint32_t;
template <class T, size_t>
using Same = T;

// One value per lane, or two; there are as many sources as indices. Without modifiers everything is
// inlined so that it vectorises.
template <class T, auto F, size_t... I>
[[gnu::flatten]] void scalar(const Op& op, Lanes& lanes, uint32_t mask) {
  map<T, Same<T, I>...>(op, lanes, mask, F);
}
template <class T, auto F, size_t... I>
[[gnu::flatten]] void packed(const Op& op, Lanes& lanes, uint32_t mask) {
  map<uint32_t, Word<I>...>(op, lanes, mask, [](auto... x) { return on_halves<T>(F, x...); });
}
template <class T, auto F, size_t... I>
void scalar_modified(const Op& op, Lanes& lanes, uint32_t mask) {
  const auto one = [flags = op.detail](auto... x) { return modified<F>(flags, x...); };
  map<T, Same<T, I>...>(op, lanes, mask, one);
}
template <class T, auto F, size_t... I>
void packed_modified(const Op& op, Lanes& lanes, uint32_t mask) {
  const auto one = [flags = op.detail](auto... x) { return modified<F>(flags, x...); };
  map<uint32_t, Word<I>...>(op, lanes, mask, [one](auto... x) { return on_halves<T>(one, x...); });
}

template <auto F, size_t... I>
Handler by_type(Type type) {
  switch (type) {
    case Type::F16: return scalar<Half, F, I...>;
    case Type::F16x2: return packed<Half, F, I...>;
    case Type::BF16: return scalar<BFloat, F, I...>;
    case Type::BF16x2: return packed<BFloat, F, I...>;
    default: return nullptr;
  }
}
template <auto F, size_t... I>
Handler modified_by_type(Type type) {
  switch (type) {
    case Type::F16: return scalar_modified<Half, F, I...>;
    case Type::F16x2: return packed_modified<Half, F, I...>;
    case Type::BF16: return scalar_modified<BFloat, F, I...>;
    case Type::BF16x2: return packed_modified<BFloat, F, I...>;
    default: return nullptr;
  }
}

uint16_t flags_of(const Instruction& i) {
  return static_cast<uint16_t>((i.has(Mod::Ftz) ? kFtz : 0) | (i.has(Mod::Sat) ? kSat : 0) |
                               (i.has(Mod::Relu) ? kRelu : 0));
}

// All round to nearest.
template <auto F, size_t... I>
Selection arithmetic(const Instruction& i) {
  if (rounding_of(i) != isa::Rounding::Nearest || i.has(Mod::Oob)) return {};
  const uint16_t flags = flags_of(i);
  return {flags != 0 ? modified_by_type<F, I...>(i.type) : by_type<F, I...>(i.type), flags};
}

template <bool Max>
Selection extremum(const Instruction& i) {
  if (i.source_count != 2 || i.has(Mod::Relu) || i.has(Mod::XorSign) != i.has(Mod::Abs)) return {};
  if (i.has(Mod::XorSign))
    return i.has(Mod::NaN) ? arithmetic<kNanXorSign<Max>, 0, 1>(i)
                           : arithmetic<kXorSign<Max>, 0, 1>(i);
  return i.has(Mod::NaN) ? arithmetic<kNan<Max>, 0, 1>(i) : arithmetic<kPlain<Max>, 0, 1>(i);
}

}  // namespace

Selection select_half(const Instruction& i) {
  switch (i.op) {
    case Opcode::Add: return arithmetic<kAdd, 0, 1>(i);
    case Opcode::Sub: return arithmetic<kSub, 0, 1>(i);
    case Opcode::Mul: return arithmetic<kMul, 0, 1>(i);
    case Opcode::Fma: return arithmetic<kFma, 0, 1, 2>(i);
    case Opcode::Abs: return arithmetic<kAbs, 0>(i);
    case Opcode::Neg: return arithmetic<kNeg, 0>(i);
    case Opcode::Ex2: return arithmetic<kEx2, 0>(i);
    case Opcode::Tanh: return arithmetic<kTanh, 0>(i);
    case Opcode::Min: return extremum<false>(i);
    case Opcode::Max: return extremum<true>(i);
    default: return {};
  }
}

}  // namespace heddle
