// The PTX rules around f32 and f64 operations: NaN, signed zeros, flushing, clamping, comparisons.
#include "isa/float.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace heddle::isa {
namespace {

template <class T>
class FloatOf : public testing::Test {
 protected:
  using Traits = FloatTraits<T>;
  static constexpr T kInf = std::numeric_limits<T>::infinity();
  static constexpr T kTiny = std::numeric_limits<T>::denorm_min();
  static constexpr T kMin = std::numeric_limits<T>::min();
  // A NaN that is not the canonical one.
  static T nan() { return from_bits<T>(Traits::kInfinity | Traits::kSign | 5); }
  static auto bits(T x) { return to_bits(x); }
  // NaN, both infinities, both zeros, subnormals, normals.
  static std::vector<T> values() {
    return {nan(),  -kInf, T(-2), T(-1), -kMin, -kTiny, T(-0.0),
            T(0.0), kTiny, kMin,  T(1),  T(3),  kInf};
  }
};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatOf, Floats);

TYPED_TEST(FloatOf, CanonicalChangesOnlyNan) {
  using T = TypeParam;
  for (const T x : this->values())
    EXPECT_EQ(to_bits(canonical(x)), std::isnan(x) ? FloatTraits<T>::kNan : to_bits(x));
}

TYPED_TEST(FloatOf, FlushKeepsTheSign) {
  using T = TypeParam;
  EXPECT_EQ(to_bits(flush(this->kTiny)), to_bits(T(0)));
  EXPECT_EQ(to_bits(flush(-this->kTiny)), to_bits(T(-0.0)));
  EXPECT_EQ(flush(this->kMin), this->kMin);
  EXPECT_EQ(flush(-this->kInf), -this->kInf);
  EXPECT_EQ(to_bits(flush(this->nan())), to_bits(this->nan()));
}

TYPED_TEST(FloatOf, SaturateClampsToTheUnitInterval) {
  using T = TypeParam;
  EXPECT_EQ(to_bits(saturate(this->nan())), to_bits(T(0)));
  EXPECT_EQ(to_bits(saturate(T(-0.0))), to_bits(T(0)));
  EXPECT_EQ(to_bits(saturate(-this->kInf)), to_bits(T(0)));
  EXPECT_EQ(saturate(T(0.25)), T(0.25));
  EXPECT_EQ(saturate(this->kInf), T(1));
}

TYPED_TEST(FloatOf, MinAndMaxIgnoreNanAndOrderZeros) {
  using T = TypeParam;
  const auto key = [](T x) { return std::pair(x, !std::signbit(x)); };
  for (const T a : this->values())
    for (const T b : this->values()) {
      T low = canonical_nan<T>(), high = low;
      if (!is_nan(a) && !is_nan(b)) {
        low = key(b) < key(a) ? b : a;
        high = key(a) < key(b) ? b : a;
      } else if (!is_nan(a) || !is_nan(b)) {
        low = high = is_nan(a) ? b : a;
      }
      const bool any_nan = is_nan(a) || is_nan(b);
      EXPECT_EQ(to_bits(min(a, b)), to_bits(low));
      EXPECT_EQ(to_bits(max(a, b)), to_bits(high));
      EXPECT_EQ(to_bits(min_nan(a, b)), to_bits(any_nan ? canonical_nan<T>() : low));
      EXPECT_EQ(to_bits(max_nan(a, b)), to_bits(any_nan ? canonical_nan<T>() : high));
    }
}

TYPED_TEST(FloatOf, XorSignTakesTheProductOfTheSigns) {
  using T = TypeParam;
  EXPECT_EQ(min_xorsign_abs(T(-2), T(3)), T(-2));
  EXPECT_EQ(min_xorsign_abs(T(-2), T(-3)), T(2));
  EXPECT_EQ(max_xorsign_abs(T(2), T(-3)), T(-3));
  EXPECT_EQ(max_xorsign_abs(T(2), T(3)), T(3));
  EXPECT_EQ(to_bits(min_nan_xorsign_abs(T(-2), this->nan())), FloatTraits<T>::kNan);
  EXPECT_EQ(to_bits(max_nan_xorsign_abs(T(-2), this->nan())), FloatTraits<T>::kNan);
}

TYPED_TEST(FloatOf, SignOperations) {
  using T = TypeParam;
  EXPECT_EQ(to_bits(neg(T(0))), to_bits(T(-0.0)));
  EXPECT_EQ(abs(T(-3)), T(3));
  EXPECT_EQ(to_bits(abs(this->nan())), FloatTraits<T>::kNan);
  EXPECT_EQ(to_bits(neg(this->nan())), FloatTraits<T>::kNan);
  EXPECT_EQ(isa::copysign(T(-1), T(5)), T(-5));
  EXPECT_EQ(isa::copysign(T(1), T(-5)), T(5));
}

TYPED_TEST(FloatOf, Compares) {
  using T = TypeParam;
  using enum Compare;
  for (const T a : this->values())
    for (const T b : this->values()) {
      const bool nan = std::isnan(a) || std::isnan(b);
      EXPECT_EQ((compare<Eq>(a, b)), !nan && a == b);
      EXPECT_EQ((compare<Ne>(a, b)), !nan && a != b);
      EXPECT_EQ((compare<Lt>(a, b)), !nan && a < b);
      EXPECT_EQ((compare<Le>(a, b)), !nan && a <= b);
      EXPECT_EQ((compare<Gt>(a, b)), !nan && a > b);
      EXPECT_EQ((compare<Ge>(a, b)), !nan && a >= b);
      EXPECT_EQ((compare<Equ>(a, b)), nan || a == b);
      EXPECT_EQ((compare<Neu>(a, b)), nan || a != b);
      EXPECT_EQ((compare<Ltu>(a, b)), nan || a < b);
      EXPECT_EQ((compare<Leu>(a, b)), nan || a <= b);
      EXPECT_EQ((compare<Gtu>(a, b)), nan || a > b);
      EXPECT_EQ((compare<Geu>(a, b)), nan || a >= b);
      EXPECT_EQ((compare<Num>(a, b)), !nan);
      EXPECT_EQ((compare<Nan>(a, b)), nan);
    }
}

TYPED_TEST(FloatOf, TestpClassifies) {
  using T = TypeParam;
  using enum FloatTest;
  for (const T x : this->values()) {
    EXPECT_EQ(testp<Finite>(x), std::isfinite(x));
    EXPECT_EQ(testp<Infinite>(x), std::isinf(x));
    EXPECT_EQ(testp<Number>(x), !std::isnan(x));
    EXPECT_EQ(testp<NotANumber>(x), std::isnan(x));
    EXPECT_EQ(testp<Normal>(x), std::isnormal(x) || x == 0);
    EXPECT_EQ(testp<Subnormal>(x), std::fpclassify(x) == FP_SUBNORMAL);
  }
}

TYPED_TEST(FloatOf, SlctTakesTheFirstForZeroOfEitherSign) {
  using T = TypeParam;
  EXPECT_EQ(slct(1, 2, T(-0.0)), 1);
  EXPECT_EQ(slct(1, 2, T(0.0)), 1);
  EXPECT_EQ(slct(1, 2, -this->kTiny), 2);
  EXPECT_EQ(slct(1, 2, this->nan()), 2);
}

}  // namespace
}  // namespace heddle::isa
