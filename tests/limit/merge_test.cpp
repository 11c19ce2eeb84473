// Merging of many traces: properties that must hold for any order of merging.
#include "limit/merge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "limit/weights.hpp"

namespace heddle::limit {
namespace {

using Traces = std::vector<std::vector<uint32_t>>;

std::vector<Column> merge(const Traces& traces) {
  std::vector<Sequence> all(traces.begin(), traces.end());
  return merge_traces(all, kWeights);
}

uint64_t weight(const std::vector<uint32_t>& trace) {
  uint64_t sum = 0;
  for (uint32_t kind : trace) sum += kWeights[kind];
  return sum;
}

/// The steps of one thread.
std::vector<uint32_t> followed(const std::vector<Column>& columns, size_t thread) {
  std::vector<uint32_t> steps;
  for (const Column& c : columns)
    if ((c.threads >> thread) & 1) steps.push_back(c.kind);
  return steps;
}

TEST(Merge, KeepsEveryTraceAndItsBounds) {
  std::mt19937 random(3);
  for (int n = 0; n < 20; n++) {
    Traces traces(1 + random() % 64);
    uint64_t sum = 0, longest = 0;
    for (auto& t : traces) {
      t.resize(random() % 40);
      for (uint32_t& kind : t) kind = static_cast<uint32_t>(random() % kWeights.size());
      sum += weight(t);
      longest = std::max(longest, weight(t));
    }
    std::vector<Column> columns = merge(traces);
    for (size_t t = 0; t < traces.size(); t++) ASSERT_EQ(followed(columns, t), traces[t]);
    EXPECT_LE(issued(columns, kWeights), sum);
    EXPECT_GE(issued(columns, kWeights), longest);
  }
}

TEST(Merge, EqualTracesCostAsMuchAsOne) {
  std::vector<uint32_t> trace{0, 1, 2, 1, 2, 3};
  auto columns = merge(Traces(16, trace));
  EXPECT_EQ(issued(columns, kWeights), weight(trace));
  for (const Column& c : columns) EXPECT_EQ(c.threads, 0xffffu);
}

TEST(Merge, ShiftedTracesRunInLockstep) {
  // Threads that execute the same code, some of them one iteration later, as in Figure 7.
  Traces traces;
  for (int t = 0; t < 16; t++) {
    std::vector<uint32_t>& trace = traces.emplace_back(1, 0);
    for (int turn = t % 2; turn < 20; turn++) {
      trace.push_back(1);
      if (turn % 2 == 1) trace.push_back(5);
      trace.push_back(2);
    }
  }
  EXPECT_EQ(issued(merge(traces), kWeights), weight(traces[0]));
}

TEST(Merge, NothingInCommonIsIssuedOneAfterTheOther) {
  EXPECT_EQ(issued(merge({{0, 1}, {2, 3}, {4, 5}}), kWeights), 3u + 1 + 4 + 1 + 5 + 9);
}

TEST(Merge, NoTracesGiveNoColumns) {
  EXPECT_TRUE(merge({}).empty());
  EXPECT_TRUE(merge({{}, {}}).empty());
}

TEST(Merge, StopsWhenInterrupted) {
  std::atomic<bool> flag = true;
  std::vector<uint32_t> a{0, 1}, b{1, 0};
  std::vector<Sequence> traces{a, b};
  EXPECT_THROW(merge_traces(traces, kWeights, &flag), InterruptedError);
}

TEST(Merge, RefusesWhatItCannotCount) {
  std::vector<uint32_t> heavy{0x90000000}, a{0}, b{0};
  std::vector<Sequence> traces{a, b};
  EXPECT_THROW(merge_traces(traces, heavy), UsageError);
}

}  // namespace
}  // namespace heddle::limit
