// The tables of a store, and how a run becomes a row. docs/sweeps.md documents them for readers of
// the file.
#pragma once

#include <filesystem>
#include <memory>

#include "store/database.hpp"
#include "store/result_store.hpp"

namespace heddle::store {

/// Opens the store for writing and creates its tables; if it may not be written, opens it for
/// reading. Throws IoError.
std::unique_ptr<Database> open_store(const std::filesystem::path& file, bool* writable);
/// Throws IoError if there is no store.
std::unique_ptr<Database> open_to_read(const std::filesystem::path& file);

/// Inside a transaction.
void put(Database& database, const StoredRun& run);

/// SELECT … of the columns that `run_of` reads.
std::string select_runs();
/// Reads the current row. Throws DatabaseError with the reason if it is damaged.
StoredRun run_of(const Statement& row);

}  // namespace heddle::store
