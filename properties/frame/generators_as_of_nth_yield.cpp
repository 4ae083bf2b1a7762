// Law: a generator made by suspendAt from the state of another one, advanced by the first part of a
// script, goes through the rest of the script as that one would have: values, exceptions with their
// traceback lines, laziness (what is logged when), what its attributes show, and its end when
// dropped.
//
// An asynchronous generator that was told to close and yielded instead is marked closed for ever.
// That mark is the object's, not its frame's: no twins are made of such a one.
#include <fmt/format.h>

#include "core/frame/access.h"
#include "core/frame/generator_state.h"
#include "core/hook/context.h"
#include "core/hook/eval_hook.h"
#include "core/hook/handled_generators.h"
#include "core/py/check.h"
#include "fuzz/fuzzers/support/runs.h"
#include "properties/frame/laws.h"
#include "properties/support/covered.h"
#include "properties/support/scripts_source.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using frame::FrameState;
using fuzzers::Ending;
using fuzzers::FunctionKind;
using fuzzers::Subject;
using hook::BreakPolicy;

namespace {

constexpr int kActions = 8;  // in a script
constexpr int kScriptsOfACollection = 64;
// Weights: three times next, twice send, then throw, close and a look.
constexpr const char* kNames[] = {"next", "next", "next", "send", "send", "throw", "close", "look"};

using Script = std::vector<int>;

class Runner {
 public:
  Runner(const Subject& subject, FunctionKind kind, BreakPolicy::Shared policy)
      : subject_(subject), kind_(kind), policy_(std::move(policy)) {}

  py::Ref<> make() const {
    const auto arguments = py::Ref<>::steal(PyObject_CallNoArgs(subject_.arguments.get()));
    const hook::ContextScope scope({.policy = policy_, .entry = subject_.function.get()});
    auto made = py::Ref<>::steal(PyObject_CallObject(subject_.function.get(), arguments.get()));
    SUTURE_CHECK(made, "a generator is made");
    return made;
  }

  void perform(py::Borrowed<> generator, std::span<const int> script) const {
    static const auto names = fuzzers::define(kScriptsSource, "<scripts>");
    static PyObject* step = fuzzers::lookUp(names, "step").release();
    const char* kind = kind_ == FunctionKind::kAsyncGenerator ? "async" : "plain";
    for (const int action : script) {
      const auto done = py::Ref<>::steal(
          PyObject_CallFunction(step, "Oss", generator.get(), kind, kNames[action]));
      if (!done) PyErr_Print();
      SUTURE_CHECK(done, "an action of a script is carried out");
    }
  }

 private:
  const Subject& subject_;
  FunctionKind kind_;
  BreakPolicy::Shared policy_;
};

bool isSuspendedAtAYield(py::Borrowed<> generator) {
  auto* object = reinterpret_cast<PyGenObject*>(generator.get());
  return suture_generator_is_suspended(object) != 0;
}

bool isClose(int action) { return std::string_view(kNames[action]) == "close"; }

std::string shown(const Script& script) {
  std::string text;
  for (const int action : script) text += fmt::format("{} ", kNames[action]);
  return text;
}

void collect() {
  PyGC_Enable();
  PyGC_Collect();
  PyGC_Disable();
}

// A list that nothing but the stack and the state has is one that the interpreter fills (exceptions of
// an except*, what a comprehension gives): each of the two generators fills its own.
void ownLists(FrameState& state) {
  for (py::Ref<>& slot : state.stack) {
    if (!slot || PyList_CheckExact(slot.get()) == 0 || Py_REFCNT(slot.get()) != 2) continue;
    slot = py::Ref<>::steal(PySequence_List(slot.get()));
    SUTURE_CHECK(slot, "a list is copied");
  }
}

// The log of the whole script, and where each action begins in it.
struct Truth {
  std::vector<std::size_t> begins;
  std::vector<std::string> log;
};

Truth truthOf(const Runner& runner, const Script& script) {
  Truth truth;
  fuzzers::clearLog();
  {
    const auto generator = runner.make();
    for (const int& action : script) {
      truth.begins.push_back(fuzzers::logLength());
      runner.perform(generator, {&action, 1});
    }
    truth.begins.push_back(fuzzers::logLength());
  }
  truth.log = fuzzers::takeLog();
  return truth;
}

}  // namespace

bool generatorsAsOfNthYield(int scripts) {
  long twins = 0;
  long delegating = 0;
  long begun = 0;
  PyGC_Disable();
  const bool holds = check("generators as of their n-th yield", scripts, [&] {
    if (++begun % kScriptsOfACollection == 0) collect();
    constexpr FunctionKind kKinds[] = {FunctionKind::kGenerator, FunctionKind::kGenerator,
                                       FunctionKind::kCoroutine, FunctionKind::kAsyncGenerator};
    const FunctionKind kind = kKinds[*drawnBelow(static_cast<int>(std::size(kKinds)))];
    const Subject subject = drawnSubject(kind);
    const Script script = *rc::gen::container<Script>(kActions, drawnBelow(std::size(kNames)));
    const bool isStopped = *drawnBelow(2) == 1;
    SUTURE_CHECK(hook::EvalHook::remove(), "no other hook lies over ours");
    const Truth truth = truthOf(Runner(subject, kind, nullptr), script);
    SUTURE_CHECK(hook::EvalHook::install(), "the hook goes in");
    const Runner runner(subject, kind,
                        isStopped ? BreakPolicy::everywhere({subject.file}) : nullptr);
    const std::span<const int> actions(script);
    for (std::size_t n = 1; n <= script.size(); ++n) {
      if (kind == FunctionKind::kAsyncGenerator && isClose(script[n - 1])) break;
      auto advanced = runner.make();
      runner.perform(advanced, actions.first(n));
      if (!isSuspendedAtAYield(advanced)) {
        advanced.reset();
        fuzzers::clearLog();
        continue;  // not begun, or ended
      }
      auto twin = runner.make();
      {
        auto state = FrameState::from(frame::viewOf(advanced));
        ownLists(state);
        delegating += state.stack.empty() ? 0 : 1;
        frame::suspendAt(twin, state);
      }
      fuzzers::clearLog();
      runner.perform(twin, actions.subspan(n));
      twin.reset();
      const std::vector<std::string> log = fuzzers::takeLog();
      advanced.reset();
      fuzzers::clearLog();
      const std::vector<std::string> expected(
          truth.log.begin() + static_cast<std::ptrdiff_t>(truth.begins[n]), truth.log.end());
      if (log != expected) {
        RC_FAIL(fmt::format("{}\n{}; a twin as of action {}{}\nexpected: {}\ngot: {}", subject.text,
                            shown(script), n, isStopped ? ", stopped everywhere" : "",
                            Ending{"", expected}.text(), Ending{"", log}.text()));
      }
      ++twins;
    }
    hook::forgetAllGenerators();
  });
  PyGC_Enable();
  return covered("generators as of their n-th yield",
                 {{"twins", twins}, {"of them with values on their stack", delegating}}) &&
         holds;
}

}  // namespace suture::properties
