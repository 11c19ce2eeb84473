// Pieces of work over several threads: each is done once, and failures and requests to stop end it.
#include "runner/parallel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace heddle {
namespace {

TEST(Parallel, EveryPieceIsDoneOnce) {
  for (unsigned jobs : {0u, 1u, 2u, 16u}) {
    std::vector<std::atomic<int>> done(100);
    run_parallel(done.size(), {.jobs = jobs}, [&](size_t i) { done[i]++; });
    for (size_t i = 0; i < done.size(); i++) EXPECT_EQ(done[i], 1) << i << " with jobs " << jobs;
  }
  run_parallel(0, {}, [](size_t) { FAIL(); });
}

TEST(Parallel, TellsHowManyHaveEnded) {
  std::vector<size_t> told;  // calls come one at a time
  run_parallel(50,
               {.jobs = 4,
                .ended =
                    [&](size_t done, size_t all) {
                      EXPECT_EQ(all, 50u);
                      told.push_back(done);
                    }},
               [](size_t) {});
  ASSERT_EQ(told.size(), 50u);
  for (size_t i = 0; i < told.size(); i++) EXPECT_EQ(told[i], i + 1);
}

TEST(Parallel, AfterAnExceptionNoPieceBegins) {
  std::atomic<size_t> begun = 0;
  auto work = [&](size_t i) {
    begun++;
    if (i == 3) throw std::runtime_error("piece 3");
  };
  EXPECT_THROW(run_parallel(1000, {.jobs = 1}, work), std::runtime_error);
  EXPECT_EQ(begun, 4u);
  begun = 0;
  try {
    run_parallel(1'000'000, {.jobs = 4}, work);
    FAIL() << "the exception was lost";
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "piece 3");
  }
  EXPECT_LT(begun, 1'000'000u);
}

TEST(Parallel, ARequestToStopIsNoFailure) {
  std::atomic<bool> stop = false;
  std::atomic<size_t> begun = 0;
  run_parallel(1000, {.jobs = 1, .interrupted = &stop}, [&](size_t i) {
    begun++;
    if (i == 5) stop = true;
  });
  EXPECT_EQ(begun, 6u);
  run_parallel(1000, {.jobs = 4, .interrupted = &stop}, [&](size_t) { begun++; });
  EXPECT_EQ(begun, 6u);  // it was set before
}

}  // namespace
}  // namespace heddle
