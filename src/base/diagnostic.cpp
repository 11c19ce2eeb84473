#include "base/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {
// Lines of generated code can be megabytes long, so only the part around the caret is shown.
constexpr size_t kShownBefore = 60, kShownAfter = 100;
}  // namespace

std::string render(const Source& source, const Diagnostic& diagnostic) {
  LineColumn at = source.locate(diagnostic.offset);
  std::string_view line = source.line(at.line);
  size_t caret = std::min<size_t>(at.column - 1, line.size());
  if (caret > kShownBefore) {
    line.remove_prefix(caret - kShownBefore);
    caret = kShownBefore;
  }
  line = line.substr(0, caret + kShownAfter);
  size_t length =
      std::clamp<size_t>(diagnostic.length, 1, std::max<size_t>(1, line.size() - caret));
  std::string shown(line), indent;
  for (char& c : shown)
    if (c != '\t' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)) c = '?';
  for (size_t i = 0; i < caret; i++) indent += shown[i] == '\t' ? '\t' : ' ';
  return fmt::format("{}:{}:{}: {}: {}\n{}\n{}^{}\n", source.name(), at.line, at.column,
                     diagnostic.severity == Diagnostic::Severity::Error ? "error" : "warning",
                     diagnostic.message, shown, indent, std::string(length - 1, '~'));
}

void Diagnostics::error(uint32_t offset, uint32_t length, std::string message) {
  if (errors_++ < kLimit)
    list_.push_back({Diagnostic::Severity::Error, offset, length, std::move(message)});
}

void Diagnostics::warning(uint32_t offset, uint32_t length, std::string message) {
  if (list_.size() < 2 * kLimit)
    list_.push_back({Diagnostic::Severity::Warning, offset, length, std::move(message)});
}

std::string Diagnostics::render_all() const {
  std::string out;
  for (const Diagnostic& d : list_) out += render(*source_, d);
  if (errors_ > kLimit)
    out += fmt::format("{}: {} more errors not shown\n", source_->name(), errors_ - kLimit);
  return out;
}

}  // namespace heddle
