// min and max of f32 and f64.
#include "exec/handlers/common.hpp"
#include "exec/handlers/families.hpp"
#include "isa/float.hpp"

namespace heddle {

namespace {

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

template <auto F>
constexpr auto kFlushed = [](auto... x) { return F(isa::flush(x)...); };
template <auto F>
constexpr auto kThree = [](auto a, auto b, auto c) { return F(F(a, b), c); };
template <auto F>
constexpr auto kMagnitudes = [](auto... x) { return F(isa::abs(x)...); };

template <auto F>
Selection two(bool ftz) {
  return {ftz ? lane_handler<float, kFlushed<F>, float, float>
              : lane_handler<float, F, float, float>};
}
template <auto F>
Selection three(bool ftz) {
  return {ftz ? lane_handler<float, kFlushed<F>, float, float, float>
              : lane_handler<float, F, float, float, float>};
}

template <bool Max>
Selection single(const Instruction& i) {
  const bool ftz = i.has(Mod::Ftz), nan = i.has(Mod::NaN), abs = i.has(Mod::Abs);
  if (i.source_count == 3) {
    if (i.has(Mod::XorSign)) return {};
    if (abs)
      return nan ? three<kMagnitudes<kThree<kNan<Max>>>>(ftz)
                 : three<kMagnitudes<kThree<kPlain<Max>>>>(ftz);
    return nan ? three<kThree<kNan<Max>>>(ftz) : three<kThree<kPlain<Max>>>(ftz);
  }
  if (i.has(Mod::XorSign) != abs) return {};
  if (abs) return nan ? two<kNanXorSign<Max>>(ftz) : two<kXorSign<Max>>(ftz);
  return nan ? two<kNan<Max>>(ftz) : two<kPlain<Max>>(ftz);
}

template <bool Max>
Selection extremum(const Instruction& i) {
  if (i.has(Mod::Relu)) return {};
  if (i.type == Type::F32) return single<Max>(i);
  if (i.type == Type::F64 && i.source_count == 2)
    return {lane_handler<double, kPlain<Max>, double, double>};
  return {};
}

}  // namespace

Selection select_float_extremum(const Instruction& i) {
  return i.op == Opcode::Max ? extremum<true>(i) : extremum<false>(i);
}

}  // namespace heddle
