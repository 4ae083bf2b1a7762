// main() of the test executables: GoogleTest inside an embedded CPython.
#include <gtest/gtest.h>

#include "core/py/embed.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  suture::py::EmbeddedInterpreter interpreter(
      {.importPaths = {}, .arguments = {argv[0]}, .installSignalHandlers = false});
  return RUN_ALL_TESTS();
}
