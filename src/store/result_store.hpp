// The store of finished runs: one SQLite file that every study, sweep and comparison of a user may
// share, and that SQL can read. A run is executed once, even if a study is interrupted and
// restarted. Equal keys have equal results, so whoever writes last changes nothing but provenance.
//
// Several programs of one host can use the file at once: it has a write-ahead log, writers wait for
// each other, and a run is in the file as a whole or not at all, also after kill -9 or a power
// failure.
//
// A store only saves time, so no problem with it stops a study. Every run has a checksum; a run
// that is damaged counts as missing and is replaced. If runs cannot be written (a full disk, a
// folder without permission), the study continues without storing them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "json/json.hpp"

namespace heddle::store {

class Database;
class Statement;

/// One finished run with everything it followed from.
struct StoredRun {
  std::string key;  // covers all of what follows, except the provenance
  std::string tool, workload, size;
  std::vector<std::string> parameters;
  uint64_t seed = 1;
  std::string sampling;       // JSON, or empty
  std::string preset, arch;   // names, for queries
  std::string machine;        // the effective configuration, as TOML
  std::string configuration;  // the same as JSON, for queries
  // Provenance.
  std::string version;   // of heddle, and plug-ins: "0.1.0 mine/1f2e3d4c"
  std::string model;     // a digest of the sources that results follow from
  std::string inputs;    // a digest of the PTX and of all files that were read
  std::string host;      // that ran it
  double seconds = 0;    // that it took
  int64_t finished = 0;  // seconds since 1970
  Json result;
};

/// How long past runs of one workload took.
struct PastRuns {
  struct Took {
    double seconds = 0;  // together
    uint64_t runs = 0;
  };
  std::map<std::pair<std::string, std::string>, Took> alike;  // by arch and parameters (JSON)
  std::map<std::string, Took> of_arch;
  Took all;

  /// The mean of the most similar ones: of the same arch and parameters, of the arch, of any arch.
  /// Nothing if there are none.
  std::optional<double> expected_seconds(const StoredRun& like) const;
};

class ResultStore {
 public:
  /// `warn` is called at most once, by the first thread that cannot store a run. With an empty file
  /// name, nothing is stored.
  explicit ResultStore(std::filesystem::path file,
                       std::function<void(const std::string&)> warn = {});
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  // All of these are thread-safe.

  /// Returns nothing if the run is missing or damaged.
  std::optional<Json> find(const std::string& key);
  void keep(const StoredRun& run);
  /// All or none of them, in one transaction.
  void keep_all(std::span<const StoredRun> runs);

  /// Past runs of the tool, workload and size of `like`. Reads all of them.
  PastRuns past_runs(const StoredRun& like);

  /// Whether every run so far was stored.
  bool keeps() const;
  /// One sentence about the runs that `find` could not use, or empty.
  std::string damage() const;
  const std::filesystem::path& file() const { return file_; }

 private:
  void fail(const std::string& why);
  std::optional<Json> refuse(const std::string& key, const std::string& why);

  std::filesystem::path file_;
  std::function<void(const std::string&)> warn_;
  mutable std::mutex guard_;
  std::unique_ptr<Database> database_;  // null if it could not be opened
  std::unique_ptr<Statement> finds_;    // made when it is first needed
  bool failed_ = false;
  size_t damaged_ = 0;
  std::string first_damage_;  // "KEY: checksum mismatch"
};

/// Calls f for every run that is whole, in the order of their first storing; of runs that differ
/// only in provenance, for the newest. Returns how many were left out as damaged or older. Throws
/// IoError if the file cannot be read or is no store.
struct LeftOut {
  size_t damaged = 0, older = 0;
};
LeftOut for_each_run(const std::filesystem::path& file, const std::function<void(StoredRun)>& f);

/// PRAGMA integrity_check: "ok", or what is wrong. Throws IoError if it cannot be opened.
std::string check_integrity(const std::filesystem::path& file);

/// $XDG_DATA_HOME/heddle/results.db or ~/.local/share/heddle/results.db; empty if neither exists.
std::filesystem::path default_store();

}  // namespace heddle::store
