// Memory for one run of a frame, and for the frame if it is hosted: from a free list by size, so that
// it costs no allocation once warm. On the heap, never on the C stack: greenlets move C stacks away,
// and deep recursion needs the room.
//
//   HostBlock block(suture_host_size(code));
//
// The block is zeroed. Guarded by the interpreter's lock. Memory kept for reuse is bounded.
#pragma once

#include <cstddef>
#include <utility>

namespace suture::frame {

class HostBlock {
 public:
  /// Of zeros in front of a generator header, where the collector's header is looked for: untracked.
  static constexpr std::size_t kCollectorHeader = 16;

  HostBlock() = default;
  explicit HostBlock(std::size_t size);
  ~HostBlock();
  HostBlock(HostBlock&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), sizeClass_(other.sizeClass_) {}
  HostBlock& operator=(HostBlock&&) = delete;
  HostBlock(const HostBlock&) = delete;
  HostBlock& operator=(const HostBlock&) = delete;

  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
  std::size_t sizeClass_ = 0;
};

}  // namespace suture::frame
