#include "fuzz/targets/target.h"

#include <gtest/gtest.h>

namespace suture::targets {
namespace {

TEST(Targets, IdsAreFoundAndOthersAreNot) {
  ASSERT_NE(find("eager"), nullptr);
  EXPECT_EQ(find("eager")->kind, Kind::kEager);
  EXPECT_EQ(find("eagerr"), nullptr);
}

TEST(Targets, EveryStubHasAFunctionAndAPlaceWhereItIsSeen) {
  driver::Driver driver;
  for (const TargetRow& row : targetRows()) {
    if (row.kind != Kind::kStub) continue;
    EXPECT_TRUE(static_cast<bool>(open(row, {}, driver))) << row.id;
    EXPECT_FALSE(row.seenAt.empty()) << row.id;
  }
}

TEST(Targets, EagerIsTheFunctionItself) {
  driver::Driver driver;
  auto eager = open(*find("eager"), {}, driver);
  ASSERT_TRUE(static_cast<bool>(eager));
  const py::Ref<> function = py::Ref<>::share(py::Borrowed<>(Py_None));
  auto compiled = (*eager)->compile(function, {}, nullptr);
  ASSERT_TRUE(static_cast<bool>(compiled));
  EXPECT_EQ(compiled->get(), Py_None);
}

}  // namespace
}  // namespace suture::targets
