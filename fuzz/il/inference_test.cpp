#include "fuzz/il/inference.h"

#include <gtest/gtest.h>

namespace suture::il {
namespace {

Type tensor(std::string_view name, std::initializer_list<Type> operands) {
  return tensorResult(name, std::span(operands.begin(), operands.size()));
}

TEST(Inference, NamesCarryTypes) {
  EXPECT_EQ(typeOfName("t3"), Type::kTensor);
  EXPECT_EQ(typeOfName("xs12"), Type::kList);
  EXPECT_TRUE(readTypedName("x1"));
  for (const char* other : {"t", "t03", "total", "z1", "t3a", "1", ""}) {
    EXPECT_EQ(typeOfName(other), Type::kAny) << other;
  }
}

TEST(Inference, Tensors) {
  EXPECT_EQ(tensor("add", {Type::kScalar, Type::kTensor}), Type::kTensor);
  EXPECT_EQ(tensor("add", {Type::kInt, Type::kMatrix}), Type::kMatrix);
  EXPECT_EQ(tensor("add", {Type::kInt, Type::kInt}), Type::kAny);
  EXPECT_EQ(tensor("add_", {Type::kTensor, Type::kScalar}), Type::kTensor);
  EXPECT_EQ(tensor("add_", {Type::kScalar, Type::kTensor}), Type::kAny);
  EXPECT_EQ(tensor("sum", {Type::kMatrix}), Type::kScalar);
  EXPECT_EQ(tensor("lt", {Type::kTensor, Type::kFloat}), Type::kMask);
  EXPECT_EQ(tensor("where", {Type::kMask, Type::kTensor, Type::kFloat}), Type::kTensor);
  EXPECT_EQ(tensor("matmul", {Type::kTensor, Type::kTensor}), Type::kScalar);
  EXPECT_EQ(tensor("flip", {Type::kTensor, Type::kInt}), Type::kTensor);
  EXPECT_EQ(tensor("item", {Type::kScalar}), Type::kFloat);
  EXPECT_EQ(tensor("no_such", {Type::kTensor}), Type::kAny);
}

TEST(Inference, PlainValues) {
  EXPECT_EQ(binaryResult("/", Type::kInt, Type::kInt), Type::kFloat);
  EXPECT_EQ(binaryResult("@", Type::kMatrix, Type::kTensor), Type::kTensor);
  EXPECT_EQ(compareResult("<", Type::kInt, Type::kFloat), Type::kBool);
  EXPECT_EQ(compareResult("==", Type::kTensor, Type::kTensor), Type::kMask);
  EXPECT_EQ(typeOfConstant("1"), Type::kInt);
  EXPECT_EQ(typeOfConstant("1.5"), Type::kFloat);
  EXPECT_EQ(typeOfConstant("'a'"), Type::kText);
  EXPECT_EQ(typeOfConstant("b'a'"), Type::kAny);
  EXPECT_TRUE(hasNoTruth(Type::kMask));
  EXPECT_FALSE(hasNoTruth(Type::kScalar));
}

}  // namespace
}  // namespace suture::il
