#include "core/frame/native_stack.h"

#include <pthread.h>

#include <cstddef>
#include <cstdint>

#include "core/py/check.h"

namespace suture::frame {
namespace {

// What must stay free for C code called from the deepest frame: CPython's own error path, and a
// sanitizer's larger frames where those are on. Every way down in test_recursion.py survives with
// 8 KB. The rest is for C code that takes much and calls no Python: an extension that is loaded, a host
// looked up, signals delivered with wide registers. At a limit of 10,000 it is never what ends a
// recursion.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr std::size_t kReserve = std::size_t{192} * 1024;
#else
constexpr std::size_t kReserve = std::size_t{96} * 1024;
#endif
#else
constexpr std::size_t kReserve = std::size_t{96} * 1024;
#endif

std::uintptr_t readLimit() {
  pthread_attr_t attributes;
  SUTURE_CHECK(pthread_getattr_np(pthread_self(), &attributes) == 0, "the thread's stack is known");
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<std::uintptr_t>(lowest) + kReserve;
}

__attribute__((tls_model("initial-exec"))) thread_local std::uintptr_t limit = 0;

}  // namespace

bool nativeStackIsLow() {
  if (__builtin_expect(limit == 0, 0)) limit = readLimit();
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < limit;
}

}  // namespace suture::frame
