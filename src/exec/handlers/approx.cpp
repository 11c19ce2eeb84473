// The .approx and .full instructions on f32 and f64.
#include "isa/approx.hpp"

#include "exec/handlers/common.hpp"

namespace heddle {

namespace {

constexpr auto kEx2 = [](float x) { return isa::ex2_approx(x); };
constexpr auto kLg2 = [](float x) { return isa::lg2_approx(x); };
constexpr auto kSin = [](float x) { return isa::sin_approx(x); };
constexpr auto kCos = [](float x) { return isa::cos_approx(x); };
constexpr auto kTanh = [](float x) { return isa::tanh_approx(x); };
constexpr auto kRcp = [](float x) { return isa::rcp_approx(x); };
constexpr auto kSqrt = [](float x) { return isa::sqrt_approx(x); };
constexpr auto kRsqrt = [](float x) { return isa::rsqrt_approx(x); };
constexpr auto kDiv = [](float a, float b) { return isa::div_approx(a, b); };
constexpr auto kDivFull = [](float a, float b) { return isa::div_full(a, b); };
constexpr auto kRsqrt64 = [](double x) { return isa::rsqrt_approx(x); };
constexpr auto kRcpUpper = [](double x) { return isa::rcp_approx_ftz(x); };
constexpr auto kRsqrtUpper = [](double x) { return isa::rsqrt_approx_ftz(x); };

// ex2, sin … of NaN return the canonical NaN, which flush() does not change.
template <auto F>
constexpr auto kFlushed = [](auto... x) { return isa::flush(F(isa::flush(x)...)); };

template <auto F>
Selection unary(const Instruction& i) {
  if (i.type != Type::F32) return {};
  return {i.has(Mod::Ftz) ? lane_handler<float, kFlushed<F>, float>
                          : lane_handler<float, F, float>};
}
template <auto F>
Selection binary(const Instruction& i) {
  if (i.type != Type::F32) return {};
  return {i.has(Mod::Ftz) ? lane_handler<float, kFlushed<F>, float, float>
                          : lane_handler<float, F, float, float>};
}

}  // namespace

Selection select_approx(const Instruction& i) {
  const bool wide = i.type == Type::F64, ftz = i.has(Mod::Ftz);
  switch (i.op) {
    case Opcode::Ex2: return unary<kEx2>(i);
    case Opcode::Lg2: return unary<kLg2>(i);
    case Opcode::Sin: return unary<kSin>(i);
    case Opcode::Cos: return unary<kCos>(i);
    case Opcode::Tanh: return unary<kTanh>(i);
    case Opcode::Sqrt: return unary<kSqrt>(i);
    case Opcode::Rcp:
      if (wide) return {ftz ? lane_handler<double, kRcpUpper, double> : nullptr};
      return unary<kRcp>(i);
    case Opcode::Rsqrt:
      if (wide)
        return {ftz ? lane_handler<double, kRsqrtUpper, double>
                    : lane_handler<double, kRsqrt64, double>};
      return unary<kRsqrt>(i);
    case Opcode::Div: return i.has(Mod::Full) ? binary<kDivFull>(i) : binary<kDiv>(i);
    default: return {};
  }
}

}  // namespace heddle
