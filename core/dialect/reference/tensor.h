// The reference tensor: one NumPy array of its own, C-contiguous, behind suture.Tensor.
//
//   Tensor([[1.0, 2.0]]) + 1          // operations: ops.def
//
// What holds:
//  * No two tensors, and no tensor and array of the user, share memory: what NumPy gives as a view
//  is
//    copied. Writes go through the one object (tensor[i] = v, tensor.add_(v), tensor += v).
//  * Tensors hash by identity, can be weakly referenced, copied, pickled and subclassed; the
//    collector does not track them.
//  * Metadata never changes: no operation in place changes shape or dtype.
//  * A subclass's instances go through its __torch_function__; the inherited one runs the
//    operation plainly and makes plain tensors among the results instances of the subclass.
#pragma once

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::dialect {

/// Makes the class, without its operations; they are added by operation_object.h. Empty with an
/// error.
py::Ref<> makeTensorType();

/// The functions of module suture._core that unpickling calls.
int addTensorHelpers(py::Borrowed<> module);

PyTypeObject* tensorType();
bool isTensor(py::Borrowed<> object);
/// Whether it is one whose class has not been derived: no handler is asked for it.
bool isPlainTensor(py::Borrowed<> object);

/// The tensor's array; never handed to the user.
py::Borrowed<> arrayOf(py::Borrowed<> tensor);

/// A tensor around an array that nobody else has; a NumPy scalar becomes an array without
/// dimensions.
py::Ref<> wrap(py::Ref<> array) SUTURE_RUNS_PYTHON;
/// A tensor of a copy of an array.
py::Ref<> wrapCopy(py::Borrowed<> array) SUTURE_RUNS_PYTHON;
/// The same data with arrays in place of tensors, also inside tuples and lists: NumPy would ask
/// tensors for their numbers one by one, and modes would hear of it.
py::Ref<> withArrays(py::Borrowed<> data);
/// A new array of data (numbers, sequences of them, tensors, arrays); `dtype` may be empty or None.
py::Ref<> arrayFrom(py::Borrowed<> data, py::Borrowed<> dtype) SUTURE_RUNS_PYTHON;

}  // namespace suture::dialect
