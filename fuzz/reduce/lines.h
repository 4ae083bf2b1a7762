// A program as passes take it apart: lines, blocks of lines, and the trees of expressions in a line.
//
//   Lines lines = linesOf(program);            // "t1 = lab.abs(t0)": Lab · Name · Call · Store
//   for (const Unit& unit : unitsOf(lines)) …  // statements, blocks with all that is in them
//   Tree tree(lines[3]);                       // tree.inputs(i), tree.first(i)
//
// What holds: lines in order are the program's instructions; nothing here checks a law.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/il/builder.h"

namespace suture::reduce {

/// Expressions, and last the statement, or the part or end of a block, that they belong to.
using Line = std::vector<il::Instruction>;
using Lines = std::vector<Line>;

Lines linesOf(const il::Program& program);
/// The lines as a program, when they obey the laws.
std::optional<il::Program> assembled(const Lines& lines);

inline il::Op headOf(const Line& line) { return line.back().op; }
inline il::Role roleOf(const Line& line) { return il::rowOf(headOf(line)).role; }

/// A statement: lines from `begin`, `end` excluded.
struct Unit {
  std::size_t begin = 0, end = 0;
  int depth = 0;

  bool isBlock() const { return end - begin > 1; }
};
/// In order of their beginnings, outer ones first.
std::vector<Unit> unitsOf(const Lines& lines);
/// Where a block's parts begin, its end last.
std::vector<std::size_t> partsOf(const Lines& lines, const Unit& block);
Lines without(const Lines& lines, std::span<const Unit> gone);
void append(Lines& lines, const Lines& from, std::size_t begin, std::size_t end);

/// A text of several words, as parameters are, without one of them.
std::string withoutWord(std::string_view text, std::size_t word);

/// What an instruction of a line takes.
class Tree {
 public:
  explicit Tree(const Line& line);
  std::size_t first(std::size_t at) const { return first_[at]; }
  std::span<const std::size_t> inputs(std::size_t at) const { return inputs_[at]; }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::vector<std::size_t>> inputs_;
};

/// The line with the expression that ends at `at` exchanged.
Line exchanged(const Line& line, const Tree& tree, std::size_t at,
               std::span<const il::Instruction> by);
/// The line without one input of what stands at `at`, whose own text stays.
Line withoutInput(const Line& line, const Tree& tree, std::size_t at, std::size_t input);

}  // namespace suture::reduce
