#include "store/layout.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/digest.hpp"
#include "store/file_system.hpp"

namespace heddle::store {

namespace fs = std::filesystem;

namespace {

constexpr int kBusyMs = 60'000;
constexpr int64_t kApplication = 0x68656464;  // "hedd"
constexpr int64_t kVersion = 1;

/// Statistics and settings are read from the JSON of results and configurations: kept twice, they
/// could contradict each other.
constexpr const char* kTables = R"sql(
CREATE TABLE machines(
  digest TEXT PRIMARY KEY, toml TEXT NOT NULL, configuration TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE runs(
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL,
  tool TEXT NOT NULL, workload TEXT NOT NULL, size TEXT NOT NULL, parameters TEXT NOT NULL,
  seed INTEGER NOT NULL, sampling TEXT NOT NULL, preset TEXT NOT NULL, arch TEXT NOT NULL,
  machine TEXT NOT NULL REFERENCES machines(digest),
  version TEXT NOT NULL, model TEXT NOT NULL, inputs TEXT NOT NULL, host TEXT NOT NULL,
  seconds REAL NOT NULL, finished INTEGER NOT NULL, failure TEXT, result TEXT NOT NULL);
CREATE INDEX runs_by_workload ON runs(workload, size, tool, arch);
CREATE VIEW statistics AS
  SELECT runs.key AS key, substr(fullkey, 9) AS name, atom AS value
  FROM runs, json_tree(runs.result, '$.total') WHERE type IN ('integer', 'real');
CREATE VIEW settings AS
  SELECT machines.digest AS machine, substr(fullkey, 3) AS name, atom AS value
  FROM machines, json_tree(machines.configuration)
  WHERE type IN ('integer', 'real', 'text', 'true', 'false');
)sql";

/// Of everything in a row, each part with its length, so that no two rows read the same.
std::string checksum_of(const StoredRun& run, std::string_view parameters,
                        std::string_view result) {
  std::string all;
  for (std::string_view part :
       {std::string_view(run.key), std::string_view(run.tool), std::string_view(run.workload),
        std::string_view(run.size), parameters, std::string_view(run.sampling),
        std::string_view(run.preset), std::string_view(run.arch), std::string_view(run.machine),
        std::string_view(run.configuration), std::string_view(run.version),
        std::string_view(run.model), std::string_view(run.inputs), std::string_view(run.host),
        result})
    all += fmt::format("{} {}\n", part.size(), digest_of(part));
  all += fmt::format("{} {} {}", run.seed, run.finished, run.seconds);
  return digest_of(all);
}

/// Several programs may create one store at the same moment; the change to a write-ahead log does
/// not wait for others by itself.
void use_write_ahead_log(Database& database) {
  for (int waited = 0;; waited += 10) {
    try {
      if (database.text("PRAGMA journal_mode = WAL") == "wal") return;
    } catch (const DatabaseError& e) {
      if (!e.busy) throw;
    }
    if (waited >= kBusyMs) throw DatabaseError("the store is in use by another program");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Whether the file has the tables. Throws for the file of another program, or of a newer heddle.
/// Called in a transaction: another program may be making the tables.
bool has_tables(Database& database) {
  const int64_t version = database.number("PRAGMA user_version");
  const int64_t application = database.number("PRAGMA application_id");
  if (application == 0 && version == 0 &&
      database.number("SELECT count(*) FROM sqlite_master") == 0)
    return false;
  if (application != kApplication)
    throw DatabaseError("it is a database of another program, not a result store");
  if (version != kVersion)
    throw DatabaseError(fmt::format(
        "it has version {} of the tables, and this heddle reads version {}", version, kVersion));
  return true;
}

bool found_ready(Database& database) {
  Transaction snapshot(database, Transaction::Kind::Read);
  return has_tables(database);
}

void check_place(const fs::path& file) {
  if (std::string problem = place_problem(file); !problem.empty()) throw IoError(problem);
}

std::unique_ptr<Database> opened(const fs::path& file, Access access) {
  auto database = std::make_unique<Database>(file, access, kBusyMs);
  if (!found_ready(*database)) throw DatabaseError("it is not a result store");
  return database;
}

/// Whether the file has no log and can get none: then it is all that there is to read.
bool is_alone(const fs::path& file) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).parent_path();
  return !fs::exists(file.string() + "-wal", ignored) && ::access(folder.c_str(), W_OK) != 0;
}

}  // namespace

std::unique_ptr<Database> open_store(const fs::path& file, bool* writable) {
  check_place(file);
  std::error_code failed;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
  *writable = true;
  std::unique_ptr<Database> database;
  try {
    database = std::make_unique<Database>(file, Access::Write, kBusyMs);
    const bool ready = found_ready(*database);  // before anything is changed in another's file
    use_write_ahead_log(*database);
    database->run("PRAGMA synchronous = FULL");
    if (ready) return database;
    Transaction transaction(*database);
    if (!has_tables(*database)) {  // nobody else was faster
      database->run(kTables);
      database->run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                kApplication, kVersion));
    }
    transaction.commit();
    return database;
  } catch (const DatabaseError&) {
    // What cannot be written may still be read.
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored) || fs::file_size(file, ignored) == 0) throw;
    database.reset();
    *writable = false;
    try {
      return open_to_read(file);
    } catch (const IoError&) {
    }
    throw;
  }
}

