#include "store/result_store.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "store/database.hpp"
#include "store/layout.hpp"

namespace heddle::store {

namespace fs = std::filesystem;

namespace {

/// Ends what a statement reads, so that nobody waits for it and it can run again.
struct Finished {
  explicit Finished(Statement& s) : statement(s) {}
  ~Finished() { statement.reset(); }
  Finished(const Finished&) = delete;
  Finished& operator=(const Finished&) = delete;
  Statement& statement;
};

}  // namespace

ResultStore::ResultStore(fs::path file, std::function<void(const std::string&)> warn)
    : file_(std::move(file)), warn_(std::move(warn)) {
  if (file_.empty()) return;
  try {
    bool writable = true;
    database_ = open_store(file_, &writable);
  } catch (const IoError& e) {
    fail(e.what());
  }
}

ResultStore::~ResultStore() = default;

void ResultStore::fail(const std::string& why) {
  if (std::exchange(failed_, true) || !warn_) return;
  warn_(
      fmt::format("cannot store finished runs in {}: {}; continuing without storing them (use "
                  "--store to choose another file)",
                  file_.string(), why));
}

bool ResultStore::keeps() const {
  std::lock_guard lock(guard_);
  return database_ && !failed_;
}

std::optional<Json> ResultStore::refuse(const std::string& key, const std::string& why) {
  if (damaged_++ == 0) first_damage_ = fmt::format("{}: {}", key, why);
  return std::nullopt;
}

std::string ResultStore::damage() const {
  std::lock_guard lock(guard_);
  if (damaged_ == 0) return {};
  return fmt::format("{} in {} cannot be used and {} repeated ({}{})",
                     damaged_ == 1 ? "1 finished run" : fmt::format("{} finished runs", damaged_),
                     file_.string(), damaged_ == 1 ? "is" : "are", first_damage_,
                     damaged_ == 1 ? "" : ", …");
}

std::optional<Json> ResultStore::find(const std::string& key) {
  std::lock_guard lock(guard_);
  if (!database_) return std::nullopt;
  try {
    if (!finds_) finds_ = std::make_unique<Statement>(*database_, select_runs() + " WHERE key = ?");
    const Finished finished(*finds_);
    finds_->bind(1, key);
    if (!finds_->step()) return std::nullopt;
    StoredRun run = run_of(*finds_);
    if (run.key != key) return refuse(key, "another run's entry");
    return std::move(run.result);
  } catch (const DatabaseError& e) {
    return refuse(key, e.what());
  }
}

void ResultStore::keep(const StoredRun& run) { keep_all({&run, 1}); }

void ResultStore::keep_all(std::span<const StoredRun> runs) {
  std::lock_guard lock(guard_);
  if (!database_) return;
  try {
    Transaction transaction(*database_);
    RunWriter writer(*database_);
    for (const StoredRun& run : runs) writer.put(run);
    transaction.commit();
  } catch (const DatabaseError& e) {
    fail(e.what());
  }
}

PastRuns ResultStore::past_runs(const StoredRun& like) {
  std::lock_guard lock(guard_);
  PastRuns past;
  if (!database_) return past;
  try {
    Statement found(*database_, R"sql(
SELECT arch, parameters, sum(seconds), count(*) FROM runs
WHERE workload = ?1 AND size = ?2 AND tool = ?3 GROUP BY arch, parameters)sql");
    found.bind(1, like.workload).bind(2, like.size).bind(3, like.tool);
    while (found.step()) {
      const std::string arch(found.text(0)), parameters(found.text(1));
      const double seconds = found.real(2);
      const auto runs = static_cast<uint64_t>(found.number(3));
      for (PastRuns::Took* took : {&past.alike[{arch, parameters}], &past.of_arch[arch], &past.all})
        took->seconds += seconds, took->runs += runs;
    }
  } catch (const DatabaseError&) {  // an estimate only
  }
  return past;
}

std::optional<double> PastRuns::expected_seconds(const StoredRun& like) const {
  auto mean = [](const Took& took) { return took.seconds / static_cast<double>(took.runs); };
  if (const auto found = alike.find({like.arch, compact(Json(like.parameters))});
      found != alike.end())
    return mean(found->second);
  if (const auto found = of_arch.find(like.arch); found != of_arch.end())
    return mean(found->second);
  return all.runs > 0 ? std::optional(mean(all)) : std::nullopt;
}

LeftOut for_each_run(const fs::path& file, const std::function<void(StoredRun)>& f) {
  LeftOut left;
  try {
    auto database = open_to_read(file);
    // The newest of each: the row that has no other with the same description after it.
    Statement all(*database, select_runs() + R"sql(
 WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER
   (PARTITION BY tool, workload, size, parameters, seed, sampling, machine
    ORDER BY finished DESC, id DESC) AS place FROM runs) WHERE place = 1) ORDER BY id)sql");
    size_t read = 0;
    while (all.step()) {
      read++;
      StoredRun run;
      try {
        run = run_of(all);
      } catch (const DatabaseError&) {
        left.damaged++;
        continue;
      }
      f(std::move(run));
    }
    left.older = static_cast<size_t>(database->number("SELECT count(*) FROM runs")) - read;
  } catch (const IoError& e) {
    throw IoError(fmt::format("cannot read the store {}: {}", file.string(), e.what()));
  }
  return left;
}

std::string check_integrity(const fs::path& file) {
  return open_to_read(file)->text("PRAGMA integrity_check");
}

fs::path default_store() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data)
    return fs::path(data) / "heddle" / "results.db";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".local" / "share" / "heddle" / "results.db";
  return {};
}

}  // namespace heddle::store
