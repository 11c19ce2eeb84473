#include "batch/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kResultSchema = "heddle-run-result/1";
constexpr size_t kKeyDigits = 32;

bool is_key(const std::string& text) {
  return text.size() == kKeyDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace

void write_result(const PlanFolder& folder, const std::string& key,
                  const study::RunOutcome& outcome) {
  const fs::path file = folder.result_file(key);
  std::error_code ignored;  // writing tells more
  fs::create_directories(file.parent_path(), ignored);
  write_checked(file, {{"schema", kResultSchema},
                       {"key", key},
                       {"plan", folder.header().id},
                       {"host", outcome.host},
                       {"seconds", outcome.seconds},
                       {"finished", outcome.finished},
                       {"lasting", outcome.lasting},
                       {"result", outcome.result}});
}

study::RunOutcome read_result(const PlanFolder& folder, const std::string& key) {
  const fs::path file = folder.result_file(key);
  Json json = read_checked(file, kResultSchema);
  try {
    if (json.at("key") != key)
      throw DamagedFile(fmt::format("{} is the result of another run", file.string()));
    study::RunOutcome outcome;
    json.at("host").get_to(outcome.host);
    json.at("seconds").get_to(outcome.seconds);
    json.at("finished").get_to(outcome.finished);
    json.at("lasting").get_to(outcome.lasting);
    outcome.result = std::move(json.at("result"));
    if (!outcome.result.is_object())
      throw DamagedFile(fmt::format("{} is damaged: it holds no result", file.string()));
    return outcome;
  } catch (const Json::exception& e) {
    throw DamagedFile(fmt::format("{} is damaged: {}", file.string(), e.what()));
  }
}

void put_aside(const PlanFolder& folder, const std::string& key) {
  const fs::path file = folder.result_file(key);
  std::error_code failed;
  fs::rename(file, file.string() + ".damaged", failed);
  if (failed) fs::remove(file, failed);
}

std::vector<std::string> keys_of_results(const PlanFolder& folder) {
  std::vector<std::string> keys;
  std::error_code failed;
  auto refuse = [&](const fs::path& where) {
    throw IoError(fmt::format("cannot read the folder {}: {}", where.string(), failed.message()));
  };
  for (fs::directory_iterator part(folder.results(), failed), end; !failed && part != end;
       part.increment(failed)) {
    if (std::error_code ignored; !part->is_directory(ignored)) continue;
    fs::directory_iterator file(part->path(), failed);
    for (; !failed && file != end; file.increment(failed)) {
      const fs::path& path = file->path();
      if (path.extension() == ".json" && is_key(path.stem().string()))
        keys.push_back(path.stem().string());
    }
    if (failed) refuse(part->path());
  }
  if (failed) refuse(folder.results());
  std::ranges::sort(keys);
  return keys;
}

}  // namespace heddle::batch
