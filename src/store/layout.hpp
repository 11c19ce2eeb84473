// The tables of a store, and how a run becomes a row. docs/sweeps.md documents them for readers of
// the file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "store/database.hpp"
#include "store/result_store.hpp"

namespace heddle::store {

/// Opens the store for writing and creates its tables; if it may not be written, opens it for
/// reading. Throws IoError.
std::unique_ptr<Database> open_store(const std::filesystem::path& file, bool* writable);
/// Throws IoError if there is no store. Where no file can be made beside it, as on a read-only
/// disk, it is read as it is, if there is no log.
std::unique_ptr<Database> open_to_read(const std::filesystem::path& file);

/// Writes runs, inside one transaction.
class RunWriter {
 public:
  explicit RunWriter(Database& database);
  void put(const StoredRun& run);

 private:
  Statement machine_, run_;
  std::string last_machine_;  // its digest: many runs after each other have one
};

/// SELECT … of the columns that `run_of` reads.
std::string select_runs();
/// Reads the current row. Throws DatabaseError with the reason if it is damaged.
StoredRun run_of(const Statement& row);

}  // namespace heddle::store
