#include "batch/checked_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "base/digest.hpp"
#include "host/file.hpp"

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBegin = "{\"checksum\":\"";
constexpr std::string_view kEnd = "\",";
constexpr size_t kDigits = 32;
constexpr size_t kHead = kBegin.size() + kDigits + kEnd.size();

/// A file that another process leaves in the middle has a name that nobody reads.
std::string temporary_name(const fs::path& file) {
  static std::atomic<uint64_t> next = 0;  // of this process
  return fmt::format(".{}.{}.{}.{}", file.filename().string(), digest_of(own_host()).substr(0, 8),
                     ::getpid(), next++);
}

[[noreturn]] void refuse_schema(const fs::path& file, const std::string& found,
                                std::string_view wanted) {
  const std::string_view kind = wanted.substr(0, wanted.find('/'));
  if (found.starts_with(kind))
    throw DamagedFile(
        fmt::format("{} was written by another version of heddle: it is {}, and this "
                    "heddle reads {}",
                    file.string(), found, wanted));
  throw DamagedFile(fmt::format("{} is something else: {} in place of {}", file.string(),
                                found.empty() ? "no schema" : found, wanted));
}

}  // namespace

void refuse_members(const fs::path& file, const char* why) {
  throw DamagedFile(fmt::format("{} is damaged: {}", file.string(), why));
}

void make_folder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    throw IoError(fmt::format("cannot make the folder {}: {}", folder.string(), failed.message()));
}

std::string own_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

void write_renamed(const fs::path& file, std::string_view text) {
  const fs::path temporary = file.parent_path() / temporary_name(file);
  std::error_code failed;
  try {
    write_file(temporary, text);
  } catch (const IoError& e) {  // says the other name
    throw IoError(fmt::format("cannot write {}: {}", file.string(), e.what()));
  }
  fs::rename(temporary, file, failed);
  if (!failed) return;
  const std::string why = failed.message();
  fs::remove(temporary, failed);
  throw IoError(fmt::format("cannot write {}: {}", file.string(), why));
}

void write_checked(const fs::path& file, const Json& members) {
  const std::string rest = compact(members).substr(1) + "\n";
  write_renamed(file, fmt::format("{}{}{}{}", kBegin, digest_of(rest), kEnd, rest));
}

Json read_checked(const fs::path& file, std::string_view schema) {
  const std::string text = read_file(file);
  const std::string_view all = text;
  if (!all.starts_with(kBegin) || all.size() < kHead ||
      all.substr(kHead - kEnd.size(), kEnd.size()) != kEnd)
    throw DamagedFile(fmt::format("{} is damaged or no file of a sweep's plan", file.string()));
  if (digest_of(all.substr(kHead)) != all.substr(kBegin.size(), kDigits))
    throw DamagedFile(fmt::format("{} is damaged: its checksum does not match", file.string()));
  try {
    Json json = parse_json(all);
    const std::string found = json.value("schema", "");
    if (found != schema) refuse_schema(file, found, schema);
    return json;
  } catch (const Json::exception& e) {
    throw DamagedFile(fmt::format("{} is damaged: {}", file.string(), e.what()));
  }
}

}  // namespace heddle::batch
