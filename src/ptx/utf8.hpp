// Checks once, before lexing, that a text is UTF-8 without NUL bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace heddle::ptx {

/// The offset of the first malformed byte; text.size() if there is none.
size_t find_malformed_byte(std::string_view text);

}  // namespace heddle::ptx
