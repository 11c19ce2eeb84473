// Demangled names of kernels.
#include "base/demangle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<size_t> find(std::string_view wanted, const std::vector<std::string_view>& names) {
  return find_named(wanted, names.size(), [&](size_t i) { return names[i]; });
}

TEST(Names, Demangled) {
  EXPECT_EQ(demangled("_Z5saxpyifPKfPf"), "saxpy(int, float, float const*, float*)");
  EXPECT_EQ(demangled("saxpy"), "saxpy");
  EXPECT_EQ(demangled("_Zebra"), "_Zebra");
  EXPECT_EQ(demangled(""), "");
}

TEST(Names, TheMostExactFormDecides) {
  const std::vector<std::string_view> names{
      "_Z3fooi",        "_Z3foof",        "_ZN2ns3fooEi",  "plain",
      "_Z4fillIfEvPT_", "_Z4fillIiEvPT_", "_Z4onlyIxEvT_", "_ZN12_GLOBAL__N_14lostEPj"};
  EXPECT_THAT(find("_Z3foof", names), ElementsAre(1));
  EXPECT_THAT(find("foo(int)", names), ElementsAre(0));
  EXPECT_THAT(find("foo( int )", names), ElementsAre(0));
  EXPECT_THAT(find("foo", names), ElementsAre(0, 1));  // not ns::foo: that has a longer name
  EXPECT_THAT(find("ns::foo", names), ElementsAre(2));
  EXPECT_THAT(find("plain", names), ElementsAre(3));
  EXPECT_THAT(find("fill<float>", names), ElementsAre(4));
  EXPECT_THAT(find("fill<int>(int*)", names), ElementsAre(5));
  EXPECT_THAT(find("void fill<int>(int*)", names), ElementsAre(5));
  EXPECT_THAT(find("fill", names), ElementsAre(4, 5));
  EXPECT_THAT(find("only", names), ElementsAre(6));
  EXPECT_THAT(find("lost", names), ElementsAre(7));
  EXPECT_THAT(find("(anonymous namespace)::lost", names), ElementsAre(7));
  EXPECT_THAT(find("fo", names), IsEmpty());
  EXPECT_THAT(find("", names), IsEmpty());
}

/// Each level repeats the previous one twice: the demangled name would not fit in memory.
TEST(Names, NamesThatUnfoldWithoutEndAreLeftAlone) {
  std::string name = "_Z1f1aIS_S_E";
  for (char c = '0'; c <= '9'; c++) name += std::string("1b") + "IS" + c + "_S" + c + "_E";
  for (char c = 'A'; c <= 'Z'; c++) name += std::string("1b") + "IS" + c + "_S" + c + "_E";
  EXPECT_EQ(demangled(name), name);
  EXPECT_EQ(demangled("_Z" + std::string(100'000, 'P') + "i"),
            "_Z" + std::string(100'000, 'P') + "i");
}

}  // namespace
}  // namespace heddle
