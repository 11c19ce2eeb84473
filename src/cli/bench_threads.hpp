// heddle bench --thread-counts: how much faster one simulation runs on several host threads, and
// what share of its time threads can share.
#pragma once

#include <string>
#include <vector>

#include "json/json.hpp"
#include "workload/bench_suite.hpp"

namespace heddle {

struct ThreadCountOptions {
  std::string preset;
  std::vector<std::string> overrides;
  std::vector<const workload::BenchEntry*> kernels;
  std::vector<unsigned> counts;  // host threads; rows are relative to the first
  unsigned repeat = 3;           // runs of each; their median counts
};

/// Prints the table and returns its rows.
Json measure_thread_counts(const ThreadCountOptions& options);

}  // namespace heddle
