#include "core/frame/run.h"

#include "core/frame/for_tests.h"

namespace suture::frame {
namespace {

using bytecode::CodeOffset;
using namespace for_tests;

constexpr const char* kSums = R"(
def f(n):
    total = 0
    for i in range(n):
        try:
            total += 6 // (i - 1)
        except ZeroDivisionError:
            total += 100
    return total
)";

py::Ref<> integer(long value) { return py::Ref<>::steal(PyLong_FromLong(value)); }

TEST(Activation, StopsEverywhereAndReturnsThePlainResult) {
  const auto f = functionOf(kSums);
  const auto four = integer(4);
  const auto plain = py::take(PyObject_CallOneArg(f.get(), four.get()));
  int stops = 0;
  const auto stopped = callWithStops(f, {four.get()}, everyStop(f), [&](Activation& activation) {
    ++stops;
    EXPECT_TRUE(activation.analysis().isLegalStop(activation.offset()));
    return activation.goOn();
  });
  EXPECT_EQ(number(stopped), number(plain));
  EXPECT_GT(stops, 50);
}

TEST(Activation, StepsToTheNextLegalStopWhateverTheSet) {
  const auto f = functionOf(kSums);
  const auto four = integer(4);
  int every = 0;
  static_cast<void>(callWithStops(f, {four.get()}, everyStop(f), [&](Activation& activation) {
    ++every;
    return activation.goOn();
  }));
  int stepped = 0;
  const auto result =
      callWithStops(f, {four.get()}, {everyStop(f).front()}, [&](Activation& activation) {
        ++stepped;
        return activation.step();
      });
  EXPECT_EQ(stepped, every);
  EXPECT_EQ(number(result), -6 + 100 + 6 + 3);
}

TEST(Activation, TheFrameHasItsOriginalCodeAfterwards) {
  const auto f = functionOf("import sys\ndef f():\n    return sys._getframe()\n");
  const auto frame = callWithStops(f, {}, everyStop(f), goOn);
  ASSERT_TRUE(frame);
  const auto code = py::Ref<>::steal(PyObject_GetAttrString((*frame).get(), "f_code"));
  EXPECT_EQ(code.get(), codeOf(f).object());
}

TEST(Activation, WritesAnotherStateAndGoesOnThere) {
  const auto f = functionOf("def f(n):\n    n += 1\n    return n * 10\n");
  const auto one = integer(1);
  const auto fifty = integer(50);
  std::optional<FrameState> first;
  const auto result = callWithStops(f, {one.get()}, everyStop(f), [&](Activation& activation) {
    if (!first) {
      first = FrameState::from(activation.view());
    } else if (first->locals[0].get() == one.get() && activation.view().stack.size() == 2) {
      first->locals[0] = fifty.share();
      activation.write(*first);
      EXPECT_TRUE(same(activation.view(), *first));
    }
    return activation.goOn();
  });
  EXPECT_EQ(number(result), 510);
}

TEST(Activation, RaisesIntoTheHandlerOfTheInstruction) {
  const auto f = functionOf(
      "def f():\n    x = 1\n    try:\n        x = 2\n    except KeyError:\n        return x\n    "
      "return -x\n");
  const auto call = [&](int line) {
    return callWithStops(f, {}, everyStop(f), [&](Activation& activation) {
      const int bytes = toBytes(activation.offset()).value();
      const bool here = PyCode_Addr2Line(codeOf(f).get(), bytes) == line;
      if (!here || line == 0) return activation.goOn();
      line = 0;
      return activation.raiseAt(activation.offset(),
                                py::Ref<>::steal(PyObject_CallNoArgs(PyExc_KeyError)));
    });
  };
  EXPECT_EQ(number(call(0)), -2);
  EXPECT_EQ(number(call(4)), 1);
  EXPECT_EQ(errorName(call(2)), "KeyError");
}

TEST(Activation, ReturnsAValueFromAnywhere) {
  const auto f = functionOf(kSums);
  const auto four = integer(4);
  const auto value = py::Ref<>::steal(PyList_New(0));
  std::size_t reached = 0;
  const auto all = everyStop(f);
  for (CodeOffset at : all) {
    bool stopped = false;
    const auto result = callWithStops(f, {four.get()}, {at}, [&](Activation& activation) {
      stopped = true;
      return activation.returnAt(activation.offset(), value.share());
    });
    ASSERT_TRUE(result);
    if (!stopped) continue;  // the code of another exception than the one raised
    ++reached;
    EXPECT_EQ((*result).get(), value.get());
    EXPECT_EQ(Py_REFCNT(value.get()), 2) << at.value();
  }
  EXPECT_GT(reached, all.size() / 2);
}

TEST(Activation, ALinkedFrameIsTheCurrentOneAtItsLine) {
  const auto f = functionOf("def f():\n    x = 1\n    return x\n");
  const auto names = namesOf(
      "import sys\ndef who():\n    frame = sys._getframe(1)\n    return frame.f_code.co_name, "
      "frame.f_lineno\n");
  int seen = 0;
  static_cast<void>(callWithStops(f, {}, everyStop(f), [&](Activation& activation) {
    const int bytes = toBytes(activation.offset()).value();
    const int line = PyCode_Addr2Line(codeOf(f).get(), bytes);
    {
      const Linked linked(activation, activation.offset());
      const auto who =
          py::Ref<>::steal(PyObject_CallNoArgs(PyDict_GetItemString(names.get(), "who")));
      const char* name = nullptr;
      int itsLine = 0;
      EXPECT_TRUE(PyArg_ParseTuple(who.get(), "si", &name, &itsLine));
      EXPECT_STREQ(name, "f");
      EXPECT_EQ(itsLine, line);
      ++seen;
    }
    return activation.goOn();
  }));
  EXPECT_GT(seen, 2);
}

TEST(ActivationDeathTest, OneThatIsNotFinishedIsABrokenInvariant) {
  const auto f = functionOf("def f(): return 1");
  EXPECT_DEATH(
      {
        PyInterpreterState* interpreter = suture_interpreter(PyThreadState_Get());
        suture_set_evaluator(interpreter, [](PyThreadState* thread, SutureFrame* frame, int) {
          CodeInfo& info = CodeInfo::of(suture_frame_code(frame));
          Activation::begin(thread, frame, *info.copyFor(1, {}));
          return static_cast<PyObject*>(nullptr);
        });
        PyObject_CallNoArgs(f.get());
      },
      "finished before it goes");
}

}  // namespace
}  // namespace suture::frame
