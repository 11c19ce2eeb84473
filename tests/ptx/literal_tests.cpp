// Literals and constant expressions. The expected values of expressions are those that ptxas emits.
#include <gmock/gmock.h>

#include <bit>

#include "ptx/parsing.hpp"

namespace heddle::ptx {
namespace {

using testing::ElementsAre;

Operand literal(const std::string& text) {
  return parse_body("mov.b64 %rd1, " + text + ";").operand(1);
}
int64_t value(const std::string& text) { return static_cast<int64_t>(literal(text).bits); }
double decimal(const std::string& text) { return std::bit_cast<double>(literal(text).bits); }

TEST(Literals, Integers) {
  EXPECT_EQ(value("0"), 0);
  EXPECT_EQ(value("1234567890123"), 1234567890123);
  EXPECT_EQ(value("0777"), 511);
  EXPECT_EQ(value("0xfFeE"), 0xffee);
  EXPECT_EQ(value("0X10"), 16);
  EXPECT_EQ(value("0b1011"), 11);
  EXPECT_EQ(value("0B11U"), 3);
  EXPECT_EQ(value("WARP_SZ"), 32);
}

TEST(Literals, SuffixAndSizeMakeUnsigned) {
  EXPECT_FALSE(literal("9223372036854775807").is_unsigned);
  EXPECT_TRUE(literal("9223372036854775808").is_unsigned);
  EXPECT_TRUE(literal("5U").is_unsigned);
  EXPECT_TRUE(literal("0xFFU").is_unsigned);
  EXPECT_EQ(literal("18446744073709551615").bits, ~uint64_t{0});
  EXPECT_EQ(literal("-9223372036854775808").bits, uint64_t{1} << 63);
}

TEST(Literals, ExactFloatsKeepTheirBits) {
  for (std::string text : {"0f7FA00001", "0F7fa00001"}) {
    Operand single = literal(text);
    EXPECT_EQ(single.kind, Operand::Kind::Float);
    EXPECT_TRUE(single.single);
    EXPECT_EQ(single.bits, 0x7fa00001u);
  }
  Operand wide = literal("0d7FF0000000000001");
  EXPECT_FALSE(wide.single);
  EXPECT_EQ(wide.bits, 0x7ff0000000000001u);
  EXPECT_EQ(literal("0D3ff0000000000000").bits, 0x3ff0000000000000u);
}

TEST(Literals, DecimalFloats) {
  EXPECT_EQ(decimal("1.5"), 1.5);
  EXPECT_EQ(decimal("1."), 1.0);
  EXPECT_EQ(decimal(".5"), 0.5);
  EXPECT_EQ(decimal("1e5"), 1e5);
  EXPECT_EQ(decimal("09.5"), 9.5);
  EXPECT_EQ(decimal("2.5E-3"), 2.5e-3);
  EXPECT_EQ(decimal("-0.1"), -0.1);
  EXPECT_EQ(literal("-0f3F800000").bits, 0xbf800000u);
  EXPECT_EQ(decimal("(1.5+2.0)*2.0"), 7.0);
  EXPECT_EQ(decimal("1.0/0f40000000"), 0.5);
  EXPECT_EQ(decimal("1.5 - 1"), 0.5);
}

TEST(Expressions, Precedence) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("10 - 3 - 2"), 5);
  EXPECT_EQ(value("1 << 3 | 5 ^ 6 & 3"), 8 | (5 ^ (6 & 3)));
  EXPECT_EQ(value("1 == 1 && 2 < 1 || 3 != 4"), 1);
  EXPECT_EQ(value("1 <= 1"), 1);
  EXPECT_EQ(value("2 >= 3"), 0);
  EXPECT_EQ(value("3 > 2"), 1);
  EXPECT_EQ(value("- - 3"), 3);
  EXPECT_EQ(value("+4"), 4);
  EXPECT_EQ(value("!0 + !7"), 1);
  EXPECT_EQ(value("0 ? 1 : 2 ? 3 : 4"), 3);
  EXPECT_EQ(value("WARP_SZ*2-1"), 63);
  EXPECT_EQ(value("1.0 < 2.0 ? 5 : 6"), 5);
}

