// Every code object of the running interpreter's standard library, its own tests included.
//
//   const LibraryWalk walk = everyCodeObject([&](const LibraryCode& code) { … });
//   std::cout << walk.summary();
//
// What holds: each .py file under the standard library's folder (third-party packages excepted) is
// compiled afresh, and its code objects are visited outermost first. Files that are no valid
// program (tests keep some) are counted and named, never skipped in silence.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/py/ref.h"

namespace suture::properties {

struct LibraryCode {
  py::Borrowed<PyCodeObject> code;
  /// `file:line qualified name`, for a failure's report; relative to the library's folder.
  std::string place() const;
  const std::string& file;
};

struct LibraryWalk {
  int files = 0;
  int codeObjects = 0;
  std::vector<std::string> notCompiled;  ///< relative path and reason
  std::string summary() const;
};

LibraryWalk everyCodeObject(const std::function<void(const LibraryCode&)>& visit);

}  // namespace suture::properties
