#include "core/dialect/reference/dtype.h"

#include <array>

#include "core/dialect/reference/numpy_api.h"
#include "core/py/interned_name.h"

namespace suture::dialect {
namespace {

constexpr const char* kNames[] = {
#define DTYPE(id, name) name,
#include "core/dialect/dtypes.def"
#undef DTYPE
};
constexpr std::size_t kCount = std::size(kNames);

struct DtypeObject {
  PyObject_HEAD std::size_t index;
};

PyTypeObject* type = nullptr;
constinit py::InternedName dtypeAttribute("dtype");
std::array<PyObject*, kCount> objects{};  // by row
std::array<PyObject*, kCount> numpys{};   // NumPy's own, filled at the first need

const char* nameOf(PyObject* self) { return kNames[reinterpret_cast<DtypeObject*>(self)->index]; }

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("suture.%s", nameOf(self)); }

// A global name is what pickle and copy keep.
PyObject* reduce(PyObject* self, PyObject*) { return PyUnicode_FromString(nameOf(self)); }

bool fillNumpys() {
  if (numpys[0] != nullptr) return true;
  const Numpy* numpy = Numpy::get();
  if (numpy == nullptr) return false;
  for (std::size_t i = kCount; i-- > 0;) {  // the first last: it says that all are there
    py::Ref<> name = py::Ref<>::steal(PyUnicode_FromString(kNames[i]));
    py::Ref<> constructor = numpy->attribute("dtype");
    py::Ref<> dtype = call(constructor, {name.get()});
    if (!dtype) return false;
    if (numpys[i] == nullptr) numpys[i] = dtype.release();
  }
  return true;
}

}  // namespace

int addDtypes(py::Borrowed<> module) {
  static PyMethodDef methods[] = {
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_repr, reinterpret_cast<void*>(repr)},
      {Py_tp_methods, methods},
      {Py_tp_doc,
       const_cast<char*>("The type of a tensor's elements: suture.float32 and the like.")},
      {0, nullptr},
  };
  static PyType_Spec spec = {
      "suture.dtype", sizeof(DtypeObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, slots};
  py::Ref<> made = py::Ref<>::steal(PyType_FromSpec(&spec));
  if (!made) return -1;
  type = reinterpret_cast<PyTypeObject*>(made.get());
  for (std::size_t i = 0; i < kCount; ++i) {
    PyObject* object = type->tp_alloc(type, 0);
    if (object == nullptr) return -1;
    reinterpret_cast<DtypeObject*>(object)->index = i;
    objects[i] = object;
    if (PyModule_AddObjectRef(module.get(), kNames[i], object) < 0) return -1;
  }
  return PyModule_AddObjectRef(module.get(), "dtype", made.release());
}

bool isDtype(py::Borrowed<> object) { return Py_TYPE(object.get()) == type; }

std::string_view dtypeName(py::Borrowed<> dtype) { return nameOf(dtype.get()); }

py::Ref<> numpyDtype(py::Borrowed<> dtype) {
  if (!fillNumpys()) return {};
  return py::Ref<>::share(numpys[reinterpret_cast<DtypeObject*>(dtype.get())->index]);
}

py::Borrowed<> dtypeOfArray(py::Borrowed<> array) {
  if (!fillNumpys()) return {};
  py::Ref<> found = dtypeAttribute.of(array);
  if (!found) return {};
  for (std::size_t i = 0; i < kCount; ++i) {
    if (numpys[i] == found.get()) return objects[i];
  }
  PyErr_Format(PyExc_TypeError, "no tensor has elements of NumPy's %R", found.get());
  return {};
}

}  // namespace suture::dialect
