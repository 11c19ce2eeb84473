// Which loads have to read again is decided by a filter that forgets nothing.
#include "exec/effects.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle {
namespace {

TEST(WriteFilter, HasWhatWasAddedAndLittleElse) {
  std::mt19937_64 random(3);
  WriteFilter filter;
  for (int round = 0; round < 200; round++) {
    filter.clear();
    EXPECT_TRUE(filter.empty());
    std::set<uintptr_t> written;  // lines of 128 bytes
    for (int n = 0; n < 16; n++) {
      uintptr_t first = 0x7f00'0000'0000 + random() % (1 << 24);
      size_t bytes = size_t{1} << random() % 10;
      filter.add(first, bytes);
      for (uintptr_t line = first / 128; line <= (first + bytes - 1) / 128; line++)
        written.insert(line);
      EXPECT_TRUE(filter.has(first, bytes));
    }
    EXPECT_FALSE(filter.empty());
    int wrong = 0;
    for (int n = 0; n < 1000; n++) {
      uintptr_t first = 0x7f00'0000'0000 + random() % (1 << 24);
      size_t bytes = 1 + random() % 64;
      bool has = filter.has(first, bytes);
      bool any = written.contains(first / 128) || written.contains((first + bytes - 1) / 128);
      EXPECT_TRUE(has || !any);
      wrong += has && !any;
    }
    EXPECT_LT(wrong, 60);  // about 1.5 % of the bits are set
  }
}

/// Arrays whose sizes are powers of two lie at distances that are powers of two.
TEST(WriteFilter, TellsArraysApart) {
  WriteFilter filter;
  constexpr uintptr_t kFirst = 0x7f12'3400'0000, kDistance = 1 << 20;
  for (uintptr_t n = 0; n < 16; n++) filter.add(kFirst + 128 * n, 128);
  int has = 0;
  for (uintptr_t array = 1; array <= 8; array++)
    for (uintptr_t n = 0; n < 16; n++) has += filter.has(kFirst + array * kDistance + 128 * n, 128);
  EXPECT_LT(has, 8);
}

}  // namespace
}  // namespace heddle
