#include "core/python/compiled_function.h"

#include <structmember.h>

#include <new>

#include "core/hook/context.h"
#include "core/hook/eval_hook.h"
#include "core/hook/spread_calls.h"
#include "core/py/error.h"
#include "core/python/break_policy_type.h"

namespace suture::python {
namespace {

struct CompiledFunctionObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* function;
  PyObject* dict;
  PyObject* weakReferences;
  hook::BreakPolicy::Shared policy;  // none: disable()
};

CompiledFunctionObject* cast(PyObject* object) {
  return reinterpret_cast<CompiledFunctionObject*>(object);
}

// The Python function whose frame begins when `callable` is called.
py::Borrowed<> entryOf(py::Borrowed<> callable) {
  return PyMethod_Check(callable.get()) ? PyMethod_GET_FUNCTION(callable.get()) : callable;
}

PyObject* call(PyObject* callable, PyObject* const* arguments, std::size_t flags,
               PyObject* keywordNames) noexcept {
  CompiledFunctionObject* self = cast(callable);
  // Held by the call itself: the callable may drop its last reference while it runs.
  py::Ref<> function = py::Ref<>::share(self->function);
  if (self->policy != nullptr && !hook::EvalHook::install()) return nullptr;
  SutureFrame* caller = suture_current_frame(PyThreadState_Get());
  // Compiled twice: the call instruction's callable is the outer one.
  const hook::Context* outer = hook::currentContext();
  bool isNested =
      outer != nullptr && outer->entry == py::Borrowed<>(callable) && outer->entryCaller == caller;
  hook::ContextScope scope({.policy = self->policy,
                            .entry = entryOf(function),
                            .callable = isNested ? outer->callable : callable,
                            .entryCaller = caller,
                            .entryArguments = isNested ? outer->entryArguments : arguments});
  hook::SpreadCall spread(__builtin_frame_address(0), entryOf(function), arguments, flags,
                          keywordNames);
  // Nobody may borrow the slot before the arguments: it is the caller's, and looked at by the hook.
  flags &= ~static_cast<std::size_t>(PY_VECTORCALL_ARGUMENTS_OFFSET);
  return PyObject_Vectorcall(function.get(), arguments, flags, keywordNames);
}

PyObject* construct(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyObject* function = nullptr;
  PyObject* policy = nullptr;
  static const char* names[] = {"function", "policy", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO:CompiledFunction", const_cast<char**>(names),
                                   &function, &policy)) {
    return nullptr;
  }
  hook::BreakPolicy::Shared shared = policyIn(policy);  // none for None
  if (policy != Py_None && shared == nullptr) {
    PyErr_SetString(PyExc_TypeError, "policy must be a suture.BreakPolicy or None");
    return nullptr;
  }
  PyObject* object = type->tp_alloc(type, 0);
  if (object == nullptr) return nullptr;
  CompiledFunctionObject* self = cast(object);
  new (&self->policy) hook::BreakPolicy::Shared(std::move(shared));
  self->vectorcall = &call;
  self->function = Py_NewRef(function);
  return object;
}

int traverse(PyObject* object, visitproc visit, void* arg) {
  CompiledFunctionObject* self = cast(object);
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self->function);
  Py_VISIT(self->dict);
  return 0;
}

int clear(PyObject* object) {
  Py_CLEAR(cast(object)->function);
  Py_CLEAR(cast(object)->dict);
  return 0;
}

void dealloc(PyObject* object) {
  PyObject_GC_UnTrack(object);
  CompiledFunctionObject* self = cast(object);
  if (self->weakReferences != nullptr) PyObject_ClearWeakRefs(object);
  clear(object);
  self->policy.~shared_ptr();
  PyTypeObject* type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(type);
}

// What the callable does not have itself (`__code__`, `__defaults__`, …) is the function's.
PyObject* getAttribute(PyObject* object, PyObject* name) {
  PyObject* own = PyObject_GenericGetAttr(object, name);
  if (own != nullptr || !PyErr_ExceptionMatches(PyExc_AttributeError)) return own;
  if (cast(object)->function == nullptr) return nullptr;
  PyErr_Clear();
  return PyObject_GetAttr(cast(object)->function, name);
}

PyObject* bind(PyObject* object, PyObject* instance, PyObject*) {
  // A bound method, a class or a C function inside does not bind again.
  bool isFunction = PyFunction_Check(cast(object)->function);
  if (!isFunction || instance == nullptr || instance == Py_None) return Py_NewRef(object);
  return PyMethod_New(object, instance);
}

PyObject* repr(PyObject* object) {
  CompiledFunctionObject* self = cast(object);
  const char* form = self->policy != nullptr ? "<suture.compile of %R>" : "<suture.disable of %R>";
  return PyUnicode_FromFormat(form, self->function);
}

}  // namespace

int addCompiledFunctionType(py::Borrowed<> module) {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(CompiledFunctionObject, vectorcall), READONLY,
       nullptr},
      {"__dictoffset__", T_PYSSIZET, offsetof(CompiledFunctionObject, dict), READONLY, nullptr},
      {"__weaklistoffset__", T_PYSSIZET, offsetof(CompiledFunctionObject, weakReferences), READONLY,
       nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyGetSetDef attributes[] = {
      {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(construct)},
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
      {Py_tp_clear, reinterpret_cast<void*>(clear)},
      {Py_tp_getattro, reinterpret_cast<void*>(getAttribute)},
      {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
      {Py_tp_repr, reinterpret_cast<void*>(repr)},
      {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
      {Py_tp_members, members},
      {Py_tp_getset, attributes},
      {0, nullptr},
  };
  static PyType_Spec spec = {"suture._core.CompiledFunction", sizeof(CompiledFunctionObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
                             slots};
  py::Ref<> type = py::Ref<>::steal(PyType_FromSpec(&spec));
  if (!type) return -1;
  return PyModule_AddObjectRef(module.get(), "CompiledFunction", type.get());
}

}  // namespace suture::python
