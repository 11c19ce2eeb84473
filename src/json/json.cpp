#include "json/json.hpp"

namespace heddle {

Json parse_json(std::string_view text) { return Json::parse(text); }

std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string indented(const Json& json, int by) {
  return json.dump(by, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle
