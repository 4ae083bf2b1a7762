#include "core/frame/host_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace suture::frame {
namespace {

bool isZero(const HostBlock& block, std::size_t size) {
  const std::span<const std::byte> bytes(static_cast<const std::byte*>(block.get()), size);
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

TEST(HostBlock, IsZeroedAlsoWhenItIsUsedAgain) {
  for (std::size_t size : {1u, 100u, 500u, 1500u, 5000u}) {
    for (int round = 0; round < 3; ++round) {
      const HostBlock block(size);
      ASSERT_TRUE(isZero(block, size)) << size;
      std::memset(block.get(), 0xff, size);
    }
  }
}

TEST(HostBlock, OfOneSizeIsReusedFromTheFreeList) {
  void* first = nullptr;
  {
    const HostBlock block(700);
    first = block.get();
  }
  const HostBlock again(690);
  EXPECT_EQ(again.get(), first);
}

TEST(HostBlock, ManyAtOnceDoNotOverlap) {
  std::vector<std::unique_ptr<HostBlock>> blocks;
  for (int i = 0; i < 3000; ++i) {
    blocks.push_back(std::make_unique<HostBlock>(64));
    std::memset(blocks.back()->get(), i & 0xff, 64);
  }
  for (int i = 0; i < 3000; ++i) {
    const auto* bytes =
        static_cast<const unsigned char*>(blocks[static_cast<std::size_t>(i)]->get());
    EXPECT_EQ(std::count(bytes, bytes + 64, static_cast<unsigned char>(i & 0xff)), 64);
  }
}

TEST(HostBlock, IsAlignedForAnObject) {
  const HostBlock block(333);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.get()) % alignof(std::max_align_t), 0u);
  EXPECT_EQ(HostBlock().get(), nullptr);
}

}  // namespace
}  // namespace suture::frame
