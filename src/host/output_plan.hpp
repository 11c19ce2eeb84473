// Checks all files that a command reads and writes before it does any work: hours of simulation
// must not end with a result that cannot be written or that overwrites an input.
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
  /// A file written and checked by other code; here it only must differ from the other outputs.
  void written_elsewhere(const std::filesystem::path& path, std::string what);

  /// Throws UsageError if two outputs are the same file or an output is also an input, IoError if
  /// an output cannot be written.
  void check() const;
  /// True if one of the outputs is the standard output of the process.
  bool uses_standard_output() const;

 private:
  struct File {
    std::filesystem::path path;
    std::string what;
  };
  std::vector<File> inputs_, outputs_, others_;
};

/// True if both names refer to the same file, or will once it is written.
bool is_same_output(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws IoError if the file could not be written, naming it `shown` in the message. Changes
/// nothing.
void check_writable(const std::filesystem::path& path, std::string_view shown);

}  // namespace heddle
