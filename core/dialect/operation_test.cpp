#include "core/dialect/operation.h"

#include <gtest/gtest.h>

#include <set>

namespace suture::dialect {
namespace {

TEST(Operations, RowsStandInTheOrderOfTheirIds) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < operations().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(operations()[i].id), i);
    EXPECT_TRUE(names.insert(operations()[i].name).second) << operations()[i].name;
  }
}

TEST(Operations, ParametersAreRead) {
  const Operation& zeros = operation(OperationId::kZeros);
  ASSERT_EQ(zeros.parameters.size(), 2U);
  EXPECT_EQ(zeros.parameters[0].name, "size");
  EXPECT_EQ(zeros.parameters[0].kind, ParameterKind::kInts);
  EXPECT_TRUE(zeros.parameters[0].isSpread);
  EXPECT_FALSE(zeros.parameters[0].isOptional);
  EXPECT_EQ(zeros.parameters[1].name, "dtype");
  EXPECT_EQ(zeros.parameters[1].kind, ParameterKind::kDtype);
  EXPECT_TRUE(zeros.parameters[1].isOptional);
}

TEST(Operations, OptionalParametersComeLast) {
  for (const Operation& operation : operations()) {
    bool optionalSeen = false;
    for (const Parameter& parameter : operation.parameters) {
      EXPECT_FALSE(optionalSeen && !parameter.isOptional) << operation.name;
      optionalSeen = optionalSeen || parameter.isOptional;
    }
  }
}

TEST(Operations, AMethodTakesATensorFirst) {
  for (const Operation& operation : operations()) {
    if (operation.forms.has(kMethod | kInPlace | kAttribute)) {
      ASSERT_FALSE(operation.parameters.empty()) << operation.name;
      EXPECT_EQ(operation.parameters[0].name, "input") << operation.name;
    }
  }
}

TEST(Operators, StandForMethodsOfTheirRow) {
  for (const Operator& op : operators()) {
    EXPECT_TRUE(operation(op.operation).forms.has(kMethod)) << op.stem;
    if (op.inPlace == SeenAs::kAsMethod) {
      EXPECT_TRUE(operation(op.operation).forms.has(kInPlace)) << op.stem;
    }
  }
}

TEST(Usage, NamesEveryForm) {
  EXPECT_EQ(
      usage(operation(OperationId::kAdd)),
      "add(input, other)\ninput.add(other)\ninput.add_(other)\ninput + other\ninput += other");
  EXPECT_EQ(usage(operation(OperationId::kAbs)),
            "abs(input)\ninput.abs()\ninput.abs_()\nabs(input)");
  EXPECT_EQ(usage(operation(OperationId::kShape)), "input.shape");
  EXPECT_EQ(usage(operation(OperationId::kZeros)), "zeros(*size, dtype=…)");
}

}  // namespace
}  // namespace suture::dialect
