// What heddle compare shows and writes at its end, whether it compared workloads, launch
// descriptions or a CUDA program.
#pragma once

#include <string>

#include "study/execution.hpp"

namespace heddle {

struct CompareResults {
  const study::Study& study;  // by report::comparison_study
  const study::Execution& execution;
  size_t archs;          // as many of its first variants are compared
  bool partial = false;  // interrupted
};

/// A row per name and arch.
void print_comparison(const CompareResults& results);
/// Returns false if a run failed.
bool print_compare_failures(const CompareResults& results);
/// Schema heddle-compare/2.
std::string comparison_json(const CompareResults& results);

}  // namespace heddle
