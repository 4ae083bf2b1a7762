#include "core/dialect/reference/operation_object.h"

#include <structmember.h>

#include <string>

#include "core/dialect/reference/arguments.h"
#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"
#include "core/modes/function_mode.h"
#include "core/modes/interception.h"

namespace suture::dialect {
namespace {

enum class Role { kCall, kOperator, kReflectedOperator };

struct OperationObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  const Operation* operation;
  Kernel kernel;
  Forms form;
  Role role;
  PyObject* seenAs;  // what a handler gets as func: itself, or the method an operator stands for
  PyObject* name;
  PyObject* qualifiedName;
};

struct AttributeObject {
  PyObject_HEAD PyObject* getter;
};

PyTypeObject* functionType = nullptr;
PyTypeObject* methodType = nullptr;  // binds
PyTypeObject* attributeType = nullptr;

OperationObject* cast(PyObject* object) { return reinterpret_cast<OperationObject*>(object); }

py::Ref<> compute(const OperationObject& self, const Arguments& arguments) {
  const Numpy* numpy = Numpy::get();
  if (numpy == nullptr) return {};
  QuietErrors quiet(*numpy);
  return self.kernel(arguments, *numpy);
}

py::Ref<> askHandlers(const OperationObject& self, const Arguments& arguments,
                      PyObject* const* values, std::size_t count, PyObject* keywordNames) {
  py::Ref<> args = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
  if (!args) return {};
  for (std::size_t i = 0; i < count; ++i) {
    PyTuple_SET_ITEM(args.get(), static_cast<Py_ssize_t>(i), Py_NewRef(values[i]));
  }
  py::Ref<> kwargs;
  if (keywordNames != nullptr && PyTuple_GET_SIZE(keywordNames) > 0) {
    kwargs = py::Ref<>::steal(PyDict_New());
    if (!kwargs) return {};
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keywordNames); ++i) {
      PyObject* value = values[count + static_cast<std::size_t>(i)];
      if (PyDict_SetItem(kwargs.get(), PyTuple_GET_ITEM(keywordNames, i), value) < 0) return {};
    }
  }
  const char* name = PyUnicode_AsUTF8(cast(self.seenAs)->qualifiedName);
  return modes::intercept({self.seenAs, name, args, kwargs}, arguments.overloads());
}

PyObject* callOperation(PyObject* callable, PyObject* const* values, std::size_t flags,
                        PyObject* keywordNames) {
  const OperationObject& self = *cast(callable);
  const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(flags));
  Arguments arguments(*self.operation, self.form);
  switch (arguments.read(values, count, keywordNames)) {
    case Match::kYes:
      break;
    case Match::kWrongType:
      if (self.role != Role::kCall) return Py_NewRef(Py_NotImplemented);
      arguments.sayWrongType();
      return nullptr;
    case Match::kWrongUse:
      return nullptr;
  }
  if (modes::isIntercepted(arguments.overloads())) {
    return askHandlers(self, arguments, values, count, keywordNames).release();
  }
  // A reflected operator that stands for itself computes other - self; one that is seen as the
  // method is one that commutes.
  if (self.role == Role::kReflectedOperator && self.seenAs == callable) arguments.swap();
  return compute(self, arguments).release();
}

PyObject* repr(PyObject* object) {
  return PyUnicode_FromFormat("<operation suture.%U>", cast(object)->qualifiedName);
}

PyObject* reduce(PyObject* object, PyObject*) { return Py_NewRef(cast(object)->qualifiedName); }

PyObject* doc(PyObject* object, void*) {
  return PyUnicode_FromString(usage(*cast(object)->operation).c_str());
}

PyObject* bind(PyObject* object, PyObject* instance, PyObject*) {
  if (instance == nullptr) return Py_NewRef(object);
  return PyMethod_New(object, instance);
}

PyObject* getAttribute(PyObject* object, PyObject* instance, PyObject*) {
  if (instance == nullptr) return Py_NewRef(object);
  PyObject* getter = reinterpret_cast<AttributeObject*>(object)->getter;
  return callOperation(getter, &instance, 1, nullptr);
}

int refuseToSet(PyObject* object, PyObject*, PyObject*) {
  PyObject* getter = reinterpret_cast<AttributeObject*>(object)->getter;
  PyErr_Format(PyExc_AttributeError, "a tensor's %s cannot be set", cast(getter)->operation->name);
  return -1;
}

PyObject* reduceAttribute(PyObject* object, PyObject*) {
  PyObject* getter = reinterpret_cast<AttributeObject*>(object)->getter;
  return PyUnicode_FromFormat("Tensor.%s", cast(getter)->operation->name);
}

// `Tensor.shape.__get__` is the very object that handlers get, not a wrapper made for this look.
PyObject* attributeOfAttribute(PyObject* object, PyObject* name) {
  if (PyUnicode_CompareWithASCIIString(name, "__get__") == 0) {
    return Py_NewRef(reinterpret_cast<AttributeObject*>(object)->getter);
  }
  return PyObject_GenericGetAttr(object, name);
}

