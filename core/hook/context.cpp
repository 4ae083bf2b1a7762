#include "core/hook/context.h"

#include <utility>

namespace suture::hook {
namespace {

__attribute__((tls_model("initial-exec"))) thread_local Context* innermost = nullptr;

}  // namespace

ContextScope::ContextScope(Context context) : context_(std::move(context)), outer_(innermost) {
  innermost = &context_;
}

ContextScope::~ContextScope() { innermost = outer_; }

Context* currentContext() { return innermost; }

}  // namespace suture::hook
