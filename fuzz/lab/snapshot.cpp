#include "fuzz/lab/snapshot.h"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <optional>

#include "core/bytecode/analysis.h"
#include "core/frame/access.h"
#include "core/py/check.h"
#include "core/py/version.h"
#include "fuzz/lab/package.h"

namespace suture::lab {
namespace {

using bytecode::CodeAnalysis;
using bytecode::CodeOffset;
using bytecode::SlotKind;

void freeAnalysis(void* analysis) { delete static_cast<const CodeAnalysis*>(analysis); }

const CodeAnalysis& analysisOf(PyCodeObject* code) {
  static const Py_ssize_t index = py::version::requestCodeExtraIndex(freeAnalysis);
  SUTURE_CHECK(index >= 0, "the interpreter has room for one more thing kept with code");
  auto* object = reinterpret_cast<PyObject*>(code);
  void* kept = py::version::codeExtra(object, index);
  if (kept == nullptr) {
    kept = const_cast<CodeAnalysis*>(CodeAnalysis::of(code).release());
    SUTURE_CHECK(py::version::setCodeExtra(object, index, kept) == 0, "the analysis is kept");
  }
  return *static_cast<const CodeAnalysis*>(kept);
}

void appendLocals(std::string& out, Describer& describer, PyCodeObject* code,
                  PyObject* const* slots) {
  out += "\"locals\":{";
  for (int i = 0; i < code->co_nlocalsplus; ++i) {
    if (i != 0) out += ',';
    appendText(out, PyTuple_GET_ITEM(code->co_localsplusnames, i));
    out += ':';
    slots[i] == nullptr ? void(out += "\"unbound\"") : describer.value(slots[i]);
  }
  out += '}';
}

// What lies below the operands of the call that is being made: what is there after it, without its
// result.
void appendTemporaries(std::string& out, Describer& describer, const CodeAnalysis& analysis,
                       CodeOffset at, PyObject* const* stack) {
  out += ",\"stack\":[";
  const bytecode::Instruction* call = analysis.instructionCovering(at);
  SUTURE_CHECK(call != nullptr, "a frame that calls is at an instruction");
  // 3.11: specialised, both of them are one instruction, at the first.
  if (call->operation.kind == bytecode::OperationKind::kPrepareCall) {
    call = analysis.instructionAt(call->next);
    SUTURE_CHECK(call != nullptr, "a call follows what prepares it");
  }
  const auto shape = analysis.shapeAt(call->next);
  const std::size_t live = shape.empty() ? 0 : shape.size() - 1;
  for (std::size_t i = 0; i < live; ++i) {
    if (i != 0) out += ',';
    if (shape[i] == SlotKind::kSavedException) {
      out += "\"saved exception\"";  // "handling" tells the innermost
    } else if (stack[i] == nullptr) {
      out += "\"NULL\"";
    } else {
      describer.value(stack[i]);
    }
  }
  out += ']';
}

void appendAbove(std::string& out, PyFrameObject* frame) {
  out += ",\"above\":[";
  py::Ref<PyFrameObject> at = py::Ref<PyFrameObject>::steal(PyFrame_GetBack(frame));
  for (bool isFirst = true; at; isFirst = false) {
    const py::Ref<PyCodeObject> code = py::Ref<PyCodeObject>::steal(PyFrame_GetCode(at.get()));
    out += isFirst ? "[" : ",[";
    appendText(out, code->co_name);
    fmt::format_to(std::back_inserter(out), ",{}]", PyFrame_GetLineNumber(at.get()));
    if (PyUnicode_CompareWithASCIIString(code->co_name, "run") == 0) break;
    at = py::Ref<PyFrameObject>::steal(PyFrame_GetBack(at.get()));
  }
  out += ']';
}

void appendInside(std::string& out, Describer& describer, SutureFrame* frame,
                  PyCodeObject* original) {
  PyObject* const* slots = suture_frame_slots(frame);
  out += ',';
  appendLocals(out, describer, original, slots);
  const int locals = original->co_nlocalsplus;
  const PyCodeObject* running = suture_frame_code(frame);
  appendTemporaries(out, describer, analysisOf(original), CodeOffset(suture_frame_current(frame)),
                    slots + locals + (running == original ? 0 : suture_stack_floor(running)));
}

}  // namespace

void appendSnapshot(std::string& out, Describer& describer) {
  PyFrameObject* object = PyEval_GetFrame();
  SUTURE_CHECK(object != nullptr, "a probe is called from Python");
  auto* asObject = reinterpret_cast<PyObject*>(object);
  SutureFrame* frame = suture_frame_of_object(asObject);
  // The attribute, not the C function: it has the original where the frame runs on a copy.
  const py::Ref<> code = py::Ref<>::steal(PyObject_GetAttrString(asObject, "f_code"));
  SUTURE_CHECK(code && PyCode_Check(code.get()) != 0, "a frame has its code");
  auto* original = reinterpret_cast<PyCodeObject*>(code.get());
  out += "{\"function\":";
  appendFunctionName(out, original->co_name);
  fmt::format_to(std::back_inserter(out), ",\"line\":{}", PyFrame_GetLineNumber(object));
  if (told().frames) appendInside(out, describer, frame, original);
  const py::Ref<> handling = py::Ref<>::steal(PyErr_GetHandledException());
  out += ",\"handling\":";
  handling ? describer.value(handling.get()) : void(out += "null");
  if (told().frames) appendAbove(out, object);
  out += '}';
}

}  // namespace suture::lab
