#include "core/frame/host_block.h"

#include <array>
#include <cstdlib>
#include <cstring>

#include "core/py/check.h"

namespace suture::frame {
namespace {

constexpr std::size_t kStep = 64;
constexpr std::size_t kClasses = 24;     // blocks up to 1,536 bytes are kept
constexpr std::size_t kMostKept = 1024;  // a class; deep recursions give the rest back
// In front of a generator object the collector's header may be looked at: it must read "untracked".
constexpr std::size_t kCollectorHeader = 16;

struct Free {
  Free* next;
};

struct FreeList {
  Free* first = nullptr;
  std::size_t count = 0;
};

std::array<FreeList, kClasses> freeLists;

}  // namespace

HostBlock::HostBlock(std::size_t size) : sizeClass_((size + kCollectorHeader + kStep - 1) / kStep) {
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
  memory_ = static_cast<std::byte*>(raw) + kCollectorHeader;
}

HostBlock::~HostBlock() {
  if (memory_ == nullptr) return;
  void* raw = static_cast<std::byte*>(memory_) - kCollectorHeader;
  if (sizeClass_ < kClasses && freeLists[sizeClass_].count < kMostKept) {
    FreeList& list = freeLists[sizeClass_];
    list.first = new (raw) Free{list.first};
    ++list.count;
  } else {
    std::free(raw);
  }
}

}  // namespace suture::frame
