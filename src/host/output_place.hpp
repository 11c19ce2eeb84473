// Where the name of an output leads: through symbolic links, also to a file that does not exist
// yet, to a device or a pipe, or to a stream that the process has open (/dev/stdout).
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace heddle {

struct OutputPlace {
  enum class Kind : unsigned char { File, Special, Descriptor };
  Kind kind = Kind::File;
  std::filesystem::path file;  // File: no symbolic link; its folder exists unless `error` says so
  int descriptor = -1;         // Descriptor: of this process
  bool exists = false;         // File: a regular file is there
  mode_t mode = 0;             // of what exists
  int error = 0;               // why it cannot be written; 0: nothing is known against it
  /// The same for the same file however it is spelt, also for hard links; empty when unknown.
  std::string identity;

  /// Something that any number of outputs may go to: /dev/null.
  bool takes_all() const;
};

/// What `error` means for this place: "there is no folder 'results'".
std::string output_problem(const OutputPlace& place);

OutputPlace find_output_place(const std::filesystem::path& path);

}  // namespace heddle
