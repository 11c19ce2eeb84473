// The ring of events against a sorted list of them.
#include "sm/event_wheel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "numbers.hpp"

namespace heddle {
namespace {

TEST(EventWheel, TakesWhatIsDueInTheOrderItWasScheduled) {
  EventWheel<int> wheel;
  wheel.schedule(10_cycle, 5, 1);
  wheel.schedule(12_cycle, 3, 2);
  wheel.schedule(14_cycle, 1, 3);
  EXPECT_EQ(wheel.next(14_cycle), 15_cycle);
  std::vector<int> seen;
  wheel.take(14_cycle, [&](int e) { seen.push_back(e); });
  EXPECT_THAT(seen, ::testing::IsEmpty());
  wheel.take(15_cycle, [&](int e) {
    seen.push_back(e);
    if (e == 1) wheel.schedule(15_cycle, EventWheel<int>::kSpan - 1, 4);
  });
  EXPECT_THAT(seen, ::testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(wheel.next(15_cycle), 15_cycle + EventWheel<int>::kSpan - 1);
  EXPECT_FALSE(wheel.empty());
}

TEST(EventWheel, NextIsTheEarliestFromEveryStart) {
  // Each distance from each position in the ring, words and wrap-around included.
  for (Cycle now : {Cycle{0}, Cycle{1}, Cycle{62}, Cycle{63}, Cycle{64}, Cycle{1000}, Cycle{1022},
                    Cycle{1023}, Cycle{123456789}})
    for (uint32_t delay = 1; delay <= EventWheel<int>::kSpan; delay++) {
      EventWheel<int> wheel;
      EXPECT_EQ(wheel.next(now), kNeverCycle);
      wheel.schedule(now, delay, 0);
      ASSERT_EQ(wheel.next(now), now + delay) << now.value();
    }
}

TEST(EventWheel, BehavesAsASortedList) {
  std::mt19937 random(11);
  EventWheel<uint32_t> wheel;
  std::multimap<Cycle, uint32_t> naive;  // equal keys stay in order of insertion
  Cycle now = 5_cycle;
  uint32_t name = 0;
  for (int step = 0; step < 20000; step++) {
    for (uint32_t n = random() % 3; n > 0; n--) {
      // Mostly near, sometimes further than the ring goes.
      uint32_t delay = 1 + random() % (random() % 4 ? 20 : 3 * EventWheel<int>::kSpan);
      wheel.schedule(now, delay, name);
      naive.emplace(now + delay, name++);
    }
    Cycle next = naive.empty() ? kNeverCycle : naive.begin()->first;
    ASSERT_EQ(wheel.next(now), next);
    ASSERT_EQ(wheel.empty(), naive.empty());
    if (next == kNeverCycle) continue;
    // Sometimes on to the event, sometimes only a step towards it.
    now = random() % 2 ? next : now + 1;
    std::vector<uint32_t> want, got;
    while (!naive.empty() && naive.begin()->first == now) {
      want.push_back(naive.begin()->second);
      naive.erase(naive.begin());
    }
    wheel.take(now, [&](uint32_t e) { got.push_back(e); });
    // Those from far ahead come first; apart from that the order is that of insertion.
    std::ranges::sort(got);
    std::ranges::sort(want);
    ASSERT_EQ(got, want);
  }
}

}  // namespace
}  // namespace heddle
