#include "fuzz/lab/log.h"

#include "fuzz/lab/testing.h"
#include "fuzz/lab/thread_state.h"

namespace suture::lab {
namespace {

// A fresh log; what is noted in it.
class LogTest : public testing::Test {
 protected:
  LogTest() { Log::get().begin(); }
  ~LogTest() override {
    Identities::get().clear();
    Identities::get().onDeath({});
  }
  std::string text() { return std::string(Log::get().text()); }
  std::string seenLines() {
    const py::Ref<> lines = Log::get().seen();
    std::string out;
    Describer(out).value(lines);
    return out;
  }
  void observe(const char* expression) {
    const py::Ref<> value = python_.value(expression);
    PyObject* const values[] = {value.get()};
    EXPECT_TRUE(Log::get().observe(values, 1));
  }

  Python python_;
};

TEST_F(LogTest, AnObservationHasItsValuesAndTheModes) {
  observe("[1, 'a']");
  EXPECT_EQ(text(), "{\"observe\":[[0,\"list\",1,\"a\"]],\"modes\":[]}\n");
}

TEST_F(LogTest, ModesAreToldFromBottomToTop) {
  python_.run(
      "import suture\n"
      "class M(suture.FunctionMode):\n    pass\n"
      "class N(suture.FunctionMode):\n    pass\n"
      "suture.push_mode(M())\nsuture.push_mode(N())\n");
  observe("1");
  python_.run("suture.pop_mode()\nsuture.pop_mode()\n");
  EXPECT_TRUE(text().starts_with("{\"observe\":[1],\"modes\":[[\"#0\",\"M\"],[\"#1\",\"N\"]]}\n"))
      << text();
}

TEST_F(LogTest, ADeathStandsInItsPlace) {
  python_.run("class Box:\n    pass\nbox = Box()\n");
  observe("box");
  python_.run("del box\n");
  observe("2");
  EXPECT_EQ(text(),
            "{\"observe\":[[\"#0\",\"Box\"]],\"modes\":[]}\n"
            "{\"died\":0}\n"
            "{\"observe\":[2],\"modes\":[]}\n");
}

TEST_F(LogTest, DeathsOfACollectionAreToldByNumberAtItsEnd) {
  python_.run("class Box:\n    pass\na = Box()\nb = Box()\n");
  observe("[a, b]");
  const std::size_t before = text().size();
  Log::get().beginCollection();
  python_.run("del b\ndel a\n");
  EXPECT_EQ(text().size(), before);
  Log::get().endCollection();
  EXPECT_EQ(text().substr(before), "{\"died\":0}\n{\"died\":1}\n");
}

TEST_F(LogTest, ACallHasItsOutcomeItsArgumentsAndGlobals) {
  const py::Ref<> outcome = python_.value("7");
  const py::Ref<> argument = python_.value("[1]");
  PyObject* const arguments[] = {argument.get(), argument.get()};
  EXPECT_TRUE(Log::get().call("returned", outcome, arguments, 2));
  EXPECT_EQ(text(),
            "{\"call\":[\"returned\",7],\"heap\":[[0,\"list\",1],[\"again\",0]],\"globals\":[],"
            "\"modes\":[]}\n");
}

// Modules, functions and special names are no data; of a class what it has is.
TEST_F(LogTest, TheEndHasTheDataOfTheModuleAndTheThread) {
  python_.run(
      "import math\ndef f():\n    pass\nclass C:\n    i0 = 3\n    def f0(self):\n        pass\nx = "
      "1\n");
  EXPECT_TRUE(Log::get().end(nullptr, python_.names(), threadBefore()));
  EXPECT_TRUE(text().starts_with(
      "{\"end\":[\"returned\"],\"globals\":[[\"C\",[[\"i0\",3]]],[\"x\",1]],\"thread\":{"))
      << text();
  Log::get().begin();
  const py::Ref<> error = python_.value("KeyError()");
  EXPECT_TRUE(Log::get().end(error, python_.names(), threadBefore()));
  EXPECT_TRUE(text().starts_with("{\"end\":[\"raised\",[0,\"KeyError\"")) << text();
}

TEST_F(LogTest, WhatWasSeenIsGivenOnceALineAString) {
  observe("1");
  observe("2");
  EXPECT_EQ(seenLines(),
            R"([0,"tuple","{\"observe\":[1],\"modes\":[]}","{\"observe\":[2],\"modes\":[]}"])");
  observe("3");
  EXPECT_EQ(seenLines(), R"([0,"tuple","{\"observe\":[3],\"modes\":[]}"])");
}

TEST_F(LogTest, ANewProgramBeginsWithNothing) {
  python_.run("class Box:\n    pass\nbox = Box()\n");
  observe("box");
  Log::get().begin();
  EXPECT_EQ(text(), "");
  python_.run("del box\n");  // of the program before
  EXPECT_EQ(text(), "");
  observe("Box()");
  EXPECT_TRUE(text().starts_with("{\"observe\":[[\"#0\",\"Box\"]]")) << text();
}

}  // namespace
}  // namespace suture::lab
