// The files that a subject's results follow from, and the kernels it may launch: what must be known
// of it before it runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct SubjectInputs {
  std::vector<std::string> modules;  // PTX
  std::vector<std::string> others;   // a launch description, and the data that it reads

  /// Whether a module has an entry of this name.
  bool has_kernel(std::string_view name) const;
};

/// Of a workload, or of a launch description and all files that it names. Throws UsageError,
/// IoError, InputError.
SubjectInputs subject_inputs(const std::string& name);

}  // namespace heddle
