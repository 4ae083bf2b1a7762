// Functions to run, and what can be observed of a run: its ending and its log.
//
//   Subject subject = Subject::generated(text, FunctionKind::kPlain, "(1, 2)");
//   Ending plain = runPlain(subject);                               // the hook removed
//   Ending stopped = runStopped(subject, BreakPolicy::everywhere({subject.file}));
//   assert(plain == stopped);
//
// What holds: each run gets fresh arguments and starts with an empty log; a generator or coroutine
// is driven to its end inside the run. Endings compare by text that has types, values, traceback
// lines, causes and contexts, and no address. A plain run removes the hook, a stopped one installs
// it. Text that does not compile or does not define its names is a broken invariant: it aborts.
#pragma once

#include <string>
#include <vector>

#include "core/hook/policy.h"
#include "core/py/error.h"
#include "core/py/runs_python.h"
#include "fuzz/fuzzers/support/function_text.h"

namespace suture::fuzzers {

struct Ending {
  std::string outcome;           ///< "returned …" or "raised …"
  std::vector<std::string> log;  ///< what the run logged

  /// The same ending with the log from an entry on.
  Ending from(std::size_t entry) const;
  std::string text() const;
  friend bool operator==(const Ending&, const Ending&) = default;
};

struct Subject {
  std::string name;  ///< for reports: where it is from
  std::string text;  ///< what to run to see it alone
  std::string file;  ///< co_filename of the function
  py::Ref<> function;
  py::Ref<> arguments;  ///< a callable that makes a fresh tuple
  py::Ref<> drive;      ///< what runs the result of the call to its end; may be empty

  py::Borrowed<PyCodeObject> code() const;
  /// `text` defines a function `subject`, `arguments` is a tuple's expression; both see world.py.
  static Subject generated(const std::string& text, FunctionKind kind,
                           const std::string& arguments) SUTURE_RUNS_PYTHON;
};

Ending runPlain(const Subject& subject) SUTURE_RUNS_PYTHON;
Ending runStopped(const Subject& subject,
                  const hook::BreakPolicy::Shared& policy) SUTURE_RUNS_PYTHON;

/// Entries in the log so far.
std::size_t logLength();
void clearLog() SUTURE_RUNS_PYTHON;
/// The log as text, which is emptied.
std::vector<std::string> takeLog() SUTURE_RUNS_PYTHON;

/// The namespace of world.py.
py::Borrowed<> world() SUTURE_RUNS_PYTHON;
/// Runs source text in a namespace that sees world.py; returns the namespace. Aborts if it raises.
py::Ref<> define(const std::string& text, const char* file) SUTURE_RUNS_PYTHON;
/// A name of a namespace; it must exist.
py::Ref<> lookUp(py::Borrowed<> names, const char* name);
std::string show(py::Borrowed<> value) SUTURE_RUNS_PYTHON;
/// "returned …" or "raised …" of a call's result, or NULL with an error set, which is taken.
std::string outcomeOf(py::Ref<> resultOrNull) SUTURE_RUNS_PYTHON;

}  // namespace suture::fuzzers
