// The approximations against the C library in f64, at the manual's error bounds and special values,
// and against fixed bits, which no compiler or CPU may change.
#include "isa/approx.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace heddle::isa {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr uint32_t kNanBits = 0x7fffffff;

// Largest error over evenly spaced values; relative to the exact result if `relative`.
template <class F, class G>
double worst(double from, double to, bool relative, F approximate, G exact) {
  double result = 0;
  const int count = 200000;
  for (int i = 0; i <= count; ++i) {
    const float x = float(from + (to - from) * i / count);
    const double want = exact(double(x));
    const double error = std::fabs(double(approximate(x)) - want);
    result = std::fmax(result, relative && want != 0 ? error / std::fabs(want) : error);
  }
  return result;
}

// Half an ulp of f32 is 2^-24 relative: results are almost always correctly rounded.
constexpr double kRounded = 0x1.0001p-24;

TEST(Approx, Ex2) {
  EXPECT_LT(worst(
                -126, 127.9, true, [](float x) { return ex2_approx(x); },
                [](double x) { return std::exp2(x); }),
            kRounded);
  EXPECT_EQ(ex2_approx(-0.0f), 1.0f);
  EXPECT_EQ(ex2_approx(std::numeric_limits<float>::denorm_min()), 1.0f);
  EXPECT_EQ(ex2_approx(kInf), kInf);
  EXPECT_EQ(ex2_approx(128.0f), kInf);
  EXPECT_EQ(to_bits(ex2_approx(-kInf)), 0u);
  EXPECT_EQ(ex2_approx(-149.0f), 0x1p-149f);
  EXPECT_EQ(ex2_approx(-151.0f), 0.0f);
  EXPECT_EQ(to_bits(ex2_approx(-NAN)), kNanBits);
}

TEST(Approx, Lg2) {
  const auto exact = [](double x) { return std::log2(x); };
  EXPECT_LT(worst(0.5, 2.0, true, lg2_approx, exact), kRounded);
  EXPECT_LT(worst(1e-30, 1e30, true, lg2_approx, exact), kRounded);
  EXPECT_EQ(lg2_approx(0x1p-149f), -149.0f);
  EXPECT_EQ(lg2_approx(std::numeric_limits<float>::max()), 128.0f);
  EXPECT_EQ(lg2_approx(1.0f), 0.0f);
  EXPECT_EQ(lg2_approx(0.0f), -kInf);
  EXPECT_EQ(lg2_approx(-0.0f), -kInf);
  EXPECT_EQ(lg2_approx(kInf), kInf);
  EXPECT_EQ(to_bits(lg2_approx(-1.0f)), kNanBits);
  EXPECT_EQ(to_bits(lg2_approx(-kInf)), kNanBits);
  EXPECT_EQ(to_bits(lg2_approx(NAN)), kNanBits);
}

TEST(Approx, SinCos) {
  const double bound = std::exp2(-20.9);
  EXPECT_LT(worst(-3.1416, 3.1416, false, sin_approx, [](double x) { return std::sin(x); }), bound);
  EXPECT_LT(worst(-3.1416, 3.1416, false, cos_approx, [](double x) { return std::cos(x); }), bound);
  EXPECT_EQ(to_bits(sin_approx(0.0f)), 0u);
  EXPECT_EQ(to_bits(sin_approx(-0.0f)), 0x80000000u);
  EXPECT_EQ(cos_approx(-0.0f), 1.0f);
  EXPECT_EQ(to_bits(sin_approx(kInf)), kNanBits);
  EXPECT_EQ(to_bits(cos_approx(-kInf)), kNanBits);
  EXPECT_EQ(to_bits(cos_approx(NAN)), kNanBits);
  for (const float x : {1e5f, -1e10f, 1e30f, 3e38f}) {
    EXPECT_LE(std::fabs(sin_approx(x)), 1.0f);
    EXPECT_LE(std::fabs(cos_approx(x)), 1.0f);
  }
}

TEST(Approx, Tanh) {
  const auto f = [](float x) { return tanh_approx(x); };
  const auto exact = [](double x) { return std::tanh(x); };
  EXPECT_LT(worst(-12, 12, true, f, exact), kRounded);
  EXPECT_LT(worst(-0.2, 0.2, true, f, exact), kRounded);
  EXPECT_EQ(tanh_approx(kInf), 1.0f);
  EXPECT_EQ(tanh_approx(-kInf), -1.0f);
  EXPECT_EQ(to_bits(tanh_approx(-0.0f)), 0x80000000u);
  EXPECT_EQ(tanh_approx(-0x1p-149f), -0x1p-149f);
  EXPECT_EQ(to_bits(tanh_approx(NAN)), kNanBits);
}

