// Numbers become bits: ranges, rounding, and the deterministic fills.
#include "launch/element.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "launch/fill.hpp"

namespace heddle {
namespace {

const ElementType& type(std::string_view name) { return *find_element_type(name); }

TEST(Element, IntegerRanges) {
  EXPECT_EQ(encode_signed(type("u8"), 255), 255u);
  EXPECT_FALSE(encode_signed(type("u8"), 256));
  EXPECT_FALSE(encode_signed(type("u8"), -1));
  EXPECT_EQ(encode_signed(type("s8"), -128), 0x80u);
  EXPECT_FALSE(encode_signed(type("s8"), 128));
  EXPECT_FALSE(encode_signed(type("s8"), -129));
  EXPECT_EQ(encode_signed(type("b8"), -1), 0xffu);
  EXPECT_EQ(encode_signed(type("b8"), 255), 0xffu);
  EXPECT_EQ(encode_signed(type("s64"), INT64_MIN), 0x8000000000000000u);
  EXPECT_EQ(encode_unsigned(type("u64"), ~uint64_t{0}), ~uint64_t{0});
  EXPECT_FALSE(encode_unsigned(type("s64"), ~uint64_t{0}));
  EXPECT_EQ(find_element_type("pred"), nullptr);
  EXPECT_EQ(range_text(type("s16")), "-32768 to 32767");
  EXPECT_EQ(range_text(type("u64")), "0 to 18446744073709551615");
}

TEST(Element, IntegersAreRoundedOnce) {
  const ElementType &single = type("f32"), &brain = type("bf16");
  EXPECT_EQ(encode_signed(single, 9007199791611905), 0x5a000001u);  // 2^53 + 2^29 + 1
  EXPECT_EQ(encode_signed(single, -9007199791611905), 0xda000001u);
  EXPECT_EQ(encode_unsigned(single, 9007199791611904), 0x5a000000u);  // a tie
  EXPECT_EQ(encode_unsigned(brain, (uint64_t{1} << 60) + (uint64_t{1} << 52) + 1), 0x5d81u);
  EXPECT_EQ(encode_unsigned(single, ~uint64_t{0}), 0x5f800000u);
}

TEST(Element, HalfRoundsToNearestEven) {
  EXPECT_EQ(encode_float(type("f16"), 1.0), 0x3c00u);
  EXPECT_EQ(encode_float(type("f16"), -2.5), 0xc100u);
  EXPECT_EQ(encode_float(type("f16"), 2049.0), 0x6800u);  // halfway: to 2048
  EXPECT_EQ(encode_float(type("f16"), 2051.0), 0x6802u);  // halfway: to 2052
  EXPECT_EQ(encode_float(type("f16"), std::ldexp(1.0, -24)), 1u);
  EXPECT_EQ(encode_float(type("f16"), std::ldexp(1.0, -25)), 0u);
  EXPECT_EQ(encode_float(type("f16"), std::ldexp(1.9999, -15)), 0x0400u);  // rounds up to normal
  EXPECT_EQ(encode_float(type("f16"), 65519.0), 0x7bffu);
  EXPECT_FALSE(encode_float(type("f16"), 65520.0));
  EXPECT_EQ(encode_float(type("f16"), INFINITY), 0x7c00u);
  EXPECT_EQ(encode_float(type("f16"), NAN).value() & 0x7fff, 0x7e00u);
  EXPECT_EQ(encode_float(type("f16"), -0.0), 0x8000u);
  EXPECT_EQ(encode_float(type("bf16"), 1.0), 0x3f80u);
  EXPECT_FALSE(encode_float(type("f32"), 1e39));
  EXPECT_EQ(encode_float(type("f32"), 0.1), 0x3dcccccdu);
}

TEST(Element, EveryHalfSurvivesARoundTrip) {
  for (const char* name : {"f16", "bf16"})
    for (uint64_t bits = 0; bits < 0x10000; bits++) {
      double value = to_double(type(name).format, bits);
      if (std::isnan(value)) continue;
      ASSERT_EQ(encode_float(type(name), value), bits) << name;
    }
}

template <class T>
std::vector<T> filled(const Fill& fill, std::string_view name, size_t count) {
  std::vector<T> out(count);
  Random random(fill.seed);
  fill_elements(fill, type(name), 0, count, random, reinterpret_cast<std::byte*>(out.data()));
  return out;
}

TEST(Fill, IotaWrapsIntegers) {
  Fill fill{.kind = Fill::Kind::Iota, .start = 254, .step = 1};
  EXPECT_EQ(filled<uint8_t>(fill, "u8", 4), (std::vector<uint8_t>{254, 255, 0, 1}));
  Fill down{.kind = Fill::Kind::Iota, .start = 1, .step = static_cast<uint64_t>(-2)};
  EXPECT_EQ(filled<int32_t>(down, "s32", 3), (std::vector<int32_t>{1, -1, -3}));
  Fill halves{.kind = Fill::Kind::Iota, .float_start = 1, .float_step = 0.5};
  EXPECT_EQ(filled<float>(halves, "f32", 3), (std::vector<float>{1, 1.5, 2}));
}

TEST(Fill, RandomNumbersAreAlwaysTheSame) {
  Random random(1);
  EXPECT_EQ(random.next(), 0x910a2dec89025cc1u);
  EXPECT_EQ(random.next(), 0xbeeb8da1658eec67u);
  Fill fill{.kind = Fill::Kind::Uniform, .low = 3, .high = 7, .seed = 5};
  EXPECT_EQ(filled<uint32_t>(fill, "u32", 100), filled<uint32_t>(fill, "u32", 100));
}

TEST(Fill, UniformStaysInRangeAndReachesItsEnds) {
  Fill fill{.kind = Fill::Kind::Uniform, .low = static_cast<uint64_t>(-2), .high = 3, .seed = 9};
  auto values = filled<int16_t>(fill, "s16", 1000);
  EXPECT_EQ(std::set<int16_t>(values.begin(), values.end()),
            (std::set<int16_t>{-2, -1, 0, 1, 2, 3}));
  Fill floats{.kind = Fill::Kind::Uniform, .float_low = -1, .float_high = 1, .seed = 9};
  double sum = 0;
  for (float f : filled<float>(floats, "f32", 10000)) {
    EXPECT_GE(f, -1);
    EXPECT_LE(f, 1);
    sum += f;
  }
  EXPECT_LT(std::fabs(sum), 300);
  Fill all{.kind = Fill::Kind::Uniform, .low = 0, .high = ~uint64_t{0}, .seed = 1};
  EXPECT_EQ(filled<uint64_t>(all, "u64", 1)[0], 0x910a2dec89025cc1u);
}

TEST(Fill, UniformOverTheWholeRangeIsFinite) {
  Fill fill{.kind = Fill::Kind::Uniform, .float_low = -1.7e308, .float_high = 1.7e308, .seed = 1};
  for (double v : filled<double>(fill, "f64", 64)) EXPECT_LE(std::fabs(v), 1.7e308);
}

}  // namespace
}  // namespace heddle
