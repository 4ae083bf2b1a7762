#include "core/py/check.h"

#include <cstdio>
#include <cstdlib>

namespace suture::py {

void checkFailed(const char* file, int line, const char* function, const char* message) {
  std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, message);
  std::fflush(stderr);
  std::abort();
}

}  // namespace suture::py
