#include "fuzz/driver/driver.h"

#include <algorithm>
#include <string>

#include "fuzz/driver/sources.h"

namespace suture::driver {
namespace {

// Loaded at once, before those that import them; the others import more, or are no modules of ours.
constexpr std::string_view kWithTheDriver[] = {"describe", "world",  "cases",
                                               "stubs",    "varied", "driver"};

using nlohmann::json;
using py::Ref;
using py::Result;

constexpr std::string_view kPackage = "_suture_driver";

Ref<> mustHave(PyObject* made) {
  if (made == nullptr) PyErr_Print();
  SUTURE_CHECK(made != nullptr, "the driver's modules load");
  return Ref<>::steal(made);
}

// Empty with an error set.
Ref<> compiledSource(std::string_view name) {
  const std::string file = "<suture driver>/" + std::string(name) + ".py";
  return Ref<>::steal(
      Py_CompileString(std::string(source(name)).c_str(), file.c_str(), Py_file_input));
}

Result<json> parsed(Result<Ref<>> text) {
  if (!text) return std::move(text).error();
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text->get(), &size);
  if (bytes == nullptr) return py::Error::take();
  return json::parse(std::string_view(bytes, static_cast<size_t>(size)));
}

Result<Ref<>> called(const Ref<>& module, const char* name, Ref<> arguments) {
  if (!arguments) return py::Error::take();
  const Ref<> function = Ref<>::steal(PyObject_GetAttrString(module.get(), name));
  if (!function) return py::Error::take();
  return py::take(PyObject_CallObject(function.get(), arguments.get()));
}

template <class... Arguments>
Ref<> packed(const char* format, Arguments... arguments) {
  return Ref<>::steal(Py_BuildValue(format, arguments...));
}

}  // namespace

std::string_view source(std::string_view name) {
  for (const Source& one : sources()) {
    if (one.name == name) return one.text;
  }
  SUTURE_CHECK(false, "a driver source has this name");
}

Driver::Driver() {
  const Ref<> package = mustHave(PyModule_New(std::string(kPackage).c_str()));
  SUTURE_CHECK(PyModule_AddStringConstant(package.get(), "__path__", "") == 0,
               "a package has a path");
  PyObject* modules = PyImport_GetModuleDict();
  SUTURE_CHECK(PyDict_SetItemString(modules, std::string(kPackage).c_str(), package.get()) == 0,
               "the driver's package is installed");
  for (const Source& one : sources()) {
    if (std::ranges::find(kWithTheDriver, one.name) != std::end(kWithTheDriver)) {
      Result<Ref<>> loaded = loadDriverModule(one.name);
      SUTURE_CHECK(static_cast<bool>(loaded), "the driver's modules load");
    }
  }
  Result<Ref<>> module = driverModule("driver");
  SUTURE_CHECK(static_cast<bool>(module), "the driver's entry module is there");
  module_ = *std::move(module);
}

Result<json> Driver::load(std::string_view kind, std::string_view what) {
  return parsed(called(module_, "load",
                       packed("(ss)", std::string(kind).c_str(), std::string(what).c_str())));
}

Result<json> Driver::testModules() { return parsed(called(module_, "test_modules", packed("()"))); }

Result<Ref<>> Driver::caseFunction(size_t index) {
  return called(module_, "case_function", packed("(n)", static_cast<Py_ssize_t>(index)));
}

Result<Ref<>> Driver::caseFiles(size_t index) {
  return called(module_, "case_files", packed("(n)", static_cast<Py_ssize_t>(index)));
}

Result<Ref<>> Driver::prepare(std::string_view folder, bool shake) {
  return called(module_, "prepare", packed("(si)", std::string(folder).c_str(), shake ? 1 : 0));
}

Result<json> Driver::observe(size_t index, py::Borrowed<> compiled,
                             std::optional<std::uint64_t> driftCalls, py::Borrowed<> counters) {
  const Ref<> calls = driftCalls ? Ref<>::steal(PyLong_FromUnsignedLongLong(*driftCalls))
                                 : Ref<>::share(py::Borrowed<>(Py_None));
  return parsed(called(module_, "observe",
                       packed("(nOOO)", static_cast<Py_ssize_t>(index), compiled.get(), calls.get(),
                              counters.get())));
}

Result<Ref<>> Driver::noCounters() {
  return py::take(PyObject_GetAttrString(module_.get(), "no_counters"));
}

Result<Ref<>> Driver::coreCounters(py::Borrowed<> core) {
  return called(module_, "core_counters", packed("(O)", core.get()));
}

Result<Ref<>> loadDriverModule(std::string_view name) {
  const std::string module = std::string(kPackage) + "." + std::string(name);
  const Ref<> code = compiledSource(name);
  if (!code) return py::Error::take();
  return py::take(PyImport_ExecCodeModule(module.c_str(), code.get()));
}

Result<Ref<>> driverModule(std::string_view name) {
  return py::take(PyImport_ImportModule((std::string(kPackage) + "." + std::string(name)).c_str()));
}

std::string inOneLine(py::Error error) {
  PyObject* exception = error.exception().get();
  std::string line = Py_TYPE(exception)->tp_name;
  const Ref<> text = Ref<>::steal(PyObject_Str(exception));
  const char* bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  if (bytes == nullptr) PyErr_Clear();
  return bytes == nullptr || *bytes == '\0' ? line : line + ": " + bytes;
}

}  // namespace suture::driver
