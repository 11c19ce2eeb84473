// What is known about a target before it runs: the files that determine its results, and the
// kernels that it may launch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/extensions.hpp"

namespace heddle {

struct RunTargetInputs {
  std::vector<std::string> modules;  // PTX
  std::vector<std::string> others;   // a launch description, and the data that it reads

  /// Whether a module has an entry of this name.
  bool has_kernel(std::string_view name) const;
};

/// The inputs of a workload, or of a launch description and all files that it names. Throws
/// UsageError, IoError, InputError.
RunTargetInputs run_target_inputs(const std::string& name, const ExtensionsPtr& extensions = {});

}  // namespace heddle
