// A broken invariant of our own stops the program with a message: the third of the three failures
// (the first, "cannot do this", is an ordinary value; the second, a Python error, see error.h).
//
//   SUTURE_CHECK(depth >= 0, "operand stack below its bottom");     // always on
//   SUTURE_ASSERT(verify(code), "shape law");                       // checked builds only
#pragma once

namespace suture::py {

/// Prints `file:line: function: Assertion `message' failed.` (the form fuzzing infrastructure
/// buckets by) and aborts.
[[noreturn]] void checkFailed(const char* file, int line, const char* function,
                              const char* message);

}  // namespace suture::py

#define SUTURE_CHECK(condition, message)             \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::suture::py::checkFailed(__FILE__, __LINE__, __func__, message))

#ifdef SUTURE_CHECKED
#define SUTURE_ASSERT(condition, message) SUTURE_CHECK(condition, message)
#else
#define SUTURE_ASSERT(condition, message) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
