// For the tests of this folder: functions from source text, and calls of them with stops, without
// core/hook.
//
//   py::Ref<> f = functionOf("def f(n): return n + 1");
//   py::Ref<> result = callWithStops(f, {"n"}…, everyStop(f), [](Activation& activation) { … });
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/frame/code_info.h"
#include "core/frame/run.h"
#include "core/py/error.h"

namespace suture::frame::for_tests {

inline py::Ref<> namesOf(const std::string& text) {
  auto names = py::Ref<>::steal(PyDict_New());
  PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins());
  const auto done =
      py::Ref<>::steal(PyRun_String(text.c_str(), Py_file_input, names.get(), names.get()));
  if (!done) PyErr_Print();
  EXPECT_TRUE(done);
  return names;
}

inline py::Ref<> functionOf(const std::string& text, const char* name = "f") {
  const auto names = namesOf(text);
  return py::Ref<>::share(PyDict_GetItemString(names.get(), name));
}

inline py::Borrowed<PyCodeObject> codeOf(py::Borrowed<> function) {
  return reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(function.get()));
}

inline std::vector<bytecode::CodeOffset> everyStop(py::Borrowed<> function) {
  CodeInfo& info = CodeInfo::of(codeOf(function));
  return possibleStops(codeOf(function), info.analysis());
}

using AtStop = std::function<Outcome(Activation&)>;

/// How the next call of one function runs; all other frames are CPython's.
struct Running {
  PyObject* function = nullptr;
  std::vector<bytecode::CodeOffset> stops;
  std::uint64_t key = 0;
  AtStop atStop;
  int depth = 0;
};
inline Running running;

inline PyObject* evaluate(PyThreadState* thread, SutureFrame* frame, int raise) {
  if (suture_frame_function(frame) != running.function || !suture_frame_is_fresh(frame)) {
    return suture_evaluate_plain(thread, frame, raise);
  }
  CodeInfo& info = CodeInfo::of(suture_frame_code(frame));
  StopCopy* copy = info.copyFor(running.key, running.stops);
  const std::unique_ptr<Activation> activation = Activation::begin(thread, frame, *copy);
  ++running.depth;
  Outcome outcome = activation->start();
  while (outcome == Outcome::kStopped) outcome = running.atStop(*activation);
  --running.depth;
  return activation->finish();
}

/// Calls the function; at each stop `atStop` carries the activation on and gives the outcome.
inline py::Result<py::Ref<>> callWithStops(py::Borrowed<> function,
                                           std::vector<PyObject*> arguments,
                                           std::vector<bytecode::CodeOffset> stops, AtStop atStop) {
  static std::uint64_t lastKey = 1'000'000;
  running = {function.get(), std::move(stops), ++lastKey, std::move(atStop)};
  PyInterpreterState* interpreter = suture_interpreter(PyThreadState_Get());
  suture_set_evaluator(interpreter, &evaluate);
  auto result =
      py::take(PyObject_Vectorcall(function.get(), arguments.data(), arguments.size(), nullptr));
  suture_set_evaluator(interpreter, nullptr);
  running = {};
  return result;
}

inline Outcome goOn(Activation& activation) { return activation.goOn(); }

inline long number(const py::Result<py::Ref<>>& result) {
  EXPECT_TRUE(result);
  return result ? PyLong_AsLong((*result).get()) : -1;
}

inline std::string errorName(py::Result<py::Ref<>> result) {
  EXPECT_FALSE(result);
  if (result) return {};
  const py::Error error = std::move(result).error();
  return Py_TYPE(error.exception().get())->tp_name;
}

}  // namespace suture::frame::for_tests
