#include "core/graph/infer.h"

#include <gtest/gtest.h>

#include "core/dialect/reference/tensor.h"
#include "core/graph/graph_testing.h"
#include "core/modes/mode_stack.h"

namespace suture::graph {
namespace {

using dialect::OperationId;

std::string answer(const Inference& known) {
  if (const NotModelled* reason = std::get_if<NotModelled>(&known))
    return std::string(text(*reason));
  if (const Raises* raises = std::get_if<Raises>(&known)) return "raises " + raises->text;
  if (std::holds_alternative<PythonValue>(known)) return "a Python value";
  std::string all;
  for (const Metadata& part : std::get<Results>(known).parts) all += text(part) + " ";
  return all;
}

// An input that only its metadata says something of: as large as one likes.
ValueId large(Graph& graph, const char* dtype, std::vector<Py_ssize_t> shape) {
  return graph.addInput({testing::kept(dtype), std::move(shape)});
}

std::string inferred(const Graph& graph, OperationId operation, const std::vector<ValueId>& values,
                     const std::vector<std::string>& constants = {}) {
  Call call{operation, false, {}};
  for (ValueId value : values) call.operands.push_back(Operand::value(value));
  for (const std::string& constant : constants) {
    call.operands.push_back(constant.empty() ? Operand()
                                             : Operand::constant(testing::kept(constant)));
  }
  return answer(*infer(graph, call));
}

TEST(Infer, LengthsThatOnlyMustAgreeMayBeAnyLength) {
  Graph graph;
  ValueId a = large(graph, "float32", {4000, 1, 2, 70000});
  ValueId b = large(graph, "int16", {3, 1, 70000});
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {a, b}), "float32[4000, 3, 2, 70000] ");
  ValueId matrix = large(graph, "int8", {50000, 2});
  ValueId across = large(graph, "float16", {2, 60000});
  EXPECT_EQ(inferred(graph, OperationId::kMatmul, {matrix, across}), "float16[50000, 60000] ");
  EXPECT_EQ(inferred(graph, OperationId::kSum, {a}, {"1", "True"}), "float32[4000, 1, 2, 70000] ");
  EXPECT_EQ(inferred(graph, OperationId::kMean, {b}, {"0", ""}), "float64[1, 70000] ");
  EXPECT_EQ(inferred(graph, OperationId::kShape, {a}), "a Python value");
}

TEST(Infer, AnErrorNamesTheRealShapes) {
  Graph graph;
  ValueId a = large(graph, "float32", {200});
  ValueId b = large(graph, "float32", {300});
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {a, b}),
            "raises operands could not be broadcast together with shapes (200,) (300,) ");
  ValueId c = large(graph, "float32", {1 << 21});
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {a, c}),
            "finding its shape would take an array that is too large");
}

TEST(Infer, MakesNoLargeArray) {
  Graph graph;
  EXPECT_EQ(inferred(graph, OperationId::kEye, {}, {"10**6", "", ""}),
            "finding its shape would take an array that is too large");
  EXPECT_EQ(inferred(graph, OperationId::kEye, {}, {"10**3", "", ""}), "float64[1000, 1000] ");
  EXPECT_EQ(inferred(graph, OperationId::kArange, {}, {"0", "1", "1e-300", ""}),
            "finding its shape would take an array that is too large");
  EXPECT_EQ(inferred(graph, OperationId::kArange, {}, {"2**70", "", "", ""}),
            "finding its shape would take an array that is too large");
}

TEST(Infer, LooksAtNoMoreThanAnIndexCanSelect) {
  Graph graph;
  ValueId x = large(graph, "float32", {1000, 1000});
  ValueId few = large(graph, "int64", {1000});
  ValueId many = large(graph, "int64", {2000});
  EXPECT_EQ(inferred(graph, OperationId::kGetItem, {x, few}), "float32[1000, 1000] ");
  EXPECT_EQ(inferred(graph, OperationId::kGetItem, {x, many}),
            "finding its shape would take an array that is too large");
  Call write{OperationId::kSetItem, true, {}};
  for (ValueId value : {x, few, few}) write.operands.push_back(Operand::value(value));
  EXPECT_EQ(answer(*infer(graph, write)), "float32[1000, 1000] ");
}

TEST(Infer, WhatElementsDecideIsNotModelled) {
  Graph graph;
  ValueId x = large(graph, "int64", {3});
  ValueId mask = large(graph, "bool", {3});
  EXPECT_EQ(inferred(graph, OperationId::kItem, {x}),
            "its result is a Python value read from the elements");
  EXPECT_EQ(inferred(graph, OperationId::kGetItem, {x, mask}),
            "the shape of its result depends on the elements");
  ValueId empty = large(graph, "int64", {0});
  EXPECT_EQ(inferred(graph, OperationId::kGetItem, {empty, x}),
            "it may raise, and whether it does depends on the elements");
}

TEST(Infer, TellsConstantsApartByTypeAndBits) {
  Graph graph;
  ValueId x = large(graph, "uint8", {3});
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {x}, {"True"}), "uint8[3] ");
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {x}, {"1"}), "uint8[3] ");
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {x}, {"1.0"}), "float64[3] ");
  EXPECT_EQ(inferred(graph, OperationId::kAdd, {x}, {"256"}),
            "raises Python integer 256 out of bounds for uint8");
}

TEST(Infer, KeepsTheErrorThatWasSetAndAsksNoMode) {
  py::Ref<> mode = testing::evaluate("FunctionMode()");  // raises when an operation reaches it
  ASSERT_TRUE(modes::push(mode));
  Graph graph;
  ValueId x = large(graph, "uint8", {3});
  PyErr_SetString(PyExc_KeyError, "mine");
  EXPECT_EQ(answer(*infer(graph, Call{OperationId::kNumel, false,
                                      [&] {
                                        std::vector<Operand> operands;
                                        operands.push_back(Operand::value(x));
                                        return operands;
                                      }()})),
            "a Python value");
  EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_KeyError));
  PyErr_Clear();
  modes::pop();
}

}  // namespace
}  // namespace suture::graph
