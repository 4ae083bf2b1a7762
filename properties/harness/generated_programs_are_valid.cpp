// Law: every generated program compiles, from a seed or from any bytes, the fewest included.
#include <gtest/gtest.h>

#include "core/py/ref.h"
#include "fuzz/il/text.h"
#include "properties/harness/support/programs.h"

namespace suture::properties {
namespace {

bool compiles(const il::Program& program) {
  const std::string text = il::print(program);
  auto code = py::Ref<>::steal(Py_CompileString(text.c_str(), "<generated>", Py_file_input));
  if (!code) PyErr_Print();
  return static_cast<bool>(code);
}

TEST(Property, GeneratedProgramsAreValid) {
  EXPECT_TRUE(rc::check([] { RC_ASSERT(compiles(generated(*anySeed()))); }));
}

TEST(Property, ProgramsFromBytesAreValid) {
  EXPECT_TRUE(rc::check([] {
    const auto bytes = *rc::gen::arbitrary<std::vector<std::uint8_t>>();
    const generate::Choices choices(bytes);
    RC_ASSERT(compiles(generate::generateProgram(choices, generate::Limits()).program));
  }));
}

}  // namespace
}  // namespace suture::properties
