// A launch description as data. docs/launch.md lists every key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "compare/tolerance.hpp"
#include "exec/functional.hpp"
#include "host/launch_check.hpp"
#include "launch/element.hpp"
#include "launch/fill.hpp"
#include "toml/toml_reader.hpp"

namespace heddle {

struct BufferSpec {
  std::string name;
  const ElementType* type = nullptr;
  std::optional<uint64_t> count;  // absent: the size of the values or the file
  Fill fill;
  Where where, fill_where;
  std::optional<uint64_t> address = {};  // absent: anywhere
};

/// Initial contents of a module's variable, from its first byte.
struct SymbolSpec {
  std::string name;
  const ElementType* type = nullptr;
  std::optional<uint64_t> count;
  Fill fill;
  Where where, fill_where;
  std::optional<uint64_t> address = {};
};

struct ParameterSpec {
  enum class Kind : uint8_t { Bytes, Buffer, Symbol };
  Kind kind = Kind::Bytes;
  std::vector<std::byte> bytes;  // Bytes: the value
  std::string what;              // Bytes: "f32", "12 bytes"
  std::string target;            // Buffer, Symbol: its name
  uint64_t offset = 0;           // bytes into it
  Where where;
};

struct LaunchSpec {
  std::string ptx;                     // names the module: its file, or all files that are linked
  std::vector<std::string> ptx_files;  // at least one
  std::string entry;                   // empty: the module's only one
  Dim3 grid, block;
  uint32_t shared = 0;
  std::optional<uint64_t> workspace;  // of a cooperative launch: the address of its barriers
  std::vector<ParameterSpec> parameters;
  Where where, ptx_where, entry_where, grid_where, block_where, shared_where;

  const Where& where_of(LaunchError::Of of) const {
    return of == LaunchError::Of::Grid    ? grid_where
           : of == LaunchError::Of::Block ? block_where
                                          : shared_where;
  }
};

/// A buffer or a symbol.
struct TargetSpec {
  bool is_symbol = false;
  std::string name;
  Where where;
};

struct OutputSpec {
  TargetSpec target;
  std::string file;
  Where file_where;
};

struct CompareSpec {
  TargetSpec target;
  const ElementType* type = nullptr;  // null: the buffer's
  std::string file;                   // empty: `values`
  std::vector<std::byte> values;
  std::string tolerance_text = "exact";
  Tolerance tolerance;
  Where where;  // of the file or the values
};

struct Description {
  SourcePtr source;
  std::vector<BufferSpec> buffers;
  std::vector<SymbolSpec> symbols;
  std::vector<LaunchSpec> launches;
  std::vector<OutputSpec> outputs;
  std::vector<CompareSpec> compares;

  const BufferSpec* find_buffer(std::string_view name) const {
    for (const BufferSpec& b : buffers)
      if (b.name == name) return &b;
    return nullptr;
  }
};

inline constexpr uint64_t kLargestDescription = 64 << 20;  // bytes

/// Reads the text only: no other file is opened. Incomplete when `diagnostics` has errors.
Description parse_description(Diagnostics& diagnostics);

/// The files that the description reads, as it names them.
std::vector<std::filesystem::path> named_inputs(const Description& description);
/// The files that a description names. Relative names start at its folder.
struct DescriptionFiles {
  std::vector<std::filesystem::path> inputs, outputs;
};
/// Empty when the description cannot be read; running it explains why.
DescriptionFiles description_files(const std::filesystem::path& file);

}  // namespace heddle
