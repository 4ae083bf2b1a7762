// A temporary folder that is removed with everything in it.
//
//   WorkFolder folder;             // also removes those whose owners died before they could
//
// What holds: a folder is in use as long as its owner, or a process forked from it, lives: a file in
// it is locked so long. Folders in use, of other users, or without such a file are left alone.
#pragma once

#include <string>

namespace suture::cli {

class WorkFolder {
 public:
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace suture::cli
