#include "core/hook/steal.h"

#include "core/hook/for_tests.h"

namespace suture::hook {
namespace {

using namespace for_tests;

// Each call's log must be the same as without the hook: the callee drops its argument and goes on.
constexpr const char* kText = R"(
log = []
class Noisy:
    def __init__(self, name): self.name = name
    def __del__(self): log.append(self.name)
    def method(self, x):
        del x
        log.append("dropped")
def callee(x, y=None, *rest, k=None, **more):
    del x
    log.append("x dropped")
    del y, k
    log.append("all dropped")
    rest = more = None
def outer(n, x):
    if n: return outer(n - 1, x)
    del x
    log.append("deep")
bound = Noisy("bound").method
def positional(): callee(Noisy(1), Noisy(2))
def keywords(): callee(Noisy(1), k=Noisy(2), z=Noisy(3))
def spread(): callee(*[Noisy(1), Noisy(2)])
def tuples(): callee(*(lambda: (Noisy(1), Noisy(2)))())
def kept():
    both = Noisy(1), Noisy(2)
    callee(*both)
    log.append("both live")
def iterated(): callee(*(Noisy(n) for n in (1, 2, 3)))
def named(): callee(**{"x": Noisy(1), "k": Noisy(2), "z": Noisy(3)})
def starAndNames(): callee(*[Noisy(1)], **{"k": Noisy(2), "z": Noisy(3)})
def iteratedAndNames(): callee(*map(Noisy, (1, 2)), **{"k": Noisy(3)})
def starsAndNames(): callee(Noisy(1), *[Noisy(2)], k=Noisy(3), **{"z": Noisy(4)})
def method(): Noisy(1).method(Noisy(2))
def viaBound(): bound(Noisy(1))
def recursion(): outer(3, Noisy(1))
def operands(): return (1, callee(Noisy(1)), 2)
def few(x, y): return x, y
def leaves(): few(1, None)
def objects(): few(Noisy(1), 2)
)";

class StealTest : public testing::TestWithParam<const char*> {};

std::string logOf(const py::Ref<>& names, const char* name, const BreakPolicy::Shared& policy) {
  EXPECT_TRUE(EvalHook::remove());
  PyObject* log = named(names, "log").get();
  PyList_SetSlice(log, 0, PyList_GET_SIZE(log), nullptr);
  if (policy != nullptr) {
    EXPECT_TRUE(callUnder(policy, named(names, name)));
  } else {
    EXPECT_TRUE(py::take(PyObject_CallNoArgs(named(names, name).get())));
  }
  const auto text = py::Ref<>::steal(PyObject_Repr(log));
  return PyUnicode_AsUTF8(text.get());
}

TEST_P(StealTest, ValuesDieAsInPlainCPython) {
  const auto names = namesOf(kText);
  const std::string plain = logOf(names, GetParam(), nullptr);
  EXPECT_EQ(logOf(names, GetParam(), BreakPolicy::everywhere()), plain);
  EXPECT_EQ(logOf(names, GetParam(), BreakPolicy::none()), plain);
}

INSTANTIATE_TEST_SUITE_P(CallForms, StealTest,
                         testing::Values("positional", "keywords", "spread", "tuples", "kept",
                                         "iterated", "named", "starAndNames", "iteratedAndNames",
                                         "starsAndNames", "method", "viaBound", "recursion",
                                         "operands", "leaves", "objects"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Steal, NothingIsTakenOfValuesThatLiveForEver) {
  const auto names = namesOf(kText);
  const auto before = counters().argumentsStolen;
  logOf(names, "leaves", BreakPolicy::none());
  EXPECT_EQ(counters().argumentsStolen, before);
  logOf(names, "objects", BreakPolicy::none());
  EXPECT_EQ(counters().argumentsStolen, before + 2);
}

}  // namespace
}  // namespace suture::hook
