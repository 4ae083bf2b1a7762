// Law: an exception raised at a stop is as if the instruction there had raised it: the same
// handlers, `finally` clauses, contexts and traceback lines.
//
// The truth is plain CPython: the functions operate on an object of which one chosen operation
// raises (bomb.h). Stopped, that operation does not raise; we raise at the instruction that does it
// instead. At instructions that do none of these operations there is no such truth, but the
// exception tables of the frames tell where the exception lands, or that it leaves them all; the
// line tables tell its traceback, and the frames what is being handled, which is its context.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "fuzz/fuzzers/support/runs.h"
#include "properties/frame/laws.h"
#include "properties/support/bomb.h"
#include "properties/support/covered.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using bytecode::CodeOffset;
using fuzzers::Ending;
using fuzzers::Subject;
using hook::Action;
using hook::BreakPolicy;

namespace {

constexpr std::size_t kMostRaises = 60;  // of each sort, a function

// A frame that is running, at its last stop.
struct Level {
  SutureFrame* frame;
  py::Ref<PyCodeObject> code;
  CodeOffset offset;
  py::Ref<> handled;
};

// Raises at the stop with one number (none: -1), and looks what has become of it at the next stop.
class Raiser final : public hook::StopHandler {
 public:
  explicit Raiser(int number, py::Ref<> exception = {})
      : number_(number), exception_(std::move(exception)) {}
  Action atStop(frame::Activation& activation) override {
    const auto at = static_cast<int>(operationsBefore.size());
    operationsBefore.push_back(operations());
    if (at == number_ + 1) next = levelOf(activation);
    if (at == number_ + 1 && !activation.view().stack.empty()) {
      isOnTop = activation.view().stack.back() == exception_.get();
    }
    if (at > number_) return {};
    levels.erase(std::ranges::find(levels, activation.frame(), &Level::frame), levels.end());
    levels.push_back(levelOf(activation));
    if (at != number_) return {};
    return {
        .kind = Action::Kind::kRaise, .offset = activation.offset(), .value = exception_.share()};
  }

  std::vector<int> operationsBefore;  ///< each stop: done before it
  std::vector<Level> levels;          ///< as it raises, outermost first
  std::optional<Level> next;          ///< at the next stop
  bool isOnTop = false;               ///< of the operand stack there

 private:
  static Level levelOf(const frame::Activation& activation) {
    const frame::FrameView view = activation.view();
    const bool handles = view.handled && view.handled.get() != Py_None;
    return {activation.frame(), py::Ref<PyCodeObject>::share(activation.code().get()),
            activation.offset(), handles ? py::Ref<>::share(view.handled.get()) : py::Ref<>()};
  }
  int number_;
  py::Ref<> exception_;
};

Ending runRaising(const Subject& subject, Raiser& raiser) {
  armBomb(0);
  return runStopped(subject, BreakPolicy::everywhere({subject.file}, &raiser));
}

std::string compareWithRealRaise(const Subject& subject, int at, int operation) {
  armBomb(operation);
  const Ending real = runPlain(subject);
  Raiser raiser(at, boom(operation));
  const Ending raised = runRaising(subject, raiser);
  if (real == raised) return {};
  return fmt::format("{}\nraised at stop {}, unit {}: operation {}\nreal: {}\nours: {}",
                     subject.text, at, raiser.levels.back().offset.value(), operation, real.text(),
                     raised.text());
}

struct Entry {
  py::Borrowed<PyCodeObject> code;
  int line = -1;
  int unit = -1;
};

// The traceback of an exception, outermost first.
std::vector<Entry> tracebackOf(py::Borrowed<> exception) {
  std::vector<Entry> entries;
  auto traceback = py::Ref<>::steal(PyException_GetTraceback(exception.get()));
  const auto attribute = [](const py::Ref<>& object, const char* name) {
    return py::Ref<>::steal(PyObject_GetAttrString(object.get(), name));
  };
  while (traceback && traceback.get() != Py_None) {
    const auto line = attribute(traceback, "tb_lineno");
    const auto number = attribute(traceback, "tb_lasti");
    const auto code = attribute(attribute(traceback, "tb_frame"), "f_code");
    entries.push_back(
        {.code = reinterpret_cast<PyCodeObject*>(code.get()),
         .line = line.get() == Py_None ? -1 : static_cast<int>(PyLong_AsLong(line.get())),
         .unit = static_cast<int>(PyLong_AsLong(number.get())) / 2});
    traceback = attribute(traceback, "tb_next");
  }
  return entries;
}

// Where a frame stands while a function it called runs: at the call, which need not be a stop.
CodeOffset callBehind(const bytecode::CodeAnalysis& analysis, CodeOffset stop) {
  const auto* at = analysis.instructionAt(stop);
  while (at->operation.kind != bytecode::OperationKind::kCall && !analysis.isLegalStop(at->next)) {
    at = analysis.instructionAt(at->next);
  }
  return at->offset;
}

struct Counts {
  long real = 0;
  long landed = 0;
  long left = 0;
  long inContext = 0;
  long unseen = 0;  ///< in handlers that no path leads to, so that nothing stops there
};

class Unwinding {
 public:
  Unwinding(const Subject& subject, int at)
      : subject_(subject), exception_(boom(0)), raiser_(at, exception_.share()), at_(at) {}

  std::string check(Counts& counts) && {
    const Ending ending = runRaising(subject_, raiser_);
    unwind();
    const py::Ref<> context = py::Ref<>::steal(PyException_GetContext(exception_.get()));
    if (context.get() != contextWanted()) return wrong("its context is another one");
    counts.inContext += context ? 1 : 0;
    if (handler_ == nullptr) {
      ++counts.left;
      return left(ending);
    }
    if (!analyses_.back()->isLegalStop(handler_->target)) {
      ++counts.unseen;
      return tracebackIsRight(1) ? "" : wrong("its traceback is another one");
    }
    ++counts.landed;
    return landed();
  }

