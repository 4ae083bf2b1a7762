// Law: every instruction of every code object of the standard library decodes and lifts, the shapes
// of the operand stack are without fault, and functions have legal stops.
#include <gtest/gtest.h>

#include <iostream>

#include "core/bytecode/analysis.h"
#include "properties/bytecode/support/standard_library.h"
#include "properties/support/covered.h"

namespace suture {
namespace {

using bytecode::CodeAnalysis;

bool isFunction(py::Borrowed<PyCodeObject> code) {
  return (code->co_flags & CO_OPTIMIZED) != 0 && (code->co_flags & CO_NEWLOCALS) != 0;
}

TEST(Property, EverythingDecodes) {
  long instructions = 0;
  long stops = 0;
  long functions = 0;
  const auto walk = properties::everyCodeObject([&](const properties::LibraryCode& code) {
    const auto analysis = CodeAnalysis::of(code.code);
    EXPECT_FALSE(analysis->instructions().empty()) << code.place() << ": does not decode";
    if (const auto& fault = analysis->shapeFault()) {
      ADD_FAILURE() << code.place() << ": instruction " << fault->instruction << ": " << fault->law;
    }
    EXPECT_TRUE(analysis->isWellFormed()) << code.place();
    EXPECT_EQ(analysis->legalStops().empty(), !isFunction(code.code)) << code.place();
    instructions += static_cast<long>(analysis->instructions().size());
    stops += static_cast<long>(analysis->legalStops().size());
    functions += isFunction(code.code) ? 1 : 0;
  });
  std::cout << walk.summary();
  EXPECT_TRUE(properties::covered(
      "everything decodes",
      {{"functions", functions}, {"instructions", instructions}, {"legal stops", stops}}));
}

}  // namespace
}  // namespace suture
