// The stack of function modes of the calling thread.
//
//   modes::push(mode);
//   {
//     modes::TopTakenOff top;   // owns the top mode; the stack is one shorter
//     … call top.mode()'s handler …
//   }                           // back on top, however the scope is left
//   py::Ref<> left = modes::pop();
//
// What holds: a thread sees its own stack only. The stack owns its modes; those left on it go when
// the thread's Python state ends, under the interpreter's lock. What a handler pushes and leaves
// lies below its own mode afterwards; what it pops stays popped.
//
// Cost: a look at the length is one thread-local read; the first push of a thread allocates.
#pragma once

#include <cstddef>
#include <vector>

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::modes {

/// How many modes are on the stack; those taken off meanwhile do not count.
std::size_t stackLength();

/// Puts a mode on top. False with MemoryError set.
bool push(py::Borrowed<> mode);

/// Takes the top mode off; empty when there is none.
py::Ref<> pop();

/// The modes, bottom to top, owned: the very objects.
std::vector<py::Ref<>> snapshot();

/// Holds the top mode off the stack for a scope. The stack must not be empty.
class TopTakenOff {
 public:
  TopTakenOff();
  ~TopTakenOff();
  TopTakenOff(const TopTakenOff&) = delete;
  TopTakenOff& operator=(const TopTakenOff&) = delete;

  py::Borrowed<> mode() const { return mode_; }

 private:
  py::Ref<> mode_;
};

}  // namespace suture::modes
