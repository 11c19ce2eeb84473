// f16 and bf16 against slow references: every pattern where one operand is enough, exact 113-bit
// arithmetic rounded by searching the neighbouring values where there are more.
#include "isa/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace heddle::isa {
namespace {

__extension__ using Quad = __float128;

// The value of a finite pattern, from the definition of the format.
template <class T>
double reference_value(T x) {
  using Format = typename T::Format;
  const int fraction = x.bits & ((1 << Format::kFraction) - 1);
  const int field = magnitude_bits(x) >> Format::kFraction;
  const int hidden = field == 0 ? 0 : 1 << Format::kFraction;
  const int exponent = (field == 0 ? 1 : field) - Format::kBias - Format::kFraction;
  const double magnitude = std::ldexp(double(fraction + hidden), exponent);
  return x.bits > 0x7fff ? -magnitude : magnitude;
}

// Rounds by the definition: finds the largest pattern not above the magnitude by bisection, then
// chooses between it and the next. The pattern after the largest finite one represents infinity;
// its value is the next one that the format would have.
template <class T>
T reference_round(Quad exact, bool negative, Rounding mode) {
  using Format = typename T::Format;
  const Quad magnitude = exact < 0 ? -exact : exact;
  uint32_t low = 0, high = Format::kInfinity;
  while (high - low > 1) {
    const uint32_t middle = (low + high) / 2;
    (Quad(reference_value(T{uint16_t(middle)})) <= magnitude ? low : high) = middle;
  }
  const Quad below = reference_value(T{uint16_t(low)});
  const Quad above = reference_value(T{uint16_t(low + 1)});
  const Quad middle = (below + above) / 2;
  bool up = false;
  switch (mode) {
    case Rounding::Nearest: up = magnitude > middle || (magnitude == middle && low % 2 == 1); break;
    case Rounding::NearestAway: up = magnitude >= middle; break;
    case Rounding::Up: up = !negative && magnitude > below; break;
    case Rounding::Down: up = negative && magnitude > below; break;
    case Rounding::Zero: break;
  }
  return T{uint16_t((low + uint32_t(up)) | (negative ? 0x8000u : 0u))};
}

template <class T>
class HalfOf : public testing::Test {
 protected:
  T random_finite() {
    const T x{uint16_t(random_())};
    return magnitude_bits(x) < T::Format::kInfinity ? x : random_finite();
  }
  std::mt19937 random_{11};
};
using Smalls = testing::Types<Half, BFloat>;
TYPED_TEST_SUITE(HalfOf, Smalls);

TYPED_TEST(HalfOf, WidensExactlyAndBack) {
  using T = TypeParam;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const T x{uint16_t(bits)};
    if (is_nan(x)) {
      EXPECT_TRUE(std::isnan(to_float(x)));
      EXPECT_EQ(from_float<T>(to_float(x)).bits, 0x7fff);
      continue;
    }
    if (magnitude_bits(x) < T::Format::kInfinity)
      ASSERT_EQ(to_double(x), reference_value(x)) << bits;
    else
      ASSERT_TRUE(std::isinf(to_float(x)));
    ASSERT_EQ(from_float<T>(to_float(x)), x) << bits;
    ASSERT_EQ(from_double<T>(to_double(x)), x) << bits;
  }
}

TYPED_TEST(HalfOf, NarrowsInEveryMode) {
  using T = TypeParam;
  for (int i = 0; i < 20000; ++i) {
    // Around the format's range and its rounding boundaries.
    const double near = to_double(this->random_finite());
    const double steps[] = {1.0, 1.0 + 0x1p-12, 1.0 + 0x1p-9, 1.0 + 0x1p-8, 1.0 + 0x1p-30, 1.7};
    const double x = near * steps[i % 6];
    for (const Rounding mode :
         {Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up, Rounding::NearestAway}) {
      const T want = reference_round<T>(x, std::signbit(x), mode);
      ASSERT_EQ(from_double<T>(x, mode).bits, want.bits) << x << " mode " << int(mode);
      const bool is_float = double(float(x)) == x;
      ASSERT_TRUE(!is_float || from_float<T>(float(x), mode) == want) << x;
    }
  }
}

TYPED_TEST(HalfOf, OverflowFollowsTheMode) {
  using T = TypeParam;
  const uint16_t infinity = T::Format::kInfinity, largest = T::Format::kMax;
  EXPECT_EQ(from_double<T>(1e300).bits, infinity);
  EXPECT_EQ(from_double<T>(1e300, Rounding::Zero).bits, largest);
  EXPECT_EQ(from_double<T>(1e300, Rounding::Down).bits, largest);
  EXPECT_EQ(from_double<T>(-1e300, Rounding::Down).bits, infinity | 0x8000);
  EXPECT_EQ(from_double<T>(-1e300, Rounding::Up).bits, largest | 0x8000);
  EXPECT_EQ(from_double<T>(1e300, Rounding::Nearest, true).bits, largest);
  EXPECT_EQ(from_double<T>(-HUGE_VAL, Rounding::Nearest, true).bits, largest | 0x8000);
  EXPECT_EQ(from_double<T>(HUGE_VAL, Rounding::Zero).bits, infinity);
}

