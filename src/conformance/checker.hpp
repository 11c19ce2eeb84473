// The conformance checker: runs cases, compares the memory that they leave with the expected bytes,
// and describes the first difference.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "conformance/arch.hpp"
#include "conformance/corpus.hpp"

namespace heddle {

struct CheckerOptions {
  std::vector<std::filesystem::path> folders;
  std::vector<std::string> archs;
  MachineSource machine;       // for archs with timing
  std::string filter;          // a regular expression found in "FOLDER/CASE"; empty: all cases
  size_t part = 0, parts = 1;  // runs only cases with number % parts == part
  unsigned jobs = 1;
  uint64_t max_warp_instructions = uint64_t{1} << 27;  // a case that runs longer fails
  const std::atomic<bool>* interrupted = nullptr;
  /// Both are called on the caller's thread, in the order of the cases, for any number of jobs.
  std::function<void(const std::string&)> failed;
  std::function<void(size_t done, size_t total)> progress;
};

struct CheckerResult {
  size_t passed = 0;
  size_t failed = 0;
};

/// Throws IoError or InputError for a folder that is not a corpus, UsageError for a bad filter,
/// InterruptedError.
CheckerResult run_checker(const CheckerOptions& options);

}  // namespace heddle
