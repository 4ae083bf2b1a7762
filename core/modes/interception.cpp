#include "core/modes/interception.h"

#include <string>

#include "core/py/faults.h"
#include "core/py/interned_name.h"

namespace suture::modes {
namespace {

constinit py::InternedName handlerName("__torch_function__");

__attribute__((tls_model("initial-exec"))) thread_local Interception current = Interception::kOn;

bool modesAreAsked() { return current != Interception::kOff && stackLength() > 0; }

py::Ref<> typesOf(const Overloads& overloads) {
  const auto& operands = overloads.operands();
  py::Ref<> types = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(operands.size())));
  if (!types) return {};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    PyTuple_SET_ITEM(types.get(), static_cast<Py_ssize_t>(i),
                     Py_NewRef(reinterpret_cast<PyObject*>(Py_TYPE(operands[i]))));
  }
  return types;
}

py::Ref<> ask(py::Borrowed<> handlerOf, const Call& call, py::Borrowed<> types) {
  py::Ref<> handler = handlerName.of(handlerOf);
  if (!handler) return {};
  return py::Ref<>::steal(PyObject_CallFunctionObjArgs(handler.get(), call.function.get(),
                                                       types.get(), call.args.get(),
                                                       call.kwargs.get(), nullptr));
}

py::Ref<> askTopMode(const Call& call, py::Borrowed<> types, py::Ref<>& asked) {
  const auto stops = py::stopsUnderFault();
  py::Ref<> answer;
  {
    TopTakenOff top;
    asked = py::Ref<>::share(top.mode());
    answer = ask(top.mode(), call, types);
  }
  if (py::faultActive(py::Fault::kM12) && py::stopsUnderFault() != stops) pop();
  return answer;
}

// TypeError naming everybody who declined.
void setAllDeclined(const Call& call, py::Borrowed<> mode, const Overloads& overloads) {
  std::string text = std::string("no handler takes '") + call.name +
                     "': every __torch_function__ returned NotImplemented:";
  if (mode) text += std::string("\n  - mode ") + Py_TYPE(mode.get())->tp_name;
  for (PyObject* operand : overloads.operands()) {
    text += std::string("\n  - operand class ") + Py_TYPE(operand)->tp_name;
  }
  PyErr_SetString(PyExc_TypeError, text.c_str());
}

}  // namespace

InterceptionScope::InterceptionScope(Interception wanted) : outer_(current) { current = wanted; }
InterceptionScope::~InterceptionScope() { current = outer_; }

bool hasHandler(PyTypeObject* type) {
  py::Ref<> handler = handlerName.of(reinterpret_cast<PyObject*>(type));
  if (!handler) PyErr_Clear();
  return static_cast<bool>(handler);
}

void Overloads::add(PyObject* operand) {
  PyTypeObject* type = Py_TYPE(operand);
  auto place = operands_.end();
  for (auto it = operands_.begin(); it != operands_.end(); ++it) {
    if (Py_TYPE(*it) == type) return;
    if (place == operands_.end() && PyType_IsSubtype(type, Py_TYPE(*it)) != 0) place = it;
  }
  operands_.insert(place, operand);
}

bool isIntercepted(const Overloads& overloads) {
  return modesAreAsked() || (current == Interception::kOn && !overloads.empty());
}

py::Ref<> intercept(const Call& call, const Overloads& overloads) {
  py::Ref<> types = typesOf(overloads);
  if (!types) return {};
  py::Ref<> mode;
  if (modesAreAsked()) {
    py::Ref<> answer = askTopMode(call, types, mode);
    if (!answer || answer.get() != Py_NotImplemented) return answer;
  }
  if (current == Interception::kOn) {
    for (PyObject* operand : overloads.operands()) {
      py::Ref<> answer = ask(operand, call, types);
      if (!answer || answer.get() != Py_NotImplemented) return answer;
    }
  }
  setAllDeclined(call, mode, overloads);
  return {};
}

}  // namespace suture::modes
