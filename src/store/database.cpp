#include "store/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

namespace heddle::store {

namespace {

/// The longest text that is read or written.
constexpr int kLongestText = 1 << 28;

[[noreturn]] void fail_with(sqlite3* handle, int code) {
  DatabaseError error(handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code));
  if (handle) code = sqlite3_errcode(handle);
  error.busy = (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED;
  throw error;
}

/// The name of the file as SQLite takes options with it.
std::string unchanging(const std::filesystem::path& file) {
  std::string uri = "file://";
  for (char c : std::filesystem::absolute(file).string())
    uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<unsigned char>(c))
                                            : std::string(1, c);
  return uri + "?immutable=1";
}

}  // namespace

Database::Database(const std::filesystem::path& file, Access access, int busy_ms) {
  std::string name = file.string();
  int flags = SQLITE_OPEN_NOMUTEX;
  switch (access) {
    case Access::Read: flags |= SQLITE_OPEN_READONLY; break;
    case Access::Write: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE; break;
    case Access::Unchanging:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
      name = unchanging(file);
      break;
  }
  try {
    const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
    if (code != SQLITE_OK) fail_with(handle_, code);
    sqlite3_busy_timeout(handle_, busy_ms);
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kLongestText);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::fail() const { fail_with(handle_, SQLITE_ERROR); }

void Database::run(const std::string& statements) {
  if (sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

int64_t Database::number(const std::string& query) {
  Statement statement(*this, query);
  return statement.step() ? statement.number(0) : 0;
}

std::string Database::text(const std::string& query) {
  Statement statement(*this, query);
  return statement.step() ? std::string(statement.text(0)) : std::string();
}

Statement::Statement(Database& database, const std::string& query) : database_(database) {
  check(sqlite3_prepare_v2(database.handle_, query.c_str(), static_cast<int>(query.size()),
                           &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail();
}

Statement& Statement::bind(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(handle_, parameter, text.data(), text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int parameter, int64_t number) {
  check(sqlite3_bind_int64(handle_, parameter, number));
  return *this;
}

Statement& Statement::bind(int parameter, double number) {
  check(sqlite3_bind_double(handle_, parameter, number));
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  check(sqlite3_bind_null(handle_, parameter));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
  return code == SQLITE_ROW;
}

void Statement::reset() { sqlite3_reset(handle_); }

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return text ? std::string_view(text, static_cast<size_t>(sqlite3_column_bytes(handle_, column)))
              : std::string_view();
}

int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }
double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }
bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.run(kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  try {
    if (open_) database_.run("ROLLBACK");
  } catch (const DatabaseError&) {  // an error has already rolled it back
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace heddle::store
