// heddle bench --scale: host time per warp instruction and memory, for machines of different sizes
// and for grids of different sizes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/json.hpp"
#include "workload/bench_suite.hpp"

namespace heddle {

struct ScaleOptions {
  std::string preset;
  std::vector<std::string> overrides;
  std::vector<const workload::BenchEntry*> kernels;  // that run on machines of different sizes
  std::vector<uint64_t> sms = {1, 4, 15, 60, 132};
  std::vector<uint64_t> grids = {1 << 10, 1 << 12, 1 << 14, 1 << 16,
                                 1 << 18, 1 << 20, 1 << 22, 1 << 24};
  unsigned threads = 1;
};

/// Prints the two tables and returns their rows.
Json measure_scale(const ScaleOptions& options);

}  // namespace heddle
