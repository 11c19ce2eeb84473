// One run of a CUDA program with heddle's libraries, and what its launches counted.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "config/validate.hpp"
#include "cuda/launch_record.hpp"
#include "cuda/run_settings.hpp"
#include "stats/run_statistics.hpp"

namespace heddle::cuda {

struct ProgramOutcome {
  int status = 0;  // of the program, as a shell gives it
  int signal = 0;  // that heddle received meanwhile
  Records records;
  RunStatistics statistics;  // of the timed launches

  bool partial() const;
};

/// Throws UsageError, with the remedy, for a program that cannot work: without a file, with a
/// static runtime library, without PTX.
void check_program(const std::vector<std::string>& command);

struct ProgramRun {
  std::vector<std::string> command;
  RunSettings settings;  // without the folder of results
  ValidMachine machine;  // the settings' own
  bool quiet = false;    // drop the program's output
  /// Once set, the program is ended. Without it, signals of heddle are the program's business.
  const std::atomic<bool>* interrupted = nullptr;
};
/// Throws as check_program does, and UsageError if no call of the program reached the library.
ProgramOutcome run_program(const ProgramRun& run);

/// All launches of a kernel.
struct KernelTotals {
  std::string name;  // mangled
  size_t launches = 0, timed = 0, failed = 0;
  uint64_t cycles = 0;
  RunCounts counts;
  Counters total;               // of the timed launches
  uint64_t largest_launch = 0;  // the number of the one with the most thread instructions
};
/// In the order of the first launch.
std::vector<KernelTotals> kernel_totals(const Records& records);
/// The C++ name without result and parameters.
std::string kernel_label(const std::string& kernel);

/// A row per kernel name, about 100 columns.
std::string kernel_table(const ProgramOutcome& outcome, const ProgramRun& run);
/// Schema heddle-cuda/1: every launch, and the totals.
std::string outcome_json(const ProgramOutcome& outcome, const ProgramRun& run);

}  // namespace heddle::cuda
