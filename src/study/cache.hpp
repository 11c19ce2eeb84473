// Finished runs, kept by key: a file each. A run is executed once, also when a study is stopped and
// begun again. Several programs may use the same folder at once: files appear complete or not at
// all, and equal keys have equal contents.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "study/run.hpp"

namespace heddle::study {

class RunCache {
 public:
  /// An empty folder's name: nothing is kept. Throws IoError when the folder cannot be made.
  explicit RunCache(std::filesystem::path folder);

  /// Nothing when it is not there, or is damaged.
  std::optional<Json> find(const std::string& key) const;
  /// Throws IoError.
  void keep(const std::string& key, const Json& result) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path file_of(const std::string& key) const;

  std::filesystem::path folder_;
};

/// $XDG_CACHE_HOME/heddle/runs or ~/.cache/heddle/runs; empty when there is neither.
std::filesystem::path default_cache_folder();

}  // namespace heddle::study
