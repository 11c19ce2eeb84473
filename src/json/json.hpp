// JSON as heddle reads and writes it. The parser and the printer take longer to compile than most
// files that use them: they are compiled once, behind these functions.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace heddle {

/// Members stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// Throws Json::parse_error.
Json parse_json(std::string_view text);
/// On one line, without an end of line. Bytes that are no UTF-8 are replaced, here and below: names
/// of files and kernels may hold such.
std::string compact(const Json& json);
/// As files have it, with an end of line.
std::string indented(const Json& json, int by = 2);

}  // namespace heddle