PyTypeObject* makeOperationType(const char* name, bool binds) {
  static PyMethodDef methods[] = {
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(OperationObject, vectorcall), READONLY,
       nullptr},
      {"__name__", T_OBJECT, offsetof(OperationObject, name), READONLY, nullptr},
      {"__qualname__", T_OBJECT, offsetof(OperationObject, qualifiedName), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyGetSetDef attributes[] = {
      {"__doc__", doc, nullptr, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
      {Py_tp_repr, reinterpret_cast<void*>(repr)},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_getset, attributes},
      {binds ? Py_tp_descr_get : 0, reinterpret_cast<void*>(bind)},
      {0, nullptr},
  };
  unsigned int flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                       Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_VECTORCALL;
  if (binds) flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
  PyType_Spec spec = {name, sizeof(OperationObject), 0, flags, slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

PyTypeObject* makeAttributeType() {
  static PyMethodDef methods[] = {
      {"__reduce__", reduceAttribute, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  PyType_Slot slots[] = {
      {Py_tp_descr_get, reinterpret_cast<void*>(getAttribute)},
      {Py_tp_descr_set, reinterpret_cast<void*>(refuseToSet)},
      {Py_tp_getattro, reinterpret_cast<void*>(attributeOfAttribute)},
      {Py_tp_methods, methods},
      {0, nullptr},
  };
  PyType_Spec spec = {
      "suture.TensorAttribute", sizeof(AttributeObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

struct Form {
  const Operation& operation;
  Forms form;
  Role role;
  PyObject* seenAs;  // nullptr: itself
};

py::Ref<> makeOperation(PyTypeObject* type, const Form& form, const std::string& prefix,
                        const std::string& name) {
  py::Ref<> object = py::Ref<>::steal(type->tp_alloc(type, 0));
  if (!object) return {};
  OperationObject* self = cast(object.get());
  self->vectorcall = &callOperation;
  self->operation = &form.operation;
  self->kernel = kernelOf(form.operation);
  self->form = form.form;
  self->role = form.role;
  self->seenAs = form.seenAs != nullptr ? form.seenAs : object.get();
  self->name = PyUnicode_InternFromString(name.c_str());
  self->qualifiedName = PyUnicode_InternFromString((prefix + name).c_str());
  if (self->name == nullptr || self->qualifiedName == nullptr) return {};
  return object;
}

// Puts a method into Tensor; gives it, kept alive by the class.
PyObject* addMethod(PyObject* tensor, const Form& form, const std::string& name) {
  py::Ref<> method = makeOperation(methodType, form, "Tensor.", name);
  if (!method || PyObject_SetAttrString(tensor, name.c_str(), method.get()) < 0) return nullptr;
  return method.get();
}

bool addAttribute(PyObject* tensor, const Operation& operation) {
  py::Ref<> attribute = py::Ref<>::steal(attributeType->tp_alloc(attributeType, 0));
  if (!attribute) return false;
  const std::string prefix = std::string("Tensor.") + operation.name + ".";
  reinterpret_cast<AttributeObject*>(attribute.get())->getter =
      makeOperation(functionType, {operation, kAttribute, Role::kCall, nullptr}, prefix, "__get__")
          .release();
  if (reinterpret_cast<AttributeObject*>(attribute.get())->getter == nullptr) return false;
  return PyObject_SetAttrString(tensor, operation.name, attribute.get()) == 0;
}

bool addForms(py::Borrowed<> module, PyObject* tensor, const Operation& operation) {
  const std::string name = operation.name;
  if (operation.forms.has(kFunction)) {
    py::Ref<> function =
        makeOperation(functionType, {operation, kFunction, Role::kCall, nullptr}, "", name);
    if (!function || PyModule_AddObjectRef(module.get(), operation.name, function.get()) < 0) {
      return false;
    }
  }
  if (operation.forms.has(kMethod) &&
      addMethod(tensor, {operation, kMethod, Role::kCall, nullptr}, name) == nullptr) {
    return false;
  }
  if (operation.forms.has(kInPlace) &&
      addMethod(tensor, {operation, kInPlace, Role::kCall, nullptr}, name + "_") == nullptr) {
    return false;
  }
  return !operation.forms.has(kAttribute) || addAttribute(tensor, operation);
}

// One form of a Python operator, seen as the row's method of that name or as itself.
bool addOperator(PyObject* tensor, const Operator& row, SeenAs seenAs, const char* prefix,
                 Form form, const std::string& method) {
  if (seenAs == SeenAs::kAsNothing) return true;
  py::Ref<> seen;
  if (seenAs == SeenAs::kAsMethod) {
    seen = py::Ref<>::steal(PyObject_GetAttrString(tensor, method.c_str()));
    if (!seen) return false;
    form.seenAs = seen.get();  // kept alive by the class
  }
  return addMethod(tensor, form, std::string("__") + prefix + row.stem + "__") != nullptr;
}

bool addOperators(PyObject* tensor) {
  for (const Operator& row : operators()) {
    const Operation& operation = dialect::operation(row.operation);
    const std::string name = operation.name;
    const bool done = addOperator(tensor, row, row.forward, "",
                                  {operation, kMethod, Role::kOperator, nullptr}, name) &&
                      addOperator(tensor, row, row.reflected, "r",
                                  {operation, kMethod, Role::kReflectedOperator, nullptr}, name) &&
                      addOperator(tensor, row, row.inPlace, "i",
                                  {operation, kInPlace, Role::kOperator, nullptr}, name + "_");
    if (!done) return false;
  }
  return true;
}

}  // namespace

int addNames(py::Borrowed<> module) {
  functionType = makeOperationType("suture.OperationFunction", false);
  methodType = makeOperationType("suture.OperationMethod", true);
  attributeType = makeAttributeType();
  if (functionType == nullptr || methodType == nullptr || attributeType == nullptr) return -1;
  py::Ref<> tensor = makeTensorType();
  if (!tensor || addDtypes(module) < 0 || addTensorHelpers(module) < 0) return -1;
  for (const Operation& operation : operations()) {
    if (!addForms(module, tensor.get(), operation)) return -1;
  }
  if (!addOperators(tensor.get())) return -1;
  // Complete: from here on nobody changes it.
  tensorType()->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
  return PyModule_AddObjectRef(module.get(), "Tensor", tensor.release());
}

}  // namespace suture::dialect
