#include "fuzz/fuzzers/support/runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hook/context.h"
#include "core/hook/eval_hook.h"
#include "core/py/check.h"
#include "fuzz/fuzzers/support/world_source.h"

namespace suture::fuzzers {
namespace {

constexpr const char* kFile = "<subject>";

std::string utf8(py::Borrowed<> text) {
  Py_ssize_t size = 0;
  const auto bytes =
      py::Ref<>::steal(PyUnicode_AsEncodedString(text.get(), "utf-8", "backslashreplace"));
  SUTURE_CHECK(bytes, "text becomes UTF-8");
  char* data = nullptr;
  PyBytes_AsStringAndSize(bytes.get(), &data, &size);
  return {data, static_cast<std::size_t>(size)};
}

py::Ref<> mustHave(PyObject* newReference) {
  if (newReference == nullptr) PyErr_Print();
  SUTURE_CHECK(newReference != nullptr, "the harness's own Python does not raise");
  return py::Ref<>::steal(newReference);
}

std::string textOf(const char* teller, py::Borrowed<> value) {
  const auto function = lookUp(world(), teller);
  const auto text = mustHave(PyObject_CallOneArg(function.get(), value.get()));
  return utf8(text);
}

PyObject* logList() {
  static PyObject* list = lookUp(world(), "LOG").release();
  return list;
}

std::vector<std::string> shownLog() {
  static PyObject* shown = lookUp(world(), "shownLog").release();
  const auto entries = mustHave(PyObject_CallNoArgs(shown));
  std::vector<std::string> log;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(entries.get()); ++i) {
    log.push_back(utf8(PyList_GET_ITEM(entries.get(), i)));
  }
  return log;
}

py::Ref<> call(const Subject& subject, const hook::BreakPolicy::Shared& policy) {
  const auto arguments = mustHave(PyObject_CallNoArgs(subject.arguments.get()));
  PyObject* const* first = &PyTuple_GET_ITEM(arguments.get(), 0);
  const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(arguments.get()));
  const hook::ContextScope scope({.policy = policy, .entry = subject.function.get()});
  return py::Ref<>::steal(PyObject_Vectorcall(subject.function.get(), first, count, nullptr));
}

Ending observe(const Subject& subject, const hook::BreakPolicy::Shared& policy) {
  clearLog();
  py::Ref<> result = call(subject, policy);
  if (result && subject.drive) {
    result = py::Ref<>::steal(PyObject_CallOneArg(subject.drive.get(), result.get()));
  }
  std::string outcome = outcomeOf(std::move(result));
  return {.outcome = std::move(outcome), .log = takeLog()};
}

const char* driverFor(FunctionKind kind) {
  switch (kind) {
    case FunctionKind::kPlain:
    case FunctionKind::kOperations:
      return nullptr;
    case FunctionKind::kGenerator:
    case FunctionKind::kCoroutine:
      return "drive";
    case FunctionKind::kAsyncGenerator:
      return "driveAsync";
  }
  return nullptr;
}

}  // namespace

Ending Ending::from(std::size_t entry) const {
  SUTURE_CHECK(entry <= log.size(), "a log does not get shorter");
  return {outcome, {log.begin() + static_cast<std::ptrdiff_t>(entry), log.end()}};
}

std::string Ending::text() const {
  return fmt::format("{}\n  log: {}", outcome, fmt::join(log, "\n       "));
}

py::Borrowed<PyCodeObject> Subject::code() const {
  return reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(function.get()));
}

Subject Subject::generated(const std::string& text, FunctionKind kind,
                           const std::string& arguments) {
  const auto names = define(text + "\narguments = lambda: " + arguments + "\n", kFile);
  const char* driver = driverFor(kind);
  return {.name = kFile,
          .text = text + "\n# called with " + arguments,
          .file = kFile,
          .function = lookUp(names, "subject"),
          .arguments = lookUp(names, "arguments"),
          .drive = driver == nullptr ? py::Ref<>() : lookUp(world(), driver)};
}

Ending runPlain(const Subject& subject) {
  SUTURE_CHECK(hook::EvalHook::remove(), "no other hook lies over ours");
  return observe(subject, nullptr);
}

Ending runStopped(const Subject& subject, const hook::BreakPolicy::Shared& policy) {
  SUTURE_CHECK(hook::EvalHook::install(), "the hook goes in");
  return observe(subject, policy);
}

std::size_t logLength() { return static_cast<std::size_t>(PyList_GET_SIZE(logList())); }
void clearLog() { PyList_SetSlice(logList(), 0, PyList_GET_SIZE(logList()), nullptr); }

std::vector<std::string> takeLog() {
  std::vector<std::string> log = shownLog();
  clearLog();
  return log;
}

py::Borrowed<> world() {
  static PyObject* names = [] {
    PyObject* dict = PyDict_New();
    PyDict_SetItemString(dict, "__builtins__", PyEval_GetBuiltins());
    PyDict_SetItemString(dict, "__name__", mustHave(PyUnicode_FromString("world")).get());
    const auto code = mustHave(Py_CompileString(kWorldSource, "<world>", Py_file_input));
    mustHave(PyEval_EvalCode(code.get(), dict, dict));
    return dict;
  }();
  return names;
}

py::Ref<> define(const std::string& text, const char* file) {
  auto names = mustHave(PyDict_Copy(world().get()));
  const auto code = py::Ref<>::steal(Py_CompileString(text.c_str(), file, Py_file_input));
  if (!code) fmt::print(stderr, "{}\n", text);
  mustHave(code.share().release());
  mustHave(PyEval_EvalCode(code.get(), names.get(), names.get()));
  return names;
}

py::Ref<> lookUp(py::Borrowed<> names, const char* name) {
  PyObject* found = PyDict_GetItemString(names.get(), name);
  SUTURE_CHECK(found != nullptr, "the name is defined");
  return py::Ref<>::share(found);
}

std::string show(py::Borrowed<> value) { return textOf("show", value); }

std::string outcomeOf(py::Ref<> resultOrNull) {
  if (resultOrNull) return "returned " + show(resultOrNull);
  const py::Error error = py::Error::take();
  return "raised " + textOf("showError", error.exception());
}

}  // namespace suture::fuzzers
