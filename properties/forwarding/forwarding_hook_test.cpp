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

// A loop over a generator enters its frame, once specialised, and tells tools that began there of its
// end as it comes back, by an instruction that it jumps over otherwise. Under a hook nothing is told.
TEST(ForwardingHook, TellsOfNoEndOfAGeneratorThatALoopRuns) {
  constexpr const char* kSource = R"(
import sys

def generator(start):
    yield 1
    start()

def loop(start):
    for value in generator(start):
        pass

def shown():
    events = []
    def trace(frame, event, argument):
        events.append((frame.f_code.co_name, event))
        return trace
    def start():
        sys._getframe(2).f_trace = trace
        sys.settrace(trace)
    for _ in range(1000):
        loop(lambda: None)
    loop(start)
    sys.settrace(None)
    return str(events.count(("loop", "exception")))
)";
  EXPECT_EQ(shownBy(kSource), "1");
  EXPECT_EQ(shownForwarded(kSource), "0");
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
    def __getitem__(self, key):
        return key

class Asked:
    def __getattribute__(self, name):
        return name

def generates():
    yield 1

def called(a):
    return a

def reads(has):
    return has.value
def indexes(has):
    return has[0]
def asks(asked):
    return asked.name
def loops(_):
    for n in generates(): pass
def calls(a):
    return called(a)

def shown():
    found = []
    for function, argument, plain in ((reads, Has(), "LOAD_ATTR"), (indexes, Has(), "BINARY_SUBSCR"),
                                      (asks, Asked(), "LOAD_ATTR"), (loops, 0, "FOR_ITER"),
                                      (calls, 0, "CALL")):
        for _ in range(1000):
            function(argument)
        found += [i.opname for i in dis.get_instructions(function, adaptive=True)
                  if i.opname.startswith(plain)][:1]
    return " ".join(found)
)";
  EXPECT_EQ(
      shownBy(kSource),
      "LOAD_ATTR_PROPERTY BINARY_SUBSCR_GETITEM LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN FOR_ITER_GEN "
      "CALL_PY_EXACT_ARGS");
  EXPECT_EQ(shownForwarded(kSource), "LOAD_ATTR BINARY_SUBSCR LOAD_ATTR FOR_ITER CALL");
}

// The interpreter's loop drops the arguments of a call that it cannot bind from the last to the first,
// the caller of C code those that it keeps from the first to the last.
TEST(ForwardingHook, DropsTheArgumentsOfACallThatFailsInOrder) {
  constexpr const char* kSource = R"(
log = []

class Argument:
    def __init__(self, name):
        self.name = name
    def __del__(self):
        log.append(self.name)

def one(a):
    pass

def shown():
    try:
        one(Argument("first"), Argument("second"))
    except TypeError:
        log.append("caught")
    return " ".join(log)
)";
  EXPECT_EQ(shownBy(kSource), "second first caught");
  EXPECT_EQ(shownForwarded(kSource), "first second caught");
}

// The caller's operand stack owns the function, as well as its frame.
TEST(ForwardingHook, OwnsTheFunctionOnceMoreWhileItRuns) {
  constexpr const char* kSource = R"(
import sys

def counted():
    return sys.getrefcount(counted)

def shown():
    return str(counted() - sys.getrefcount(counted))
)";
  EXPECT_EQ(shownBy(kSource), "1");
  EXPECT_EQ(shownForwarded(kSource), "2");
}

// A call that the loop does not make itself returns like one of C code, and an error comes out of
// another of its units.
TEST(ForwardingHook, TellsToolsOfCallsAsOfThoseOfC) {
  constexpr bool k312 = PY_VERSION_HEX < 0x030d0000;
  constexpr const char* kSource = R"(
import dis, sys

def returning():
    return 1

def raising():
    raise KeyError

def caught():
    try:
        raising()
    except KeyError:
        pass

def shown():
    monitoring, events = sys.monitoring, []
    monitoring.use_tool_id(2, "tool")
    monitoring.register_callback(2, monitoring.events.CALL, lambda *rest: None)
    monitoring.register_callback(2, monitoring.events.C_RETURN,
                                 lambda code, offset, callee, _: events.append(callee.__name__))
    monitoring.register_callback(2, monitoring.events.RAISE,
                                 lambda code, offset, _: code is caught.__code__ and
                                 events.append(offset - call))
    call = max(i.offset for i in dis.get_instructions(caught) if i.opname == "CALL")
    monitoring.set_events(2, monitoring.events.CALL | monitoring.events.RAISE)
    returning()
    caught()
    monitoring.set_events(2, 0)
    monitoring.free_tool_id(2)
    return str(events)
)";
  EXPECT_EQ(shownBy(kSource), k312 ? "[6]" : "[-2]");
  EXPECT_EQ(shownForwarded(kSource),
            k312 ? "['returning', 0, 'caught']" : "['returning', 6, 'caught']");
}

TEST(ForwardingHook, HasNoStackTrampoline) {
  constexpr const char* kSource = R"(
import sys

def shown():
    try:
        sys.activate_stack_trampoline("perf")
    except Exception as error:
        return type(error).__name__
    sys.deactivate_stack_trampoline()
    return "active"
)";
  EXPECT_EQ(shownBy(kSource), "active");
  EXPECT_EQ(shownForwarded(kSource), "RuntimeError");
}
}  // namespace
}  // namespace suture::properties
