// What a campaign runs on: files, folders of files, CPython's own tests.
//
//   "corpus/seeds"                     every *.py below, in order of name
//   "cpython-tests:grammar,with"       test.test_grammar and test.test_with
//   "cpython-tests"                    the given list, or all of them
//   "generated:1234"                   the program of that number, of the campaign's seed
//   "generated:1200-1234"              the same, behind those from 1200 on in one process
//
// A program that marks functions for the target (`@lab.compiled`) is kMarked: it runs in all its
// break subsets in the process of its worker's children, as generated programs do.
//
// What holds: the same arguments give the same list in the same order. A path that is not there or
// cannot be read is an error with a message, never an empty list.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace suture::campaign {

struct Input {
  enum class Kind {
    kProgram,     ///< a file with run(), each run in a process of its own
    kMarked,      ///< one that marks functions for the target
    kTestModule,  ///< of CPython's own tests
    kGenerated,   ///< one generated program
    kShare,       ///< a worker's share of all of them
  };
  Kind kind = Kind::kProgram;
  std::string what;       ///< absolute path, "test_grammar", number of a program or of a share
  std::string label;      ///< the path as given, or "test_grammar"
  std::string name = {};  ///< the path below the folder that was given, or "test_grammar"
};

/// The programs that "1200-1234" and "1234" name; nullopt for anything else.
struct GeneratedRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< the one that is judged
};
std::optional<GeneratedRange> generatedRange(std::string_view text);

/// Whether a line of a program's text marks a function for the target.
bool marksFunctions(const std::string& text);

/// What seeds are derived from, the same wherever the inputs are: "frames/a.py" for a program,
/// "test_grammar:GrammarTests.test_x" for a method.
std::string caseName(const Input& input, std::string_view name);

struct Inputs {
  std::vector<Input> list;
  std::optional<std::string> error;  ///< the message; then the list means nothing
};

/// `modules`: names for a bare "cpython-tests" ("grammar" or "test_grammar").
Inputs expandInputs(std::span<const std::string> arguments, std::span<const std::string> modules);

/// Names from a text file: the first word of each line; `#` starts a comment.
std::optional<std::vector<std::string>> readModuleList(const std::string& path);

}  // namespace suture::campaign
