// Law: frames that the program itself makes begin in the states noted for them. A run of calls
// inside each other is left at any stop of any depth; another run gets the outermost frame's state
// written before its call, with the states of the callees pending. It goes on as the first did from
// that stop: results, tracebacks, handlers at each level, and the frames seen through f_back.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <random>

#include "core/frame/pending.h"
#include "core/frame/run.h"
#include "core/hook/handled_generators.h"
#include "fuzz/fuzzers/support/runs.h"
#include "properties/frame/laws.h"
#include "properties/support/chains_source.h"
#include "properties/support/covered.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using frame::FrameState;
using fuzzers::Ending;
using fuzzers::Subject;
using hook::Action;
using hook::BreakPolicy;

namespace {

constexpr int kStopsOfAChain = 12;

struct Level {
  SutureFrame* frame;
  py::Ref<> function;
  FrameState state;
};

// Keeps the frames inside each other with their last states; at one stop, leaves them all.
class Watcher final : public hook::StopHandler {
 public:
  explicit Watcher(std::size_t leaveAt) : leaveAt_(leaveAt) {}
  Action atStop(frame::Activation& activation) override {
    if (left) return leave(activation);
    auto known = std::ranges::find(levels, activation.frame(), &Level::frame);
    levels.erase(known, levels.end());
    levels.push_back({activation.frame(), py::Ref<>::share(activation.function()),
                      FrameState::from(activation.view())});
    logged.push_back(fuzzers::logLength());
    if (logged.size() - 1 != leaveAt_) return {};
    left = true;
    return leave(activation);
  }

  std::vector<Level> levels;
  std::vector<std::size_t> logged;  // entries in the log, at each stop
  bool left = false;

 private:
  static Action leave(const frame::Activation& activation) {
    return {.kind = Action::Kind::kReturn,
            .offset = activation.offset(),
            .value = py::Ref<>::share(Py_None)};
  }
  std::size_t leaveAt_;
};

// At the first stop, writes the outermost state and notes the others.
class Rebuilder final : public hook::StopHandler {
 public:
  Rebuilder(std::vector<Level> levels, bool bystander)
      : levels_(std::move(levels)), bystander_(bystander) {}
  Action atStop(frame::Activation& activation) override {
    if (levels_.empty()) return {};
    std::unique_ptr<frame::PendingState> callees;
    for (std::size_t i = levels_.size() - 1; i > 0; --i) {
      callees = std::make_unique<frame::PendingState>(frame::PendingState{
          std::move(levels_[i].function), std::move(levels_[i].state), std::move(callees)});
    }
    activation.write(levels_.front().state);
    levels_.clear();
    if (callees != nullptr) {
      const auto twin = bystander_ ? twinOf(callees->function) : py::Ref<>();
      frame::expect(activation.frame(), std::move(*callees));
      if (twin) callFrom(activation, twin);
    }
    fuzzers::clearLog();
    return {};
  }

 private:
  // Another function of the same code: not the one that is waited for.
  static py::Ref<> twinOf(py::Borrowed<> function) {
    auto twin = py::Ref<>::steal(
        PyFunction_New(PyFunction_GetCode(function.get()), PyFunction_GetGlobals(function.get())));
    const auto orNone = [](PyObject* value) { return value != nullptr ? value : Py_None; };
    PyFunction_SetDefaults(twin.get(), orNone(PyFunction_GetDefaults(function.get())));
    PyFunction_SetKwDefaults(twin.get(), orNone(PyFunction_GetKwDefaults(function.get())));
    PyFunction_SetClosure(twin.get(), orNone(PyFunction_GetClosure(function.get())));
    return twin;
  }
  static void callFrom(const frame::Activation& activation, py::Borrowed<> function) {
    const frame::Linked linked(activation, activation.offset());
    const auto result = py::take(PyObject_CallNoArgs(function.get()));
    static_cast<void>(result);  // it may raise: whatever it does is no concern of the chain
  }

  std::vector<Level> levels_;
  bool bystander_;
};

std::string textOfChain(const Bytes& bytes, int depth) {
  static const auto names = fuzzers::define(kChainsSource, "<chains>");
  const auto make = fuzzers::lookUp(names, "chainFrom");
  const auto data = py::Ref<>::steal(PyBytes_FromStringAndSize(
      reinterpret_cast<const char*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size())));
  const auto text = py::Ref<>::steal(PyObject_CallFunction(make.get(), "Oi", data.get(), depth));
  if (!text) PyErr_Print();
  SUTURE_CHECK(text, "a chain is made");
  return PyUnicode_AsUTF8(text.get());
}

