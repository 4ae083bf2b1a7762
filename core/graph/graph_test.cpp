#include "core/graph/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/graph/graph_testing.h"
#include "core/graph/infer.h"
#include "core/graph/print.h"

namespace suture::graph {
namespace {

using dialect::OperationId;
using ::testing::ElementsAre;

class Graphs : public ::testing::Test {
 protected:
  ValueId input(const std::string& tensor) {
    return *testing::operandOf(graph_, inputs_, testing::kept(tensor)).asValue();
  }
  ValueId add(OperationId operation, std::vector<Operand> operands, bool isInPlace = false) {
    Call call{operation, isInPlace, std::move(operands)};
    std::shared_ptr<const Inference> known = infer(graph_, call);
    return graph_.addCall(std::move(call), std::get<Results>(*known));
  }
  static std::vector<Operand> both(Operand first, Operand second) {
    std::vector<Operand> operands;
    operands.push_back(std::move(first));
    operands.push_back(std::move(second));
    return operands;
  }
  static Operand constant(const std::string& text) {
    return Operand::constant(testing::kept(text));
  }

  Graph graph_;
  Tensors inputs_;
};

TEST_F(Graphs, PrintAsAPersonReadsThem) {
  ValueId x = input("tensor([[1, 2, 3], [4, 5, 6]])");
  ValueId sum = add(OperationId::kAdd, both(Operand::value(x), constant("1.5")));
  ValueId columns = add(OperationId::kUnbind, both(Operand::value(sum), constant("1")));
  std::vector<Operand> reduced;
  reduced.push_back(Operand::value(x));
  reduced.emplace_back();
  reduced.push_back(constant("True"));
  add(OperationId::kSum, std::move(reduced));
  ValueId power = add(OperationId::kPow, both(Operand::value(x), Operand::value(x)), true);
  std::vector<Operand> index;
  index.push_back(constant("0"));
  index.push_back(constant("slice(None, 2)"));
  std::vector<Operand> written = both(Operand::value(power), Operand::tuple(std::move(index)));
  written.push_back(constant("7"));
  ValueId set = add(OperationId::kSetItem, std::move(written), true);
  graph_.setOutputs({set, {columns.node, 2}});
  EXPECT_EQ(print(graph_),
            "%0 = input 0                                        int64[2, 3]\n"
            "%1 = add(%0, 1.5)                                   float64[2, 3]\n"
            "%2 = unbind(%1, 1)                                  (float64[2], float64[2], "
            "float64[2])\n"
            "%3 = sum(%0, keepdim=True)                          int64[1, 1]\n"
            "%4 = pow_(%0, %0)                                   int64[2, 3]  may raise\n"
            "%5 = __setitem__(%4, (0, slice(None, 2, None)), 7)  int64[2, 3]\n"
            "return %5, %2.2\n");
}

TEST_F(Graphs, AreCutBackToAMark) {
  ValueId x = input("tensor([1, 2])");
  const std::string before = print(graph_);
  const Graph::Mark mark = graph_.mark();
  input("tensor(1.0)");
  add(OperationId::kNeg, [&] {
    std::vector<Operand> operands;
    operands.push_back(Operand::value(x));
    return operands;
  }());
  EXPECT_EQ(graph_.inputCount(), 2U);
  graph_.undoTo(mark);
  EXPECT_EQ(print(graph_), before);
  EXPECT_EQ(graph_.inputCount(), 1U);
  EXPECT_EQ(graph_.nodes()[input("tensor(1.0)").node].asInput()->position, 1U);
}

TEST_F(Graphs, KeepWhatOutputsNeedAndWhatMayRaise) {
  ValueId x = input("tensor([1, 2])");
  ValueId unused = input("tensor([1.0])");
  ValueId feedsRaising = add(OperationId::kMul, both(Operand::value(x), constant("2")));
  add(OperationId::kPow, both(Operand::value(x), Operand::value(feedsRaising)));
  add(OperationId::kPow, both(Operand::value(x), constant("2")));
  add(OperationId::kPow, both(Operand::value(unused), Operand::value(x)));
  ValueId output = add(OperationId::kAdd, both(Operand::value(x), constant("1")));
  graph_.setOutputs({output});
  EXPECT_THAT(graph_.live(), ElementsAre(true, false, true, true, false, false, true));
}

TEST_F(Graphs, OwnNoObjectOfTheUser) {
  EXPECT_FALSE(isLeaf(testing::kept("[1]")));
  EXPECT_FALSE(isLeaf(testing::kept("type('Int', (int,), {})(1)")));
  EXPECT_FALSE(isLeaf(testing::kept("slice(None, [1])")));
  EXPECT_TRUE(isLeaf(testing::kept("slice(None, -1)")));
  EXPECT_TRUE(isLeaf(testing::kept("float32")));
}

}  // namespace
}  // namespace suture::graph
