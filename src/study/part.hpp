// Parts of a study: some claims with only the runs that they need, at another size or with
// something changed. A part is a study by itself, so it expands and is judged like a whole one.
#pragma once

#include "study/study.hpp"

namespace heddle::study {

struct Part {
  static constexpr size_t kUnchanged = ~size_t{0};

  Study study;                   // without tables; its claims are these
  std::vector<size_t> claims;    // their numbers in the whole study
  std::string size;              // of the workloads
  size_t ablation = kUnchanged;  // its number in the whole study
};

/// The size at which a claim is judged if `size` is asked for.
std::string judged_size(const Claim& claim, const std::string& size);

/// Claims that are judged at a size of their own, then those of every ablation, by size.
std::vector<Part> parts_of(const Study& study, const std::string& size);

}  // namespace heddle::study
