#include "properties/support/subjects.h"

#include <fmt/format.h>

#include "core/py/check.h"
#include "properties/support/library_functions_source.h"

namespace suture::properties {

using fuzzers::FunctionKind;
using fuzzers::Subject;

namespace {

constexpr std::size_t kBytesOfFunction = 300;
constexpr const char* kArguments[] = {"(1,)", "(0, 2)", "(3, 1, 9, 8)", "(2, 'q')", "((1, 2), 1)"};

std::string text(py::Borrowed<> tuple, Py_ssize_t index) {
  return PyUnicode_AsUTF8(PyTuple_GET_ITEM(tuple.get(), index));
}

py::Ref<> item(py::Borrowed<> tuple, Py_ssize_t index) {
  return py::Ref<>::share(PyTuple_GET_ITEM(tuple.get(), index));
}

}  // namespace

Subject drawnSubject(FunctionKind kind) {
  const Bytes bytes = *drawnBytes(kBytesOfFunction);
  const int arguments = *drawnBelow(static_cast<int>(std::size(kArguments)));
  fuzzers::Choices choices(bytes);
  return Subject::generated(functionText(choices, kind), kind, kArguments[arguments]);
}

Subject drawnSubject() {
  switch (*drawnBelow(5)) {
    case 0:
      return drawnSubject(FunctionKind::kGenerator);
    case 1:
      return drawnSubject(FunctionKind::kCoroutine);
    default:
      return drawnSubject(FunctionKind::kPlain);
  }
}

std::vector<Subject> librarySubjects(int seed) {
  static const auto names = fuzzers::define(kLibraryFunctionsSource, "<library functions>");
  const auto make = fuzzers::lookUp(names, "subjects");
  const auto number = py::Ref<>::steal(PyLong_FromLong(seed));
  const auto rows = py::Ref<>::steal(PyObject_CallOneArg(make.get(), number.get()));
  if (!rows) PyErr_Print();
  SUTURE_CHECK(rows, "the table of functions is right");
  std::vector<Subject> subjects;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(rows.get()); ++i) {
    PyObject* row = PyList_GET_ITEM(rows.get(), i);  // name, file, function, arguments, isGenerator
    const bool isGenerator = PyTuple_GET_ITEM(row, 4) == Py_True;
    subjects.push_back(
        {.name = text(row, 0),
         .text = fmt::format("{}, arguments of seed {}", text(row, 0), seed),
         .file = text(row, 1),
         .function = item(row, 2),
         .arguments = item(row, 3),
         .drive = isGenerator ? fuzzers::lookUp(fuzzers::world(), "drive") : py::Ref<>()});
  }
  return subjects;
}

}  // namespace suture::properties
