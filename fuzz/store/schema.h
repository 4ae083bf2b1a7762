// The tables of a store, and the version that says which build may use it.
//
//   createOrCheck("runs.db");          // a StoreError where it is something else
//
// What holds: a file is made with all tables or none; a file that is no store, or one of a newer
// version, is refused and left as it is.
#pragma once

#include <string>

#include "fuzz/store/database.h"

namespace suture::store {

inline constexpr int kSchemaVersion = 3;

/// Makes the tables in a new or empty file.
void createOrCheck(const std::string& path);
void check(Database& database);

}  // namespace suture::store