 private:
  // Frame by frame, from the innermost, until one has a handler.
  void unwind() {
    for (std::size_t i = raiser_.levels.size(); i-- > 0 && handler_ == nullptr;) {
      const Level& level = raiser_.levels[i];
      analyses_.push_back(bytecode::CodeAnalysis::of(level.code));
      const bool isInnermost = i + 1 == raiser_.levels.size();
      units_.push_back(isInnermost ? level.offset : callBehind(*analyses_.back(), level.offset));
      handler_ = analyses_.back()->handlers().find(units_.back());
    }
  }

  PyObject* contextWanted() const {
    for (std::size_t i = raiser_.levels.size(); i-- > 0;) {
      if (raiser_.levels[i].handled) return raiser_.levels[i].handled.get();
    }
    return nullptr;
  }

  std::string left(const Ending& ending) const {
    if (raiser_.next) return wrong("a frame goes on although none has a handler");
    if (!tracebackIsRight(units_.size())) return wrong("its traceback is another one");
    PyErr_SetObject(PyExc_ValueError, exception_.get());
    const std::string outcome = fuzzers::outcomeOf({});
    return ending.outcome == outcome ? "" : wrong("the call ends otherwise: " + ending.outcome);
  }

  std::string landed() const {
    const Level& lander = raiser_.levels[raiser_.levels.size() - units_.size()];
    const bool isThere = raiser_.next && raiser_.next->frame == lander.frame &&
                         raiser_.next->code.get() == lander.code.get() &&
                         raiser_.next->offset == handler_->target;
    if (!isThere) {
      return wrong(fmt::format("its handler at unit {} is not reached", handler_->target.value()));
    }
    if (!raiser_.isOnTop) return wrong("its handler is given another one");
    return tracebackIsRight(units_.size()) ? "" : wrong("its traceback is another one");
  }

  // The innermost `count` entries, each its code and line, the innermost its unit too. Handlers
  // that raise it again, and frames it leaves later, add others before them.
  bool tracebackIsRight(std::size_t count) const {
    const std::vector<Entry> entries = tracebackOf(exception_);
    if (entries.size() < count || entries.back().unit != units_.front().value()) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry& entry = entries[entries.size() - 1 - i];
      const Level& level = raiser_.levels[raiser_.levels.size() - 1 - i];
      const int line = PyCode_Addr2Line(level.code.get(), toBytes(units_[i]).value());
      if (entry.code.get() != level.code.get() || entry.line != line) return false;
    }
    return handler_ != nullptr || entries.size() == count;
  }

  std::string wrong(const std::string& what) const {
    std::string traceback;
    for (const Entry& entry : tracebackOf(exception_)) {
      traceback += fmt::format(" line {} unit {},", entry.line, entry.unit);
    }
    return fmt::format("{}\nraised at stop {}, unit {} of {} frames\n{}\nits traceback:{}",
                       subject_.text, at_, units_.front().value(), raiser_.levels.size(), what,
                       traceback);
  }

  const Subject& subject_;
  py::Ref<> exception_;
  Raiser raiser_;
  int at_;
  std::vector<std::unique_ptr<const bytecode::CodeAnalysis>> analyses_;  // innermost first
  std::vector<CodeOffset> units_;                                        // where each frame stands
  const bytecode::Handler* handler_ = nullptr;  // of the last of them; none: it leaves them all
};

// At most kMostRaises of them, drawn from all.
template <class T>
std::vector<T> someOf(std::vector<T> all, std::mt19937_64& random) {
  const std::size_t count = std::min(kMostRaises, all.size());
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + random() % (all.size() - i)]);
  all.resize(count);
  return all;
}

void failIf(const std::string& difference) {
  if (!difference.empty()) RC_FAIL(difference);
}

void raiseInOneFunction(Counts& counts) {
  const Bytes bytes = *drawnBytes(300);
  std::mt19937_64 random(static_cast<std::uint64_t>(*drawnBelow(1'000'000)));
  fuzzers::Choices choices(bytes);
  const auto kind = fuzzers::FunctionKind::kOperations;
  const Subject subject = Subject::generated(functionText(choices, kind), kind, "(bomb,)");
  Raiser none(-1);
  runRaising(subject, none);
  const std::vector<int>& done = none.operationsBefore;
  std::vector<int> stops;
  std::vector<std::pair<int, int>> own;  // a stop, an operation done there
  for (std::size_t at = 0; at < done.size(); ++at) {
    stops.push_back(static_cast<int>(at));
    if (at + 1 == done.size()) continue;
    for (int operation = done[at] + 1; operation <= done[at + 1]; ++operation) {
      own.emplace_back(static_cast<int>(at), operation);
    }
  }
  for (const auto& [at, operation] : someOf(std::move(own), random)) {
    failIf(compareWithRealRaise(subject, at, operation));
    ++counts.real;
  }
  for (const int at : someOf(std::move(stops), random)) {
    failIf(Unwinding(subject, at).check(counts));
  }
}

}  // namespace

bool raiseAtEveryStop(int functions) {
  installBomb();
  Counts counts;
  const bool holds =
      check("raise at every stop", functions, [&counts] { raiseInOneFunction(counts); });
  fmt::print("{} raises into handlers that no path leads to\n", counts.unseen);
  return covered("raise at every stop", {{"raises as the instruction's own", counts.real},
                                         {"into the handler of the tables", counts.landed},
                                         {"without a handler", counts.left},
                                         {"of these two with a context", counts.inContext}}) &&
         holds;
}

}  // namespace suture::properties
