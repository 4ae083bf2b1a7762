#include "core/bytecode/analysis.h"

#include <gtest/gtest.h>

#include "core/bytecode/blocks.h"
#include "core/bytecode/dump.h"
#include "core/bytecode/line_table.h"
#include "core/bytecode/test_code.h"
#include "core/bytecode/verify.h"

namespace suture::bytecode {
namespace {

// One of everything that has rules of its own.
constexpr const char* kRich = R"(
def f(a, b, *c, **d):
    x = 0
    try:
        for i in a:
            with b as e, i:
                x += i
                y = [j for j in range(i) if j]
            if x > 3: continue
            print(x, y, sep=e, *c, **d)
    except (TypeError, ValueError) as error:
        raise RuntimeError from error
    except OSError:
        return x and (lambda: (x, b))
    finally:
        x = f"{x!r:>{b}}"
    match x:
        case {"k": 1, **r}: return r
        case [1, *s]: return s
        case str(z): return z
    try: b()
    except* KeyError: pass
)";

constexpr const char* kCoroutine = R"(
async def f(a):
    async with a as b:
        async for c in b:
            yield await c
)";

constexpr const char* kGenerator = "def f(a):\n  x = yield a\n  y = yield from a\n  return x, y\n";

TEST(Analysis, KeepsItsLaws) {
  for (const char* source : {kRich, kCoroutine, kGenerator}) {
    const auto code = functionCode(source);
    const auto analysis = CodeAnalysis::of(code);
    ASSERT_TRUE(analysis->isWellFormed());
    EXPECT_TRUE(isSound(code, *analysis));
    EXPECT_GT(analysis->legalStops().size(), 10u);
  }
}

TEST(Analysis, InstructionsAreFoundByTheirUnits) {
  const auto analysis = analysisOf("def f():\n  return g\n");
  const Instruction& load = firstOf(*analysis, OperationKind::kLoadGlobal);
  EXPECT_EQ(analysis->instructionAt(load.offset), &load);
  EXPECT_EQ(analysis->instructionAt(load.offset + 1), nullptr);
  EXPECT_EQ(analysis->instructionCovering(load.offset + 1), &load);
  EXPECT_EQ(analysis->instructionCovering(CodeOffset(analysis->unitCount())), nullptr);
  EXPECT_EQ(analysis->instructionCovering(CodeOffset(-1)), nullptr);
}

// The function `f` of a source, as an object that can be called.
py::Ref<> functionObject(const char* source) {
  const auto globals = py::Ref<>::steal(PyDict_New());
  const auto ran =
      py::Ref<>::steal(PyRun_String(source, Py_file_input, globals.get(), globals.get()));
  SUTURE_CHECK(ran, "the test's source runs");
  return py::Ref<>::share(PyDict_GetItemString(globals.get(), "f"));
}

TEST(Analysis, DoesNotSeeWhatTheInterpreterSpecialised) {
  const auto function = functionObject(
      "def f():\n  t = 0\n  for i in range(200):\n    t += len([i]) + i\n  return t\n");
  const py::Borrowed<PyCodeObject> code(
      reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(function.get())));
  const auto before = CodeAnalysis::of(code);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(py::Ref<>::steal(PyObject_CallNoArgs(function.get())));
  }
  const auto after = CodeAnalysis::of(code);
  EXPECT_EQ(dump(*before), dump(*after));
}

TEST(Analysis, TracksNothingForTheCollector) {
  const auto code = functionCode(kRich);
  const auto gc = py::Ref<>::steal(PyImport_ImportModule("gc"));
  const auto pending = [&] {
    const auto counts = py::Ref<>::steal(PyObject_CallMethod(gc.get(), "get_count", nullptr));
    return PyLong_AsLong(PyTuple_GET_ITEM(counts.get(), 0));
  };
  PyGC_Collect();
  const int wasEnabled = PyGC_Disable();
  pending();
  const long first = pending();
  const long second = pending();
  const auto analysis = CodeAnalysis::of(code);
  const long third = pending();
  if (wasEnabled != 0) PyGC_Enable();
  EXPECT_EQ(third - second, second - first);
}

TEST(Stops, StartBehindTheFirstResume) {
  const auto analysis = analysisOf(kGenerator);
  const Instruction& resume = firstOf(*analysis, OperationKind::kResume);
  ASSERT_FALSE(analysis->legalStops().empty());
  EXPECT_EQ(analysis->legalStops().front(), resume.next);
}

