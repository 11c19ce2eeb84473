// The files that a command reads and writes, judged together before it does any work: hours of
// simulation must not end with a result that has no place, or destroy what they came from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

class OutputPlan {
 public:
  /// `what` names the file in messages: "the PTX file 'k.ptx'".
  void reads(const std::filesystem::path& path, std::string what);
  /// `what` is the option: "--json". An empty path: nothing is written.
  void writes(const std::filesystem::path& path, std::string what);
  /// Written by somebody who judges it himself: here, it must only be no other output.
  void leaves_to_others(const std::filesystem::path& path, std::string what);

  /// Throws UsageError when two outputs are one file or an output is also an input, IoError when an
  /// output cannot be written.
  void check() const;
  /// Whether one of the outputs is the standard output of the process.
  bool uses_standard_output() const;

 private:
  struct File {
    std::filesystem::path path;
    std::string what;
  };
  std::vector<File> inputs_, outputs_, others_;
};

/// Whether both names lead to one file, or would once it is written.
bool is_same_output(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws IoError when the file could not be written, named as `shown` in the message. Leaves
/// everything as it is.
void check_writable(const std::filesystem::path& path, std::string_view shown);

}  // namespace heddle
