// A sweep: every workload under every combination of arch, preset and settings. It becomes a study
// (rows by variants), so it runs, is stored and is drawn as studies are; docs/sweeps.md describes
// it. Combinations that make no machine are not errors: `expand` lists them with their reasons.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/run.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// One key with the values that it takes.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

struct Sweep {
  std::vector<std::string> names;  // workloads, launch descriptions, folders of captured launches
  std::vector<std::vector<std::string>> programs;  // CUDA programs with their arguments
  std::vector<std::string> files;  // that programs read, besides those among their arguments
  std::vector<Axis> parameters;    // of workloads
  std::vector<uint64_t> seeds = {1};
  std::vector<std::string> archs;    // empty: the presets' own
  std::vector<std::string> presets;  // names or files
  std::vector<Axis> settings;
  std::vector<std::vector<std::string>> zipped;  // keys whose values go together, first with first
  std::vector<std::pair<std::string, std::string>> derived;  // keys with formulas, in order
  ExtensionsPtr extensions;                        // whose schedulers and workloads it may name
  const std::atomic<bool>* interrupted = nullptr;  // then add_sweep throws InterruptedError
};

/// "core.warp=8,16,32". Throws UsageError.
Axis parse_axis(std::string_view option, std::string_view text);
/// "small,fermi". Throws UsageError.
std::vector<std::string> parse_names(std::string_view option, std::string_view text);
/// "core.max_warps = 1536 / core.warp": a formula over configuration keys. Throws UsageError for
/// a formula that cannot be read, and for keys that are unknown or are not numbers.
std::pair<std::string, std::string> parse_derived(std::string_view text);
/// "1,2,3" or "1:5". Throws UsageError.
std::vector<uint64_t> parse_seeds(std::string_view text);

/// A CUDA program with its arguments, and what it reads besides files among them.
Row program_row(const std::vector<std::string>& command, const std::vector<std::string>& files);

/// Adds its rows and variants to the study. Throws UsageError for unknown names and keys, for keys
/// that are zipped but have no values, or numbers of values that differ, and for files that no
/// program reads.
void add_sweep(Study& study, const Sweep& sweep);
/// A study of nothing else.
Study sweep_study(const Sweep& sweep);

/// "12 combinations cannot be run:" and a line for each reason with the combinations that have it.
std::string refusals_text(const Study& study, const std::vector<RefusedRun>& refused);

}  // namespace heddle::study
