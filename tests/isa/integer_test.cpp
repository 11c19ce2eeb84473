// Integer and bit operations against loops that follow the PTX manual's pseudocode.
#include "isa/integer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "isa/bits.hpp"
#include "isa/names.hpp"

namespace heddle::isa {
namespace {

template <class T>
std::vector<T> values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> result = {
      0, 1, 2, T(-1), T(-2), Limits::min(), Limits::max(), T(Limits::max() - 1)};
  std::mt19937_64 random(17);
  for (int i = 0; i < 40; ++i) result.push_back(T(random() >> (i % 40)));
  return result;
}

template <class T>
class IntegerOf : public testing::Test {};
using Integers = testing::Types<int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(IntegerOf, Integers);

TYPED_TEST(IntegerOf, ProductsJoin) {
  using T = TypeParam;
  for (const T a : values<T>())
    for (const T b : values<T>()) {
      const Wide<T> wide = mul_wide(a, b);
      ASSERT_EQ(T(wide), mul_lo(a, b));
      ASSERT_EQ(T(wide >> (8 * sizeof(T))), mul_hi(a, b));
      ASSERT_EQ(sub(add(a, b), b), a);
      ASSERT_EQ(mad_lo(a, b, a), add(mul_lo(a, b), a));
    }
}

TYPED_TEST(IntegerOf, DivisionIsTotal) {
  using T = TypeParam;
  for (const T a : values<T>()) {
    EXPECT_EQ(div(a, T(0)), T(-1));
    EXPECT_EQ(rem(a, T(0)), T(-1));
    for (const T b : values<T>())
      if (b != 0) {
        ASSERT_EQ(add(mul_lo(div(a, b), b), rem(a, b)), a);
      }
  }
  if constexpr (std::is_signed_v<T>) {
    EXPECT_EQ(div(std::numeric_limits<T>::min(), T(-1)), std::numeric_limits<T>::min());
    EXPECT_EQ(rem(std::numeric_limits<T>::min(), T(-1)), 0);
    EXPECT_EQ(abs(std::numeric_limits<T>::min()), std::numeric_limits<T>::min());
  }
}

TYPED_TEST(IntegerOf, CarriesAreThoseOfTheWideSum) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  using W = Wide<U>;
  for (const T a : values<T>())
    for (const T b : values<T>())
      for (const bool in : {false, true}) {
        const W sum = W(U(a)) + U(b) + in;
        ASSERT_EQ(U(add_carry(a, b, in).value), U(sum));
        ASSERT_EQ(add_carry(a, b, in).carry, sum >> (8 * sizeof(T)) != 0);
        const W subtrahend = W(U(b)) + in;
        ASSERT_EQ(U(sub_borrow(a, b, in).value), U(U(a) - subtrahend));
        ASSERT_EQ(sub_borrow(a, b, in).carry, W(U(a)) < subtrahend);
      }
}

TYPED_TEST(IntegerOf, ShiftsClamp) {
  using T = TypeParam;
  for (const T a : values<T>())
    for (const uint32_t n : {0u, 1u, 7u, 15u, 16u, 31u, 32u, 63u, 64u, 255u, UINT32_MAX}) {
      T left = a, right = a;
      for (uint32_t i = 0; i < n && i < 70; ++i) {
        left = add(left, left);
        right = T(right >> 1);
      }
      ASSERT_EQ(shl(a, n), left) << n;
      ASSERT_EQ(shr(a, n), right) << n;
    }
}

template <class T>
T bfe_reference(T a, uint32_t pos, uint32_t len) {
  using U = std::make_unsigned_t<T>;
  const uint32_t msb = 8 * sizeof(T) - 1;
  const auto bit = [&](uint32_t i) { return U(U(a) >> i & 1); };
  const uint32_t last = pos + len - 1 < msb ? pos + len - 1 : msb;
  const U sign = std::is_signed_v<T> && len != 0 ? bit(last) : U(0);
  U result = 0;
  for (uint32_t i = 0; i <= msb; ++i)
    result |= U((i < len && pos + i <= msb ? bit(pos + i) : sign) << i);
  return T(result);
}

template <class T>
void check_fields() {
  using U = std::make_unsigned_t<T>;
  const uint32_t msb = 8 * sizeof(T) - 1;
  for (const T a : values<T>())
    for (uint32_t pos = 0; pos < 70; pos += 3)
      for (const uint32_t len : {0u, 1u, 5u, 16u, 31u, 32u, 33u, 63u, 64u, 255u}) {
        ASSERT_EQ(bfe(a, pos, len), bfe_reference(a, pos, len)) << pos << " " << len;
        ASSERT_EQ(bfe(a, pos + 256, len + 512), bfe(a, pos, len));
        U inserted = 0x5a;
        for (uint32_t i = 0; i < len && pos + i <= msb; ++i)
          inserted = U((inserted & ~(U(1) << (pos + i))) | (U(U(a) >> i & 1) << (pos + i)));
        ASSERT_EQ(bfi(U(a), U(0x5a), pos, len), inserted) << pos << " " << len;
      }
}

TEST(Bits, Fields) {
  check_fields<int32_t>();
  check_fields<uint32_t>();
  check_fields<int64_t>();
  check_fields<uint64_t>();
}

