// Who answers a tensor operation before its own code does: the top mode, then operand classes.
//
//   Overloads overloads;                                   // while reading the arguments:
//   if (modes::hasHandler(Py_TYPE(x))) overloads.add(x);
//   if (modes::isIntercepted(overloads))
//     return modes::intercept({add, "Tensor.add", args, kwargs}, overloads);
//
// What holds:
//  * The top mode's __torch_function__(func, types[, args[, kwargs]]) is called with that mode off
//  the
//    stack; it comes back on every path. Calling the operation again reaches the mode below.
//  * When it returns NotImplemented, or there is no mode, the operands' __torch_function__ are
//  asked:
//    subclasses before their bases, otherwise left to right, one operand a class. `types` are
//    their classes. When all decline: TypeError.
//  * kwargs are passed only when the caller gave some; a handler sees the arguments as given.
//  * InterceptionScope switches operand classes, or both kinds, off for a scope on this thread.
#pragma once

#include <vector>

#include "core/modes/mode_stack.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::modes {

enum class Interception { kOn, kModesOnly, kOff };

class InterceptionScope {
 public:
  explicit InterceptionScope(Interception wanted);
  ~InterceptionScope();
  InterceptionScope(const InterceptionScope&) = delete;
  InterceptionScope& operator=(const InterceptionScope&) = delete;

 private:
  Interception outer_;
};

/// Whether instances of `type` have a handler of their own.
bool hasHandler(PyTypeObject* type) SUTURE_RUNS_PYTHON;

/// The operands with handlers, in the order they are asked. Borrows them.
class Overloads {
 public:
  void add(PyObject* operand) SUTURE_RUNS_PYTHON;
  bool empty() const { return operands_.empty(); }
  const std::vector<PyObject*>& operands() const { return operands_; }

 private:
  std::vector<PyObject*> operands_;
};

bool isIntercepted(const Overloads& overloads);

struct Call {
  py::Borrowed<> function;  ///< what handlers get as func
  const char* name;         ///< for messages
  py::Borrowed<> args;      ///< a tuple
  py::Borrowed<> kwargs;    ///< a dict, or nothing
};

/// The handlers' answer; empty with an error set.
py::Ref<> intercept(const Call& call, const Overloads& overloads) SUTURE_RUNS_PYTHON;

}  // namespace suture::modes
