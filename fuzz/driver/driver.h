// The C++ side of the Python driver: loads inputs and observes cases in this process' interpreter.
//
//   Driver driver;                                            // an interpreter is running
//   json loaded = *driver.load("program", "/tmp/a.py");       // {"cases": [{"name", "line"}, …]}
//   py::Result<py::Ref<>> function = driver.caseFunction(0);
//   json seen = *driver.observe(0, compiled, std::nullopt, *driver.noCounters());
//
// What holds: the driver never runs while a case runs, except for unittest's recorder, which only
// keeps what it is given. Every call may run Python.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "core/py/error.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::driver {

class Driver {
 public:
  /// Installs the driver's modules in the running interpreter; aborts if it cannot.
  Driver() SUTURE_RUNS_PYTHON;

  /// `kind`: "program" with a path, or "test module" with a name. Gives the cases, or
  /// {"unloadable": why}.
  py::Result<nlohmann::json> load(std::string_view kind, std::string_view what) SUTURE_RUNS_PYTHON;
  /// Names of CPython's own test modules.
  py::Result<nlohmann::json> testModules() SUTURE_RUNS_PYTHON;

  py::Result<py::Ref<>> caseFunction(size_t index) SUTURE_RUNS_PYTHON;
  py::Result<py::Ref<>> caseFiles(size_t index) SUTURE_RUNS_PYTHON;
  /// In the child: an empty current folder, a known random state, a shaken heap if asked for.
  py::Result<py::Ref<>> prepare(std::string_view folder, bool shake) SUTURE_RUNS_PYTHON;
  /// Calls the compiled case and describes what it showed. `driftCalls` empty: as many as suit.
  py::Result<nlohmann::json> observe(size_t index, py::Borrowed<> compiled,
                                     std::optional<std::uint64_t> driftCalls,
                                     py::Borrowed<> counters) SUTURE_RUNS_PYTHON;

  /// For targets that cannot count: a callable that gives (0, 0).
  py::Result<py::Ref<>> noCounters() SUTURE_RUNS_PYTHON;
  /// A callable that gives (stops, frames) from module `suture._core`.
  py::Result<py::Ref<>> coreCounters(py::Borrowed<> core) SUTURE_RUNS_PYTHON;

 private:
  py::Ref<> module_;
};

/// One of the driver's modules (`_suture_driver.<name>`), e.g. the wrong targets' "stubs".
py::Result<py::Ref<>> driverModule(std::string_view name) SUTURE_RUNS_PYTHON;
/// Loads one that is not loaded with the driver, because it imports more.
py::Result<py::Ref<>> loadDriverModule(std::string_view name) SUTURE_RUNS_PYTHON;
/// An exception in one line, for messages: "KeyError: 'x'".
std::string inOneLine(py::Error error) SUTURE_RUNS_PYTHON;

}  // namespace suture::driver
