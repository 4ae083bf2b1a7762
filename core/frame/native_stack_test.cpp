#include "core/frame/native_stack.h"

#include <gtest/gtest.h>
#include <pthread.h>

namespace suture::frame {
namespace {

constexpr int kPage = 4096;

// Goes deeper until the guard says stop; how many levels that took.
[[gnu::noinline]] int levelsUntilLow(int level) {
  char page[kPage];
  asm volatile("" : : "r"(page) : "memory");  // it lies on the stack whatever is optimised
  if (nativeStackIsLow() || level > 1'000'000) return level;
  const int deepest = levelsUntilLow(level + 1);
  asm volatile("" : : "r"(page) : "memory");
  return deepest;
}

int levelsOnThreadOf(std::size_t stackSize) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackSize);
  pthread_t thread;
  int levels = 0;
  const auto body = [](void* result) -> void* {
    *static_cast<int*>(result) = levelsUntilLow(0);
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, body, &levels), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return levels;
}

TEST(NativeStack, IsNotLowAtTheTop) { EXPECT_FALSE(nativeStackIsLow()); }

TEST(NativeStack, IsLowBeforeAThreadOverflowsHoweverSmall) {
  const int small = levelsOnThreadOf(512 * 1024);
  const int large = levelsOnThreadOf(4 * 1024 * 1024);
  EXPECT_GT(small, 30);
  EXPECT_LT(small, 512 * 1024 / kPage);
  EXPECT_GT(large, 5 * small);
}

}  // namespace
}  // namespace suture::frame
