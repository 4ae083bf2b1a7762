#include "fuzz/cli/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/py/check.h"

namespace suture::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "suture-";
constexpr const char* kLock = "/.suture-work-folder";

// Opens the lock file of a folder and locks it; -1 if it is not there, not ours, or held.
int lockOf(const fs::path& folder, int flags) {
  const std::string path = folder.string() + kLock;
  const int lock = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  if (lock < 0) return -1;
  struct stat opened = {};
  struct stat named = {};
  const bool isOurs = fstat(lock, &opened) == 0 && opened.st_uid == geteuid() &&
                      flock(lock, LOCK_EX | LOCK_NB) == 0 &&
                      // Whoever held it may have removed it meanwhile.
                      stat(path.c_str(), &named) == 0 && named.st_ino == opened.st_ino;
  if (isOurs) return lock;
  close(lock);
  return -1;
}

void removeAll(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

// Those of owners that were killed: nobody holds their locks any more.
void removeStale(const fs::path& parent) {
  std::error_code error;
  for (auto entry = fs::directory_iterator(parent, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::path& folder = entry->path();
    std::error_code gone;
    if (!folder.filename().string().starts_with(kPrefix)) continue;
    if (fs::symlink_status(folder, gone).type() != fs::file_type::directory) continue;
    const int lock = lockOf(folder, 0);
    if (lock < 0) continue;
    removeAll(folder);
    close(lock);
  }
}

}  // namespace

WorkFolder::WorkFolder() {
  const fs::path parent = fs::temp_directory_path();
  removeStale(parent);
  while (lock_ < 0) {  // again if somebody took the new folder for a stale one just before its lock
    path_ = (parent / (std::string(kPrefix) + "XXXXXX")).string();
    SUTURE_CHECK(mkdtemp(path_.data()) != nullptr, "a temporary folder can be made");
    lock_ = lockOf(path_, O_CREAT);
    SUTURE_CHECK(lock_ >= 0 || !fs::exists(path_), "a file in a temporary folder can be locked");
  }
}

WorkFolder::~WorkFolder() {
  removeAll(path_);
  close(lock_);
}

}  // namespace suture::cli
