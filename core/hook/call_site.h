// What a frame is executing while a callee of it begins: the instruction and its operands.
//
//   CallSite site = CallSite::of(suture_current_frame(thread));
//   if (site.instruction != nullptr && site.isCall()) look(site.callable().object);
//
// All of it is borrowed from the caller's frame: valid until that runs on.
#pragma once

#include <Python.h>

#include "core/bytecode/analysis.h"
#include "core/frame/access.h"
#include "core/py/ref.h"

namespace suture::hook {

struct CallSite {
  const bytecode::Instruction* instruction = nullptr;  ///< nullptr: not known, nor is the rest
  PyObject** top = nullptr;  ///< the end of the operand stack, as the instruction found it

  static CallSite of(SutureFrame* caller);

  bytecode::OperationKind kind() const { return instruction->operation.kind; }
  /// The end of what the callable and the arguments lie under: of a call without stars.
  PyObject** argumentsEnd() const;
  /// Where the arguments begin, under which the callable's pair lies.
  PyObject** argumentsBegin() const;

  struct Callable {
    py::Borrowed<> object;
    bool hasSelf;  ///< the other slot of its pair is the first argument
  };
  /// Of a call, in any of its forms.
  Callable callable() const;
  bool isCall() const;
};

}  // namespace suture::hook
