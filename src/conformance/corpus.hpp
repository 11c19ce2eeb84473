// A folder of recorded cases. Both kinds of corpus (see tests/conformance/README.md) become the
// same thing: buffers to fill, one launch, and what the buffers must hold afterwards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compare/tolerance.hpp"
#include "exec/functional.hpp"

namespace heddle {

struct CaseBuffer {
  std::string name;
  uint64_t bytes = 0;
  std::filesystem::path input;  // empty: zeros
};

/// Rows whose integer division is undefined are not compared.
struct DivisionRows {
  unsigned bits = 32;
  bool is_signed = false;
  size_t dividend = 0, divisor = 1;  // buffers

  /// True for a divisor of zero, and for the most negative value divided by -1.
  bool undefined(uint64_t a, uint64_t b) const;
};

struct Expectation {
  size_t buffer = 0;
  std::filesystem::path file;
  uint64_t offset = 0;               // of the expected bytes in the file
  unsigned element_bytes = 8;        // size of one compared value
  unsigned elements_per_thread = 1;  // 0: elements are not per thread
  NumberFormat format = NumberFormat::Unsigned;
  Tolerance tolerance;
  std::optional<DivisionRows> division;
};

struct Case {
  std::string name;
  std::filesystem::path module;
  std::string entry;
  Dim3 grid, block;
  std::vector<CaseBuffer> buffers;  // passed as the kernel's parameters, in order
  std::vector<Expectation> expectations;
};

/// Reads DIR/index.json. Throws InputError or IoError with a sentence that names the file.
std::vector<Case> load_corpus(const std::filesystem::path& folder);

}  // namespace heddle
