// Correctly rounded f32 and f64 arithmetic; the modifiers .ftz and .sat are composed as
// isa/float.hpp prescribes.
#include "isa/float.hpp"

#include "exec/handlers/common.hpp"
#include "exec/handlers/families.hpp"

namespace heddle {

namespace {

constexpr auto kAdd = [](auto a, auto b) { return isa::add(a, b); };
constexpr auto kSub = [](auto a, auto b) { return isa::sub(a, b); };
constexpr auto kMul = [](auto a, auto b) { return isa::mul(a, b); };
constexpr auto kFma = [](auto a, auto b, auto c) { return isa::fma(a, b, c); };
constexpr auto kDiv = [](auto a, auto b) { return isa::div(a, b); };
constexpr auto kRcp = [](auto a) { return isa::rcp(a); };
constexpr auto kSqrt = [](auto a) { return isa::sqrt(a); };
constexpr auto kAbs = [](auto a) { return isa::abs(a); };
constexpr auto kNeg = [](auto a) { return isa::neg(a); };
constexpr auto kCopysign = [](auto a, auto b) { return isa::copysign(a, b); };

// A rounded operation followed by saturation or by NaN canonicalisation.
template <auto F, bool Sat>
constexpr auto kArithmetic = [](auto... x) {
  if constexpr (Sat)
    return isa::saturate(F(x...));
  else
    return isa::canonical(F(x...));
};

// .ftz is a mode of the host's arithmetic, as rounding is.
template <Handler H>
void flushing(const Op& op, Lanes& lanes, uint32_t mask) {
  isa::FlushScope scope;
  H(op, lanes, mask);
}

template <class T, auto F, size_t Sources>
constexpr Handler handler_of() {
  if constexpr (Sources == 1) return lane_handler<T, F, T>;
  if constexpr (Sources == 2) return lane_handler<T, F, T, T>;
  if constexpr (Sources == 3) return lane_handler<T, F, T, T, T>;
}

// Two independent f32 values in a 64-bit register.
template <auto F>
constexpr auto kPair = [](auto... x) {
  const float low = F(std::bit_cast<float>(static_cast<uint32_t>(x))...);
  const float high = F(std::bit_cast<float>(static_cast<uint32_t>(x >> 32))...);
  return uint64_t{std::bit_cast<uint32_t>(high)} << 32 | std::bit_cast<uint32_t>(low);
};

template <auto F, size_t Sources>
Selection arithmetic(const Instruction& i) {
  const bool ftz = i.has(Mod::Ftz), sat = i.has(Mod::Sat);
  if (i.type == Type::F32) {
    constexpr Handler kPlain = handler_of<float, kArithmetic<F, false>, Sources>();
    constexpr Handler kSaturating = handler_of<float, kArithmetic<F, true>, Sources>();
    if (ftz) return sat ? rounded<flushing<kSaturating>>(i) : rounded<flushing<kPlain>>(i);
    return sat ? rounded<kSaturating>(i) : rounded<kPlain>(i);
  }
  if (i.type == Type::F64 && !ftz && !sat)
    return rounded<handler_of<double, kArithmetic<F, false>, Sources>()>(i);
  if (i.type == Type::F32x2 && !sat) {
    constexpr Handler kPlain = handler_of<uint64_t, kPair<kArithmetic<F, false>>, Sources>();
    return ftz ? rounded<flushing<kPlain>>(i) : rounded<kPlain>(i);
  }
  return {};
}

// div, rcp, sqrt: no .sat, no packed form.
template <auto F, size_t Sources>
Selection division(const Instruction& i) {
  const bool ftz = i.has(Mod::Ftz);
  if (i.type == Type::F32) {
    constexpr Handler kPlain = handler_of<float, kArithmetic<F, false>, Sources>();
    return ftz ? rounded<flushing<kPlain>>(i) : rounded<kPlain>(i);
  }
  if (i.type != Type::F64 || ftz) return {};
  return rounded<handler_of<double, kArithmetic<F, false>, Sources>()>(i);
}

template <auto F, size_t Sources>
Selection sign_operation(const Instruction& i) {
  constexpr auto kFlushed = [](auto... x) { return F(isa::flush(x)...); };
  if (i.type == Type::F32)
    return {i.has(Mod::Ftz) ? handler_of<float, kFlushed, Sources>()
                            : handler_of<float, F, Sources>()};
  return {i.type == Type::F64 ? handler_of<double, F, Sources>() : nullptr};
}

}  // namespace

Selection select_float(const Instruction& i) {
  switch (i.op) {
    case Opcode::Add: return arithmetic<kAdd, 2>(i);
    case Opcode::Sub: return arithmetic<kSub, 2>(i);
    case Opcode::Mul: return arithmetic<kMul, 2>(i);
    case Opcode::Mad:
    case Opcode::Fma: return arithmetic<kFma, 3>(i);
    case Opcode::Div: return division<kDiv, 2>(i);
    case Opcode::Rcp: return division<kRcp, 1>(i);
    case Opcode::Sqrt: return division<kSqrt, 1>(i);
    case Opcode::Abs: return sign_operation<kAbs, 1>(i);
    case Opcode::Neg: return sign_operation<kNeg, 1>(i);
    case Opcode::Copysign: return sign_operation<kCopysign, 2>(i);
    case Opcode::Min:
    case Opcode::Max: return select_float_extremum(i);
    default: return {};
  }
}

}  // namespace heddle