TEST(Stops, LeaveSendYieldResumeWhole) {
  const auto analysis = analysisOf(kGenerator);
  const Instruction& plain = firstOf(*analysis, OperationKind::kYieldValue);
  EXPECT_TRUE(analysis->isLegalStop(plain.offset));
  EXPECT_FALSE(analysis->isLegalStop(plain.next));
  const Instruction& send = firstOf(*analysis, OperationKind::kSend);
  EXPECT_TRUE(analysis->isLegalStop(send.offset));
  EXPECT_FALSE(analysis->isLegalStop(send.next));
}

TEST(Stops, LeaveStringsGrowingInPlace) {
  const auto analysis = analysisOf("def f(s, t):\n  s += t\n  t[0] = s - t\n");
  const Instruction& add = firstOf(*analysis, OperationKind::kBinaryOp);
  const Instruction& subtract = firstOf(*analysis, OperationKind::kBinaryOp, add.next);
  EXPECT_TRUE(analysis->isLegalStop(add.offset));
  EXPECT_FALSE(analysis->isLegalStop(add.next));
  EXPECT_TRUE(analysis->isLegalStop(subtract.next));
}

TEST(Stops, LeaveCallsWhole) {
  const auto analysis = analysisOf("def f(g):\n  return g(1, k=2)\n");
  for (const Instruction& instruction : analysis->instructions()) {
    const OperationKind kind = instruction.operation.kind;
    if (kind == OperationKind::kKeywordNames || kind == OperationKind::kPrepareCall) {
      EXPECT_FALSE(analysis->isLegalStop(instruction.next));
    }
  }
}

TEST(Stops, AreOnlyInFunctions) {
  const auto module = moduleCode("class C:\n  x = 1\n");
  EXPECT_TRUE(CodeAnalysis::of(module)->legalStops().empty());
  const auto classBody = firstNested(module);
  EXPECT_TRUE(CodeAnalysis::of(classBody)->isWellFormed());
  EXPECT_TRUE(CodeAnalysis::of(classBody)->legalStops().empty());
}

TEST(Stops, NeedALineTableThatCoversTheCode) {
  const auto code = functionCode("def f(a):\n  return a\n");
  EXPECT_EQ(unitsInLineTable(code), CodeAnalysis::of(code)->unitCount());
  const auto bare = withReplaced(code, "co_linetable", PyBytes_FromString(""));
  const auto analysis = CodeAnalysis::of(bare);
  EXPECT_TRUE(analysis->isWellFormed());
  EXPECT_TRUE(analysis->legalStops().empty());
}

TEST(Blocks, FollowBranchesLoopsAndHandlers) {
  const auto analysis = analysisOf("def f(a):\n  for i in a:\n    try: i()\n    except E: pass\n");
  const std::vector<Block> blocks = blocksOf(*analysis);
  ASSERT_GT(blocks.size(), 4u);
  bool loops = false;
  bool handles = false;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (int successor : blocks[i].successors) loops = loops || successor <= static_cast<int>(i);
    handles = handles || !blocks[i].handlers.empty();
  }
  EXPECT_TRUE(loops);
  EXPECT_TRUE(handles);
}

TEST(Successors, HoldNextTargetAndHandler) {
  const auto analysis = analysisOf("def f(a):\n  try:\n    while a.b: c\n  except E: d\n");
  const Instruction& load = firstOf(*analysis, OperationKind::kLoadAttr);
  EXPECT_EQ(analysis->successors(load.offset).size(), 2u);
  EXPECT_EQ(analysis->normalSuccessors(load.offset).size(), 1u);
  EXPECT_EQ(analysis->successors(CodeOffset(9999)).size(), 0u);
  const Instruction& push = firstOf(*analysis, OperationKind::kPushExcInfo);
  EXPECT_EQ(analysis->successors(push.offset).size(), 1u);  // covered, but cannot raise
}

TEST(Dump, ShowsStopsStackAndHandler) {
  const auto analysis = analysisOf("def f(a):\n  try: return a[0]\n  except E: pass\n");
  const std::string text = dump(*analysis);
  EXPECT_NE(text.find("[v v]"), std::string::npos) << text;
  EXPECT_NE(text.find("BINARY_SUBSCR"), std::string::npos) << text;
  EXPECT_NE(text.find("LoadItem 0"), std::string::npos) << text;
  EXPECT_NE(text.find("[X v]"), std::string::npos) << text;
  EXPECT_NE(text.find("lasti"), std::string::npos) << text;
  EXPECT_EQ(text.find("unreachable"), std::string::npos) << text;
}

}  // namespace
}  // namespace suture::bytecode
