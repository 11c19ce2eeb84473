// Whole numbers as people write them: what is refused, and what the refusal says.
#include "base/number.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();

TEST(WholeNumbers, AreDecimalDigits) {
  EXPECT_EQ(parse_whole("0"), 0u);
  EXPECT_EQ(parse_whole("007"), 7u);
  EXPECT_EQ(parse_whole("18446744073709551615"), kMost);
}

TEST(WholeNumbers, NothingElseIsOne) {
  for (std::string_view text : {"", " ", "-1", "-0", "+1", " 1", "1 ", "1.0", "1e3", "0x10",
                                "1_000", "1,000", "12a", "a12", "\xd9\xa1", "1\n"})
    EXPECT_EQ(parse_whole(text), std::nullopt) << "'" << text << "'";
  EXPECT_EQ(parse_whole(std::string_view("1\0", 2)), std::nullopt);
}

TEST(WholeNumbers, NeverWrapAround) {
  EXPECT_EQ(parse_whole("18446744073709551616"), std::nullopt);  // 2^64
  EXPECT_EQ(parse_whole("18446744073709551625"), std::nullopt);
  EXPECT_EQ(parse_whole("36893488147419103232"), std::nullopt);  // 2^65
  EXPECT_EQ(parse_whole(std::string(1000, '9')), std::nullopt);
  EXPECT_EQ(parse_whole(std::string(1000, '0') + "5"), 5u);
}

TEST(WholeNumbers, BothEndsOfARangeBelongToIt) {
  const WholeRange range{1, 4096};
  EXPECT_EQ(parse_whole("0", range), std::nullopt);
  EXPECT_EQ(parse_whole("1", range), 1u);
  EXPECT_EQ(parse_whole("4096", range), 4096u);
  EXPECT_EQ(parse_whole("4097", range), std::nullopt);
  EXPECT_EQ(parse_whole("18446744073709551615", {kMost, kMost}), kMost);
}

TEST(Masks, AreDecimalOrHexadecimal) {
  EXPECT_EQ(parse_mask("10", {}), 10u);
  EXPECT_EQ(parse_mask("0x10", {}), 16u);
  EXPECT_EQ(parse_mask("0xfFfFfFfFfFfFfFfF", {}), kMost);
  for (std::string_view text : {"0x", "0X10", "x10", "0xg", "0x-1", "-0x1", "0x 1", "ff", "0x0x1"})
    EXPECT_EQ(parse_mask(text, {}), std::nullopt) << text;
  EXPECT_EQ(parse_mask("0x10000000000000000", {}), std::nullopt);  // 2^64
  EXPECT_EQ(parse_mask("0x20", {0, 31}), std::nullopt);
}

TEST(WholeNumbers, RefusalsNameTheRange) {
  EXPECT_EQ(not_whole_text("1e3", {1, 4096}), "'1e3' is not a whole number from 1 to 4096");
  EXPECT_EQ(whole_text({}), "a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(not_whole_text(std::string(1000, '9'), {0, 9}),
            "'" + std::string(64, '9') + "' is not a whole number from 0 to 9");
}

}  // namespace
}  // namespace heddle
