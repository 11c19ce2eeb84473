// Finished runs, kept by key: a file each. A run is executed once, also when a study is stopped and
// begun again. Several programs may use the same folder at once: files appear complete or not at
// all, and equal keys have equal contents.
//
// A cache saves time, so nothing that is wrong with it stops a study. Every entry has a checksum;
// one that is damaged, or is no regular file, counts as missing and is replaced. When entries
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
  /// `warn` is called at most once, by whichever thread first finds that entries cannot be kept.
  /// An empty folder's name: nothing is kept.
  explicit RunCache(std::filesystem::path folder,
                    std::function<void(const std::string&)> warn = {});

  /// Nothing when it is not there, or is damaged. Not for several threads at once.
  std::optional<Json> find(const std::string& key);
  /// For any number of threads.
  void keep(const std::string& key, const Json& result);

  /// Whether every run so far was kept.
  bool keeps() const { return !folder_.empty() && !failed_; }
  /// One sentence about the entries that `find` could not use; empty when there were none.
  std::string damage() const;

 private:
  std::filesystem::path file_of(const std::string& key) const;
  void fail(const std::string& why);
  std::optional<Json> refuse(const std::string& key, const std::string& why);

  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
  std::atomic<bool> failed_ = false;
  size_t damaged_ = 0;
  std::string first_damage_;  // "KEY.json: the checksum is wrong"
};

/// $XDG_CACHE_HOME/heddle/runs or ~/.cache/heddle/runs; empty when there is neither.
std::filesystem::path default_cache_folder();

}  // namespace heddle::study
