#include "limit/merge.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace heddle::limit {

namespace {

/// A sequence of columns.
struct Merged {
  std::vector<uint32_t> kinds;
  std::vector<uint64_t> threads;
};

uint64_t weight_of(Sequence s, std::span<const uint32_t> weights) {
  uint64_t sum = 0;
  for (uint32_t kind : s) sum += weights[kind];
  return sum;
}

class Merger {
 public:
  Merger(std::span<const Sequence> traces, std::span<const uint32_t> weights,
         const std::atomic<bool>* interrupted)
      : weights_(weights), aligner_(weights), interrupted_(interrupted) {
    uint64_t total = 0;
    for (size_t t = 0; t < traces.size(); t++) {
      if (!traces[t].empty()) add(traces[t], uint64_t{1} << t);
      total += weight_of(traces[t], weights);
    }
    if (total > std::numeric_limits<uint32_t>::max())
      throw UsageError("the traces are too long to be aligned at once: give a smaller --cap");
  }

  Merged run() {
    if (list_.empty()) return {};
    saved_.assign(list_.size(), std::vector<uint32_t>(list_.size()));
    for (size_t i = 1; i < list_.size(); i++)
      for (size_t j = 0; j < i; j++) saved_[i][j] = saved(list_[i], list_[j]);
    while (list_.size() > 1) merge_best();
    return std::move(list_[0]);
  }

 private:
  /// Threads that did the same are one sequence from the start.
  void add(Sequence trace, uint64_t thread) {
    for (Merged& m : list_)
      if (std::equal(m.kinds.begin(), m.kinds.end(), trace.begin(), trace.end())) {
        for (uint64_t& threads : m.threads) threads |= thread;
        return;
      }
    Merged& m = list_.emplace_back();
    m.kinds.assign(trace.begin(), trace.end());
    m.threads.assign(trace.size(), thread);
  }

  uint32_t saved(const Merged& a, const Merged& b) {
    if (interrupted_ && interrupted_->load(std::memory_order_relaxed))
      throw InterruptedError("interrupted");
    return aligner_.saved(a.kinds, b.kinds);
  }

  void merge_best() {
    size_t first = 0, second = 1;
    for (size_t i = 1; i < list_.size(); i++)
      for (size_t j = 0; j < i; j++)
        if (saved_[second][first] < saved_[i][j]) {
          second = i;
          first = j;
        }
    list_[first] = merge(list_[first], list_[second]);
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(second));
    saved_.erase(saved_.begin() + static_cast<std::ptrdiff_t>(second));
    for (auto& row : saved_) row.erase(row.begin() + static_cast<std::ptrdiff_t>(second));
    for (size_t i = 0; i < list_.size(); i++) {
      if (i < first) saved_[first][i] = saved(list_[first], list_[i]);
      if (i > first) saved_[i][first] = saved(list_[i], list_[first]);
    }
  }

  Merged merge(const Merged& a, const Merged& b) {
    Merged out;
    auto take = [&](const Merged& from, size_t index, uint64_t others) {
      out.kinds.push_back(from.kinds[index]);
      out.threads.push_back(from.threads[index] | others);
    };
    size_t i = 0, j = 0;
    for (const Match& m : aligner_.align(a.kinds, b.kinds)) {
      for (; i < m.a; i++) take(a, i, 0);
      for (; j < m.b; j++) take(b, j, 0);
      take(a, i++, b.threads[j++]);
    }
    for (; i < a.kinds.size(); i++) take(a, i, 0);
    for (; j < b.kinds.size(); j++) take(b, j, 0);
    return out;
  }

  std::span<const uint32_t> weights_;
  Aligner aligner_;
  const std::atomic<bool>* interrupted_;
  std::vector<Merged> list_;
  std::vector<std::vector<uint32_t>> saved_;  // by aligning i and j, for j below i
};

}  // namespace

std::vector<Column> merge_traces(std::span<const Sequence> traces,
                                 std::span<const uint32_t> weights,
                                 const std::atomic<bool>* interrupted) {
  Merged merged = Merger(traces, weights, interrupted).run();
  std::vector<Column> columns;
  for (size_t i = 0; i < merged.kinds.size(); i++)
    columns.push_back({merged.kinds[i], merged.threads[i]});
  return columns;
}

uint64_t issued(std::span<const Column> columns, std::span<const uint32_t> weights) {
  uint64_t sum = 0;
  for (const Column& c : columns) sum += weights[c.kind];
  return sum;
}

}  // namespace heddle::limit
