// Files that are not the text one expects: told by their first bytes.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // of UTF-8

/// What a file is instead of UTF-8 text, and what to do about it; empty when nothing is known
/// against it.
std::string foreign_encoding(std::string_view text);

}  // namespace heddle
