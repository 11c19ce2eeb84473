// What can be told about a CUDA program from its file: whether it uses the shared runtime library,
// which version, and whether it carries PTX. `heddle cuda` says what is wrong before it starts it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cuda {

struct ProgramFile {
  bool is_elf = false;
  std::vector<std::string> needed;  // shared libraries
  bool has_device_code = false;     // a section of fat binaries
  bool has_ptx = false;
  bool has_static_runtime = false;  // the runtime library is linked in

  /// "libcudart.so.12", or empty.
  std::string runtime() const;
};

/// Throws IoError if the file cannot be read. Anything that is no 64-bit ELF file is described as
/// such (a script may well start a CUDA program).
ProgramFile inspect_program(const std::filesystem::path& file);

}  // namespace heddle::cuda
