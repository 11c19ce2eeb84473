// Error messages about bad input: where the problem is, what was found and what was expected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace heddle {

struct Diagnostic {
  enum class Severity : uint8_t { Error, Warning };
  Severity severity = Severity::Error;
  uint32_t offset = 0;  // into the source's text
  uint32_t length = 1;  // how many bytes the caret underlines
  std::string message;  // says what was found and what was expected
};

/// "file:line:column: error: message", the source line, and a caret line below it.
std::string render(const Source& source, const Diagnostic& diagnostic);

/// Collects the diagnostics of one source. Errors after the first `kLimit` are only counted.
class Diagnostics {
 public:
  static constexpr size_t kLimit = 50;

  explicit Diagnostics(SourcePtr source) : source_(std::move(source)) {}
  void error(uint32_t offset, uint32_t length, std::string message);
  void warning(uint32_t offset, uint32_t length, std::string message);
  bool has_errors() const { return errors_ > 0; }
  bool full() const { return errors_ >= kLimit; }
  const std::vector<Diagnostic>& all() const { return list_; }
  const Source& source() const { return *source_; }
  const SourcePtr& source_ptr() const { return source_; }
  std::string render_all() const;

 private:
  SourcePtr source_;
  std::vector<Diagnostic> list_;
  size_t errors_ = 0;
};

}  // namespace heddle
