#include "core/hook/context.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace suture::hook {
namespace {

TEST(Context, ScopesNestAndNothingIsLeft) {
  EXPECT_EQ(currentContext(), nullptr);
  const auto policy = BreakPolicy::none();
  {
    const ContextScope outer({.policy = policy});
    EXPECT_EQ(currentContext()->policy, policy);
    {
      const ContextScope inner({.policy = nullptr});
      EXPECT_EQ(currentContext()->policy, nullptr);
    }
    EXPECT_EQ(currentContext()->policy, policy);
  }
  EXPECT_EQ(currentContext(), nullptr);
}

TEST(Context, BelongsToItsThread) {
  const ContextScope scope({.policy = BreakPolicy::none()});
  const Context* seen = currentContext();
  std::thread([&seen] { seen = currentContext(); }).join();
  EXPECT_EQ(seen, nullptr);
  EXPECT_NE(currentContext(), nullptr);
}

TEST(Context, ScopesMayEndInAnyOrder) {
  const auto first = BreakPolicy::none();
  const auto second = BreakPolicy::none();
  auto outer = std::make_unique<ContextScope>(Context{.policy = first});
  auto inner = std::make_unique<ContextScope>(Context{.policy = second});
  outer.reset();
  EXPECT_EQ(currentContext()->policy, second);
  inner.reset();
  EXPECT_EQ(currentContext(), nullptr);
}

}  // namespace
}  // namespace suture::hook
