#include "core/dialect/reference/tensor.h"

#include <structmember.h>

#include <utility>

#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/numpy_api.h"
#include "core/modes/interception.h"
#include "core/py/check.h"

namespace suture::dialect {
namespace {

struct TensorObject {
  PyObject_HEAD PyObject* array;
  PyObject* weakReferences;
};

PyTypeObject* type = nullptr;
PyObject* rebuildFunction = nullptr;

TensorObject* cast(PyObject* object) { return reinterpret_cast<TensorObject*>(object); }

PyCFunction withKeywords(PyObject* (*function)(PyObject*, PyObject*, PyObject*)) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

py::Ref<> instance(PyTypeObject* of, py::Ref<> array) {
  if (!array) return {};
  py::Ref<> tensor = py::Ref<>::steal(of->tp_alloc(of, 0));
  if (tensor) cast(tensor.get())->array = array.release();
  return tensor;
}

py::Ref<> copyOf(py::Borrowed<> array) { return callMethod(array, "copy", {}); }

PyObject* construct(PyTypeObject* of, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"data", "dtype", nullptr};
  PyObject* data = nullptr;
  PyObject* dtype = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:Tensor", const_cast<char**>(names), &data,
                                   &dtype)) {
    return nullptr;
  }
  return instance(of, arrayFrom(data, dtype)).release();
}

void dealloc(PyObject* object) {
  TensorObject* self = cast(object);
  if (self->weakReferences != nullptr) PyObject_ClearWeakRefs(object);
  Py_XDECREF(self->array);
  PyTypeObject* own = Py_TYPE(object);
  own->tp_free(object);
  Py_DECREF(own);
}

// What NumPy's own functions see of a tensor: a copy, whatever they ask for.
PyObject* toArray(PyObject* self, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"dtype", "copy", nullptr};
  PyObject* dtype = Py_None;
  PyObject* copy = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:__array__", const_cast<char**>(names), &dtype,
                                   &copy)) {
    return nullptr;
  }
  if (copy == Py_False) {
    PyErr_SetString(PyExc_ValueError, "a tensor's array cannot be had without a copy");
    return nullptr;
  }
  if (dtype == Py_None) return copyOf(arrayOf(self)).release();
  return callMethod(arrayOf(self), "astype", {dtype}).release();
}

PyObject* reduce(PyObject* self, PyObject*) {
  py::Borrowed<> array = arrayOf(self);
  py::Borrowed<> dtype = dtypeOfArray(array);
  if (!dtype) return nullptr;
  py::Ref<> shape = py::Ref<>::steal(PyObject_GetAttrString(array.get(), "shape"));
  if (!shape) return nullptr;
  py::Ref<> bytes = callMethod(array, "tobytes", {});
  if (!bytes) return nullptr;
  py::Ref<> state = callMethod(self, "__getstate__", {});
  if (!state) return nullptr;
  return Py_BuildValue("O(OOOO)O", rebuildFunction, Py_TYPE(self), dtype.get(), shape.get(),
                       bytes.get(), state.get());
}

PyObject* rebuild(PyObject*, PyObject* args) {
  PyObject* of = nullptr;
  PyObject* dtype = nullptr;
  PyObject* shape = nullptr;
  PyObject* bytes = nullptr;
  if (!PyArg_ParseTuple(args, "O!OO!S:_rebuild_tensor", &PyType_Type, &of, &dtype, &PyTuple_Type,
                        &shape, &bytes)) {
    return nullptr;
  }
  auto* wanted = reinterpret_cast<PyTypeObject*>(of);
  if (PyType_IsSubtype(wanted, type) == 0 || !isDtype(dtype)) {
    PyErr_SetString(PyExc_TypeError, "_rebuild_tensor() takes a Tensor class and a suture.dtype");
    return nullptr;
  }
  const Numpy* numpy = Numpy::get();
  if (numpy == nullptr) return nullptr;
  py::Ref<> element = numpyDtype(dtype);
  if (!element) return nullptr;
  py::Ref<> constructor = numpy->attribute("frombuffer");
  py::Ref<> flat = call(constructor, {bytes, element.get()});
  if (!flat) return nullptr;
  py::Ref<> shaped = callMethod(flat, "reshape", {shape});
  return shaped ? instance(wanted, copyOf(shaped)).release() : nullptr;
}

// A plain tensor, or plain tensors in a tuple or list, as instances of the subclass.
py::Ref<> converted(py::Ref<> result, PyTypeObject* to) {
  if (isPlainTensor(result)) return instance(to, copyOf(arrayOf(result)));
  const bool isTuple = PyTuple_CheckExact(result.get()) != 0;
  if (!isTuple && PyList_CheckExact(result.get()) == 0) return result;
  py::Ref<> list = py::Ref<>::steal(PySequence_List(result.get()));
  if (!list) return {};
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.get()); ++i) {
    py::Ref<> item = converted(py::Ref<>::share(PyList_GET_ITEM(list.get(), i)), to);
    if (!item || PyList_SetItem(list.get(), i, item.release()) < 0) return {};
  }
  return isTuple ? py::Ref<>::steal(PyList_AsTuple(list.get())) : std::move(list);
}

bool allAreBasesOf(PyTypeObject* derived, PyObject* types) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(types); ++i) {
    PyObject* base = PyTuple_GET_ITEM(types, i);
    if (PyType_Check(base) == 0) return false;
    if (PyType_IsSubtype(derived, reinterpret_cast<PyTypeObject*>(base)) == 0) return false;
  }
  return true;
}