// A zero sum takes the sign of IEEE: negative only if both terms are.
template <class T>
T exact_fma(T a, T b, T c) {
  const Quad exact = Quad(reference_value(a)) * reference_value(b) + reference_value(c);
  const double host = reference_value(a) * reference_value(b) + reference_value(c);
  return reference_round<T>(exact, exact == 0 ? std::signbit(host) : exact < 0, Rounding::Nearest);
}

TYPED_TEST(HalfOf, ArithmeticIsCorrectlyRounded) {
  using T = TypeParam;
  const T one{uint16_t(T::Format::kBias << T::Format::kFraction)};
  const T minus_zero{0x8000};
  for (int i = 0; i < 100000; ++i) {
    const T a = this->random_finite(), b = this->random_finite();
    ASSERT_EQ(add(a, b), exact_fma(a, one, b));
    ASSERT_EQ(sub(a, b), exact_fma(a, one, T{uint16_t(b.bits ^ 0x8000)}));
    const bool negative = (a.bits ^ b.bits) > 0x7fff;
    const T zero{uint16_t(negative ? 0x8000 : 0)};
    ASSERT_EQ(mul(a, b), exact_fma(a, b, zero)) << a.bits << " " << b.bits;
  }
  EXPECT_EQ(mul(one, minus_zero), minus_zero);
}

// bf16 terms can be 2^500 apart, which 113 bits do not hold: keep c within 2^80 of the product.
TYPED_TEST(HalfOf, FmaRoundsOnce) {
  using T = TypeParam;
  int checked = 0;
  while (checked < 100000) {
    const T a = this->random_finite(), b = this->random_finite(), c = this->random_finite();
    const double product = reference_value(a) * reference_value(b), addend = reference_value(c);
    if (product == 0 || addend == 0) continue;
    if (std::abs(std::ilogb(product) - std::ilogb(addend)) > 80) continue;
    ++checked;
    ASSERT_EQ(fma(a, b, c), exact_fma(a, b, c)) << a.bits << " " << b.bits << " " << c.bits;
  }
}

TEST(BFloat, FmaLetsATinyAddendDecideATie) {
  // 1.0078125 * 1.5 lies midway between two bf16 values.
  const BFloat a{0x3f81}, b{0x3fc0};
  const BFloat tiny{0x0080}, minus_tiny{0x8080};
  EXPECT_EQ(fma(a, b, tiny).bits, 0x3fc2);
  EXPECT_EQ(fma(a, b, minus_tiny).bits, 0x3fc1);
  EXPECT_EQ(fma(a, b, BFloat{0}).bits, 0x3fc2);
}

TYPED_TEST(HalfOf, SpecialOperands) {
  using T = TypeParam;
  const uint16_t infinity = T::Format::kInfinity;
  const T plus{infinity}, minus{uint16_t(infinity | 0x8000)},
      one{uint16_t(T::Format::kBias << T::Format::kFraction)};
  EXPECT_EQ(add(plus, minus).bits, 0x7fff);
  EXPECT_EQ(mul(plus, T{0}).bits, 0x7fff);
  EXPECT_EQ(fma(plus, one, minus).bits, 0x7fff);
  EXPECT_EQ(fma(plus, one, one), plus);
  EXPECT_EQ(fma(one, one, minus), minus);
  EXPECT_EQ(fma(T{0xffff}, one, one).bits, 0x7fff);
  EXPECT_EQ(add(one, T{uint16_t(one.bits | 0x8000)}).bits, 0);
}

TYPED_TEST(HalfOf, Modifiers) {
  using T = TypeParam;
  const uint16_t one = uint16_t(T::Format::kBias << T::Format::kFraction);
  EXPECT_EQ(saturate(T{0x7fff}).bits, 0);
  EXPECT_EQ(saturate(T{0x8001}).bits, 0);
  EXPECT_EQ(saturate(T{uint16_t(one + 1)}).bits, one);
  EXPECT_EQ(saturate(T{3}).bits, 3);
  EXPECT_EQ(relu(T{0x8000}).bits, 0);
  EXPECT_EQ(relu(T{0xffff}).bits, 0x7fff);
  EXPECT_EQ(relu(T{one}).bits, one);
  EXPECT_EQ(flush(T{0x8001}).bits, 0x8000);
  EXPECT_EQ(flush(T{uint16_t(1u << T::Format::kFraction)}).bits, 1u << T::Format::kFraction);
}

TYPED_TEST(HalfOf, MinMaxAndCompareAgreeWithFloat) {
  using T = TypeParam;
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    const T a{uint16_t(random())}, b{uint16_t(i % 8 == 0 ? a.bits ^ 0x8000 : random())};
    const float x = to_float(a), y = to_float(b);
    const auto same = [](T got, float want) { return got == from_float<T>(want); };
    ASSERT_TRUE(same(min(a, b), min(x, y)) && same(max(a, b), max(x, y)));
    ASSERT_TRUE(same(min_nan(a, b), min_nan(x, y)) && same(max_nan(a, b), max_nan(x, y)));
    ASSERT_TRUE(same(min_xorsign_abs(a, b), min_xorsign_abs(x, y)));
    ASSERT_TRUE(same(max_xorsign_abs(a, b), max_xorsign_abs(x, y)));
    ASSERT_TRUE(same(abs(a), abs(x)) && same(neg(a), neg(x)));
    ASSERT_EQ(compare<Compare::Ltu>(a, b), !(x >= y));
  }
}

}  // namespace
}  // namespace heddle::isa
