#include "fuzz/cli/work_folder.h"

#include <cstdlib>
#include <filesystem>

#include "core/py/check.h"

namespace suture::cli {

WorkFolder::WorkFolder()
    : path_((std::filesystem::temp_directory_path() / "suture-XXXXXX").string()) {
  SUTURE_CHECK(mkdtemp(path_.data()) != nullptr, "a temporary folder can be made");
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace suture::cli
