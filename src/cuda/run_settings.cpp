#include "cuda/run_settings.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"
#include "host/file.hpp"
#include "json/json.hpp"

namespace heddle::cuda {

void write_settings(const RunSettings& s, const std::filesystem::path& file) {
  Json json{{"preset", s.preset},
            {"arch", s.arch},
            {"overrides", s.overrides},
            {"plugins", s.plugins},
            {"timed", s.timed},
            {"check", s.check},
            {"cold", s.cold},
            {"max_instructions", s.max_instructions},
            {"only", s.launches.only},
            {"first_launch", s.launches.first},
            {"last_launch", s.launches.last},
            {"warm", s.launches.warm},
            {"threads", s.threads},
            {"results", s.results.string()},
            {"capture", s.capture.string()},
            {"captured", s.captured},
            {"progress", s.progress}};
  write_file(file, indented(json));
}

RunSettings read_settings(const std::filesystem::path& file) {
  const Json json = parse_json(read_file(file));
  RunSettings s;
  try {
    s.preset = json.at("preset");
    s.arch = json.at("arch");
    s.overrides = json.at("overrides");
    s.plugins = json.at("plugins").get<std::vector<std::string>>();
    s.timed = json.at("timed");
    s.check = json.at("check");
    s.cold = json.at("cold");
    s.max_instructions = json.at("max_instructions");
    s.launches.only = json.at("only");
    s.launches.first = json.at("first_launch");
    s.launches.last = json.at("last_launch");
    s.launches.warm = json.at("warm");
    s.threads = json.at("threads");
    s.results = json.at("results").get<std::string>();
    s.capture = json.at("capture").get<std::string>();
    s.captured = json.at("captured").get<std::vector<uint64_t>>();
    s.progress = json.at("progress");
  } catch (const Json::exception& e) {
    throw UsageError(
        fmt::format("{}, which {} names, is not a file of settings that 'heddle cuda' "
                    "wrote: {}",
                    file.string(), kSettingsVariable, e.what()));
  }
  return s;
}

RunSettings settings_of_environment() {
  const char* file = std::getenv(kSettingsVariable);
  return file && *file ? read_settings(file) : RunSettings{};
}

}  // namespace heddle::cuda
