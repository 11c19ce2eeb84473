// What `heddle cuda` tells the runtime library inside the user's program: a file of JSON, whose
// name is in the environment variable HEDDLE_CUDA. Without the variable, the program was started
// directly: kernels then run functionally, and nothing is recorded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gpu/launch_choice.hpp"

namespace heddle::cuda {

inline constexpr const char* kSettingsVariable = "HEDDLE_CUDA";

struct RunSettings {
  std::string preset = "fermi";
  std::string arch;                    // of a timed run; empty: the preset's
  std::vector<std::string> overrides;  // KEY=VALUE
  std::vector<std::string> plugins;    // libraries, with full paths
  bool timed = false;
  bool check = false;              // the machine's invariants
  bool cold = false;               // caches are emptied before every launch
  uint64_t max_instructions = 0;   // of a launch; 0: no limit
  LaunchChoice launches;           // that are timed (and captured); the others run functionally
  unsigned threads = 1;            // host threads that simulate the SMs
  std::filesystem::path results;   // a folder; empty: nothing is recorded
  std::filesystem::path capture;   // a folder; empty: nothing is captured
  std::vector<uint64_t> captured;  // their numbers; empty: all of `launches`
  bool progress = false;           // on standard error, a terminal
};

void write_settings(const RunSettings& settings, const std::filesystem::path& file);
/// Throws IoError, UsageError.
RunSettings read_settings(const std::filesystem::path& file);
/// What the environment names; the defaults without HEDDLE_CUDA.
RunSettings settings_of_environment();

}  // namespace heddle::cuda
