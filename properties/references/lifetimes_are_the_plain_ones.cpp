// Law: objects die when they do in plain CPython. The order of finalisers and weak reference
// callbacks among all else that is logged is the same under stops, in all call forms, recursion and
// exceptions included, and a finaliser that a written state, a raise or a return sets off finds the
// stopped frame running, at the line where it stopped.
//
// The cyclic collector is held off: what it frees, it frees at moments of its own.
#include <fmt/format.h>

#include "core/frame/run.h"
#include "fuzz/fuzzers/support/jump.h"
#include "properties/frame/laws.h"
#include "properties/support/covered.h"
#include "properties/support/lifetimes_source.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using frame::FrameState;
using fuzzers::Ending;
using fuzzers::Subject;
using hook::Action;
using hook::BreakPolicy;

namespace {

std::string textFrom(const Bytes& bytes) {
  static const auto names = fuzzers::define(kLifetimesSource, "<lifetimes>");
  for (const char* name : {"Making", "Noisy", "watched"}) {
    PyDict_SetItemString(fuzzers::world().get(), name, fuzzers::lookUp(names, name).get());
  }
  const auto make = fuzzers::lookUp(names, "lifetimesFrom");
  const auto data = py::Ref<>::steal(PyBytes_FromStringAndSize(
      reinterpret_cast<const char*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size())));
  const auto text = py::Ref<>::steal(PyObject_CallOneArg(make.get(), data.get()));
  if (!text) PyErr_Print();
  SUTURE_CHECK(text, "a program about lifetimes is made");
  return PyUnicode_AsUTF8(text.get());
}

enum class By { kWrite, kReturn };

// At one point drops the values of the frame: all by a written state, or the operands by a return.
class Dropper final : public fuzzers::AtPoint {
 public:
  Dropper(const Subject& subject, std::size_t point, By by) : AtPoint(subject, point), by_(by) {}
  int line = -1;

 private:
  Action act(frame::Activation& activation) override {
    line = PyCode_Addr2Line(activation.code().get(), toBytes(activation.offset()).value());
    if (by_ == By::kWrite) {
      auto state = FrameState::from(activation.view());
      for (py::Ref<>& local : state.locals) local.reset();
      for (py::Ref<>& operand : state.stack) {
        if (operand) operand = py::Ref<>::share(Py_None);
      }
      activation.write(state);
    }
    return {.kind = Action::Kind::kReturn,
            .offset = activation.offset(),
            .value = py::Ref<>::share(Py_None)};
  }
  By by_;
};

constexpr const char* kDoomed = R"(
def subject():
    doomed = Noisy("local")
    log("made")
    return [Noisy("operand"),
            log("beside"),
            log("last")]
)";

// Each point from which there is something to drop, and what its finaliser saw.
void checkDrops(By by, long& drops) {
  const Subject subject = Subject::generated(kDoomed, fuzzers::FunctionKind::kPlain, "()");
  const auto points = record(subject).points.size();
  for (std::size_t point = 0; point < points; ++point) {
    Dropper dropper(subject, point, by);
    const Ending ending = runStopped(subject, BreakPolicy::everywhere({subject.file}, &dropper));
    for (const std::string& entry : ending.log) {
      if (entry.find("'end of'") == std::string::npos) continue;
      const bool isOperand = entry.find("operand") != std::string::npos;
      if (by == By::kReturn && !isOperand) continue;  // by CPython, as the frame goes
      const std::string wanted = fmt::format("'subject', {}", dropper.line);
      if (entry.find(wanted) == std::string::npos) {
        RC_FAIL(fmt::format("dropped at point {} in line {}, its finaliser saw {}", point,
                            dropper.line, entry));
      }
      ++drops;
    }
  }
}

}  // namespace

bool lifetimesAreThePlainOnes(int programs) {
  textFrom({});  // world.py has Noisy from now on
  PyGC_Collect();
  PyGC_Disable();
  long drops = 0;
  long deaths = 0;
  bool holds = check("dropped values find the stopped frame", 1, [&drops] {
    checkDrops(By::kWrite, drops);
    checkDrops(By::kReturn, drops);
  });
  holds &= check("lifetimes are the plain ones", programs, [&deaths] {
    const Subject subject =
        Subject::generated(textFrom(*drawnBytes(80)), fuzzers::FunctionKind::kPlain, "()");
    const Ending plain = runPlain(subject);
    // A form that only fails to find its function would be the same everywhere.
    RC_ASSERT(plain.text().find("NameError") == std::string::npos);
    const auto seed = static_cast<std::uint64_t>(*drawnBelow(1'000'000));
    for (const auto& policy :
         {BreakPolicy::everywhere(), BreakPolicy::everywhere({subject.file}),
          BreakPolicy::random({.seed = seed, .probability = 0.2}), BreakPolicy::none()}) {
      const Ending stopped = runStopped(subject, policy);
      if (stopped == plain) continue;
      RC_FAIL(
          fmt::format("{}\nplain: {}\nstopped: {}", subject.text, plain.text(), stopped.text()));
    }
    for (const std::string& entry : plain.log) deaths += entry.find("end of") != std::string::npos;
  });
  PyGC_Enable();
  return covered("lifetimes are the plain ones",
                 {{"deaths in their place", deaths}, {"drops that saw the frame", drops}}) &&
         holds;
}

}  // namespace suture::properties
