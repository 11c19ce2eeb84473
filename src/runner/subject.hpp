// What is carried out: the launches of a description, or a workload. Both look the same from here:
// something that runs on a device and then knows whether its results are right.
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

class Subject {
 public:
  /// One comparison of results with what they should be.
  struct Finding {
    bool good = true;
    std::string what;    // "buffer 'y'"
    std::string detail;  // what it equals, or differs from and where
  };

  virtual ~Subject() = default;
  /// Throws as launches do.
  virtual void run() = 0;
  /// What heddle does not support in the modules, one sentence each.
  virtual std::vector<std::string> unsupported() const { return {}; }
  /// What was written, one sentence each.
  virtual std::vector<std::string> outputs() const { return {}; }
  virtual std::vector<Finding> findings() const = 0;
  /// Members of a functional run's JSON besides the launches.
  virtual void add_json(Json& json) const = 0;
};

/// How the user names a subject.
struct SubjectChoice {
  std::string name;  // of a workload; or a file
  workload::Choice workload;
  bool workload_options = false;  // some were given: a file cannot have them
  bool keeps_outputs = true;
};

/// A name that has a slash, ends in .toml, or is a file and no workload: a launch description.
bool is_description(const std::string& name);
/// Throws UsageError for a name or an option that makes no sense, before anything runs.
void check_subject(const SubjectChoice& choice);
/// Nothing for a launch description. Throws as check_subject does.
std::optional<ChosenWorkload> chosen_workload(const SubjectChoice& choice);
/// The files of a launch description, each with what it is; none of a workload. Reads no more than
/// the description itself, and nothing from a pipe.
struct SubjectFiles {
  std::vector<std::pair<std::filesystem::path, std::string>> inputs, outputs;
};
SubjectFiles subject_files(const SubjectChoice& choice);
/// Throws as Session and make_driver do.
std::unique_ptr<Subject> make_subject(const SubjectChoice& choice, Device& device);

}  // namespace heddle
