// The best alignment of two sequences (Needleman and Wunsch), in linear space (Hirschberg).
//
// Equal elements may be put into one column, which saves the element's weight; elements keep their
// order. The alignment found saves the most. A table of what the best alignment of all beginnings
// saves is filled along its antidiagonals, whose cells do not depend on each other: the loop
// vectorises. Only three of them are kept, of some rows at a time; where the alignment goes is
// found by halving one sequence and asking where the other is best cut.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::limit {

using Sequence = std::span<const uint32_t>;

/// Element `a` of one sequence and element `b` of the other stand in one column.
struct Match {
  uint32_t a = 0, b = 0;
  bool operator==(const Match&) const = default;
};

/// Keeps its memory from one alignment to the next.
class Aligner {
 public:
  /// `weights[element]`: what two equal elements in one column save. Outlives the aligner.
  explicit Aligner(std::span<const uint32_t> weights) : weights_(weights) {}

  /// What the best alignment saves.
  uint32_t saved(Sequence a, Sequence b);
  /// The columns of a best alignment that have elements of both, in order.
  const std::vector<Match>& align(Sequence a, Sequence b);

 private:
  void align(Sequence a, Sequence b, Match offset);
  void halve(Sequence a, Sequence b, Match offset);
  /// what[j]: what the best alignment of `a` and the first j elements of `b` saves; with
  /// `reversed`, of `a` and the last j.
  void fill(Sequence a, Sequence b, bool reversed, std::vector<uint32_t>& what);

  void fill_strip(size_t begin, size_t rows, std::vector<uint32_t>& row);

  std::span<const uint32_t> weights_;
  std::vector<Match> matches_;
  std::vector<uint32_t> first_, second_;  // elements of `a` and, from the end, of `b`
  std::vector<uint32_t> gain_;            // weights of `a`
  std::vector<uint32_t> diagonal_[3];
  std::vector<uint32_t> forward_, backward_;
};

}  // namespace heddle::limit
