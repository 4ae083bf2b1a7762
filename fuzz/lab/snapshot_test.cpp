#include "fuzz/lab/snapshot.h"

#include "fuzz/lab/testing.h"

namespace suture::lab {
namespace {

std::string seen;
PyObject* probe(PyObject*, PyObject*) {
  seen.clear();
  Describer describer(seen);
  appendSnapshot(seen, describer);
  Py_RETURN_NONE;
}
PyMethodDef probeDefinition = {"probe", probe, METH_NOARGS, nullptr};

// What probe() sees when it is called somewhere below run().
std::string seenIn(const char* text) {
  Python python;
  python.add(probeDefinition);
  python.run(text);
  python.run("run()\n");
  return seen;
}

TEST(Snapshot, LocalsAreToldByNameUnboundOnesToo) {
  EXPECT_EQ(
      seenIn("def run():\n"
             "    a = 1\n"
             "    probe()\n"
             "    b = 2\n"),
      R"({"function":"run","line":3,"locals":{"a":1,"b":"unbound"},"stack":[],"handling":null,)"
      R"("above":[["<module>",1]]})");
}

TEST(Snapshot, CellsAreToldAsSuch) {
  const std::string told = seenIn(
      "def run():\n"
      "    a = 1\n"
      "    def inner():\n"
      "        return a\n"
      "    probe()\n");
  EXPECT_NE(told.find(R"("a":[1,"cell",1])"), std::string::npos) << told;
}

TEST(Snapshot, TheStackIsWhatLiesBelowTheCall) {
  EXPECT_NE(seenIn("def run():\n    return [7, 'x', probe()]\n").find(R"("stack":[7,"x"])"),
            std::string::npos)
      << seen;
  EXPECT_NE(seenIn("def run():\n    return max(5, probe() or 3)\n")
                .find(R"("stack":["NULL",[0,"builtin_function_or_method","max"],5])"),
            std::string::npos)
      << seen;
}

TEST(Snapshot, TheExceptionBeingHandledIsTold) {
  const std::string told = seenIn(
      "def run():\n"
      "    try:\n"
      "        raise KeyError('planned')\n"
      "    except KeyError:\n"
      "        probe()\n");
  EXPECT_NE(
      told.find(R"("stack":["saved exception"],"handling":[0,"KeyError",[1,"tuple","planned"])"),
      std::string::npos)
      << told;
}

TEST(Snapshot, FramesAboveAreToldUpToRun) {
  const std::string told = seenIn(
      "def f():\n"
      "    probe()\n"
      "def g():\n"
      "    f()\n"
      "def run():\n"
      "    g()\n");
  EXPECT_TRUE(told.starts_with(R"({"function":"f","line":2,)")) << told;
  EXPECT_TRUE(told.ends_with(R"("above":[["g",4],["run",6]]})")) << told;
}

}  // namespace
}  // namespace suture::lab
