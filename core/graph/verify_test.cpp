// Each law broken once, and seen.
#include "core/graph/verify.h"

#include <gtest/gtest.h>

#include "core/graph/graph_testing.h"

namespace suture::graph {
namespace {

using dialect::OperationId;

class Laws : public ::testing::Test {
 protected:
  Laws() { x_ = graph_.addInput(metadata("float64", {2})); }

  static Metadata metadata(const char* dtype, std::vector<Py_ssize_t> shape) {
    return {testing::kept(dtype), std::move(shape)};
  }
  static Results one(Metadata metadata) {
    Results results;
    results.parts.push_back(std::move(metadata));
    return results;
  }
  static Operand number(long value) {
    return Operand::constant(PyLong_FromLong(value));  // small: immortal in effect
  }
  void add(OperationId operation, std::vector<Operand> operands, bool isInPlace = false) {
    graph_.addCall({operation, isInPlace, std::move(operands)}, one(metadata("float64", {2})));
  }
  template <class... Operands>
  static std::vector<Operand> list(Operands... operands) {
    std::vector<Operand> all;
    (all.push_back(std::move(operands)), ...);
    return all;
  }
  std::string broken() const {
    std::string laws;
    for (const Breach& breach : verify(graph_)) laws += breach.text() + "\n";
    return laws;
  }

  Graph graph_;
  ValueId x_;
};

TEST_F(Laws, HoldForAWellMadeGraph) {
  add(OperationId::kAdd, list(Operand::value(x_), number(1)));
  add(OperationId::kAdd, list(Operand::value(x_), Operand::value(x_)), true);
  graph_.setOutputs({{2, 0}, x_});
  EXPECT_EQ(broken(), "");
  EXPECT_TRUE(verifyMetadata(graph_).empty());
}

TEST_F(Laws, OperandsAreWhole) {
  add(OperationId::kAdd, list(Operand::value(x_)));
  add(OperationId::kAdd, list(Operand::value(x_), Operand()));
  EXPECT_EQ(broken(), "%1 = add(%0): operands-are-whole\n%2 = add(%0): operands-are-whole\n");
}

TEST_F(Laws, ValueBeforeUse) {
  add(OperationId::kAdd, list(Operand::value(x_), Operand::value({1, 0})));
  add(OperationId::kAdd, list(Operand::value(x_), Operand::value({0, 1})));
  EXPECT_EQ(broken(), "%1 = add(%0, %1): value-before-use\n%2 = add(%0, %0): value-before-use\n");
}

TEST_F(Laws, KindsFit) {
  add(OperationId::kMatmul, list(Operand::value(x_), number(1)));
  add(OperationId::kReshape, list(Operand::value(x_), Operand::value(x_)));
  add(OperationId::kSum, list(Operand::value(x_), Operand(), number(1)));
  EXPECT_EQ(broken(),
            "%1 = matmul(%0, 1): kinds-fit\n%2 = reshape(%0, %0): kinds-fit\n"
            "%3 = sum(%0, keepdim=1): kinds-fit\n");
}

TEST_F(Laws, WhatIsWrittenIsATensor) {
  add(OperationId::kAdd, list(number(1), Operand::value(x_)), true);
  EXPECT_EQ(broken(), "%1 = add_(1, %0): kinds-fit\n");
}

TEST_F(Laws, FormExists) {
  add(OperationId::kMaximum, list(Operand::value(x_), number(1)), true);
  add(OperationId::kFill, list(Operand::value(x_), number(1)), false);
  add(OperationId::kSetItem, list(Operand::value(x_), number(0), number(1)), false);
  EXPECT_EQ(broken(),
            "%1 = maximum(%0, 1): form-exists\n%2 = fill(%0, 1): form-exists\n"
            "%3 = __setitem__(%0, 0, 1): form-exists\n");
}

TEST_F(Laws, GivesTensors) {
  add(OperationId::kItem, list(Operand::value(x_)));
  add(OperationId::kShape, list(Operand::value(x_)));
  add(OperationId::kUnbind, list(Operand::value(x_), Operand()));
  EXPECT_EQ(broken(),
            "%1 = item(%0): gives-tensors\n%2 = shape(%0): gives-tensors\n"
            "%3 = unbind(%0): gives-tensors\n");
}

TEST_F(Laws, InPlaceKeepsMetadata) {
  graph_.addCall({OperationId::kNeg, true, list(Operand::value(x_))},
                 one(metadata("float64", {3})));
  EXPECT_EQ(broken(), "%1 = neg_(%0): in-place-keeps-metadata\n");
}

TEST_F(Laws, MetadataIsWhole) {
  graph_.addInput({nullptr, {2}});
  graph_.addInput(metadata("float64", {-1}));
  graph_.addInput(metadata("3", {1}));
  EXPECT_EQ(broken(),
            "%1 = input 1: metadata-is-whole\n%2 = input 2: metadata-is-whole\n"
            "%3 = input 3: metadata-is-whole\n");
}

TEST_F(Laws, OutputsExist) {
  graph_.setOutputs({{0, 1}, {7, 0}});
  EXPECT_EQ(broken(), "%0 = input 0: outputs-exist\nreturn: outputs-exist\n");
}

TEST_F(Laws, MetadataIsInferred) {
  graph_.addCall({OperationId::kNeg, false, list(Operand::value(x_))},
                 one(metadata("float32", {2})));
  EXPECT_EQ(broken(), "");
  ASSERT_EQ(verifyMetadata(graph_).size(), 1U);
  EXPECT_EQ(verifyMetadata(graph_)[0].text(), "%1 = neg(%0): metadata-is-inferred");
}

}  // namespace
}  // namespace suture::graph
