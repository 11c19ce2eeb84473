#include "study/cache.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"
#include "host/file.hpp"
#include "json/json.hpp"

namespace heddle::study {

namespace fs = std::filesystem;

RunCache::RunCache(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (!fs::is_directory(folder_))
    throw IoError(
        fmt::format("cannot make the folder {} for finished runs: {}; name another with "
                    "--cache, or use --no-cache",
                    folder_.string(), failed.message()));
}

fs::path RunCache::file_of(const std::string& key) const { return folder_ / (key + ".json"); }

std::optional<Json> RunCache::find(const std::string& key) const {
  std::error_code ignored;
  if (folder_.empty() || !fs::is_regular_file(file_of(key), ignored)) return std::nullopt;
  try {
    Json json = parse_json(read_file(file_of(key)));
    if (json.at("key") == key) return json.at("result");
  } catch (const Json::exception&) {  // damaged: as if it were not there
  }
  return std::nullopt;
}

void RunCache::keep(const std::string& key, const Json& result) const {
  if (folder_.empty()) return;
  Json json{{"key", key}, {"result", result}};
  write_file(file_of(key), indented(json, 1));
}

fs::path default_cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return fs::path(cache) / "heddle" / "runs";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache" / "heddle" / "runs";
  return {};
}

}  // namespace heddle::study
