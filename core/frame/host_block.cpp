#include "core/frame/host_block.h"

#include <array>
#include <cstdlib>
#include <cstring>

#include "core/py/check.h"

namespace suture::frame {
namespace {

constexpr std::size_t kStep = 64;
constexpr std::size_t kClasses = 24;     // blocks of fewer steps than this are kept
constexpr std::size_t kMostKept = 1024;  // a class; deep recursions give the rest back
struct Free {
  Free* next;
};

struct FreeList {
  Free* first = nullptr;
  std::size_t count = 0;
};

std::array<FreeList, kClasses> freeLists;

}  // namespace

HostBlock::HostBlock(std::size_t size) : sizeClass_((size + kStep - 1) / kStep) {
  std::size_t bytes = sizeClass_ * kStep;
  void* raw = nullptr;
  if (sizeClass_ < kClasses && freeLists[sizeClass_].first != nullptr) {
    FreeList& list = freeLists[sizeClass_];
    raw = list.first;
    list.first = list.first->next;
    --list.count;
  } else {
    raw = std::malloc(bytes);
    SUTURE_CHECK(raw != nullptr, "memory for a hosted frame");
  }
  std::memset(raw, 0, bytes);
  memory_ = raw;
}

HostBlock::~HostBlock() {
  if (memory_ == nullptr) return;
  if (sizeClass_ < kClasses && freeLists[sizeClass_].count < kMostKept) {
    FreeList& list = freeLists[sizeClass_];
    list.first = new (memory_) Free{list.first};
    ++list.count;
  } else {
    std::free(memory_);
  }
}

}  // namespace suture::frame
