// Every form of every operation as a Python object, and how a call of one goes.
//
//   suture.add, suture.Tensor.add, suture.Tensor.add_, suture.Tensor.__rsub__, suture.Tensor.shape
//
// What holds:
//  * One object a form for the life of the process: handlers compare `func` by identity. It has a
//    __name__ and a __qualname__ and pickles by them. A getter's func is
//    suture.Tensor.shape.__get__.
//  * A call reads its arguments, asks the mode stack and the operands' handlers
//  (modes/interception.h),
//    and only then computes. A call within a handler is a call like any other.
//  * An operator given an operand it does not take returns NotImplemented, a function or method
//  raises
//    TypeError.
#pragma once

#include "core/py/ref.h"

namespace suture::dialect {

/// Adds Tensor with its methods, operators and attributes, the functions and the dtypes to a
/// module. Returns 0, or -1 with an error set.
int addNames(py::Borrowed<> module);

}  // namespace suture::dialect
