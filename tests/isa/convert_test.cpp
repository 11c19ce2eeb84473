// Conversions against slow references, at their boundaries, and in every host rounding mode.
#include "isa/convert.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "isa/convert_fast.hpp"

namespace heddle::isa {
namespace {

const Rounding kModes[] = {Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up};

// Magnitudes of all sizes, ties, and the neighbours of the integer limits.
std::vector<double> interesting_doubles() {
  std::vector<double> values = {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 127.5, 128.5, 255.5, 65535.5};
  for (const int limit : {7, 8, 15, 16, 31, 32, 63, 64, 100}) {
    const double edge = std::ldexp(1.0, limit);
    for (const double x : {edge, std::nextafter(edge, 0.0), std::nextafter(edge, 1e300), edge - 1,
                           edge - 0.5, edge + 0.5, edge + 1})
      values.push_back(x);
  }
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> mantissa(1.0, 2.0);
  for (int i = 0; i < 2000; ++i) values.push_back(std::ldexp(mantissa(random), i % 80 - 10));
  const size_t count = values.size();
  for (size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  values.push_back(HUGE_VAL);
  values.push_back(-HUGE_VAL);
  values.push_back(5e-324);
  return values;
}

double round_reference(double x, Rounding mode) {
  switch (mode) {
    case Rounding::Zero: return std::trunc(x);
    case Rounding::Down: return std::floor(x);
    case Rounding::Up: return std::ceil(x);
    default: return std::nearbyint(x);
  }
}

template <class To>
To clamp_reference(double integral) {
  using Limits = std::numeric_limits<To>;
  if (integral >= std::ldexp(1.0, Limits::digits)) return Limits::max();
  if (integral < double(Limits::min())) return Limits::min();
  return To(integral);
}

template <class To>
void check_to_integer() {
  for (const double x : interesting_doubles())
    for (const Rounding mode : kModes) {
      const To want = clamp_reference<To>(round_reference(x, mode));
      ASSERT_EQ(convert<To>(x, mode), want) << x << " mode " << int(mode);
      const float narrow = float(x);
      ASSERT_EQ(convert<To>(narrow, mode), clamp_reference<To>(round_reference(narrow, mode)));
    }
}

TEST(Convert, FloatToInteger) {
  check_to_integer<uint8_t>();
  check_to_integer<int8_t>();
  check_to_integer<uint16_t>();
  check_to_integer<int16_t>();
  check_to_integer<uint32_t>();
  check_to_integer<int32_t>();
  check_to_integer<uint64_t>();
  check_to_integer<int64_t>();
}

TEST(Convert, NanToInteger) {
  EXPECT_EQ(convert<int32_t>(NAN), 0);
  EXPECT_EQ(convert<uint8_t>(NAN), 0);
  EXPECT_EQ(convert<int32_t>(Half{0x7fff}), 0);
  EXPECT_EQ(convert<uint64_t>(NAN), 1ull << 63);
  EXPECT_EQ(convert<int64_t>(NAN), INT64_MIN);
  EXPECT_EQ(convert<uint8_t>(double(NAN)), 0x80);
  EXPECT_EQ(convert<uint32_t>(double(NAN)), 1u << 31);
  EXPECT_EQ(convert<int32_t>(double(NAN)), INT32_MIN);
}

TEST(Convert, FastPathsAgree) {
  for (const double x : interesting_doubles()) {
    const float f = float(x);
    ASSERT_EQ(convert_rzi_s32(f), convert<int32_t>(f, Rounding::Zero)) << f;
    ASSERT_EQ(convert_rzi_u32(f), convert<uint32_t>(f, Rounding::Zero)) << f;
  }
  EXPECT_EQ(convert_rzi_s32(NAN), 0);
  EXPECT_EQ(convert_rzi_u32(NAN), 0u);
}

template <class To, class From>
void check_ambient(const std::vector<From>& sources) {
  for (const Rounding mode : kModes) {
    std::vector<To> got(sources.size());
    {
      const RoundingScope scope(mode);
      for (size_t i = 0; i < sources.size(); ++i) got[i] = convert_ambient<To>(sources[i]);
    }
    for (size_t i = 0; i < sources.size(); ++i)
      ASSERT_EQ(to_bits(got[i]), to_bits(convert<To>(sources[i], mode))) << sources[i];
  }
}

TEST(Convert, AmbientAgreesInEveryMode) {
  std::mt19937_64 random(9);
  std::vector<int32_t> ints = {0, 1, -1, INT32_MAX, INT32_MIN, 1 << 24, (1 << 24) + 1};
  std::vector<uint32_t> words = {0, 1, UINT32_MAX, 0x80000000u, 0xffffff7f, 0xffffff80};
  std::vector<double> doubles = interesting_doubles();
  for (int i = 0; i < 5000; ++i) {
    ints.push_back(int32_t(random() >> (32 + i % 32)));
    words.push_back(uint32_t(random() >> (32 + i % 32)));
    const double x = from_bits<double>(random());
    if (!is_nan(x)) doubles.push_back(x);
    doubles.push_back(std::ldexp(1.0 + double(random() >> 11) * 0x1p-53, i % 300 - 160));
  }
  check_ambient<float>(ints);
  check_ambient<float>(words);
  check_ambient<double>(ints);
  check_ambient<double>(words);
  check_ambient<float>(doubles);
}

// 64-bit integers: the host converts long double (64 bits of precision) exactly, and x87 narrows it
// in its own default mode, so only Nearest has a host reference; the others are checked by order.
TEST(Convert, LongIntegers) {
  std::mt19937_64 random(13);
  std::vector<uint64_t> values = {0, 1, UINT64_MAX, 1ull << 63, (1ull << 53) + 1, (1ull << 24) + 1};
  for (int i = 0; i < 20000; ++i) values.push_back(random() >> (i % 64));
  for (const uint64_t u : values) {
    const int64_t s = int64_t(u);
    ASSERT_EQ(convert<float>(u), float(u));
    ASSERT_EQ(convert<float>(s), float(s));
    ASSERT_EQ(convert<double>(u), double(u));
    ASSERT_EQ(convert<double>(s), double(s));
    const long double exact = s;
    const float down = convert<float>(s, Rounding::Down), up = convert<float>(s, Rounding::Up);
    ASSERT_TRUE(down <= exact && exact <= up);
    ASSERT_TRUE(down == up || std::nextafter(down, HUGE_VALF) == up);
    ASSERT_EQ(convert<float>(s, Rounding::Zero), s < 0 ? up : down);
  }
}

// convert() must not depend on the host's rounding mode.
TEST(Convert, IgnoresTheHostMode) {
  const std::vector<double> sources = interesting_doubles();
  for (const Rounding host : kModes)
    for (const Rounding mode : kModes)
      for (const double x : sources) {
        const float plain = convert<float>(x, mode);
        const uint32_t word = convert<uint32_t>(x, mode);
        const float from_word = convert<float>(word, mode);
        const RoundingScope scope(host);
        ASSERT_EQ(to_bits(convert<float>(x, mode)), to_bits(plain));
        ASSERT_EQ(convert<uint32_t>(x, mode), word);
        ASSERT_EQ(to_bits(convert<float>(word, mode)), to_bits(from_word));
      }
}

TEST(Convert, IntegersToSmallFloatsOverflow) {
  EXPECT_EQ(convert<Half>(65504).bits, 0x7bff);
  EXPECT_EQ(convert<Half>(65520).bits, 0x7c00);
  EXPECT_EQ(convert<Half>(65520, Rounding::Zero).bits, 0x7bff);
  EXPECT_EQ(convert<Half>(int64_t{-1} << 40).bits, 0xfc00);
  EXPECT_EQ(convert<Half>(int64_t{-1} << 40, Rounding::Up).bits, 0xfbff);
  EXPECT_EQ(convert<BFloat>(uint64_t{257}).bits, 0x4380);
  EXPECT_EQ(convert<BFloat>(uint64_t{259}).bits, 0x4382);
}

TEST(Convert, IntegerToInteger) {
  EXPECT_EQ(convert<int8_t>(300), 44);
  EXPECT_EQ(convert<int8_t>(300, Rounding::Nearest, {.sat = true}), 127);
  EXPECT_EQ(convert<uint8_t>(int64_t{-5}, Rounding::Nearest, {.sat = true}), 0);
  EXPECT_EQ(convert<uint64_t>(int8_t{-1}), UINT64_MAX);
  EXPECT_EQ(convert<int64_t>(UINT64_MAX, Rounding::Nearest, {.sat = true}), INT64_MAX);
}

TEST(Convert, FloatModifiers) {
  const Rounding n = Rounding::Nearest;
  EXPECT_EQ(convert<float>(1e300, n, {.satfinite = true}), std::numeric_limits<float>::max());
  EXPECT_EQ(to_bits(convert<float>(-1e-40, n, {.ftz = true})), 0x80000000u);
  EXPECT_EQ(convert<Half>(-3.0f, n, {.relu = true}).bits, 0);
  EXPECT_EQ(convert<Half>(NAN, n, {.relu = true}).bits, 0x7fff);
  EXPECT_EQ(convert<BFloat>(1e-40f, n, {.ftz = true}).bits, 0);
  EXPECT_EQ(convert<float>(NAN, n, {.sat = true}), 0.0f);
  EXPECT_EQ(convert<float>(Half{0x3c00}, n, {.sat = true}), 1.0f);
}

// Recorded on an H200. 2^-126 is the smallest normal f32; one part in 2^25 below it is a tie that
// rounds up to it with an unbounded exponent, one part in 2^24 below it is representable with f32's
// precision.
TEST(Convert, FlushesWhatIsSubnormalAfterRounding) {
  const ConvertFlags ftz{.ftz = true};
  const double tie = 0x1p-126 - 0x1p-151, below = 0x1p-126 - 0x1p-150;
  const auto bits = [&](double x, Rounding mode) { return to_bits(convert<float>(x, mode, ftz)); };
  EXPECT_EQ(bits(tie, Rounding::Nearest), 0x00800000u);
  EXPECT_EQ(bits(tie, Rounding::Up), 0x00800000u);
  EXPECT_EQ(bits(tie, Rounding::Zero), 0u);
  EXPECT_EQ(bits(tie, Rounding::Down), 0u);
  EXPECT_EQ(bits(-tie, Rounding::Nearest), 0x80800000u);
  EXPECT_EQ(bits(-tie, Rounding::Down), 0x80800000u);
  EXPECT_EQ(bits(-tie, Rounding::Up), 0x80000000u);
  for (const Rounding mode : kModes) {
    EXPECT_EQ(bits(below, mode), 0u);
    EXPECT_EQ(bits(-below, mode), 0x80000000u);
    EXPECT_EQ(bits(5e-324, mode), 0u);
    EXPECT_EQ(bits(0x1p-126, mode), 0x00800000u);
  }
}

TEST(Convert, FlushesNothingOnTheWayToHalf) {
  const ConvertFlags ftz{.ftz = true};
  EXPECT_EQ(convert<Half>(0x1p-149f, Rounding::Up, ftz).bits, 1);
  EXPECT_EQ(convert<Half>(-0x1p-127f, Rounding::Down, ftz).bits, 0x8001);
  EXPECT_EQ(convert<Half>(0x1p-149f, Rounding::Nearest, ftz).bits, 0);
  EXPECT_EQ(convert<BFloat>(0x1p-127f, Rounding::Up, ftz).bits, 0);
}

TEST(Convert, RoundIntegral) {
  for (const double x : interesting_doubles())
    for (const Rounding mode : kModes) {
      const float f = float(x);
      ASSERT_EQ(to_bits(round_integral(x, mode)), to_bits(round_reference(x, mode))) << x;
      ASSERT_EQ(to_bits(round_integral(f, mode)), to_bits(float(round_reference(f, mode)))) << f;
    }
  EXPECT_EQ(round_integral(Half{0x3e00}, Rounding::Nearest).bits, 0x4000);
  EXPECT_EQ(round_integral(BFloat{0xbf00}, Rounding::Down).bits, 0xbf80);
}

TEST(Convert, Tf32) {
  EXPECT_EQ(convert_tf32(1.0f, Rounding::NearestAway), 0x3f800000u);
  EXPECT_EQ(convert_tf32(from_bits<float>(0x3f801000), Rounding::NearestAway), 0x3f802000u);
  EXPECT_EQ(convert_tf32(from_bits<float>(0x3f801000), Rounding::Nearest), 0x3f800000u);
  EXPECT_EQ(convert_tf32(from_bits<float>(0xbf801fff), Rounding::Zero), 0xbf800000u);
  EXPECT_EQ(convert_tf32(from_bits<float>(0x7f7fffff), Rounding::NearestAway), 0x7f800000u);
  EXPECT_EQ(convert_tf32(NAN, Rounding::NearestAway), 0x7fffffffu);
  EXPECT_EQ(convert_tf32(-2.0f, Rounding::Nearest, {.relu = true}), 0u);
}

// Every 8-bit pattern survives the conversion to f16 and f32 and back.
TEST(Convert, EightBitFloats) {
  for (int bits = 0; bits < 256; ++bits) {
    const uint8_t x = uint8_t(bits);
    const bool e4m3_nan = (x & 0x7f) == 0x7f;
    ASSERT_EQ(convert_e4m3(to_float(half_from_e4m3(x))), e4m3_nan ? 0x7f : x);
    const bool infinite = (x & 0x7f) == 0x7c, nan = (x & 0x7f) > 0x7c;
    ASSERT_EQ(convert_e5m2(to_float(half_from_e5m2(x))), nan ? 0x7f : infinite ? x - 1 : x);
  }
  EXPECT_EQ(to_float(half_from_e4m3(0x7e)), 448.0f);
  EXPECT_EQ(to_float(half_from_e4m3(0x01)), 0x1p-9f);
  EXPECT_EQ(convert_e4m3(1e30f), 0x7e);
  EXPECT_EQ(convert_e4m3(-HUGE_VALF), 0xfe);
  EXPECT_EQ(convert_e5m2(1e30f), 0x7b);
  EXPECT_EQ(convert_e4m3(-1.0f, true), 0);
}

}  // namespace
}  // namespace heddle::isa