TEST(Expressions, SignednessIsThatOfPtxas) {
  EXPECT_EQ(value("-7 % 3"), 0);  // % is unsigned
  EXPECT_EQ(value("7 % -3"), 7);
  EXPECT_EQ(value("~5 / 2"), 0x7ffffffffffffffd);
  EXPECT_EQ(value("-7/2"), -3);
  EXPECT_EQ(value("-8>>1"), -4);
  EXPECT_EQ(value("-8U>>1"), 0x7ffffffffffffffc);
  EXPECT_EQ(value("(.u64)-8>>60"), 15);
  EXPECT_EQ(value("(.s64)(~0)>>60"), -1);
  EXPECT_EQ(value("(-1 & -1)>>60"), -1);
  EXPECT_EQ(value("(-8|0)/2"), -4);
  EXPECT_EQ(value("-1 < 1U"), 0);
  EXPECT_EQ(value("~0 < 0"), 0);
  EXPECT_EQ(value("1<<70"), 64);
  EXPECT_EQ(value("-1>>70"), -1);
  EXPECT_EQ(value("(1?-1:1U)>>60"), -1);
  EXPECT_EQ(value("-9223372036854775808 / (.s64)-1"), value("9223372036854775808 / -1"));
  EXPECT_EQ(value("(.s64)0x8000000000000000 / -1"), std::numeric_limits<int64_t>::min());
}

TEST(LiteralErrors, Numbers) {
  EXPECT_THAT(errors_in_body("x 09;"),
              ElementsAre("2:3-2 '09' is not a number: a leading 0 makes it octal"));
  EXPECT_THAT(errors_in_body("x 0x;"), ElementsAre("2:3-2 '0x' is not a number"));
  EXPECT_THAT(errors_in_body("x 0b2;"), ElementsAre("2:3-3 '0b2' is not a number"));
  EXPECT_THAT(errors_in_body("x 12ab;"), ElementsAre("2:3-4 '12ab' is not a number"));
  EXPECT_THAT(errors_in_body("x 1.f;"), ElementsAre("2:3-3 '1.f' is not a number"));
  EXPECT_THAT(errors_in_body("x 99999999999999999999;"),
              ElementsAre("2:3-20 '99999999999999999999' does not fit in 64 bits"));
  EXPECT_THAT(errors_in_body("x 0f3F80;"),
              ElementsAre("2:3-6 expected 8 hexadecimal digits after '0f', found '3F80'"));
  EXPECT_THAT(errors_in_body("x 0d3F800000;"),
              ElementsAre("2:3-10 expected 16 hexadecimal digits after '0d', found '3F800000'"));
  EXPECT_THAT(errors_in_body("x 1e+;"),
              ElementsAre("2:3-3 expected digits in the exponent of '1e+'"));
  EXPECT_THAT(errors_in_body("x 1e999;"), ElementsAre("2:3-5 '1e999' is outside the range of f64"));
}

TEST(LiteralErrors, Expressions) {
  EXPECT_THAT(errors_in_body("x 1/0;"), ElementsAre("2:4-1 division by zero"));
  EXPECT_THAT(errors_in_body("x 1 % 0;"), ElementsAre("2:5-1 division by zero"));
  EXPECT_THAT(errors_in_body("x 1.0/0.0;"), ElementsAre("2:6-1 division by zero"));
  EXPECT_THAT(errors_in_body("x 1.0 << 2;"),
              ElementsAre("2:7-2 this operator takes integers only"));
  EXPECT_THAT(errors_in_body("x ~1.5;"), ElementsAre("2:3-1 this operator takes integers only"));
  EXPECT_THAT(errors_in_body("x (.f32)1;"),
              ElementsAre("2:4-4 expected '.s64' or '.u64' in a cast, found '.f32'"));
  EXPECT_THAT(errors_in_body("x (.s64 1;"),
              ElementsAre("2:9-1 expected ')' after the type of a cast, found '1'"));
  EXPECT_THAT(errors_in_body("x (.s64)1.5;"), ElementsAre("2:9-3 only integers can be cast"));
  EXPECT_THAT(errors_in_body("x (1;"), ElementsAre("2:5-1 expected ')', found ';'"));
  EXPECT_THAT(errors_in_body("x 1 ? 2;"),
              ElementsAre("2:8-1 expected ':' of the conditional expression, found ';'"));
  EXPECT_THAT(errors_in_body("x 1.5 ? 2 : 3;"),
              ElementsAre("2:3-3 the condition is not an integer"));
  EXPECT_THAT(errors_in_body("x 1 + %r1;"), ElementsAre("2:7-3 expected a constant, found '%r1'"));
}

}  // namespace
}  // namespace heddle::ptx
