#include "fuzz/store/database.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace suture::store {
namespace {

constexpr int kPatience = 60'000;  // milliseconds that another writer may take

}  // namespace

Database::Database(std::string path, Open how) : path_(std::move(path)) {
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignored, &fileSize_);
  const int flags = SQLITE_OPEN_READWRITE | (how == Open::kOrCreate ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr);
  try {
    if (code != SQLITE_OK) fail(code);
    sqlite3_extended_result_codes(handle_, 1);
    sqlite3_busy_timeout(handle_, kPatience);
    run("PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON");
  } catch (...) {
    sqlite3_close(handle_);
    sigaction(SIGXFSZ, &fileSize_, nullptr);
    throw;
  }
}

Database::~Database() {
  sqlite3_close(handle_);
  sigaction(SIGXFSZ, &fileSize_, nullptr);
}

void Database::run(const char* sql) {
  errno = 0;
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

void Database::fail(int code) const {
  const int last = errno;  // the library forgets it where a commit fails
  const int primary = code & 0xff;
  if (primary == SQLITE_NOTADB) {
    throw StoreError(StoreError::Kind::kWrongFile, path_ + ": is not a store of suture");
  }
  std::string why = handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_);
  if (primary == SQLITE_FULL) why = "the disk is full";
  if (primary == SQLITE_BUSY) {
    why = fmt::format("another process has held it for {} s", kPatience / 1000);
  }
  const int told = handle_ == nullptr ? 0 : sqlite3_system_errno(handle_);
  const int system = told != 0 ? told : last;
  if ((primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN) && system != 0) {
    why += fmt::format(" ({})", std::strerror(system));
  }
  throw StoreError(StoreError::Kind::kFailed, fmt::format("store {}: {}", path_, why));
}

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &handle_,
                           nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

bool Statement::next() {
  errno = 0;
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (next()) {
  }
}

std::uint64_t Statement::number(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(handle_, column));
}

std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

void Statement::bind(int at, std::string_view text) {
  check(
      sqlite3_bind_text(handle_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
}

void Statement::bindNumber(int at, sqlite3_int64 number) {
  check(sqlite3_bind_int64(handle_, at, number));
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

Transaction::Transaction(Database& database) : database_(database) {
  database.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // It fails where the error has rolled back already.
  if (isOpen_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  isOpen_ = false;
}

}  // namespace suture::store
