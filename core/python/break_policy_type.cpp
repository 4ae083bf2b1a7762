#include "core/python/break_policy_type.h"

#include <new>
#include <set>
#include <string>

#include "core/py/error.h"

namespace suture::python {
namespace {

struct BreakPolicyObject {
  PyObject_HEAD hook::BreakPolicy::Shared policy;
  PyObject* text;
};

PyTypeObject* type = nullptr;

PyObject* wrap(hook::BreakPolicy::Shared policy, py::Ref<> text) {
  if (!text) return nullptr;
  PyObject* object = type->tp_alloc(type, 0);
  if (object == nullptr) return nullptr;
  auto* self = reinterpret_cast<BreakPolicyObject*>(object);
  new (&self->policy) hook::BreakPolicy::Shared(std::move(policy));
  self->text = text.release();
  return object;
}

py::Ref<> textOf(const char* text) { return py::Ref<>::steal(PyUnicode_FromString(text)); }

// Fills `out` from an iterable of str. False with an error set.
bool readNames(const char* argument, PyObject* names, std::set<std::string>& out) {
  if (PyUnicode_Check(names)) {
    PyErr_Format(PyExc_TypeError, "%s takes an iterable of names, not one string", argument);
    return false;
  }
  py::Ref<> list = py::Ref<>::steal(PySequence_List(names));
  if (!list) return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.get()); ++i) {
    const char* name = PyUnicode_AsUTF8(PyList_GET_ITEM(list.get(), i));
    if (name == nullptr) return false;
    out.insert(name);
  }
  return true;
}

// None gives an empty set.
bool readFiles(PyObject* files, std::set<std::string>& out) {
  return files == nullptr || files == Py_None || readNames("files", files, out);
}

py::Ref<> listOf(const std::set<std::string>& texts) {
  py::Ref<> list = py::Ref<>::steal(PyList_New(0));
  if (!list) return {};
  for (const std::string& text : texts) {
    py::Ref<> item = textOf(text.c_str());
    if (!item || PyList_Append(list.get(), item.get()) < 0) return {};
  }
  return list;
}

// "files=['a.py']" behind `before`, as the repr writes it; nothing when all files are meant.
py::Ref<> textOf(const std::set<std::string>& files, const char* before) {
  if (files.empty()) return textOf("");
  py::Ref<> names = listOf(files);
  if (!names) return {};
  return py::Ref<>::steal(PyUnicode_FromFormat("%sfiles=%R", before, names.get()));
}

PyObject* none(PyObject*, PyObject*) {
  return wrap(hook::BreakPolicy::none(), textOf("BreakPolicy.none()"));
}

PyObject* everywhere(PyObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"files", nullptr};
  PyObject* files = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:everywhere", const_cast<char**>(names),
                                   &files)) {
    return nullptr;
  }
  std::set<std::string> read;
  if (!readFiles(files, read)) return nullptr;
  py::Ref<> only = textOf(read, "");
  if (!only) return nullptr;
  py::Ref<> text = py::Ref<>::steal(PyUnicode_FromFormat("BreakPolicy.everywhere(%U)", only.get()));
  return wrap(hook::BreakPolicy::everywhere(std::move(read)), std::move(text));
}

PyObject* random(PyObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"seed", "probability", "files", nullptr};
  PyObject* wanted = nullptr;
  double probability = 0.1;
  PyObject* files = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|dO:random", const_cast<char**>(names), &wanted,
                                   &probability, &files)) {
    return nullptr;
  }
  const unsigned long long seed = PyLong_AsUnsignedLongLong(wanted);
  if (PyErr_Occurred()) return nullptr;
  if (!(probability >= 0.0 && probability <= 1.0)) {
    PyErr_SetString(PyExc_ValueError, "probability must be from 0 to 1");
    return nullptr;
  }
  std::set<std::string> read;
  if (!readFiles(files, read)) return nullptr;
  py::Ref<> number = py::Ref<>::steal(PyFloat_FromDouble(probability));
  py::Ref<> only = textOf(read, ", ");
  if (!number || !only) return nullptr;
  py::Ref<> text = py::Ref<>::steal(PyUnicode_FromFormat(
      "BreakPolicy.random(seed=%llu, probability=%R%U)", seed, number.get(), only.get()));
  return wrap(hook::BreakPolicy::random({seed, probability}, std::move(read)), std::move(text));
}

