// Starts and ends an embedded CPython that is the interpreter named at configure time: its standard
// library, its site-packages, from any working directory and whatever PYTHONHOME says.
//
//   py::EmbeddedInterpreter interpreter({.importPaths = {"build/python"}});
//
// Isolated configuration, site imported. One at a time in a process; the constructor aborts with
// CPython's own message if it cannot start.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace suture::py {

struct EmbedOptions {
  std::vector<std::string> importPaths;        ///< put in front of sys.path
  std::vector<std::string> arguments;          ///< sys.argv
  bool installSignalHandlers = false;          ///< Python's SIGINT handler
  std::optional<unsigned long> hashSeed = {};  ///< fixed hashing of strings; default: random
};

class EmbeddedInterpreter {
 public:
  explicit EmbeddedInterpreter(const EmbedOptions& options);
  ~EmbeddedInterpreter();
  EmbeddedInterpreter(const EmbeddedInterpreter&) = delete;
  EmbeddedInterpreter& operator=(const EmbeddedInterpreter&) = delete;
};

}  // namespace suture::py
