#include "fuzz/lab/describe.h"

#include "fuzz/lab/testing.h"

namespace suture::lab {
namespace {

struct Row {
  const char* expression;
  const char* text;
};

class Described : public testing::TestWithParam<Row> {};

constexpr const char* kClasses =
    "import collections\n"
    "class Box:\n"
    "    def __init__(self, x):\n"
    "        self.x = x\n"
    "    def get(self):\n"
    "        return self.x\n"
    "class Slotted:\n"
    "    __slots__ = 'a', 'b'\n"
    "    def __init__(self):\n"
    "        self.a = 1\n"
    "class Named(dict):\n"
    "    pass\n"
    "class Number(int):\n"
    "    pass\n"
    "def function(a):\n"
    "    return lambda: a\n"
    "def unbound():\n"
    "    if 0:\n"
    "        a = 1\n"
    "    return (lambda: a).__closure__[0]\n"
    "xs = [1]\n"
    "named = Named(k=1)\n"
    "named.extra = 2\n"
    "around = []\n"
    "around.append(around)\n"
    "try:\n"
    "    try:\n"
    "        raise KeyError('planned')\n"
    "    except KeyError as inner:\n"
    "        raise ValueError(1, 'two') from inner\n"
    "except ValueError as caught:\n"
    "    error = caught.with_traceback(None)\n"
    "    error.__cause__.__traceback__ = None\n"
    "    error.add_note('a note')\n";

TEST_P(Described, AsItsText) {
  Python python;
  python.run(kClasses);
  EXPECT_EQ(python.described(GetParam().expression), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Scalars, Described,
                         testing::Values(Row{"None", "null"}, Row{"True", "true"}, Row{"7", "7"},
                                         Row{"-(2 ** 63)", "-9223372036854775808"},
                                         Row{"2 ** 64", R"(["int","0x10000000000000000"])"},
                                         Row{"1.0", R"(["float","1"])"},
                                         Row{"-0.0", R"(["float","-0"])"},
                                         Row{"float('inf')", R"(["float","inf"])"},
                                         Row{"b'\\x01\\xff'", R"(["bytes","01ff"])"},
                                         Row{"'a\"\\\\\\n'", R"("a\"\\\u000a")"},
                                         Row{"'\\ud800'", R"("\\ud800")"}, Row{"''", R"("")"}));

INSTANTIATE_TEST_SUITE_P(
    Containers, Described,
    testing::Values(Row{"[xs, xs, (xs,)]",
                        R"([0,"list",[1,"list",1],["again",1],[2,"tuple",["again",1]]])"},
                    Row{"around", R"([0,"list",["again",0]])"},
                    Row{"{'b': 1, 'a': 2}", R"([0,"dict",["b",1],["a",2]])"},
                    Row{"{3, 1, 2}", R"([0,"set",1,2,3])"},
                    Row{"frozenset()", R"([0,"frozenset"])"},
                    Row{"collections.deque([1, 2])", R"([0,"deque",1,2])"},
                    Row{"named", R"(["#0","Named",["k",1],["extra",2]])"}));

INSTANTIATE_TEST_SUITE_P(
    Objects, Described,
    testing::Values(Row{"Box(1)", R"(["#0","Box",["x",1]])"}, Row{"Box", R"(["class","Box"])"},
                    Row{"int", R"(["class","int"])"},
                    Row{"Slotted()", R"([0,"Slotted",["a",1],["b","unset"]])"},
                    Row{"Number(5)", R"([0,"Number",5])"},
                    Row{"function", R"([0,"function","function"])"},
                    Row{"len", R"([0,"builtin_function_or_method","len"])"},
                    Row{"Box(1).get", R"([0,"method",[1,"function","get"],["#0","Box",["x",1]]])"},
                    Row{"function(3).__closure__[0]", R"([0,"cell",3])"},
                    Row{"unbound()", R"([0,"cell","empty"])"}));

INSTANTIATE_TEST_SUITE_P(
    Exceptions, Described,
    testing::Values(Row{
        "error",
        R"([0,"ValueError",[1,"tuple",1,"two"],[],[2,"KeyError",[3,"tuple","planned"],[],null,null,false],)"
        R"(["again",2],true,["__notes__",[4,"list","a note"]]])"}));

TEST(Describe, ATensorHasItsTypeShapeAndBits) {
  Python python;
  python.run("import suture\n");
  EXPECT_EQ(python.described("suture.tensor([[1.0, -0.0]])"),
            R"(["#0","Tensor","float64",[1,2],[1,"-0"]])");
  EXPECT_EQ(python.described("suture.tensor([True])"), R"(["#1","Tensor","bool",[1],[true]])");
}

TEST(Describe, ATracebackHasFunctionsAndLines) {
  Python python;
  python.run(
      "def f():\n"
      "    raise KeyError\n"
      "try:\n"
      "    f()\n"
      "except KeyError as caught:\n"
      "    error = caught\n");
  EXPECT_EQ(python.described("error"),
            R"([0,"KeyError",[1,"tuple"],[["<module>",4],["f",2]],null,null,false])");
}

TEST(Describe, NaNsAreToldApartByTheirBits) {
  Python python;
  EXPECT_EQ(python.described("float('nan')"), R"(["float","nan:7ff8000000000000"])");
  EXPECT_EQ(python.described("-float('nan')"), R"(["float","nan:fff8000000000000"])");
}

// The first number of an object is that of the whole log.
TEST(Describe, WatchedObjectsKeepTheirNumbers) {
  Python python;
  python.run("class Box:\n    pass\na = Box()\nb = Box()\n");
  EXPECT_EQ(python.described("[a, b]"), R"([0,"list",["#0","Box"],["#1","Box"]])");
  EXPECT_EQ(python.described("[b, b]"), R"([0,"list",["#1","Box"],["again","#1"]])");
}

TEST(Describe, NoCodeOfTheProgramRuns) {
  Python python;
  python.run(
      "def refuse(*arguments):\n"
      "    raise SystemError\n"
      "class Touchy(dict):\n"
      "    __getattribute__ = __repr__ = __eq__ = __hash__ = __iter__ = __len__ = refuse\n"
      "class Sneaky(list):\n"
      "    __iter__ = __len__ = __getitem__ = refuse\n"
      "    p = property(refuse)\n"
      "class Members(set):\n"
      "    __iter__ = refuse\n");
  EXPECT_EQ(python.described("Touchy(a=1)"), R"(["#0","Touchy",["a",1]])");
  EXPECT_EQ(python.described("Sneaky((1, 2))"), R"(["#1","Sneaky",1,2])");
  EXPECT_EQ(python.described("Members({1, 2})"), R"(["#2","Members",1,2])");
  EXPECT_EQ(PyErr_Occurred(), nullptr);
}

TEST(Describe, WhatIsTooDeepIsToldAsSuch) {
  Python python;
  python.run("x = []\nfor i in range(200):\n    x = [x]\n");
  EXPECT_NE(python.described("x").find(R"(["deeper"])"), std::string::npos);
}

TEST(Describe, DunderNamesAreToldFromOthers) {
  Python python;
  const auto isDunderNamed = [&](const char* expression) {
    const py::Ref<> name = python.value(expression);
    return isDunder(name);
  };
  EXPECT_TRUE(isDunderNamed("'__name__'"));
  EXPECT_FALSE(isDunderNamed("'_name'"));
  EXPECT_FALSE(isDunderNamed("'_'"));
  EXPECT_FALSE(isDunderNamed("3"));
}

}  // namespace
}  // namespace suture::lab
