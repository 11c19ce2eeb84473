// Reads and writes whole files. A file is written under a temporary name and renamed when complete,
// so that a full disk or an interrupt never leaves half a result or destroys the previous one. For
// a symbolic link, its target is replaced. Devices, pipes and /dev/stdout are written in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace heddle {

/// Throws IoError naming the file and the reason; also for directories and files over `limit`.
std::string read_file(const std::filesystem::path& path, uint64_t limit = uint64_t{4} << 30);

/// A file written incrementally, so it may be larger than memory. Everything is lost unless
/// `finish` is called.
class OutputFile {
 public:
  /// Throws IoError if the file cannot be written.
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Never throws: after the first failure (such as a full disk) nothing more is written, and
  /// `finish` throws.
  void write(std::string_view text);
  /// Moves the file to its final name. Throws IoError if any write failed.
  void finish();

 private:
  void flush();

  std::filesystem::path path_;
  std::filesystem::path target_, temporary_;  // renamed when complete; empty: written in place
  int file_ = -1;
  int error_ = 0;
  std::string buffer_;
};

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace heddle
