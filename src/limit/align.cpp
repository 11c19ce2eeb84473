#include "limit/align.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::limit {

namespace {

constexpr size_t kStrip = 512;  // rows whose antidiagonals fit in the first-level cache

/// Fills the cells of one antidiagonal. `before` is the previous one, `last` the one before that.
void fill_diagonal(uint32_t* __restrict now, const uint32_t* __restrict before,
                   const uint32_t* __restrict last, const uint32_t* __restrict a,
                   const uint32_t* __restrict b, const uint32_t* __restrict gain, size_t cells) {
  for (size_t i = 0; i < cells; i++) {
    uint32_t matched = last[i] + (a[i] == b[i] ? gain[i] : 0);
    uint32_t unmatched = std::max(before[i], before[i + 1]);
    now[i + 1] = std::max(matched, unmatched);
  }
}

size_t common_prefix(Sequence a, Sequence b) {
  size_t limit = std::min(a.size(), b.size()), n = 0;
  while (n < limit && a[n] == b[n]) n++;
  return n;
}

size_t common_suffix(Sequence a, Sequence b) {
  size_t limit = std::min(a.size(), b.size()), n = 0;
  while (n < limit && a[a.size() - 1 - n] == b[b.size() - 1 - n]) n++;
  return n;
}

}  // namespace

void Aligner::fill(Sequence a, Sequence b, bool reversed, std::vector<uint32_t>& best) {
  const size_t n = a.size(), m = b.size();
  first_.assign(a.begin(), a.end());
  second_.assign(b.begin(), b.end());
  // Along an antidiagonal one index rises while the other falls, so one sequence is reversed.
  if (reversed)
    std::reverse(first_.begin(), first_.end());
  else
    std::reverse(second_.begin(), second_.end());
  gain_.resize(n);
  for (size_t i = 0; i < n; i++) gain_[i] = weights_[first_[i]];
  best.assign(m + 1, 0);
  for (size_t i = 0; i < n; i += kStrip) fill_strip(i, std::min(kStrip, n - i), best);
}

/// Fills the next rows of the table. `row` is the row above them and becomes the last of them.
void Aligner::fill_strip(size_t begin, size_t rows, std::vector<uint32_t>& row) {
  const size_t m = second_.size();
  for (auto& d : diagonal_) d.assign(rows + 1, 0);
  uint32_t *now = diagonal_[0].data(), *before = diagonal_[1].data(), *last = diagonal_[2].data();
  before[0] = row[1];
  for (size_t d = 2; d <= rows + m; d++) {
    // Cell (i, d - i) aligns i elements of the strip with the first d - i of the other sequence.
    size_t from = d > m ? d - m : 1, to = std::min(rows, d - 1);
    if (d <= m) now[0] = row[d];
    fill_diagonal(now + from - 1, before + from - 1, last + from - 1,
                  first_.data() + begin + from - 1, second_.data() + (m + from - d),
                  gain_.data() + begin + from - 1, to - from + 1);
    if (d > rows) row[d - rows] = now[rows];
    std::swap(last, before);
    std::swap(before, now);
  }
}

uint32_t Aligner::saved(Sequence a, Sequence b) {
  size_t prefix = common_prefix(a, b);
  auto weight = [&](Sequence s) {
    return std::accumulate(s.begin(), s.end(), uint32_t{0},
                           [&](uint32_t sum, uint32_t e) { return sum + weights_[e]; });
  };
  uint32_t total = weight(a.first(prefix));
  a = a.subspan(prefix);
  b = b.subspan(prefix);
  size_t suffix = common_suffix(a, b);
  total += weight(a.last(suffix));
  a = a.first(a.size() - suffix);
  b = b.first(b.size() - suffix);
  if (a.empty() || b.empty()) return total;
  if (a.size() > b.size()) std::swap(a, b);
  fill(a, b, false, forward_);
  return total + forward_.back();
}

const std::vector<Match>& Aligner::align(Sequence a, Sequence b) {
  matches_.clear();
  align(a, b, {0, 0});
  return matches_;
}

void Aligner::align(Sequence a, Sequence b, Match offset) {
  auto match = [&](size_t i, size_t j) {
    matches_.push_back({offset.a + static_cast<uint32_t>(i), offset.b + static_cast<uint32_t>(j)});
  };
  // Some best alignment matches the common prefix and suffix.
  size_t prefix = common_prefix(a, b);
  for (size_t i = 0; i < prefix; i++) match(i, i);
  a = a.subspan(prefix);
  b = b.subspan(prefix);
  offset.a += static_cast<uint32_t>(prefix);
  offset.b += static_cast<uint32_t>(prefix);
  size_t suffix = common_suffix(a, b);
  a = a.first(a.size() - suffix);
  b = b.first(b.size() - suffix);

  if (a.size() == 1) {
    auto found = std::find(b.begin(), b.end(), a[0]);
    if (found != b.end()) match(0, static_cast<size_t>(found - b.begin()));
  } else if (b.size() == 1) {
    auto found = std::find(a.begin(), a.end(), b[0]);
    if (found != a.end()) match(static_cast<size_t>(found - a.begin()), 0);
  } else if (!a.empty() && !b.empty()) {
    halve(a, b, offset);
  }
  for (size_t i = 0; i < suffix; i++) match(a.size() + i, b.size() + i);
}

/// Cuts the longer sequence in the middle and the other where both halves together save most.
void Aligner::halve(Sequence a, Sequence b, Match offset) {
  bool swapped = a.size() < b.size();
  Sequence longer = swapped ? b : a, other = swapped ? a : b;
  size_t middle = longer.size() / 2, cut = 0;
  fill(longer.first(middle), other, false, forward_);
  fill(longer.subspan(middle), other, true, backward_);
  for (size_t j = 0; j <= other.size(); j++)
    if (forward_[j] + backward_[other.size() - j] > forward_[cut] + backward_[other.size() - cut])
      cut = j;
  size_t in_a = swapped ? cut : middle, in_b = swapped ? middle : cut;
  align(a.first(in_a), b.first(in_b), offset);
  align(a.subspan(in_a), b.subspan(in_b),
        {offset.a + static_cast<uint32_t>(in_a), offset.b + static_cast<uint32_t>(in_b)});
}

}  // namespace heddle::limit
