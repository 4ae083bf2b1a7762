#include "core/hook/context.h"

#include <utility>

#include "core/py/native_call.h"

namespace suture::hook {

// On the heap: a greenlet's C stack is moved away while others run. A scope that ends below others
// marks its node, which goes when those above it have gone.
struct ContextScope::Node {
  Context context;
  Node* outer;
  bool ended = false;
};

namespace {

__attribute__((tls_model("initial-exec"))) thread_local ContextScope::Node* innermost = nullptr;

}  // namespace

ContextScope::ContextScope(Context context) : node_(new Node{std::move(context), innermost}) {
  innermost = node_;
}

SUTURE_APART ContextScope::ContextScope(const BreakPolicy::Shared& policy) noexcept
    : ContextScope(Context{.policy = policy}) {}

SUTURE_APART ContextScope::~ContextScope() {
  node_->ended = true;
  while (innermost != nullptr && innermost->ended) {
    delete std::exchange(innermost, innermost->outer);
  }
}

Context* currentContext() { return innermost != nullptr ? &innermost->context : nullptr; }

}  // namespace suture::hook
