// Parses whole numbers given on the command line: decimal digits and nothing else. Signs, spaces,
// exponents, hexadecimal digits and values that do not fit are rejected, never wrapped or clamped.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

struct WholeRange {
  uint64_t least = 0;
  uint64_t most = std::numeric_limits<uint64_t>::max();
};

/// Empty unless the text consists of decimal digits and the value fits in 64 bits.
std::optional<uint64_t> parse_whole(std::string_view text);
/// Also empty if the value is outside the range.
std::optional<uint64_t> parse_whole(std::string_view text, const WholeRange& range);

/// The same, but also accepts hexadecimal digits after 0x. For masks.
std::optional<uint64_t> parse_mask(std::string_view text, const WholeRange& range);

/// "a whole number from 1 to 4096".
std::string whole_text(const WholeRange& range);
/// "'1e3' is not a whole number from 1 to 4096".
std::string not_whole_text(std::string_view text, const WholeRange& range);

}  // namespace heddle
