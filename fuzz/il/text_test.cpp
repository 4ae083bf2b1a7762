#include "fuzz/il/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace suture::il {
namespace {

std::ptrdiff_t opaqueIn(const Program& program) {
  return std::ranges::count(program.instructions(), Op::kOpaque, &Instruction::op);
}

class Covered : public testing::TestWithParam<const char*> {};

TEST_P(Covered, ComesBackWithoutOpaqueStatements) {
  const Program program = parse(GetParam());
  EXPECT_EQ(print(program), GetParam());
  EXPECT_EQ(opaqueIn(program), 0) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Text, Covered,
    testing::Values(
        "", "\n", "from suture import lab\n", "x = lab.add(y, 1.0)\n", "x, y = y, x\n",
        "x = (1,)\ny = ()\nz = [a, b]\nw = {1: 2, 'a': b}\nv = {1, 2}\n",
        "a.b.c = d[e]\nd[1:2] = a[::b]\n"
        "a.b[c] += -x ** 2\n",
        "x = a if b else c if d else e\ny = (a if b else c) if d else e\n",
        "x = not a and b or (c or d) and e\n", "x = a < b <= c is not d not in e\n",
        "x = (a + b) * c - (d - e) // f % g @ h\n",
        "x = (-a) ** b ** c\ny = ~-a & b | c ^ d << 1\n", "f(a, *b, k=c, **d)(e)[f](x := 1)\n",
        "x = lambda: 0\ny = lambda a, *b: (a, b)\n",
        "x = [a for a in b]\ny = {a: b for a, b in c if d}\nz = {f(a) for a in b if a}\n",
        "if a:\n    pass\nelif b:\n    pass\nelse:\n    pass\n",
        "for a, b in c:\n    if a:\n        break\n    continue\nelse:\n    del a\n    del b.c\n"
        "    del d[0]\n",
        "while x:\n    x -= 1\n", "n1 = 3\nwhile (n1 := n1 - 1) >= 0:\n    f()\n",
        "try:\n    f()\nexcept (A, B) as e1:\n    raise C from e1\nexcept D:\n    raise\n"
        "except:\n    raise E\nelse:\n    g()\nfinally:\n    h()\n",
        "try:\n    f()\nexcept* A as error:\n    g(error)\nexcept* B:\n    pass\n",
        "with a as b, c(), d as e:\n    f(b)\n",
        "@a\n@b.c(1)\ndef f(x, /, y=1, *z, k, l=2, **w):\n    return x, y\n\n\nclass C:\n    x = "
        "1\n",
        "@a\nclass C(B, metaclass=M):\n\n    def f(self):\n        global g\n        assert self\n"
        "        return\n",
        "def outer():\n    x = 1\n\n    def inner():\n        nonlocal x\n        x += 1\n"
        "        return x\n    return inner\n",
        "def gen():\n    x = yield\n    y = yield x\n    z = (yield y) + 1\n    yield from z\n",
        "x = f\"{a} {b!r}\" % c\n"));

class Kept : public testing::TestWithParam<const char*> {};

TEST_P(Kept, ComesBackWithOneOpaqueStatement) {
  const Program program = parse(GetParam());
  EXPECT_EQ(print(program), GetParam());
  EXPECT_EQ(opaqueIn(program), 1) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Text, Kept,
    testing::Values("x = 1", "x  = 1\n", "x = 1  # why\n", "# a comment\n", "x = (1)\n",
                    "x = 'é'\n", "def f():\n    x = [1,\n         2]\n    return x\n",
                    "x = 1; y = 2\n", "def f():\n    '''a\n  b\n    '''\n", "if x: y\n",
                    "if x:\n  y\n", "async def f():\n    await g()\n",
                    "def f():\n    match x:\n        case 1:\n            y\n", "a = b = c\n",
                    "\1\n", "\1", "\2\n", "no python at all (\n", "x\r\n",
                    "def f(x: int):\n    y\n",
                    // What breaks a law of typed names is kept as well.
                    "x = t1\n", "t1 = 1\n", "i1 = 2 ** 3\n", "return\n", "lab.pop_mode()\n"));

TEST(Text, StatementsNameTheirRanges) {
  const Program program = parse("x = 1\nif x:\n    y = f(x)\nz = 2\n");
  const std::vector<Statement> expected{{0, 1, 1, 0}, {2, 3, 8, 0}, {4, 7, 7, 1}, {9, 10, 10, 0}};
  EXPECT_TRUE(std::ranges::equal(program.statements(), expected));
  EXPECT_EQ(printAlone(program.instructions().subspan(4, 4)), "y = f(x)");
}

TEST(Text, OpaqueLinesMoveWithTheirBlock) {
  const Program program = parse("def f():\n    x = [1,\n         2]\n");
  EXPECT_EQ(program.instructions()[1].text, "x = [1,\n     2]");
}

}  // namespace
}  // namespace suture::il
