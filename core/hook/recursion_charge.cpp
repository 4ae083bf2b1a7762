#include "core/hook/recursion_charge.h"

#include "core/hook/call_site.h"
#include "core/hook/context.h"
#include "core/hook/functions.h"
#include "core/py/native_call.h"
#include "core/py/ref.h"
#include "core/py/version.h"

namespace suture::hook {
namespace {

using bytecode::OperationKind;

// Attributes of a class, looked up as CPython's specialiser does, but that no Python runs: a class with
// names that are no plain strings is as if it had none, which keeps the charge.
py::Borrowed<> inClass(PyTypeObject* type, PyObject* name) {
  return suture_has_plain_names(type) != 0 ? _PyType_Lookup(type, name) : nullptr;
}
py::Borrowed<> inClass(PyTypeObject* type, const char* name) {
  auto object = py::Ref<>::steal(PyUnicode_InternFromString(name));
  if (!object) PyErr_Clear();  // memory is short: as if the class had none, which keeps the charge
  return object ? inClass(type, object.get()) : nullptr;
}

// What the specialiser asks of a function that an operator or an attribute leads to.
bool isSimple(py::Borrowed<> function, int parameters) {
  auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GET_CODE(function.get()));
  return code->co_argcount == parameters && code->co_kwonlyargcount == 0 &&
         (code->co_flags & (CO_VARARGS | CO_VARKEYWORDS | CO_OPTIMIZED)) == CO_OPTIMIZED;
}

bool itemLeadsTo(py::Borrowed<> container, py::Borrowed<> function) {
  PyTypeObject* type = Py_TYPE(container.get());
  return PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) && isSimple(function, 2) &&
         inClass(type, "__getitem__") == function;
}

bool attributeLeadsTo(py::Borrowed<> owner, PyObject* name, py::Borrowed<> function) {
  PyTypeObject* type = Py_TYPE(owner.get());
  if (PyType_Check(owner.get())) return false;
  if (type->tp_getattro != PyObject_GenericGetAttr) {
    return isSimple(function, 2) && inClass(type, "__getattribute__") == function &&
           !inClass(type, "__getattr__");
  }
  py::Borrowed<> found = inClass(type, name);
  if (!found || !Py_IS_TYPE(found.get(), &PyProperty_Type) || !isSimple(function, 1)) return false;
  auto getter = py::Ref<>::steal(PyObject_GetAttrString(found.get(), "fget"));
  if (!getter) PyErr_Clear();  // a property has the member; memory may be short
  return getter.get() == function.get();
}

bool constructionLeadsTo(py::Borrowed<> callable, py::Borrowed<> function) {
  if (!py::version::kInlinesConstruction || !PyType_CheckExact(callable.get())) return false;
  auto* type = reinterpret_cast<PyTypeObject*>(callable.get());
  return type->tp_new == PyBaseObject_Type.tp_new && inClass(type, "__init__") == function;
}

bool leadsTo(const CallSite& site, const Context& context, SutureFrame* caller,
             SutureFrame* frame) {
  py::Borrowed<> function = suture_frame_function(frame);
  if (site.isCall()) {
    py::Borrowed<> callable = site.callable().object;
    if (caller == context.entryCaller && function == context.entry) {
      return callable == context.callable;
    }
    if (callable == function) return true;
    return site.kind() == OperationKind::kCall && constructionLeadsTo(callable, function);
  }
  PyObject* names = suture_frame_code(caller)->co_names;
  switch (site.kind()) {
    case OperationKind::kLoadItem:
      return itemLeadsTo(site.top[-2], function);
    case OperationKind::kLoadAttr:
      return attributeLeadsTo(site.top[-1],
                              PyTuple_GET_ITEM(names, site.instruction->operation.index), function);
    default:
      return false;
  }
}

// What a resumption that plain CPython does in the resumer's loop is charged under a hook, or 0.
int chargeOfResumption(const CallSite& site, SutureFrame* frame) {
  auto* generator = reinterpret_cast<PyObject*>(suture_frame_generator(frame));
  if (site.kind() == OperationKind::kForIter && site.top[-1] == generator) {
    return suture_evaluation_charge();
  }
  if (site.kind() != OperationKind::kSend || site.top[-2] != generator) return 0;
  bool byMethod =
      py::version::kSendsByMethod && (PyCoro_CheckExact(generator) || site.top[-1] != Py_None);
  return suture_evaluation_charge() + (byMethod ? 1 : 0);
}

SUTURE_APART int chargedTooMuchUnder(const Context& context, PyThreadState* thread,
                                     SutureFrame* frame, bool raise) noexcept {
  SutureFrame* caller = suture_current_frame(thread);
  if (caller == nullptr) return 0;
  CallSite site = CallSite::of(caller);
  if (site.instruction == nullptr) return 0;
  if (suture_frame_is_generators(frame)) return raise ? 0 : chargeOfResumption(site, frame);
  return leadsTo(site, context, caller, frame) ? suture_evaluation_charge() : 0;
}

}  // namespace

int chargedTooMuch(PyThreadState* thread, SutureFrame* frame, bool raise) noexcept {
  if (!py::version::kChargesNestedEvaluation) return 0;
  const Context* context = currentContext();
  if (context == nullptr) return suture_evaluation_charge();
  return chargedTooMuchUnder(*context, thread, frame, raise);
}

}  // namespace suture::hook
