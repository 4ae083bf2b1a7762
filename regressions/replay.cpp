#include "regressions/replay.h"

#include <Python.h>

#include "core/py/check.h"
#include "core/py/embed.h"
#include "core/py/error.h"
#include "core/py/ref.h"
#include "fuzz/campaign/process.h"
#include "fuzz/oracle/observation.h"

namespace suture::regressions {
namespace {

// The report of the child starts with one of these.
constexpr char kObservedMark = 'o';
constexpr char kBrokenMark = 'b';

py::Result<py::Ref<>> callObserve(const std::string& program, const std::string& mode,
                                  const std::string& fault) {
  auto module = py::take(PyImport_ImportModule("observe"));
  if (!module) return module;
  return py::take(PyObject_CallMethod((*module).get(), "observe", "sss", program.c_str(),
                                      mode.c_str(), fault.c_str()));
}

std::string reportInPython(const std::string& program, const std::string& mode,
                           const std::string& fault) {
  auto answer = callObserve(program, mode, fault);
  if (answer) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize((*answer).get(), &size);
    if (text != nullptr) return kObservedMark + std::string(text, static_cast<size_t>(size));
  } else {
    std::move(answer).error().restore();
  }
  PyErr_Print();  // to the standard error that is captured
  return {kBrokenMark};
}

std::string report(const std::string& program, const std::string& mode, const std::string& fault) {
  py::EmbeddedInterpreter interpreter(
      {.importPaths = {SUTURE_REGRESSIONS_FOLDER, SUTURE_MODULE_FOLDER},
       .arguments = {program},
       .installSignalHandlers = false});
  return reportInPython(program, mode, fault);
}

}  // namespace

Outcome replay(const std::string& program, const std::string& mode, const std::string& fault,
               std::chrono::milliseconds limit) {
  SUTURE_CHECK(!Py_IsInitialized(), "a process that replays has no Python of its own");
  const campaign::ChildEnd end =
      campaign::runInChild({.time = limit}, [&] { return report(program, mode, fault); });
  if (end.report && end.report->front() == kObservedMark) {
    return {End::kObserved, end.report->substr(1)};
  }
  if (end.report) return {End::kBroken, end.err};
  const bool hung = end.ending == oracle::kTimeLimit;
  return {hung ? End::kHung : End::kCrashed, end.ending + (end.err.empty() ? "" : "\n" + end.err)};
}

}  // namespace suture::regressions
