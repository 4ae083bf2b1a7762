#include "fuzz/lab/identities.h"

#include <vector>

#include "fuzz/lab/testing.h"

namespace suture::lab {
namespace {

constexpr const char* kBoxes = "class Box:\n    pass\na = Box()\nb = Box()\n";

bool isWatched(Python& python, const char* expression) {
  const py::Ref<> object = python.value(expression);
  return Identities::isWatched(object);
}

TEST(Identities, AnObjectHasOneNumberAndEachAnother) {
  Python python;
  python.run(kBoxes);
  EXPECT_EQ(python.numberOf("a"), 0);
  EXPECT_EQ(python.numberOf("b"), 1);
  EXPECT_EQ(python.numberOf("a"), 0);
}

TEST(Identities, ADeathIsToldAtOnceAndItsNumberIsNotGivenAgain) {
  Python python;
  python.run(kBoxes);
  std::vector<std::int64_t> died;
  Identities& all = Identities::get();
  all.onDeath([&](std::int64_t number) { died.push_back(number); });
  EXPECT_EQ(python.numberOf("a"), 0);
  python.run("del a\n");
  EXPECT_EQ(died, std::vector<std::int64_t>{0});
  python.run("a = Box()\n");
  EXPECT_EQ(python.numberOf("a"), 1);
  all.onDeath({});
}

TEST(Identities, NothingIsKeptAlive) {
  Python python;
  python.run(kBoxes);
  const py::Ref<> a = python.value("a");
  const Py_ssize_t references = Py_REFCNT(a.get());
  EXPECT_EQ(Identities::get().numberOf(a), 0);
  EXPECT_EQ(Py_REFCNT(a.get()), references);
}

TEST(Identities, WhatIsForgottenDiesWithoutAWord) {
  Python python;
  python.run(kBoxes);
  int deaths = 0;
  Identities& all = Identities::get();
  all.onDeath([&](std::int64_t) { ++deaths; });
  EXPECT_EQ(python.numberOf("a"), 0);
  all.clear();
  python.run("del a\n");
  EXPECT_EQ(deaths, 0);
  EXPECT_EQ(python.numberOf("b"), 0);
  all.onDeath({});
}

TEST(Identities, WatchedIsWhatProgramsMakeAndWeakReferencesReach) {
  Python python;
  python.run(kBoxes);
  python.run("class Slotted:\n    __slots__ = ()\nimport suture\n");
  EXPECT_TRUE(isWatched(python, "a"));
  EXPECT_TRUE(isWatched(python, "suture.FunctionMode()"));
  EXPECT_TRUE(isWatched(python, "suture.tensor([1.0])"));
  for (const char* other : {"Slotted()", "Box", "len", "{1}", "lambda: 0", "1"}) {
    EXPECT_FALSE(isWatched(python, other)) << other;
  }
}

}  // namespace
}  // namespace suture::lab
