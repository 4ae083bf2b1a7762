// Law: an exception raised at a stop is as if the instruction there had raised it: the same
// handlers, `finally` clauses, contexts and traceback lines.
//
// The truth is plain CPython: the functions operate on an object of which one chosen operation
// raises (bomb.h). Stopped, that operation does not raise; we raise at the instruction that does it
// instead. At instructions that do none of these operations there is no such truth, but the
// exception table names the handler and the line table the line.
#include <fmt/format.h>

#include "fuzz/fuzzers/support/runs.h"
#include "properties/frame/laws.h"
#include "properties/support/bomb.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using bytecode::CodeOffset;
using fuzzers::Ending;
using fuzzers::Subject;
using hook::Action;
using hook::BreakPolicy;

namespace {

constexpr int kMostRaises = 60;  // of each sort, a function

struct Stop {
  SutureFrame* frame;
  py::Borrowed<PyCodeObject> code;
  CodeOffset offset;
  int operations;  ///< done before it
};

// Raises at the stop with one number (none: -1); writes all stops down.
class Raiser final : public hook::StopHandler {
 public:
  explicit Raiser(int number, py::Ref<> exception = {})
      : number_(number), exception_(std::move(exception)) {}
  Action atStop(frame::Activation& activation) override {
    const auto at = static_cast<int>(stops.size());
    stops.push_back({activation.frame(), activation.code(), activation.offset(), operations()});
    if (at != number_) return {};
    handler = activation.analysis().handlers().find(activation.offset());
    const bool legal = handler != nullptr && activation.analysis().isLegalStop(handler->target);
    handlerIsStop = legal;
    return {
        .kind = Action::Kind::kRaise, .offset = activation.offset(), .value = exception_.share()};
  }

  std::vector<Stop> stops;
  const bytecode::Handler* handler = nullptr;
  bool handlerIsStop = false;

 private:
  int number_;
  py::Ref<> exception_;
};

Ending runRaising(const Subject& subject, Raiser& raiser) {
  armBomb(0);
  return runStopped(subject, BreakPolicy::everywhere({subject.file}, &raiser));
}

std::string compareWithRealRaise(const Subject& subject, const std::vector<Stop>& stops, int at,
                                 int operation) {
  armBomb(operation);
  const Ending real = runPlain(subject);
  Raiser raiser(at, boom(operation));
  const Ending raised = runRaising(subject, raiser);
  if (real == raised) return {};
  return fmt::format("{}\nraised at stop {}, unit {}: operation {}\nreal: {}\nours: {}",
                     subject.text, at, stops[static_cast<std::size_t>(at)].offset.value(),
                     operation, real.text(), raised.text());
}

// Where the traceback of an exception says it was raised.
struct Raised {
  int byteOffset = -1;
  int line = -1;
};
Raised innermost(py::Borrowed<> exception) {
  Raised raised;
  auto traceback = py::Ref<>::steal(PyException_GetTraceback(exception.get()));
  while (traceback && traceback.get() != Py_None) {
    auto number = py::Ref<>::steal(PyObject_GetAttrString(traceback.get(), "tb_lasti"));
    auto line = py::Ref<>::steal(PyObject_GetAttrString(traceback.get(), "tb_lineno"));
    raised = {static_cast<int>(PyLong_AsLong(number.get())),
              line.get() == Py_None ? -1 : static_cast<int>(PyLong_AsLong(line.get()))};
    traceback = py::Ref<>::steal(PyObject_GetAttrString(traceback.get(), "tb_next"));
  }
  return raised;
}

std::string compareWithTables(const Subject& subject, int at) {
  const auto exception = boom(0);
  Raiser raiser(at, exception.share());
  runRaising(subject, raiser);
  const Stop& stop = raiser.stops.at(static_cast<std::size_t>(at));
  const Raised raised = innermost(exception);
  const int line = PyCode_Addr2Line(stop.code.get(), toBytes(stop.offset).value());
  const auto place =
      fmt::format("{}\nraised at stop {}, unit {}", subject.text, at, stop.offset.value());
  if (raised.byteOffset != toBytes(stop.offset).value() || raised.line != line) {
    return fmt::format("{}\nits traceback says byte {}, line {}; the line is {}", place,
                       raised.byteOffset, raised.line, line);
  }
  const auto next = static_cast<std::size_t>(at) + 1;
  const bool sameFrame = next < raiser.stops.size() && raiser.stops[next].frame == stop.frame &&
                         raiser.stops[next].code == stop.code;
  if (raiser.handler == nullptr) return {};
  if (!raiser.handlerIsStop) return {};
  if (sameFrame && raiser.stops[next].offset == raiser.handler->target) return {};
  return fmt::format("{}\nits handler at unit {} is not reached", place,
                     raiser.handler->target.value());
}

void failIf(const std::string& difference) {
  if (!difference.empty()) RC_FAIL(difference);
}

}  // namespace

bool raiseAtEveryStop(int functions) {
  installBomb();
  long real = 0;
  long byTables = 0;
  const bool holds = check("raise at every stop", functions, [&] {
    const Bytes bytes = *drawnBytes(300);
    fuzzers::Choices choices(bytes);
    const auto kind = fuzzers::FunctionKind::kOperations;
    const Subject subject = Subject::generated(functionText(choices, kind), kind, "(bomb,)");
    Raiser none(-1);
    runRaising(subject, none);
    const auto& stops = none.stops;
    int compared = 0;
    for (std::size_t at = 0; at + 1 < stops.size() && compared < kMostRaises; ++at) {
      for (int operation = stops[at].operations + 1; operation <= stops[at + 1].operations;
           ++operation) {
        failIf(compareWithRealRaise(subject, stops, static_cast<int>(at), operation));
        ++compared;
      }
    }
    real += compared;
    const int count = std::min(kMostRaises, static_cast<int>(stops.size()));
    for (int at = 0; at < count; ++at) failIf(compareWithTables(subject, at));
    byTables += count;
  });
  fmt::print("{} raises as the instruction's own, {} as the tables say\n", real, byTables);
  return holds;
}

}  // namespace suture::properties
