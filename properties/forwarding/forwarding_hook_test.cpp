// A frame hook that does nothing but hand on to CPython's evaluator already differs from plain
// CPython in these: no hook can be without them. None of our own code takes part.
#include <Python.h>
#include <gtest/gtest.h>

#include <string>

#include "core/py/check.h"
#include "core/py/ref.h"

namespace suture::properties {
namespace {

PyObject* handOn(PyThreadState* thread, struct _PyInterpreterFrame* frame, int raise) {
  return _PyEval_EvalFrameDefault(thread, frame, raise);
}

class Forwarding {
 public:
  Forwarding() { _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), &handOn); }
  ~Forwarding() {
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), &_PyEval_EvalFrameDefault);
  }
  Forwarding(const Forwarding&) = delete;
  Forwarding& operator=(const Forwarding&) = delete;
};

// `shown()` of a fresh namespace of this source, as text.
std::string shownBy(const char* source) {
  const auto names = py::Ref<>::steal(PyDict_New());
  const auto ran = py::Ref<>::steal(PyRun_String(source, Py_file_input, names.get(), names.get()));
  if (!ran) PyErr_Print();
  SUTURE_CHECK(ran, "the test's source runs");
  PyObject* function = PyDict_GetItemString(names.get(), "shown");
  const auto result = py::Ref<>::steal(PyObject_CallNoArgs(function));
  if (!result) PyErr_Print();
  SUTURE_CHECK(result, "the test's function returns");
  return PyUnicode_AsUTF8(result.get());
}

std::string shownForwarded(const char* source) {
  const Forwarding hook;
  return shownBy(source);
}

// A coroutine that an `async for` awaits returns through SEND. Without a hook SEND enters its frame;
// under one it calls C code that raises StopIteration, which the trace is told once more.
TEST(ForwardingHook, TracesTheEndOfACoroutineAsAnException) {
  constexpr const char* kSource = R"(
import sys

class Once:
    left = 1
    def __aiter__(self):
        return self
    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        self.left = 0
        return 1

async def loop():
    async for value in Once():
        pass

def shown():
    events = []
    def trace(frame, event, argument):
        events.append((frame.f_code.co_name, event))
        return trace
    coroutine = loop()
    sys.settrace(trace)
    try:
        coroutine.send(None)
    except StopIteration:
        pass
    finally:
        sys.settrace(None)
    return str(events.count(("loop", "exception")))
)";
  EXPECT_EQ(shownBy(kSource), "2");  // the coroutine's value, and the end of the loop
  EXPECT_EQ(shownForwarded(kSource), "3");
}

// Calls of Python functions nest no C calls in plain CPython; under a hook each does.
TEST(ForwardingHook, DoesNotReachTheDepthOfPlainCalls) {
  constexpr const char* kSource = R"(
import sys

def recurse(n):
    if n:
        recurse(n - 1)

def shown():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        recurse(90_000)
    except RecursionError:
        return "RecursionError"
    finally:
        sys.setrecursionlimit(before)
    return "reached"
)";
  EXPECT_EQ(shownBy(kSource), "reached");
  EXPECT_EQ(shownForwarded(kSource), "RecursionError");
}

// What enters a Python function is not specialised while there is a hook.
TEST(ForwardingHook, SpecialisesNothingThatEntersAFunction) {
  constexpr const char* kSource = R"(
import dis

class Has:
    @property
    def value(self):
        return 1

def read(has):
    return has.value

def shown():
    has = Has()
    for _ in range(1000):
        read(has)
    return next(i.opname for i in dis.get_instructions(read, adaptive=True)
                if i.opname.startswith("LOAD_ATTR"))
)";
  EXPECT_EQ(shownBy(kSource), "LOAD_ATTR_PROPERTY");
  EXPECT_EQ(shownForwarded(kSource), "LOAD_ATTR");
}

}  // namespace
}  // namespace suture::properties