bool isCall(const bytecode::Instruction& instruction) {
  using Kind = bytecode::OperationKind;
  const Kind kind = instruction.operation.kind;
  return kind == Kind::kCall || kind == Kind::kCallKeywords || kind == Kind::kCallSpread;
}

// What runs from this stop up to the next is a call.
bool isBeforeACall(const bytecode::CodeAnalysis& analysis, bytecode::CodeOffset stop) {
  const auto* at = analysis.instructionAt(stop);
  while (at != nullptr && !isCall(*at)) {
    if (analysis.isLegalStop(at->next)) return false;
    at = analysis.instructionAt(at->next);
  }
  return at != nullptr;
}

bool isOnStack(const FrameState& state, py::Borrowed<> callee) {
  return std::ranges::any_of(state.stack, [&](const py::Ref<>& slot) {
    if (!slot) return false;
    return slot.get() == callee.get() ||
           (PyMethod_Check(slot.get()) && PyMethod_GET_FUNCTION(slot.get()) == callee.get());
  });
}

// Each frame but the innermost stands before a call of the next.
bool isChainOfCalls(const std::vector<Level>& levels) {
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(levels[i].function.get()));
    const auto analysis = bytecode::CodeAnalysis::of(code);
    if (!isBeforeACall(*analysis, levels[i].state.offset)) return false;
    if (!isOnStack(levels[i].state, levels[i + 1].function)) return false;
  }
  return true;
}

struct Counts {
  std::map<std::size_t, long> byDepth;
  long bystanders = 0;
};

void checkStop(const Subject& subject, const Ending& whole, const std::vector<std::size_t>& logged,
               std::size_t stop, bool bystander, Counts& counts) {
  const auto policyFor = [&](hook::StopHandler& handler) {
    return BreakPolicy::everywhere({subject.file}, &handler);
  };
  Watcher watcher(stop);
  runStopped(subject, policyFor(watcher));
  SUTURE_CHECK(watcher.left, "a run repeats its stops");
  const std::size_t depth = watcher.levels.size();
  // The programs enter their frames by calls alone.
  if (!isChainOfCalls(watcher.levels)) {
    RC_FAIL(
        fmt::format("{}\nat stop {}, depth {}, a frame does not stand before a call of the next",
                    subject.text, stop, depth));
  }
  Rebuilder rebuilder(std::move(watcher.levels), bystander);
  const Ending rebuilt = runStopped(subject, policyFor(rebuilder));
  hook::forgetAllGenerators();
  const Ending expected = whole.from(logged[stop]);
  if (rebuilt != expected) {
    RC_FAIL(fmt::format("{}\nleft at stop {}, depth {}{}\nexpected: {}\ngot: {}", subject.text,
                        stop, depth, bystander ? ", with a bystander" : "", expected.text(),
                        rebuilt.text()));
  }
  ++counts.byDepth[depth];
  counts.bystanders += bystander && depth > 1 ? 1 : 0;
}

}  // namespace

bool pendingStates(int chains) {
  Counts counts;
  const bool holds = check("pending states", chains, [&counts] {
    const Bytes bytes = *drawnBytes(60);
    const int depth = 1 + *drawnBelow(5);
    const auto seed = static_cast<unsigned>(*drawnBelow(1'000'000));
    const Subject subject =
        Subject::generated(textOfChain(bytes, depth), fuzzers::FunctionKind::kPlain, "()");
    const Ending plain = runPlain(subject);
    Watcher all(std::numeric_limits<std::size_t>::max());
    const Ending stopped = runStopped(subject, BreakPolicy::everywhere({subject.file}, &all));
    if (stopped != plain)
      RC_FAIL(subject.text + "\nplain: " + plain.text() + "\nstopped: " + stopped.text());
    std::mt19937 random(seed);
    for (int i = 0; i < kStopsOfAChain; ++i) {
      checkStop(subject, plain, all.logged, random() % all.logged.size(), random() % 2 == 0,
                counts);
    }
  });
  long alone = 0;
  long inside = 0;
  for (const auto& [depth, count] : counts.byDepth) {
    fmt::print("{} frames inside each other: {} rebuilt\n", depth, count);
    (depth == 1 ? alone : inside) += count;
  }
  return covered("pending states", {{"frames rebuilt alone", alone},
                                    {"with frames inside", inside},
                                    {"of these beside a bystander", counts.bystanders}}) &&
         holds;
}

}  // namespace suture::properties
