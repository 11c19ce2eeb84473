// The check that a text is UTF-8 without NUL bytes, done once before lexing.
#pragma once

#include <cstddef>
#include <string_view>

namespace heddle::ptx {

/// The offset of the first byte that does not belong to a text; text.size() when all is well.
size_t find_malformed_byte(std::string_view text);

}  // namespace heddle::ptx