TEST(Approx, Reciprocals) {
  EXPECT_LT(worst(
                1e-3, 10, true, [](float x) { return rsqrt_approx(x); },
                [](double x) { return 1 / std::sqrt(x); }),
            kRounded);
  EXPECT_EQ(rcp_approx(-0.0f), -kInf);
  EXPECT_EQ(to_bits(rcp_approx(-kInf)), 0x80000000u);
  EXPECT_EQ(rsqrt_approx(0.0f), kInf);
  EXPECT_EQ(rsqrt_approx(-0.0f), -kInf);
  EXPECT_EQ(to_bits(rsqrt_approx(-1.0f)), kNanBits);
  EXPECT_EQ(rsqrt_approx(kInf), 0.0f);
  EXPECT_EQ(to_bits(sqrt_approx(-0.0f)), 0x80000000u);
  EXPECT_EQ(to_bits(sqrt_approx(-2.0f)), kNanBits);
  EXPECT_EQ(rsqrt_approx(4.0), 0.5);
}

TEST(Approx, Division) {
  EXPECT_EQ(div_approx(1.0f, 3.0f), 1.0f / 3.0f);
  EXPECT_EQ(div_approx(0x1p127f, 0x1p126f), 2.0f);
  EXPECT_EQ(to_bits(div_approx(5.0f, -0x1.8p126f)), 0x80000000u);
  EXPECT_EQ(to_bits(div_approx(kInf, 0x1p127f)), kNanBits);
  EXPECT_EQ(to_bits(div_approx(0.0f, 0.0f)), kNanBits);
  EXPECT_EQ(div_full(0x1p127f, 0x1p127f), 1.0f);
  EXPECT_EQ(div_full(1.0f, -0.0f), -kInf);
}

TEST(Approx, GrossDoubles) {
  for (double x = 0.37; x < 1e300; x *= 1.7e7) {
    EXPECT_NEAR(rcp_approx_ftz(x) * x, 1.0, 0x1p-19);
    EXPECT_NEAR(rsqrt_approx_ftz(x) * std::sqrt(x), 1.0, 0x1p-19);
    EXPECT_EQ(to_bits(rcp_approx_ftz(x)) & 0xffffffffu, 0u);
  }
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(rcp_approx_ftz(1e-310), inf);
  EXPECT_EQ(rcp_approx_ftz(-0.0), -inf);
  EXPECT_EQ(to_bits(rcp_approx_ftz(-inf)), to_bits(-0.0));
  EXPECT_EQ(to_bits(rcp_approx_ftz(1.7e308)), 0u);
  EXPECT_EQ(rsqrt_approx_ftz(-1e-310), -inf);
  EXPECT_TRUE(is_nan(rsqrt_approx_ftz(-1.0)));
  EXPECT_TRUE(is_nan(rcp_approx_ftz(std::nan(""))));
}

TEST(Approx, SmallFloats) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const Half h{uint16_t(bits)};
    if (is_nan(h)) continue;
    const auto off_by = [](Half got, double want) {
      return std::abs(int(got.bits) - int(from_double<Half>(want).bits));
    };
    ASSERT_LE(off_by(ex2_approx(h), std::exp2(to_double(h))), 1) << bits;
    ASSERT_LE(off_by(tanh_approx(h), std::tanh(to_double(h))), 1) << bits;
  }
  EXPECT_EQ(ex2_approx(BFloat{0x3f80}).bits, 0x4000);
  EXPECT_EQ(tanh_approx(BFloat{0x7fff}).bits, 0x7fff);
}

// A digest of many results: equal on every build.
TEST(Approx, BitsAreFixed) {
  uint64_t digest = 0;
  for (uint32_t bits = 0; bits < 0xffff0000u; bits += 48611) {
    const float x = from_bits<float>(bits);
    for (const float y : {ex2_approx(x), lg2_approx(x), sin_approx(x), cos_approx(x),
                          tanh_approx(x), rcp_approx(x), sqrt_approx(x), rsqrt_approx(x)})
      digest = (digest ^ to_bits(y)) * 0x9e3779b97f4a7c15u;
  }
  EXPECT_EQ(digest, 0x1dbbf973adabf7d2u);
}

}  // namespace
}  // namespace heddle::isa
