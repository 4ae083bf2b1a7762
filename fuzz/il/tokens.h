// One physical line of Python as tokens, and a text as logical lines.
//
//   tokenize("x = f('a')")  ->  name x, operator =, name f, operator (, text 'a', operator ), end
//
// What holds: lines are found in any text, valid or not; tokens only for lines that print() could
// have written: no comment, no continuation, ASCII outside of nothing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace suture::il {

enum class TokenKind { kName, kNumber, kText, kOperator, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
};

std::optional<std::vector<Token>> tokenize(std::string_view line);

struct LogicalLine {
  std::size_t first = 0;  ///< physical lines, the last excluded
  std::size_t end = 0;
  std::size_t indent = 0;
  bool isCode = false;  ///< neither empty nor a comment
};

struct Lines {
  std::vector<std::string_view> physical;  ///< without their ends
  std::vector<LogicalLine> logical;
};

Lines splitLines(std::string_view source);

}  // namespace suture::il
