// The text of an input file, and the table that maps a byte offset to a line and column. Everything
// parsed from it holds views into `text()`, so a Source is shared and never moved.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct LineColumn {
  uint32_t line = 0;  // from 1; 0 means unknown
  uint32_t column = 0;
};

class Source {
 public:
  Source(std::string name, std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  LineColumn locate(uint32_t offset) const;
  /// The line without its line break; empty if there is no such line.
  std::string_view line(uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

using SourcePtr = std::shared_ptr<const Source>;

}  // namespace heddle
