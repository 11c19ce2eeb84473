// A thin layer over SQLite's C interface: a connection, and statements with bound values. An error
// of SQLite is a DatabaseError with SQLite's own sentence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace heddle::store {

struct DatabaseError : IoError {
  using IoError::IoError;
  bool busy = false;  // another program has the file; all other errors stay
};

enum class Access {
  Read,
  Write,
  Unchanging,  // reads a file that nobody writes, and needs no others beside it
};

class Database {
 public:
  /// Creates the file if it may be written. Waits up to `busy_ms` for other writers, here and
  /// later.
  Database(const std::filesystem::path& file, Access access, int busy_ms);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs statements that return nothing.
  void run(const std::string& statements);
  /// The first value of the first row, as a number.
  int64_t number(const std::string& query);
  /// The first value of the first row, as text.
  std::string text(const std::string& query);

  [[noreturn]] void fail() const;

 private:
  friend class Statement;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement. Texts that are bound must live until the statement has run.
class Statement {
 public:
  Statement(Database& database, const std::string& query);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Parameters are counted from 1.
  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, int64_t number);
  Statement& bind(int parameter, double number);
  Statement& bind_null(int parameter);

  /// Moves to the next row; false after the last.
  bool step();
  /// Ready to run again, with the same values.
  void reset();

  /// Columns are counted from 0. An empty view for NULL.
  std::string_view text(int column) const;
  int64_t number(int column) const;
  double real(int column) const;
  bool is_null(int column) const;

 private:
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

/// All that is read in it is of one moment, and all that is written comes at once; rolls back
/// unless committed.
class Transaction {
 public:
  enum class Kind { Read, Write };
  explicit Transaction(Database& database, Kind kind = Kind::Write);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace heddle::store