PyObject* plainHandler(PyObject* of, PyObject* arguments, PyObject* keywords) {
  static const char* names[] = {"func", "types", "args", "kwargs", nullptr};
  PyObject* function = nullptr;
  PyObject* types = nullptr;
  PyObject* args = nullptr;
  PyObject* kwargs = nullptr;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO!|O!O:__torch_function__",
                                   const_cast<char**>(names), &function, &PyTuple_Type, &types,
                                   &PyTuple_Type, &args, &kwargs)) {
    return nullptr;
  }
  auto* own = reinterpret_cast<PyTypeObject*>(of);
  if (!allAreBasesOf(own, types)) return Py_NewRef(Py_NotImplemented);
  py::Ref<> none = py::Ref<>::steal(PyTuple_New(0));
  if (!none) return nullptr;
  modes::InterceptionScope scope(modes::Interception::kModesOnly);
  py::Ref<> result = py::Ref<>::steal(PyObject_Call(function, args != nullptr ? args : none.get(),
                                                    kwargs == Py_None ? nullptr : kwargs));
  if (!result || own == type) return result.release();
  return converted(std::move(result), own).release();
}

}  // namespace

py::Ref<> makeTensorType() {
  static PyMethodDef methods[] = {
      {"__array__", withKeywords(toArray), METH_VARARGS | METH_KEYWORDS,
       "A copy of the tensor as an array of NumPy."},
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {"__torch_function__", withKeywords(plainHandler), METH_VARARGS | METH_KEYWORDS | METH_CLASS,
       "__torch_function__(func, types, args=(), kwargs=None): the operation, its results of this "
       "class."},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyMemberDef members[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(TensorObject, weakReferences), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(construct)},
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_doc, const_cast<char*>("Tensor(data, dtype=None)\n--\n\nA tensor over an array of "
                                    "NumPy that it shares with nobody.")},
      {0, nullptr},
  };
  static PyType_Spec spec = {"suture.Tensor", sizeof(TensorObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  py::Ref<> made = py::Ref<>::steal(PyType_FromSpec(&spec));
  type = reinterpret_cast<PyTypeObject*>(made.get());
  // NumPy leaves its operators with a tensor on the right to the tensor.
  if (made && PyObject_SetAttrString(made.get(), "__array_ufunc__", Py_None) < 0) return {};
  return made;
}

int addTensorHelpers(py::Borrowed<> module) {
  static PyMethodDef functions[] = {
      {"_rebuild_tensor", rebuild, METH_VARARGS,
       "_rebuild_tensor(class, dtype, shape, bytes): what a pickled tensor is made from."},
      {nullptr, nullptr, 0, nullptr},
  };
  if (PyModule_AddFunctions(module.get(), functions) < 0) return -1;
  rebuildFunction = PyObject_GetAttrString(module.get(), "_rebuild_tensor");
  return rebuildFunction == nullptr ? -1 : 0;
}

PyTypeObject* tensorType() { return type; }
bool isTensor(py::Borrowed<> object) { return PyObject_TypeCheck(object.get(), type) != 0; }
bool isPlainTensor(py::Borrowed<> object) { return Py_TYPE(object.get()) == type; }
py::Borrowed<> arrayOf(py::Borrowed<> tensor) { return cast(tensor.get())->array; }

py::Ref<> wrap(py::Ref<> array) {
  if (!array) return {};
  const Numpy* numpy = Numpy::get();
  if (numpy == nullptr) return {};
  if (!numpy->isArray(array)) {
    py::Ref<> asArray = numpy->attribute("asarray");
    array = call(asArray, {array.get()});
    if (!array) return {};
  }
  if (!dtypeOfArray(array)) return {};
  return instance(type, std::move(array));
}

py::Ref<> wrapCopy(py::Borrowed<> array) { return wrap(copyOf(array)); }

py::Ref<> withArrays(py::Borrowed<> data) {
  if (isTensor(data)) return py::Ref<>::share(arrayOf(data));
  const bool isTuple = PyTuple_CheckExact(data.get()) != 0;
  if (!isTuple && PyList_CheckExact(data.get()) == 0) return py::Ref<>::share(data);
  if (Py_EnterRecursiveCall(" in the data of a tensor") != 0) return {};
  py::Ref<> list = py::Ref<>::steal(PySequence_List(data.get()));
  for (Py_ssize_t i = 0; list && i < PyList_GET_SIZE(list.get()); ++i) {
    py::Ref<> item = withArrays(PyList_GET_ITEM(list.get(), i));
    if (!item || PyList_SetItem(list.get(), i, item.release()) < 0) list.reset();
  }
  Py_LeaveRecursiveCall();
  return list && isTuple ? py::Ref<>::steal(PyList_AsTuple(list.get())) : std::move(list);
}

py::Ref<> arrayFrom(py::Borrowed<> data, py::Borrowed<> dtype) {
  const Numpy* numpy = Numpy::get();
  if (numpy == nullptr) return {};
  py::Ref<> element;
  if (dtype && dtype.get() != Py_None) {
    if (!isDtype(dtype)) {
      PyErr_Format(PyExc_TypeError, "dtype must be a suture.dtype or None, not %s",
                   Py_TYPE(dtype.get())->tp_name);
      return {};
    }
    element = numpyDtype(dtype);
    if (!element) return {};
  }
  QuietErrors quiet(*numpy);
  py::Ref<> source = withArrays(data);
  if (!source) return {};
  py::Ref<> order = py::Ref<>::steal(PyUnicode_FromString("C"));
  if (!order) return {};
  py::Ref<> constructor = numpy->attribute("array");
  py::Ref<> array =
      call(constructor, {source.get()}, {{"dtype", element.get()}, {"order", order.get()}});
  if (!array || !dtypeOfArray(array)) return {};
  return array;
}

}  // namespace suture::dialect
