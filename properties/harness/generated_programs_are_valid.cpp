// Law: every generated program compiles, from a seed or from any bytes, the fewest included.
#include <gtest/gtest.h>

#include "core/py/ref.h"
#include "fuzz/il/text.h"
#include "properties/harness/support/programs.h"
#include "properties/support/check.h"
#include "properties/support/covered.h"

namespace suture::properties {
namespace {

bool compiles(const il::Program& program) {
  const std::string text = il::print(program);
  auto code = py::Ref<>::steal(Py_CompileString(text.c_str(), "<generated>", Py_file_input));
  if (!code) PyErr_Print();
  return static_cast<bool>(code);
}

TEST(Property, GeneratedProgramsAreValid) {
  long statements = 0;
  EXPECT_TRUE(check("generated programs are valid", 100, [&] {
    const il::Program program = generated(*anySeed());
    statements += static_cast<long>(program.statements().size());
    RC_ASSERT(compiles(program));
  }));
  EXPECT_TRUE(covered("generated programs are valid", {{"statements", statements}}));
}

TEST(Property, ProgramsFromBytesAreValid) {
  long statements = 0;
  EXPECT_TRUE(check("programs from bytes are valid", 100, [&] {
    const auto bytes = *rc::gen::arbitrary<Bytes>();
    const generate::Choices choices(bytes);
    const il::Program program = generate::generateProgram(choices, generate::Limits()).program;
    statements += static_cast<long>(program.statements().size());
    RC_ASSERT(compiles(program));
  }));
  EXPECT_TRUE(covered("programs from bytes are valid", {{"statements", statements}}));
}

}  // namespace
}  // namespace suture::properties
