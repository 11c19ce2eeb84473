// The best alignment of two sequences (Needleman and Wunsch), in linear space (Hirschberg).
//
// Equal elements may share a column, which saves the element's weight; elements keep their order.
// The best alignment saves the most. A table of the savings of the best alignment of all prefixes
// is filled along its antidiagonals, whose cells are independent, so the loop vectorises. Only
// three antidiagonals are kept, for a strip of rows at a time. The alignment itself is found by
// halving one sequence and computing where best to cut the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::limit {

using Sequence = std::span<const uint32_t>;

/// Element `a` of one sequence and element `b` of the other share a column.
struct Match {
  uint32_t a = 0, b = 0;
  bool operator==(const Match&) const = default;
};

/// Reuses its memory for the next alignment.
class Aligner {
 public:
  /// `weights[element]`: what two equal elements in one column save. Must outlive the aligner.
  explicit Aligner(std::span<const uint32_t> weights) : weights_(weights) {}

  /// What the best alignment saves.
  uint32_t saved(Sequence a, Sequence b);
  /// The columns of a best alignment that have elements of both, in order.
  const std::vector<Match>& align(Sequence a, Sequence b);

 private:
  void align(Sequence a, Sequence b, Match offset);
  void halve(Sequence a, Sequence b, Match offset);
  /// best[j]: what the best alignment of `a` with the first j elements of `b` saves; with
  /// `reversed`, with the last j elements.
  void fill(Sequence a, Sequence b, bool reversed, std::vector<uint32_t>& best);

  void fill_strip(size_t begin, size_t rows, std::vector<uint32_t>& row);

  std::span<const uint32_t> weights_;
  std::vector<Match> matches_;
  std::vector<uint32_t> first_, second_;  // elements of `a`, and of `b` in reverse
  std::vector<uint32_t> gain_;            // weights of `a`
  std::vector<uint32_t> diagonal_[3];
  std::vector<uint32_t> forward_, backward_;
};

}  // namespace heddle::limit
