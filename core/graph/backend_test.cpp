#include "core/graph/backend.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "core/dialect/reference/tensor.h"
#include "core/graph/graph_testing.h"
#include "core/graph/infer.h"
#include "core/modes/mode_stack.h"

namespace {

int timesReleased = 0;

}  // namespace

// NumPy finds this one before the interpreter's own: the executable stands in front of it.
extern "C" __attribute__((visibility("default"))) PyThreadState* PyEval_SaveThread() {
  using Function = PyThreadState* (*)();
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "PyEval_SaveThread"));
  ++timesReleased;
  return real();
}

namespace suture::graph {
namespace {

using dialect::OperationId;

struct Case {
  Graph graph;
  Tensors inputs;

  ValueId add(OperationId operation, const std::vector<std::string>& operands,
              bool isInPlace = false) {
    Call call = testing::callOf(graph, inputs, operation, isInPlace, operands);
    std::shared_ptr<const Inference> known = infer(graph, call);
    return graph.addCall(std::move(call), std::get<Results>(*known));
  }
  std::vector<py::Borrowed<>> borrowed() const { return {inputs.begin(), inputs.end()}; }
  std::unique_ptr<Executable> compile(Backend& backend = interpreter()) {
    auto made = backend.compile(std::make_shared<const Graph>(std::move(graph)), borrowed());
    return *std::move(made);
  }
};

TEST(Interpreter, RunsWithoutModes) {
  Case one;
  one.graph.setOutputs({one.add(OperationId::kAdd, {"tensor([1, 2])", "1"})});
  std::unique_ptr<Executable> executable = one.compile();
  py::Ref<> mode = testing::evaluate("FunctionMode()");  // raises when an operation reaches it
  ASSERT_TRUE(modes::push(mode));
  py::Result<Tensors> made = executable->run(one.borrowed());
  modes::pop();
  ASSERT_TRUE(made);
  EXPECT_EQ(testing::bits((*made)[0]), testing::bits(testing::kept("tensor([2, 3])")));
  EXPECT_FALSE(executable->conduct().mayRunPython);
}

TEST(Interpreter, KeepsIdentities) {
  Case one;
  ValueId sum = one.add(OperationId::kAdd, {"tensor([1, 2])", "1"});
  one.graph.setOutputs({sum, {0, 0}, sum});
  py::Result<Tensors> made = one.compile()->run(one.borrowed());
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)[0].get(), (*made)[2].get());
  EXPECT_EQ((*made)[1].get(), one.inputs[0].get());
}

TEST(Interpreter, LeavesNoReference) {
  Case one;
  one.graph.setOutputs({one.add(OperationId::kMul, {"tensor([1.5, 2])", "tensor([2])"})});
  std::unique_ptr<Executable> executable = one.compile();
  const Py_ssize_t before = Py_REFCNT(one.inputs[0].get());
  {
    py::Result<Tensors> made = executable->run(one.borrowed());
    EXPECT_EQ(Py_REFCNT((*made)[0].get()), 1);
  }
  EXPECT_EQ(Py_REFCNT(one.inputs[0].get()), before);
}

TEST(Interpreter, ADeadNodeRaisesAsEagerWould) {
  Case one;
  one.add(OperationId::kPow, {"tensor([1, 2])", "tensor([1, -1])"});
  one.graph.setOutputs({{0, 0}});
  py::Result<Tensors> made = one.compile()->run(one.borrowed());
  ASSERT_FALSE(made);
  EXPECT_EQ(testing::text(std::move(made).error()),
            "ValueError: Integers to negative integer powers are not allowed.");
  EXPECT_EQ(PyErr_Occurred(), nullptr);
}

// Whatever says that it holds the lock does; the sizes are those next to the limit, and beyond it
// the count shows that it would be seen.
TEST(Interpreter, TellsWhetherItReleasesTheLock) {
  const std::pair<OperationId, std::vector<std::string>> calls[] = {
      {OperationId::kAdd, {"zeros(N)", "zeros(N)"}},
      {OperationId::kAdd, {"zeros(N)", "zeros(N, dtype=int8)"}},
      {OperationId::kSum, {"zeros(N)", "", ""}},
      {OperationId::kMean, {"zeros(N)", "", ""}},
      {OperationId::kCumsum, {"zeros(N)", "0"}},
      {OperationId::kArgmax, {"zeros(N)", "", ""}},
      {OperationId::kClone, {"zeros(N)"}},
      {OperationId::kToFloat, {"zeros(N)"}},
      {OperationId::kGetItem, {"zeros(N)", "zeros(N, dtype=int64)"}},
      {OperationId::kGetItem, {"zeros(N)", "slice(None, None, 2)"}},
      {OperationId::kIndexSelect, {"zeros(N)", "0", "zeros(N, dtype=int64)"}},
      {OperationId::kWhere, {"zeros(N, dtype=bool)", "zeros(N)", "zeros(N)"}},
      {OperationId::kMaskedFill, {"zeros(N)", "zeros(N, dtype=bool)", "1.0"}},
      {OperationId::kZerosLike, {"zeros(N)", ""}},
      {OperationId::kOnesLike, {"zeros(N)", ""}},
      {OperationId::kArange, {"N", "", "", ""}},
      {OperationId::kTril, {"zeros(N)", ""}},
      {OperationId::kMatmul, {"zeros(N)", "zeros(N)"}},
  };
  int released = 0;
  for (const char* length : {"1", "11", "127", "128", "5000"}) {
    for (const auto& [operation, texts] : calls) {
      std::vector<std::string> operands = texts;
      for (std::string& operand : operands) {
        if (std::size_t at = operand.find('N');
            at != std::string::npos && operand != "slice(None, None, 2)") {
          operand.replace(at, 1, length);
        }
      }
      if (operation == OperationId::kTril && operands[0].size() > 10) continue;  // N × N elements
      Case one;
      one.graph.setOutputs({one.add(operation, operands)});
      std::unique_ptr<Executable> executable = one.compile();
      timesReleased = 0;
      ASSERT_TRUE(executable->run(one.borrowed()));
      released += timesReleased;
      if (!executable->conduct().mayReleaseLock) {
        EXPECT_EQ(timesReleased, 0) << dialect::operation(operation).name << " of " << length;
      }
    }
  }
  EXPECT_GT(released, 0) << "the look at the lock sees nothing";
}

