// What `heddle run`, `compare` and studies execute: a workload, or a launch description. Both run
// on a device and then compare their results with the expected ones.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/heddle.hpp"
#include "json/json.hpp"
#include "stats/run_statistics.hpp"
#include "workload/workload.hpp"

namespace heddle {

class RunTarget {
 public:
  /// One comparison of results with expected values.
  struct Finding {
    bool good = true;
    std::string what;    // "buffer 'y'"
    std::string detail;  // what it equals, or where and from what it differs
  };

  virtual ~RunTarget() = default;
  /// Throws as launches do.
  virtual void run() = 0;
  /// Instructions of the modules that heddle does not support, one sentence each.
  virtual std::vector<std::string> unsupported() const { return {}; }
  /// Files that were written, one sentence each.
  virtual std::vector<std::string> outputs() const { return {}; }
  virtual std::vector<Finding> findings() const = 0;
  /// Adds what a functional run's JSON has in addition to the launches.
  virtual void add_json(Json& json) const = 0;
};

/// The target as the user names it.
struct RunTargetChoice {
  std::string name;  // of a workload, or a file
  workload::Choice workload;
  bool workload_options = false;  // the user gave some; they are refused for a file
  bool keeps_outputs = true;
  ExtensionsPtr extensions = {};  // whose workloads it may be
};

/// Whether the name means a launch description: it has a slash, ends in .toml, or is a file and not
/// a workload.
bool is_description(const std::string& name, const ExtensionsPtr& extensions = {});
/// Throws UsageError for a name or an option that cannot be used, before anything runs.
void check_run_target(const RunTargetChoice& choice);
/// Nothing for a launch description. Throws as check_run_target does.
std::optional<ChosenWorkload> chosen_workload(const RunTargetChoice& choice);
/// The files of a launch description, each with its role; a workload has none. Reads only the
/// description itself, and nothing from a pipe.
struct RunTargetFiles {
  std::vector<std::pair<std::filesystem::path, std::string>> inputs, outputs;
};
RunTargetFiles run_target_files(const RunTargetChoice& choice);
/// Throws as Session and make_driver do.
std::unique_ptr<RunTarget> make_run_target(const RunTargetChoice& choice, Device& device);

}  // namespace heddle
