// Reading and writing JSON. The library's parser and printer take longer to compile than most files
// that use them, so these functions keep them in one translation unit.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace heddle {

/// Members keep the order in which they were inserted.
using Json = nlohmann::ordered_json;

/// Throws Json::parse_error.
Json parse_json(std::string_view text);
/// On one line, without a newline. Invalid UTF-8, which names of files and kernels may contain, is
/// replaced, here and in indented().
std::string compact(const Json& json);
/// Indented, ending with a newline.
std::string indented(const Json& json, int by = 2);

}  // namespace heddle
