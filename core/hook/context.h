// What a thread is doing for us: the policy under which Python functions are being run, if any.
//
//   ContextScope scope({.policy = policy, …});    // in compile(fn)'s callable, around the call
//
// What holds: contexts nest like calls on one thread. A context without a policy means that frames
// are left alone (`disable`). Under greenlets, which switch in mid-call, scopes may end in any
// order and the context entered last of those that have not ended is used: that decides only where
// frames stop, never what they do.
//
// Cost: one allocation a scope.
#pragma once

#include <Python.h>

#include "core/frame/access.h"
#include "core/hook/policy.h"
#include "core/py/ref.h"

namespace suture::hook {

struct Context {
  BreakPolicy::Shared policy;          ///< none: frames are left alone
  py::Borrowed<> entry = {};           ///< the function that compile() wraps
  py::Borrowed<> callable = {};        ///< what compile() returned for it
  SutureFrame* entryCaller = nullptr;  ///< the frame that called it, itself or through C code
  PyObject* const* entryArguments = nullptr;  ///< as the callable was given them; compared only
};

class ContextScope {
 public:
  explicit ContextScope(Context context);
  explicit ContextScope(const BreakPolicy::Shared& policy) noexcept;  ///< of a policy alone
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  struct Node;

 private:
  Node* node_;
};

/// The thread's innermost context, or nullptr.
Context* currentContext();

}  // namespace suture::hook