std::unique_ptr<Database> open_to_read(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) throw IoError("there is no such file");
  check_place(file);
  try {
    return opened(file, Access::Read);
  } catch (const DatabaseError&) {
    if (!is_alone(file)) throw;
    return opened(file, Access::Unchanging);
  }
}

RunWriter::RunWriter(Database& database)
    // Written again only to repair it.
    : machine_(database,
               "INSERT INTO machines VALUES (?1, ?2, ?3) ON CONFLICT(digest) DO UPDATE SET "
               "toml = ?2, configuration = ?3 WHERE toml != ?2 OR configuration != ?3"),
      run_(database, R"sql(
INSERT INTO runs(key, checksum, tool, workload, size, parameters, seed, sampling, preset, arch,
                 machine, version, model, inputs, host, seconds, finished, failure, result)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT(key) DO UPDATE SET checksum = excluded.checksum, tool = excluded.tool,
  workload = excluded.workload, size = excluded.size, parameters = excluded.parameters,
  seed = excluded.seed, sampling = excluded.sampling, preset = excluded.preset,
  arch = excluded.arch, machine = excluded.machine, version = excluded.version,
  model = excluded.model, inputs = excluded.inputs, host = excluded.host,
  seconds = excluded.seconds, finished = excluded.finished, failure = excluded.failure,
  result = excluded.result)sql") {}

void RunWriter::put(const StoredRun& run) {
  const std::string parameters = compact(Json(run.parameters)), result = compact(run.result);
  const std::string machine = digest_of(run.machine);
  if (machine != last_machine_) {
    machine_.bind(1, machine).bind(2, run.machine).bind(3, run.configuration).step();
    machine_.reset();
    last_machine_ = machine;
  }
  const std::string checksum = checksum_of(run, parameters, result);
  int at = 0;
  for (std::string_view text :
       {std::string_view(run.key), std::string_view(checksum), std::string_view(run.tool),
        std::string_view(run.workload), std::string_view(run.size), std::string_view(parameters)})
    run_.bind(++at, text);
  run_.bind(++at, static_cast<int64_t>(run.seed));
  for (std::string_view text :
       {std::string_view(run.sampling), std::string_view(run.preset), std::string_view(run.arch),
        std::string_view(machine), std::string_view(run.version), std::string_view(run.model),
        std::string_view(run.inputs), std::string_view(run.host)})
    run_.bind(++at, text);
  run_.bind(++at, run.seconds);
  run_.bind(++at, run.finished);
  std::string failure;
  if (auto found = run.result.find("failure"); run.result.is_object() && found != run.result.end())
    failure = found->is_string() ? found->get<std::string>() : compact(*found);
  failure.empty() ? run_.bind_null(++at) : run_.bind(++at, failure);
  run_.bind(++at, result).step();
  run_.reset();
}

std::string select_runs() {
  return "SELECT key, checksum, tool, workload, size, parameters, seed, sampling, preset, arch, "
         "machines.toml, machines.configuration, version, model, inputs, host, seconds, finished, "
         "result FROM runs LEFT JOIN machines ON machines.digest = runs.machine";
}

StoredRun run_of(const Statement& row) {
  StoredRun run;
  auto text = [&](int column) { return std::string(row.text(column)); };
  run.key = text(0);
  run.tool = text(2), run.workload = text(3), run.size = text(4);
  run.seed = static_cast<uint64_t>(row.number(6));
  run.sampling = text(7), run.preset = text(8), run.arch = text(9);
  run.machine = text(10), run.configuration = text(11);
  run.version = text(12), run.model = text(13), run.inputs = text(14), run.host = text(15);
  run.seconds = row.real(16), run.finished = row.number(17);
  const std::string parameters = text(5), result = text(18);
  if (text(1) != checksum_of(run, parameters, result)) throw DatabaseError("checksum mismatch");
  try {
    run.parameters = parse_json(parameters).get<std::vector<std::string>>();
    run.result = parse_json(result);
  } catch (const Json::exception&) {
    throw DatabaseError("incomplete entry");
  }
  return run;
}

}  // namespace heddle::store
