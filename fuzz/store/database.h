// A database file and its statements, each owned by an object; every failure is a StoreError.
//
//   Database database("runs.db", Database::Open::kExisting);
//   Transaction transaction(database);                     // rolled back unless committed
//   Statement(database, "UPDATE counts SET runs = runs + ?1 WHERE campaign = ?2", 3, id).run();
//   transaction.commit();
//
// What holds: what was committed survives kill -9 and a full disk, what was not is gone when the file
// is opened next. Another process that writes is waited for. The file is all there is: the journal
// beside it exists only during a transaction, or after a crash in one. (So no write-ahead log: it
// needs room on the disk and a writable folder to be read at all.)
// While a Database is open, a write past the limit of file sizes is an error instead of a signal. It
// must not be open across fork().
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace suture::store {

class StoreError : public std::runtime_error {
 public:
  enum class Kind {
    kWrongFile,  ///< it is not a store, or one of a newer suture
    kFailed,     ///< it cannot be opened, read or written
  };
  StoreError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

class Database {
 public:
  enum class Open { kExisting, kOrCreate };

  Database(std::string path, Open how);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Statements without values, separated by semicolons.
  void run(const char* sql);
  sqlite3* handle() const { return handle_; }
  const std::string& path() const { return path_; }
  /// Throws what `code` and the connection say about the last failure.
  [[noreturn]] void fail(int code) const;

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
  struct sigaction fileSize_ = {};
};

class Statement {
 public:
  template <typename... Values>
  Statement(Database& database, std::string_view sql, const Values&... values)
      : Statement(database, sql) {
    int at = 0;
    (bind(++at, values), ...);
  }
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// To the next row; false when there is none.
  bool next();
  /// To the end.
  void run();
  std::uint64_t number(int column) const;
  std::string text(int column) const;

 private:
  void bind(int at, std::string_view text);
  void bind(int at, const std::string& text) { bind(at, std::string_view(text)); }
  template <std::integral Number>
  void bind(int at, Number number) {
    bindNumber(at, static_cast<sqlite3_int64>(number));
  }
  void bindNumber(int at, sqlite3_int64 number);
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

/// Holds the right to write from its beginning.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool isOpen_ = true;
};

}  // namespace suture::store
