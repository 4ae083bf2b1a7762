#include "core/hook/eval_hook.h"

#include "core/frame/run.h"
#include "core/frame/stops.h"
#include "core/hook/for_tests.h"

namespace suture::hook {
namespace {

using namespace for_tests;

constexpr const char* kText = R"(
def f(n):
    return 1 if n < 2 else n * f(n - 1)
def calls(function):
    before = 1
    function()
    return before + 1
def endless():
    return endless()
)";

int seenByTheirs = 0;
SutureEvaluator underTheirs = nullptr;
PyObject* theirs(PyThreadState* thread, SutureFrame* frame, int raise) {
  ++seenByTheirs;
  return underTheirs != nullptr ? underTheirs(thread, frame, raise)
                                : suture_evaluate_plain(thread, frame, raise);
}

class EvalHookTest : public testing::Test {
 protected:
  EvalHookTest() {
    EXPECT_TRUE(EvalHook::prepare());  // as `import suture` does
    EXPECT_TRUE(EvalHook::remove());
    seenByTheirs = 0;
  }
  ~EvalHookTest() override {
    EXPECT_TRUE(EvalHook::remove());
    suture_set_evaluator(interpreter_, nullptr);
  }
  PyInterpreterState* interpreter_ = suture_interpreter(PyThreadState_Get());
  py::Ref<> names_ = namesOf(kText);
  py::Ref<> five_ = py::Ref<>::steal(PyLong_FromLong(5));
};

TEST_F(EvalHookTest, IsInstalledOnceAndRemovedWithoutATrace) {
  const SutureEvaluator before = suture_get_evaluator(interpreter_);
  ASSERT_TRUE(EvalHook::install());
  ASSERT_TRUE(EvalHook::install());
  EXPECT_TRUE(EvalHook::isInstalled());
  EXPECT_NE(suture_get_evaluator(interpreter_), before);
  EXPECT_TRUE(EvalHook::remove());
  EXPECT_TRUE(EvalHook::remove());
  EXPECT_FALSE(EvalHook::isInstalled());
  EXPECT_EQ(suture_get_evaluator(interpreter_), before);
}

TEST_F(EvalHookTest, OutsideAContextNothingIsStopped) {
  ASSERT_TRUE(EvalHook::install());
  const auto before = counters().framesHandled;
  EXPECT_EQ(shown(py::take(PyObject_CallOneArg(named(names_, "f").get(), five_.get()))), "120");
  EXPECT_EQ(counters().framesHandled, before);
  EXPECT_EQ(shown(callUnder(nullptr, named(names_, "f"), {five_.get()})), "120");
  EXPECT_EQ(counters().framesHandled, before);
}

TEST_F(EvalHookTest, UnderAPolicyEveryFrameIsHandled) {
  const auto before = counters().framesHandled;
  EXPECT_EQ(shown(callUnder(BreakPolicy::everywhere(), named(names_, "f"), {five_.get()})), "120");
  EXPECT_EQ(counters().framesHandled, before + 5);
}

TEST_F(EvalHookTest, AHookUnderOursSeesWhatIsHandedOn) {
  underTheirs = nullptr;
  suture_set_evaluator(interpreter_, &theirs);
  EXPECT_EQ(shown(callUnder(BreakPolicy::none(), named(names_, "f"), {five_.get()})), "120");
  EXPECT_EQ(seenByTheirs, 5);
  EXPECT_TRUE(EvalHook::remove());
  EXPECT_EQ(suture_get_evaluator(interpreter_), &theirs);
}

TEST_F(EvalHookTest, AHookOverOursIsLeftInPlace) {
  ASSERT_TRUE(EvalHook::install());
  const SutureEvaluator ours = suture_get_evaluator(interpreter_);
  underTheirs = ours;
  suture_set_evaluator(interpreter_, &theirs);
  EXPECT_FALSE(EvalHook::remove());
  EXPECT_TRUE(EvalHook::isInstalled());
  const auto before = counters().framesHandled;
  EXPECT_EQ(shown(callUnder(BreakPolicy::everywhere(), named(names_, "f"), {five_.get()})), "120");
  EXPECT_EQ(counters().framesHandled, before + 5);
  EXPECT_EQ(seenByTheirs, 5);
  suture_set_evaluator(interpreter_, ours);
  EXPECT_TRUE(EvalHook::remove());
}

PyObject* removeTheHook(PyObject*, PyObject*) {
  return PyBool_FromLong(EvalHook::remove() ? 1 : 0);
}

TEST_F(EvalHookTest, RemovingItWhileAFrameRunsOnACopyIsSafe) {
  static PyMethodDef method = {"remove", &removeTheHook, METH_NOARGS, nullptr};
  const auto remove = py::Ref<>::steal(PyCFunction_New(&method, nullptr));
  EXPECT_EQ(shown(callUnder(BreakPolicy::everywhere(), named(names_, "calls"), {remove.get()})),
            "2");
  EXPECT_FALSE(EvalHook::isInstalled());
  EXPECT_EQ(shown(callUnder(BreakPolicy::everywhere(), named(names_, "calls"), {remove.get()})),
            "2");
}

TEST_F(EvalHookTest, EndlessRecursionRaisesRecursionError) {
  auto result = callUnder(BreakPolicy::everywhere(), named(names_, "endless"));
  ASSERT_FALSE(result);
  const py::Error error = std::move(result).error();
  EXPECT_TRUE(PyErr_GivenExceptionMatches(error.exception().get(), PyExc_RecursionError));
}

// Answers every call of one function at its entry.
class Answering final : public StopHandler {
 public:
  explicit Answering(py::Borrowed<> function) : function_(function) {}
  Action atStop(frame::Activation&) override { return {}; }
  bool answersEntries() const override { return true; }
  py::Ref<> atEntry(PyThreadState*, SutureFrame* frame) override {
    if (suture_frame_function(frame) != function_.get()) return {};
    return py::Ref<>::steal(PyLong_FromLong(77));
  }

 private:
  py::Borrowed<> function_;
};

TEST_F(EvalHookTest, AHandlerMayAnswerACallAtItsEntry) {
  Answering handler(named(names_, "f"));
  const auto before = counters().answeredAtEntry;
  const auto answered =
      callUnder(BreakPolicy::everywhere({}, &handler), named(names_, "f"), {five_.get()});
  EXPECT_EQ(shown(answered), "77");
  EXPECT_EQ(counters().answeredAtEntry, before + 1);
}

}  // namespace
}  // namespace suture::hook
