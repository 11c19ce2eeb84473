// The suggestion that ends a message about an unknown name.
#include "base/nearest.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

std::string suggested(std::string_view wrong, const std::vector<std::string_view>& names) {
  return suggest(wrong, names.size(), [&](size_t i) { return names[i]; });
}

TEST(Suggestions, AreTheNearestName) {
  EXPECT_EQ(suggested("core.wrap", {"core.lanes", "core.warp", "sms"}),
            "; did you mean 'core.warp'?");  // two letters swapped
  EXPECT_EQ(suggested("pdon", {"mimd", "pdom"}), "; did you mean 'pdom'?");
  EXPECT_EQ(suggested("ad", {"sub", "add"}), "; did you mean 'add'?");
  EXPECT_EQ(suggested("addd", {"sub", "add"}), "; did you mean 'add'?");
  EXPECT_EQ(suggested("x", {"y"}), "; did you mean 'y'?");  // one letter may always differ
  EXPECT_EQ(suggested("abcdef", {"abcdxx", "abcdxf"}), "; did you mean 'abcdxf'?");
  EXPECT_EQ(suggested("same", {"sane", "sale"}), "; did you mean 'sane'?");  // the first of equals
}

TEST(Suggestions, NothingNearIsNothing) {
  EXPECT_EQ(suggested("frobnicate", {"add", "sub"}), "");
  EXPECT_EQ(suggested("abcdef", {"abcxyz"}), "");  // half of it is another name
  EXPECT_EQ(suggested("ab", {"cd"}), "");
  EXPECT_EQ(suggested("add", {}), "");
  EXPECT_EQ(suggested("", {"a"}), "");
  EXPECT_EQ(suggested(std::string(65, 'a'), {std::string(65, 'a')}), "");  // too long for a slip
  EXPECT_NE(suggested(std::string(64, 'a'), {std::string(63, 'a')}), "");
}

}  // namespace
}  // namespace heddle