TEST(Bits, Find) {
  EXPECT_EQ(bfind(0u), UINT32_MAX);
  EXPECT_EQ(bfind_shiftamt(0u), UINT32_MAX);
  EXPECT_EQ(bfind(-1), UINT32_MAX);
  EXPECT_EQ(bfind(-2), 0u);
  EXPECT_EQ(bfind(uint64_t{1} << 63), 63u);
  EXPECT_EQ(bfind_shiftamt(1u), 31u);
  EXPECT_EQ(bfind_shiftamt(int64_t{1}), 63u);
  EXPECT_EQ(fns(0b1010100u, 0, 2), 4u);
  EXPECT_EQ(fns(0b1010100u, 6, -3), 2u);
  EXPECT_EQ(fns(0b1010100u, 6, -4), UINT32_MAX);
  EXPECT_EQ(fns(0b1010100u, 4, 0), 4u);
  EXPECT_EQ(fns(0b1010100u, 5, 0), UINT32_MAX);
  EXPECT_EQ(fns(~0u, 32, 1), UINT32_MAX);
  EXPECT_EQ(fns(~0u, 3, INT32_MIN), UINT32_MAX);
}

TEST(Bits, Lop3IsItsTable) {
  for (int table = 0; table < 256; ++table)
    EXPECT_EQ(lop3(0xf0, 0xcc, 0xaa, uint8_t(table)) & 0xff, uint32_t(table));
}

TEST(Bits, ReversesAndCounts) {
  EXPECT_EQ(brev(1u), 0x80000000u);
  EXPECT_EQ(brev(uint64_t{0x12}), 0x4800000000000000u);
  EXPECT_EQ(clz(0u), 32u);
  EXPECT_EQ(clz(uint64_t{0}), 64u);
  EXPECT_EQ(popc(uint64_t{0xff00ff}), 16u);
}

TEST(Bits, FunnelShifts) {
  using enum ShiftMode;
  EXPECT_EQ(shf_l(Wrap, 0x80000001u, 2u, 33), 5u);
  EXPECT_EQ(shf_l(Clamp, 0x80000001u, 2u, 33), 0x80000001u);
  EXPECT_EQ(shf_r(Wrap, 4u, 1u, 33), 0x80000002u);
  EXPECT_EQ(shf_r(Clamp, 4u, 1u, 33), 1u);
}

TEST(Integer, Saturates) {
  EXPECT_EQ(add_sat(INT32_MAX, 1), INT32_MAX);
  EXPECT_EQ(sub_sat(INT32_MIN, 1), INT32_MIN);
  EXPECT_EQ(mad_hi_sat(INT32_MIN, INT32_MIN, INT32_MAX), INT32_MAX);
  EXPECT_EQ(mad24_hi_sat(0x7fffff, 0x7fffff, INT32_MAX), INT32_MAX);
  EXPECT_EQ(sad(INT32_MIN, INT32_MAX, 1), 0);
}

TEST(Integer, DotProductsWrap) {
  EXPECT_EQ((dp4a<int32_t, uint32_t>(0xffffffff, 0x01020304, 0)), uint32_t(-10));
  EXPECT_EQ((dp4a<uint32_t, uint32_t>(~0u, ~0u, ~0u)), 4u * 255 * 255 - 1);
  EXPECT_EQ((dp2a<int32_t, int32_t, true>(0x0002ffff, 0x0300'0000u | 0x050000u, 0)), 1u);
}

TEST(Integer, DistancesOfPackedElements) {
  EXPECT_EQ((vabsdiff<uint32_t, 4>(0x00ff'8001, 0xff00'7f03)), 0xffff'0102u);
  EXPECT_EQ((vabsdiff<int32_t, 4>(0x807f'ff00, 0x7f80'0100)), 0xffff'0200u);
  EXPECT_EQ((vabsdiff<int32_t, 2>(0x8000'0001, 0x7fff'ffff)), 0xffff'0002u);
  EXPECT_EQ((vabsdiff_add<uint32_t, 4>(0x00ff'8001, 0xff00'7f03, 10)), 255u + 255 + 1 + 2 + 10);
  EXPECT_EQ((vabsdiff_add<int32_t, 4>(0x807f'ff00, 0x7f80'0100, ~0u)), 255u + 255 + 2 - 1);
  EXPECT_EQ((vabsdiff_add<uint32_t, 2>(0x0000'0001, 0xffff'0003, 1)), 0x1'0002u);
}

TEST(Names, RoundTrip) {
  for (int i = 0; i < 18; ++i) EXPECT_EQ(parse_compare(name(Compare(i))), Compare(i));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(parse_rounding(name(Rounding(i))), Rounding(i));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(parse_float_test(name(FloatTest(i))), FloatTest(i));
  for (int i = 0; i < 7; ++i) EXPECT_EQ(parse_permute(name(Permute(i))), Permute(i));
  EXPECT_EQ(parse_rounding("rmi"), Rounding::Down);
  EXPECT_EQ(parse_compare("lte"), std::nullopt);
}

}  // namespace
}  // namespace heddle::isa
