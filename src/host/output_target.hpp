// Resolves the name of an output: through symbolic links, also to a file that does not exist yet,
// to a device or pipe, or to an open descriptor of the process (/dev/stdout).
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace heddle {

struct OutputTarget {
  enum class Kind : unsigned char { File, Special, Descriptor };
  Kind kind = Kind::File;
  std::filesystem::path file;  // File: not a symbolic link; its folder exists unless `error` is set
  int descriptor = -1;         // Descriptor: of this process
  bool exists = false;         // File: there is a regular file
  mode_t mode = 0;             // of the existing file
  int error = 0;               // why it cannot be written; 0 if it probably can
  /// Equal for all names of the same file, including hard links; empty if unknown.
  std::string identity;

  /// True for targets that may receive several outputs, such as /dev/null.
  bool accepts_many_outputs() const;
};

/// Describes `error` for this target: "there is no folder 'results'".
std::string output_problem(const OutputTarget& target);

OutputTarget find_output_target(const std::filesystem::path& path);

}  // namespace heddle
