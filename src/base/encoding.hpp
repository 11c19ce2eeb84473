// Recognises files that are not UTF-8 text by their first bytes.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // in UTF-8

/// What the file is instead of UTF-8 text, and what to do about it; empty if it looks like UTF-8.
std::string foreign_encoding(std::string_view text);

}  // namespace heddle
