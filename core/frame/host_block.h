// Memory for a hosted frame: from a free list by size, so that hosting costs no allocation once
// warm. On the heap, never on the C stack: greenlets move C stacks away, and deep recursion needs
// the room.
//
//   HostBlock block(suture_host_size(code));
//
// The block is zeroed. Guarded by the interpreter's lock. Memory kept for reuse is bounded.
#pragma once

#include <cstddef>

namespace suture::frame {

class HostBlock {
 public:
  HostBlock() = default;
  explicit HostBlock(std::size_t size);
  ~HostBlock();
  HostBlock(const HostBlock&) = delete;
  HostBlock& operator=(const HostBlock&) = delete;

  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
  std::size_t sizeClass_ = 0;
};

}  // namespace suture::frame
