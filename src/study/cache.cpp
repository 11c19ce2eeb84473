#include "study/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>

#include "json/json.hpp"

namespace heddle::study {

namespace fs = std::filesystem;

namespace {

constexpr off_t kLongestEntry = off_t{1} << 28;

class OpenEntry {
 public:
  explicit OpenEntry(int file) : file_(file) {}
  ~OpenEntry() { close(); }
  OpenEntry(const OpenEntry&) = delete;
  OpenEntry& operator=(const OpenEntry&) = delete;
  operator int() const { return file_; }
  int close() { return file_ < 0 ? 0 : ::close(std::exchange(file_, -1)); }

 private:
  int file_;
};

/// Returns the text of an entry, or why it cannot be read. Never blocks: does not read pipes or
/// devices.
struct EntryText {
  std::string text = {};
  std::string problem = {};
  bool missing = false;
};

EntryText read_entry(const fs::path& path) {
  OpenEntry file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file < 0) {
    if (errno == ENOENT) return {.missing = true};
    return {.problem = std::strerror(errno)};
  }
  struct stat info {};
  if (::fstat(file, &info) != 0) return {.problem = std::strerror(errno)};
  if (!S_ISREG(info.st_mode)) return {.problem = "not a regular file"};
  if (info.st_size > kLongestEntry) return {.problem = "too long"};
  std::string text(static_cast<size_t>(info.st_size), '\0');
  size_t done = 0;
  while (done < text.size()) {
    ssize_t got = ::read(file, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {.problem = std::strerror(errno)};
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  text.resize(done);
  return {.text = std::move(text)};
}

/// The checksum of the contents of an entry, independent of formatting.
std::string checksum_of(const std::string& key, const Json& result) {
  std::string text = key + "\n" + compact(result);
  XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    ssize_t put = ::write(file, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

/// Atomically writes the text to the path and replaces what was there. Returns an error message or
/// nothing. Concurrent writers of one entry use different temporary names, even on different hosts.
std::string write_entry(const fs::path& path, std::string_view text) {
  std::random_device random;
  std::string name =
      fmt::format("{}.{}.{:08x}{:08x}", path.string(), ::getpid(), random(), random());
  OpenEntry file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file < 0) return std::strerror(errno);
  bool good =
      write_all(file, text) && file.close() == 0 && ::rename(name.c_str(), path.c_str()) == 0;
  if (good) return {};
  int error = errno;
  ::unlink(name.c_str());
  return std::strerror(error);
}

}  // namespace

RunCache::RunCache(fs::path folder, std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)), warn_(std::move(warn)) {
  if (folder_.empty()) return;
  std::error_code failed, ignored;
  fs::create_directories(folder_, failed);
  if (!fs::is_directory(folder_, ignored)) fail(failed ? failed.message() : std::strerror(ENOTDIR));
}

fs::path RunCache::file_of(const std::string& key) const { return folder_ / (key + ".json"); }

void RunCache::fail(const std::string& why) {
  if (failed_.exchange(true) || !warn_) return;
  warn_(
      fmt::format("cannot store finished runs in {}: {}; the study continues without storing "
                  "them (use --cache to choose another folder)",
                  folder_.string(), why));
}

std::optional<Json> RunCache::refuse(const std::string& key, const std::string& why) {
  if (damaged_++ == 0) first_damage_ = fmt::format("{}: {}", file_of(key).string(), why);
  return std::nullopt;
}

std::string RunCache::damage() const {
  if (damaged_ == 0) return {};
  return fmt::format("{} in the cache cannot be used and {} repeated ({}{})",
                     damaged_ == 1 ? "1 finished run" : fmt::format("{} finished runs", damaged_),
                     damaged_ == 1 ? "is" : "are", first_damage_, damaged_ == 1 ? "" : ", …");
}

std::optional<Json> RunCache::find(const std::string& key) {
  if (folder_.empty()) return std::nullopt;
  EntryText entry = read_entry(file_of(key));
  if (entry.missing || (failed_ && !entry.problem.empty())) return std::nullopt;
  if (!entry.problem.empty()) return refuse(key, entry.problem);
  try {
    Json json = parse_json(entry.text);
    Json result = json.at("result");
    if (json.at("key") == key && json.at("checksum") == checksum_of(key, result)) return result;
    return refuse(key, "checksum mismatch");
  } catch (const Json::exception&) {
    return refuse(key, "incomplete entry");
  }
}

void RunCache::keep(const std::string& key, const Json& result) {
  if (folder_.empty()) return;
  Json json{{"key", key}, {"checksum", checksum_of(key, result)}, {"result", result}};
  std::string why = write_entry(file_of(key), indented(json, 1));
  if (!why.empty()) fail(why);
}

fs::path default_cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return fs::path(cache) / "heddle" / "runs";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache" / "heddle" / "runs";
  return {};
}

}  // namespace heddle::study
