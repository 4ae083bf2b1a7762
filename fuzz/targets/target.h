// Compilers under test, behind one interface.
//
//   auto target = open(*find("core"), {.fault = ""}, driver);
//   auto compiled = (*target)->compile(function, policy, files);   // a callable like `function`
//
// What holds: opening happens in the child that runs the case, or, for programs of suture.lab, in
// the worker that such children are forked from, so what a target does to its process ends with it.
// A target that cannot be opened is a broken build, not a finding.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/py/error.h"
#include "core/py/runs_python.h"
#include "fuzz/driver/driver.h"
#include "fuzz/targets/break_policy.h"

namespace suture::targets {

enum class Kind { kEager, kCore, kStub, kModule, kTorch };

struct TargetRow {
  std::string_view id;
  Kind kind;
  std::string_view program;
  std::string_view seenAt;
  std::string_view text;
};

/// What its programs are written for: "reference" or "torch" (fuzz/lab/lab.py).
std::string dialectOf(const TargetRow& row);
/// Whether it can be told where to stop.
bool takesStops(const TargetRow& row);

/// The rows of targets.def.
std::span<const TargetRow> targetRows();
/// The row of that id, or one of kind kTorch for "torch.compile:OPTION=VALUE,…", or of kind kModule for
/// "module:attribute"; else null.
const TargetRow* find(std::string_view id);

class Target {
 public:
  virtual ~Target() = default;
  /// A callable that makes, of a function, the callable that runs it under the target. `files` is a
  /// sequence of file names whose functions may be stopped, or null for all. Empty for plain CPython.
  virtual py::Result<py::Ref<>> compiler(const BreakPolicy& policy,
                                         py::Borrowed<> files) SUTURE_RUNS_PYTHON = 0;
  /// The same for one function.
  py::Result<py::Ref<>> compile(py::Borrowed<> function, const BreakPolicy& policy,
                                py::Borrowed<> files) SUTURE_RUNS_PYTHON;
  /// Whether a probe is a break to it, so that it must be shown programs without (fuzz/batch/variant.h).
  virtual bool breaksAtProbes() const { return false; }
  /// Takes out of the process what compiling put there, so that a plain run is plain.
  virtual py::Result<py::Ref<>> reset() SUTURE_RUNS_PYTHON {
    return py::Ref<>::share(py::Borrowed<>(Py_None));
  }
  /// For a module's code: where to stop to learn which stops matter to a difference, from the plainest
  /// on. Nothing for targets that cannot be told where to stop.
  virtual std::vector<BreakPolicy> sites(py::Borrowed<> code) const {
    static_cast<void>(code);
    return {};
  }
  /// A callable that gives (stops, frames) so far; of compilers that can leave frames alone, how many they
  /// left as well.
  virtual py::Result<py::Ref<>> counters() SUTURE_RUNS_PYTHON = 0;
};

struct TargetOptions {
  std::string fault = "";   ///< id of a planted fault of the core, or empty
  std::string folder = "";  ///< where "module:attribute" is looked for first
};

/// Imports what the target needs in this process.
py::Result<std::unique_ptr<Target>> open(const TargetRow& row, const TargetOptions& options,
                                         driver::Driver& driver) SUTURE_RUNS_PYTHON;

/// What `suture._core` says of its planted faults, the columns of core/py/faults.def by name; empty in
/// builds without.
py::Result<nlohmann::json> coreFaults() SUTURE_RUNS_PYTHON;

}  // namespace suture::targets
