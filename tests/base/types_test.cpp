// Strong numbers, the kinds of errors, and requests to stop.
#include <gtest/gtest.h>

#include <concepts>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "base/error.hpp"
#include "base/indexed_by.hpp"
#include "base/interrupt.hpp"
#include "base/strong_format.hpp"

namespace heddle {
namespace {

using Apples = Strong<struct ApplesTag, uint16_t>;
using Pears = Strong<struct PearsTag, uint16_t>;

template <class A, class B>
concept Comparable = requires(A a, B b) {
  a == b;
};
template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};

template <class A, class B>
concept Subtractable = requires(A a, B b) {
  a - b;
};
template <class Id, class List>
concept Indexes = requires(Id id, List list) {
  list[id];
};

TEST(StrongNumbers, DoNotMix) {
  static_assert(!std::convertible_to<uint16_t, Apples>);
  static_assert(!std::convertible_to<Apples, uint16_t>);
  static_assert(!std::convertible_to<Apples, Pears> && !std::constructible_from<Apples, Pears>);
  static_assert(Comparable<Apples, Apples> && !Comparable<Apples, Pears>);
  static_assert(!Comparable<Apples, uint16_t>);
  static_assert(Addable<Apples, uint16_t> && !Addable<Apples, Apples>);
  static_assert(Subtractable<Apples, Apples> && !Subtractable<Apples, Pears>);
  static_assert(std::same_as<decltype(Apples() - Apples()), uint16_t>);
  static_assert(Indexes<Apples, IndexedBy<Apples, int>> && !Indexes<Pears, IndexedBy<Apples, int>>);
  static_assert(!Indexes<uint16_t, IndexedBy<Apples, int>>);
  static_assert(sizeof(Apples) == sizeof(uint16_t));
}

TEST(StrongNumbers, CountAndCompareAsTheirNumbers) {
  EXPECT_EQ(Apples().value(), 0u);
  Apples a(7);
  EXPECT_LT(a, Apples(8));
  EXPECT_EQ(a + 3, Apples(10));
  EXPECT_EQ(a - 7, Apples());
  EXPECT_EQ(++a, Apples(8));
  EXPECT_EQ(Apples(65535) + 1, Apples(0));  // as the number itself does
  EXPECT_EQ(Apples(0) - 1, Apples(65535));
  EXPECT_EQ(Apples(12) - Apples(9), 3u);
  EXPECT_EQ(Apples(0) - Apples(1), 65535u);
  EXPECT_EQ(a += 4, Apples(12));
  EXPECT_EQ(a -= 2, Apples(10));
  EXPECT_EQ(--a, Apples(9));
  EXPECT_EQ(a.index(), size_t{9});
  EXPECT_EQ((std::unordered_set<Apples>{Apples(1), Apples(1), Apples(2)}.size()), 2u);
}

TEST(StrongNumbers, AreWrittenAsNumbers) {
  EXPECT_EQ(fmt::format("{} and {:#06x}", Apples(7), Pears(255)), "7 and 0x00ff");
}

TEST(IndexedBy, IsAVectorOfOneKindOfNumber) {
  IndexedBy<Apples, std::string> names(2, "none");
  names[Apples(1)] = "one";
  EXPECT_EQ(names.end_id(), Apples(2));
  EXPECT_FALSE(names.has(Apples(2)));
  names.push_back("two");
  ASSERT_TRUE(names.has(Apples(2)));
  EXPECT_EQ(std::as_const(names)[Apples(2)], "two");
  std::string all;
  for (Apples a; a < names.end_id(); ++a) all += names[a] + ' ';
  EXPECT_EQ(all, "none one two ");
  IndexedBy<Apples, bool> flags(3, false);
  flags[Apples(2)] = true;
  EXPECT_TRUE(flags[Apples(2)] && !flags[Apples(0)]);
}

/// Whether a host program that catches `Wide` gets `Narrow`.
template <class Wide, class Narrow>
constexpr bool catches = std::is_base_of_v<Wide, Narrow>;

TEST(Errors, AreToldApartByType) {
  static_assert(catches<std::runtime_error, Error>);
  static_assert(catches<Error, InputError> && catches<Error, UsageError> &&
                catches<Error, IoError> && catches<Error, UnsupportedError> &&
                catches<Error, InterruptedError> && catches<Error, KernelError>);
  static_assert(catches<KernelError, ExecutionError> && catches<KernelError, DeadlockError> &&
                catches<KernelError, LimitError>);
  // A kernel that was stopped has not failed, and one that failed was no bad input.
  static_assert(!catches<KernelError, InterruptedError> && !catches<KernelError, UsageError>);
  static_assert(!catches<InputError, KernelError> && !catches<UsageError, InputError>);
}

TEST(Errors, OfKernelsSayWhere) {
  ExecutionSite site;
  site.kernel = "k";
  site.thread = {1, 2, 3};
  try {
    throw ExecutionError("bad address", site);
  } catch (const KernelError& error) {
    EXPECT_STREQ(error.what(), "bad address");
    const auto* failed = dynamic_cast<const ExecutionError*>(&error);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(failed->site.kernel, "k");
    EXPECT_EQ(failed->site.thread[2], 3u);
  }
}

TEST(Interrupts, AreRequestedByTheirFlagAlone) {
  EXPECT_FALSE(Interrupt().requested());
  EXPECT_FALSE(Interrupt(nullptr).requested());
  EXPECT_NO_THROW(Interrupt().check());
  std::atomic<bool> flag = false;
  const Interrupt interrupt(&flag);
  EXPECT_NO_THROW(interrupt.check());
  flag = true;
  EXPECT_TRUE(interrupt.requested());
  EXPECT_THROW(interrupt.check(), InterruptedError);
  flag = false;
  EXPECT_NO_THROW(interrupt.check());
}

}  // namespace
}  // namespace heddle