std::string answerOf(const std::string& backend) {
  Case one;
  ValueId sum = one.add(OperationId::kAdd, {"tensor([1, 2])", "tensor([0.5, 1])"});
  one.graph.setOutputs({sum, {0, 0}, sum});
  py::Result<std::unique_ptr<Backend>> made = pythonBackend(testing::kept(backend));
  if (!made) return testing::text(std::move(made).error());
  auto compiled =
      (*made)->compile(std::make_shared<const Graph>(std::move(one.graph)), one.borrowed());
  if (!compiled) return testing::text(std::move(compiled).error());
  EXPECT_TRUE((*compiled)->conduct().mayRunPython && (*compiled)->conduct().mayReleaseLock);
  py::Result<Tensors> outputs = (*compiled)->run(one.borrowed());
  if (!outputs) return testing::text(std::move(outputs).error());
  EXPECT_EQ((*outputs)[0].get(), (*outputs)[2].get());
  EXPECT_EQ((*outputs)[1].get(), one.inputs[0].get());
  EXPECT_EQ(Py_REFCNT((*outputs)[0].get()), 2);  // both places, nobody else
  py::Ref<> shown = py::Ref<>::steal(PyObject_Repr((*outputs)[0].get()));
  return PyUnicode_AsUTF8(shown.get());
}

TEST(PythonBackend, AGraphIsItsOwnExecutable) {
  EXPECT_EQ(answerOf("lambda graph, inputs: graph"), "tensor([1.5, 3.0], dtype=suture.float64)");
}

TEST(PythonBackend, SeesTheGraphAndTheInputs) {
  EXPECT_EQ(answerOf("lambda graph, inputs: (graph if graph.nodes[2] == ('add', "
                     "(('value', 0, 0), ('value', 1, 0)), False, ((float64, (2,)),)) "
                     "and graph.nodes[1] == ('input', (1,), False, ((float64, (2,)),)) "
                     "and graph.outputs == ((2, 0), (0, 0), (2, 0)) "
                     "and str(graph).startswith('%0 = input 0') "
                     "and [x.tolist() for x in inputs] == [[1, 2], [0.5, 1.0]] else None)"),
            "tensor([1.5, 3.0], dtype=suture.float64)");
}

TEST(PythonBackend, KeepsNothingOfWhatItGave) {
  EXPECT_EQ(
      answerOf(
          "lambda graph, inputs, kept=[]: lambda *given: kept.append(graph(*given)) or kept[0]"),
      "tensor([1.5, 3.0], dtype=suture.float64)");
}

TEST(PythonBackend, IsToldWhatIsWrong) {
  EXPECT_EQ(answerOf("3"),
            "TypeError: a backend must be a callable backend(graph, inputs) that gives a callable, "
            "not int");
  EXPECT_EQ(answerOf("lambda graph, inputs: 3"),
            "TypeError: a backend must give a callable, not int");
  EXPECT_EQ(answerOf("lambda graph, inputs: 1 // 0"),
            "ZeroDivisionError: integer division or modulo by zero");
  EXPECT_EQ(answerOf("lambda graph, inputs: lambda *given: given[0]"),
            "TypeError: the backend must give a tuple of 3 tensors, not suture.Tensor");
  EXPECT_EQ(answerOf("lambda graph, inputs: lambda *given: (1, 2, 3)"),
            "TypeError: the backend gave an object of type int where the graph has float64[2]");
  EXPECT_EQ(answerOf("lambda graph, inputs: lambda *given: (given[0],) * 3"),
            "TypeError: the backend gave int64[2] where the graph has float64[2]");
  EXPECT_EQ(answerOf("lambda graph, inputs: lambda *given: graph(given[0])"),
            "TypeError: the graph takes 2 tensors (1 given)");
  EXPECT_EQ(answerOf("lambda graph, inputs: lambda *given: graph(given[1], given[1])"),
            "TypeError: input 0 must be a Tensor int64[2], not float64[2]");
}

}  // namespace
}  // namespace suture::graph
