// The options of nvcc that are not plain flags: one row per option.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace heddle::cuda {

/// How an option of nvcc takes its value, and what becomes of it.
enum class OptionMeaning : uint8_t {
  Drop,      // has no effect here
  Both,      // all passes
  Host,      // comma-separated options of the host compiler
  Linker,    // comma-separated options of the linker
  Link,      // a library or its folder
  Arch,      // -arch, -code
  Generate,  // -gencode
  Output,
  Language,
  Relocatable,
  DependencyFile,    // -MF
  DependencyTarget,  // -MT
  OptionsFile,       // more options, in a file
  Folder,            // of results without -o
  Refuse,
};
enum class OptionValue : uint8_t { None, Separate, Joined };  // Joined: also -I/folder, or -o=file

struct NvccOption {
  std::string_view name;
  OptionValue value;
  OptionMeaning meaning;
};

std::span<const NvccOption> nvcc_options();

/// Libraries of NVIDIA's toolkit, by their names after -l.
bool is_nvidia_library(std::string_view name);

}  // namespace heddle::cuda
