// The corpus entries of the float32, float64, approx and float16 modules.
#include "isa/approx.hpp"
#include "isa/convert.hpp"
#include "isa/corpus.hpp"
#include "isa/float.hpp"
#include "isa/half.hpp"

namespace heddle::isa::corpus {
namespace {

using Cases = std::vector<Case>;
using F = float;

// As a handler composes a result.
const auto plain = [](auto f) { return [f](auto... x) { return canonical(f(x...)); }; };
const auto flushed = [](auto f) {
  return [f](auto... x) { return canonical(flush(f(flush(x)...))); };
};
const auto clamped = [](auto f) { return [f](auto... x) { return saturate(f(x...)); }; };
const auto flushed_clamped = [](auto f) {
  return [f](auto... x) { return saturate(flush(f(flush(x)...))); };
};

template <class T>
void add_rounded(Cases& cases, Rounding mode, const std::string& m) {
  const std::string t = "_" + m + suffix<T>();
  cases.push_back(make<T, T>("add" + t, plain(add<T>), mode));
  cases.push_back(make<T, T>("sub" + t, plain(sub<T>), mode));
  cases.push_back(make<T, T>("mul" + t, plain(mul<T>), mode));
  cases.push_back(make<T, T, T>("fma" + t, plain(fma<T>), mode));
  cases.push_back(make<T, T>("div" + t, plain(div<T>), mode));
  cases.push_back(make<T>("rcp" + t, plain(rcp<T>), mode));
  cases.push_back(make<T>("sqrt" + t, plain(isa::sqrt<T>), mode));
}

template <class T>
void add_float(Cases& cases) {
  add_rounded<T>(cases, Rounding::Nearest, "rn");
  add_rounded<T>(cases, Rounding::Zero, "rz");
  add_rounded<T>(cases, Rounding::Down, "rm");
  add_rounded<T>(cases, Rounding::Up, "rp");
  const std::string t = suffix<T>();
  cases.push_back(make<T, T>("min" + t, min<T>));
  cases.push_back(make<T, T>("max" + t, max<T>));
  cases.push_back(make<T>("abs" + t, abs<T>));
  cases.push_back(make<T>("neg" + t, neg<T>));
  cases.push_back(make<T, T>("copysign" + t, isa::copysign<T>));
}

void add_modified(Cases& cases) {
  const auto binary = [&](const std::string& name, auto f) {
    cases.push_back(make<F, F>(name + "_ftz_f32", flushed(f)));
    cases.push_back(make<F, F>(name + "_sat_f32", clamped(f)));
    cases.push_back(make<F, F>(name + "_rn_ftz_sat_f32", flushed_clamped(f)));
  };
  binary("add", add<F>);
  binary("sub", sub<F>);
  binary("mul", mul<F>);
  cases.push_back(make<F, F, F>("fma_rn_ftz_f32", flushed(fma<F>)));
  cases.push_back(make<F, F, F>("fma_rn_sat_f32", clamped(fma<F>)));
  cases.push_back(make<F, F, F>("mad_rn_f32", plain(fma<F>)));
  cases.push_back(make<F, F>("min_ftz_f32", flushed(min<F>)));
  cases.push_back(make<F, F>("max_ftz_f32", flushed(max<F>)));
  cases.push_back(make<F, F>("min_NaN_f32", min_nan<F>));
  cases.push_back(make<F, F>("max_NaN_f32", max_nan<F>));
}

void add_approximations(Cases& cases) {
  const auto unary = [&](const std::string& name, F (*f)(F)) {
    cases.push_back(make<F>(name + "_approx_f32", f));
  };
  unary("rcp", rcp_approx);
  unary("sqrt", sqrt_approx);
  unary("rsqrt", rsqrt_approx);
  unary("lg2", lg2_approx);
  unary("ex2", ex2_approx);
  unary("sin", sin_approx);
  unary("cos", cos_approx);
  unary("tanh", tanh_approx);
  cases.push_back(make<F, F>("div_full_f32", div_full));
  cases.push_back(make<F, F>("div_approx_f32", div_approx));
  cases.push_back(make<double>("rsqrt_approx_f64", [](double x) { return rsqrt_approx(x); }));
}

// A packed operation is the scalar one on each half.
template <class G>
uint32_t on_halves(G g, auto... packed) {
  const Half lo = g(Half{uint16_t(packed)}...);
  const Half hi = g(Half{uint16_t(packed >> 16)}...);
  return uint32_t{hi.bits} << 16 | lo.bits;
}

template <class G>
void add_binary_half(Cases& cases, const std::string& name, G g) {
  using U = uint32_t;
  cases.push_back(make<Half, Half>(name + "_rn_f16", g));
  cases.push_back(make<U, U>(name + "_rn_f16x2", [g](U a, U b) { return on_halves(g, a, b); }));
}

template <Compare C>
Case compare_half(const std::string& entry) {
  return make<Half, Half>(entry, [](Half a, Half b) { return uint64_t{compare<C>(a, b)}; });
}

}  // namespace

std::vector<Case> float_cases() {
  Cases cases;
  add_float<float>(cases);
  add_float<double>(cases);
  add_modified(cases);
  add_approximations(cases);
  return cases;
}

std::vector<Case> half_cases() {
  using U = uint32_t;
  Cases cases;
  add_binary_half(cases, "add", [](Half a, Half b) { return add(a, b); });
  add_binary_half(cases, "sub", [](Half a, Half b) { return sub(a, b); });
  add_binary_half(cases, "mul", [](Half a, Half b) { return mul(a, b); });
  const auto fused = [](auto a, auto b, auto c) { return fma(a, b, c); };
  cases.push_back(make<Half, Half, Half>("fma_rn_f16", fused));
  cases.push_back(make<BFloat, BFloat, BFloat>("fma_rn_bf16", fused));
  cases.push_back(
      make<U, U, U>("fma_rn_f16x2", [=](U a, U b, U c) { return on_halves(fused, a, b, c); }));
  cases.push_back(make<Half>("neg_f16", neg<Half>));
  cases.push_back(make<Half>("abs_f16", abs<Half>));
  cases.push_back(make<Half, Half>("min_f16", min<Half>));
  cases.push_back(make<Half, Half>("max_f16", max<Half>));
  cases.push_back(compare_half<Compare::Lt>("setp_lt_f16"));
  cases.push_back(compare_half<Compare::Eq>("setp_eq_f16"));
  cases.push_back(compare_half<Compare::Geu>("setp_geu_f16"));
  cases.push_back(make<float>("cvt_rn_bf16_f32", [](float x) { return convert<BFloat>(x); }));
  cases.push_back(make<float, float>("cvt_rn_f16x2_f32", [](float a, float b) {
    return uint32_t{convert<Half>(a).bits} << 16 | convert<Half>(b).bits;
  }));
  return cases;
}

}  // namespace heddle::isa::corpus
