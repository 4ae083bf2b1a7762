// Programs of suture.lab, run in this process.
//
//   auto programs = Programs::open();                     // imports suture.lab
//   auto code = programs->compile(text, "<program 7>");   // once
//   auto log = programs->run(*code, nullptr, {});         // plain; what its probes saw
//   auto other = programs->run(*code, compiler, {1, 3});  // compiled, lab.brk(1) and (3) break
//
// What holds: a run begins with a new module and no modes, and ends with the module cleared and the
// collector run; nothing else in the process is reset. An error is what no program may do (a text
// that does not compile, KeyboardInterrupt), never an exception that `run()` raised.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/py/error.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::driver {

/// Numbers of lab.brk() that break; nullopt: all of them.
using Breaks = std::optional<std::vector<int>>;

class Programs {
 public:
  /// `dialect`: "reference" or "torch" (fuzz/lab/lab.py); one in a process.
  static py::Result<Programs> open(const std::string& dialect = "reference") SUTURE_RUNS_PYTHON;

  py::Result<py::Ref<>> compile(const std::string& text,
                                const std::string& name) SUTURE_RUNS_PYTHON;
  /// The program for compilers that break at every probe: without the lab.brk() that are not to break, and
  /// without probes at all where none are wanted.
  py::Result<py::Ref<>> vary(const std::string& text, const Breaks& breaks,
                             bool hasProbes) SUTURE_RUNS_PYTHON;
  /// `compiler` may be empty: plain CPython.
  py::Result<std::string> run(py::Borrowed<> code, py::Borrowed<> compiler,
                              const Breaks& breaks) SUTURE_RUNS_PYTHON;
  /// References and memory that each further run gains, over `calls` runs a window: "{}" if none, else a
  /// JSON object with the gain of each count.
  py::Result<std::string> drift(py::Borrowed<> code, py::Borrowed<> compiler, const Breaks& breaks,
                                std::uint64_t calls) SUTURE_RUNS_PYTHON;
  /// Before the first run: what exists now is set aside from collections.
  py::Result<py::Ref<>> settle() SUTURE_RUNS_PYTHON;
  /// How much the program does, on a plain run that traces it: for the last runs of a process.
  /// JSON with a number for each row of fuzz/report/sizes.def.
  py::Result<std::string> measure(const std::string& text) SUTURE_RUNS_PYTHON;
  /// The program with a probe behind every statement (dense.py).
  py::Result<std::string> dense(const std::string& text) SUTURE_RUNS_PYTHON;
  /// Moves the heap, so that what depends on addresses shows itself.
  py::Result<py::Ref<>> shake() SUTURE_RUNS_PYTHON;

 private:
  explicit Programs(py::Ref<> module) : module_(std::move(module)) {}
  py::Ref<> module_;
};

}  // namespace suture::driver
