// Quantities with units: 49152 or "48 KiB", 1400000 or "1.4 GHz". Conversion is exact: a text that
// is not a whole number of bytes or kHz is refused, never rounded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

/// "48 KiB", "1.5 MiB", "256 B", "4096"; units are B, KiB, MiB, GiB. Returns nothing for any other
/// text, and unless the value is a whole number of bytes below 2^63.
std::optional<uint64_t> parse_bytes(std::string_view text);

/// In kHz: "1.4 GHz", "700 MHz", "32 kHz", "700000".
std::optional<uint64_t> parse_clock(std::string_view text);

/// "48 KiB", "1.4 GHz": in the largest unit that is exact, for documents and tables.
std::string format_bytes(uint64_t bytes);
std::string format_clock(uint64_t khz);

}  // namespace heddle
