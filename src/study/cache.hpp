// The cache of finished runs: one file per run, named by its key. A run is executed once, even if a
// study is interrupted and restarted. Several programs can use the same folder at once: files are
// written atomically, and equal keys have equal contents.
//
// A cache only saves time, so no problem with it stops a study. Every entry has a checksum; an
// entry that is damaged, or is not a regular file, counts as missing and is replaced. If entries
// cannot be written (a full disk, a folder without permission), the study continues without them.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "study/run.hpp"

namespace heddle::study {

class RunCache {
 public:
  /// `warn` is called at most once, by the first thread that cannot store an entry. With an empty
  /// folder name, nothing is stored.
  explicit RunCache(std::filesystem::path folder,
                    std::function<void(const std::string&)> warn = {});

  /// Returns nothing if the entry is missing or damaged. Not thread-safe.
  std::optional<Json> find(const std::string& key);
  /// Thread-safe.
  void keep(const std::string& key, const Json& result);

  /// Whether every run so far was stored.
  bool keeps() const { return !folder_.empty() && !failed_; }
  /// One sentence about the entries that `find` could not use, or empty.
  std::string damage() const;

 private:
  std::filesystem::path file_of(const std::string& key) const;
  void fail(const std::string& why);
  std::optional<Json> refuse(const std::string& key, const std::string& why);

  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
  std::atomic<bool> failed_ = false;
  size_t damaged_ = 0;
  std::string first_damage_;  // "KEY.json: checksum mismatch"
};

/// $XDG_CACHE_HOME/heddle/runs or ~/.cache/heddle/runs; empty if neither exists.
std::filesystem::path default_cache_folder();

}  // namespace heddle::study
