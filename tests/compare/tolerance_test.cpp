// What each tolerance accepts, and what it does not.
#include "compare/tolerance.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace heddle {
namespace {

Tolerance tolerance(std::string_view text) { return Tolerance::parse(text).value(); }
uint64_t f32(float f) { return std::bit_cast<uint32_t>(f); }
uint64_t f64(double d) { return std::bit_cast<uint64_t>(d); }

TEST(Tolerance, Exact) {
  EXPECT_TRUE(tolerance("exact").matches(5, 5, NumberFormat::F32));
  EXPECT_FALSE(tolerance("exact").matches(f32(0.0f), f32(-0.0f), NumberFormat::F32));
  EXPECT_FALSE(tolerance("exact").matches(0x7fc00000, 0x7fffffff, NumberFormat::F32));
}

TEST(Tolerance, NanOfTheSameWidth) {
  Tolerance nan = tolerance("nan");
  EXPECT_TRUE(nan.matches(0x7fc00000, 0xffffffff, NumberFormat::F32));
  EXPECT_FALSE(nan.matches(0x7fc00000, 0x7f800000, NumberFormat::F32));   // infinity
  EXPECT_FALSE(nan.matches(0x7fc00000, 0x17fffffff, NumberFormat::F32));  // bits above
  EXPECT_FALSE(nan.matches(0x7e00, 0x7fff, NumberFormat::F32));           // denormals there
  EXPECT_TRUE(nan.matches(0x7e00, 0xfc01, NumberFormat::F16));
  EXPECT_TRUE(nan.matches(f64(NAN), 0xfff8000000000001, NumberFormat::F64));
  EXPECT_FALSE(nan.matches(f64(1), f64(2), NumberFormat::F64));
  EXPECT_FALSE(nan.matches(0x7fc00000, 0x7fffffff, NumberFormat::Unsigned));
}

TEST(Tolerance, NanOfParts) {
  EXPECT_TRUE(tolerance("nan16x2").matches(0x7e003c00, 0x7fff3c00, NumberFormat::Unsigned));
  EXPECT_FALSE(tolerance("nan16x2").matches(0x7e003c00, 0x7fff3c01, NumberFormat::Unsigned));
  EXPECT_FALSE(tolerance("nan16x2").matches(0x7e00, 0x100007fff, NumberFormat::Unsigned));
  EXPECT_TRUE(
      tolerance("nan32x2").matches(0x7fc00000'7fc00000, 0x7fffffff'ffffffff, NumberFormat::F32));
  EXPECT_FALSE(
      tolerance("nan32x2").matches(0x7fc00000'00000001, 0x7fffffff'00000002, NumberFormat::F32));
  EXPECT_TRUE(tolerance("nanbf16").matches(0x7fff, 0xffc0, NumberFormat::BF16));
  EXPECT_FALSE(tolerance("nanbf16").matches(0x7f80, 0x7fc0, NumberFormat::BF16));
}

TEST(Tolerance, RelativeAndAbsolute) {
  Tolerance rel = tolerance("rel:1e-6");
  EXPECT_TRUE(rel.matches(f32(1.0f), f32(1.0000005f), NumberFormat::F32));
  EXPECT_FALSE(rel.matches(f32(1.0f), f32(1.00001f), NumberFormat::F32));
  EXPECT_FALSE(rel.matches(f32(0.0f), f32(1e-30f), NumberFormat::F32));
  EXPECT_FALSE(rel.matches(f32(INFINITY), f32(1e38f), NumberFormat::F32));
  EXPECT_FALSE(rel.matches(f32(1e38f), f32(INFINITY), NumberFormat::F32));
  EXPECT_FALSE(rel.matches(f32(NAN), f32(-NAN), NumberFormat::F32));
  EXPECT_TRUE(tolerance("abs:1e-6|rel:1e-9").matches(f64(1e-9), f64(2e-9), NumberFormat::F64));
  EXPECT_TRUE(tolerance("nan|rel:1e-6").matches(f64(NAN), f64(-NAN), NumberFormat::F64));
}

TEST(Tolerance, RefusesOtherText) {
  for (const char* text : {"", "nearly", "rel:", "rel:x", "rel:-1", "abs:inf", "abs:nan", "nan|",
                           "exact|nan", "rel:1e-6 "}) {
    std::string why;
    EXPECT_FALSE(Tolerance::parse(text, &why)) << text;
    EXPECT_FALSE(why.empty());
  }
}

TEST(Tolerance, HalfAsDouble) {
  EXPECT_EQ(to_double(NumberFormat::F16, 0x3c00), 1.0);
  EXPECT_EQ(to_double(NumberFormat::F16, 0xc000), -2.0);
  EXPECT_EQ(to_double(NumberFormat::F16, 0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(to_double(NumberFormat::F16, 0x7bff), 65504.0);
  EXPECT_TRUE(std::isinf(to_double(NumberFormat::F16, 0x7c00)));
  EXPECT_TRUE(std::isnan(to_double(NumberFormat::F16, 0x7c01)));
  EXPECT_EQ(to_double(NumberFormat::BF16, 0x3f80), 1.0);
}

TEST(Tolerance, ShowsValues) {
  EXPECT_EQ(show_value(0x3f800000, 4, NumberFormat::F32), "0x3f800000 (1)");
  EXPECT_EQ(show_value(0xff, 1, NumberFormat::Signed), "0xff (-1)");
  EXPECT_EQ(show_value(7, 8, NumberFormat::Unsigned), "0x0000000000000007 (7)");
}

}  // namespace
}  // namespace heddle