PyObject* before(PyObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"operations", "files", nullptr};
  PyObject* wanted = nullptr;
  PyObject* files = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:before", const_cast<char**>(names), &wanted,
                                   &files)) {
    return nullptr;
  }
  std::set<std::string> operations;
  std::set<std::string> read;
  if (!readNames("operations", wanted, operations) || !readFiles(files, read)) return nullptr;
  for (const std::string& name : operations) {
    if (hook::isOperationName(name)) continue;
    return PyErr_Format(PyExc_ValueError, "there is no operation '%s'", name.c_str());
  }
  py::Ref<> list = listOf(operations);
  py::Ref<> only = textOf(read, ", ");
  if (!list || !only) return nullptr;
  py::Ref<> text =
      py::Ref<>::steal(PyUnicode_FromFormat("BreakPolicy.before(%R%U)", list.get(), only.get()));
  return wrap(hook::BreakPolicy::before(std::move(operations), std::move(read)), std::move(text));
}

// Of bytecode: more than any function has, and an int holds it.
constexpr long kMostBytes = 1 << 28;

PyObject* at(PyObject*, PyObject* positions) {
  py::Ref<> list = py::Ref<>::steal(PySequence_List(positions));
  if (!list) return nullptr;
  std::set<int> offsets;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.get()); ++i) {
    PyObject* item = PyList_GET_ITEM(list.get(), i);
    long offset = PyLong_AsLong(item);
    if (offset == -1 && PyErr_Occurred()) return nullptr;
    if (offset < 0 || offset > kMostBytes) {
      return PyErr_Format(PyExc_ValueError, "positions are byte offsets into the bytecode, not %R",
                          item);
    }
    offsets.insert(static_cast<int>(offset));
  }
  py::Ref<> text = py::Ref<>::steal(PyUnicode_FromFormat("BreakPolicy.at(%R)", list.get()));
  return wrap(hook::BreakPolicy::at(std::move(offsets)), std::move(text));
}

void dealloc(PyObject* object) {
  auto* self = reinterpret_cast<BreakPolicyObject*>(object);
  self->policy.~shared_ptr();
  Py_XDECREF(self->text);
  PyTypeObject* own = Py_TYPE(object);
  own->tp_free(object);
  Py_DECREF(own);
}

PyObject* repr(PyObject* object) {
  return Py_NewRef(reinterpret_cast<BreakPolicyObject*>(object)->text);
}

PyCFunction withKeywords(PyObject* (*function)(PyObject*, PyObject*, PyObject*)) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

}  // namespace

int addBreakPolicyType(py::Borrowed<> module) {
  static PyMethodDef methods[] = {
      {"none", none, METH_NOARGS | METH_STATIC, "Never stops: frames run as in plain Python."},
      {"everywhere", withKeywords(everywhere), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
       "everywhere(files=None): stops before every instruction where that is legal."},
      {"random", withKeywords(random), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
       "random(seed, probability=0.1, files=None): stops before each instruction with this "
       "probability, the same ones for the same seed."},
      {"before", withKeywords(before), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
       "before(operations, files=None): stops before each instruction that is one of these "
       "operations, by their names in core/bytecode/opcodes.def; 'Entry' is the first instruction "
       "of a function."},
      {"at", at, METH_O | METH_STATIC,
       "at(positions): stops at these byte offsets of the compiled function itself."},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_repr, reinterpret_cast<void*>(repr)},
      {Py_tp_methods, methods},
      {Py_tp_doc, const_cast<char*>("Where the frames of a compiled call are stopped. Made by its "
                                    "static methods none, everywhere, random, before and at.")},
      {0, nullptr},
  };
  static PyType_Spec spec = {
      "suture.BreakPolicy", sizeof(BreakPolicyObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, slots};
  py::Ref<> made = py::Ref<>::steal(PyType_FromSpec(&spec));
  if (!made) return -1;
  // PyType_FromSpec() made it, so it is a type; kept for good: policyIn() compares with it.
  type = reinterpret_cast<PyTypeObject*>(made.release());
  return PyModule_AddObjectRef(module.get(), "BreakPolicy", reinterpret_cast<PyObject*>(type));
}

hook::BreakPolicy::Shared policyIn(py::Borrowed<> object) {
  if (Py_TYPE(object.get()) != type) return nullptr;
  return reinterpret_cast<BreakPolicyObject*>(object.get())->policy;
}

}  // namespace suture::python
