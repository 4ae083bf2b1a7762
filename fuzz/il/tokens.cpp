#include "fuzz/il/tokens.h"

#include <algorithm>
#include <string>

namespace suture::il {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool continuesName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c);
}

// The end of a string literal whose quotes begin at `at`; npos when it does not end.
std::size_t endOfText(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool triple = text.substr(at, 3) == std::string(3, quote);
  std::size_t i = at + (triple ? 3 : 1);
  while (i < text.size()) {
    if (text[i] == '\\') {
      i += 2;
    } else if (triple && text.substr(i, 3) == std::string(3, quote)) {
      return i + 3;
    } else if (!triple && text[i] == quote) {
      return i + 1;
    } else if (!triple && text[i] == '\n') {
      return std::string_view::npos;
    } else {
      ++i;
    }
  }
  return std::string_view::npos;
}

std::size_t operatorLength(std::string_view rest) {
  for (const char* three : {"**=", "//=", "<<=", ">>=", "..."}) {
    if (rest.starts_with(three)) return 3;
  }
  for (const char* two : {"**", "//", "<<", ">>", "==", "!=", "<=", ">=", ":=", "+=", "-=", "*=",
                          "/=", "%=", "@=", "&=", "|=", "^="}) {
    if (rest.starts_with(two)) return 2;
  }
  return std::string_view("+-*/%@&|^~<>()[]{},:.=").find(rest[0]) == std::string_view::npos ? 0 : 1;
}

// The end of the logical line that begins at `at`, behind its newline.
std::size_t endOfLogicalLine(std::string_view source, std::size_t at) {
  int depth = 0;
  while (at < source.size()) {
    const char c = source[at];
    if (c == '\n') {
      ++at;
      if (depth <= 0) return at;
    } else if (c == '#') {
      at = std::min(source.find('\n', at), source.size());
    } else if (c == '\\' && at + 1 < source.size()) {
      at += 2;
    } else if (c == '"' || c == '\'') {
      const std::size_t end = endOfText(source, at);
      at = end == std::string_view::npos ? at + 1 : end;
    } else {
      depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
      depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
      ++at;
    }
  }
  return source.size();
}

}  // namespace

std::optional<std::vector<Token>> tokenize(std::string_view line) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  while (i < line.size()) {
    const std::size_t from = i;
    const char c = line[i];
    if (c == ' ') {
      ++i;
      continue;
    }
    TokenKind kind = TokenKind::kOperator;
    if (isDigit(c) || (c == '.' && i + 1 < line.size() && isDigit(line[i + 1]))) {
      kind = TokenKind::kNumber;
      while (i < line.size() && (continuesName(line[i]) || line[i] == '.' ||
                                 ((line[i] == '-' || line[i] == '+') && line[i - 1] == 'e'))) {
        ++i;
      }
    } else if (continuesName(c) || c == '"' || c == '\'') {
      kind = TokenKind::kName;
      while (i < line.size() && continuesName(line[i])) ++i;
      if (i < line.size() && i - from <= 2 && (line[i] == '"' || line[i] == '\'')) {
        kind = TokenKind::kText;
        i = endOfText(line, i);
        if (i == std::string_view::npos || i > line.size()) return std::nullopt;
      }
    } else {
      const std::size_t length = operatorLength(line.substr(i));
      if (length == 0) return std::nullopt;
      i += length;
    }
    tokens.push_back({kind, line.substr(from, i - from)});
  }
  tokens.push_back({TokenKind::kEnd, {}});
  return tokens;
}

Lines splitLines(std::string_view source) {
  Lines lines;
  std::size_t at = 0;
  while (at < source.size()) {
    LogicalLine line;
    line.first = lines.physical.size();
    const std::size_t end = endOfLogicalLine(source, at);
    std::string_view text = source.substr(at, end - at);
    const std::size_t content = text.find_first_not_of(" \t\f\r\n");
    line.isCode = content != std::string_view::npos && text[content] != '#';
    line.indent = std::min(text.find_first_not_of(' '), text.size());
    while (!text.empty()) {
      const std::size_t newline = std::min(text.find('\n'), text.size());
      lines.physical.push_back(text.substr(0, newline));
      text.remove_prefix(std::min(newline + 1, text.size()));
    }
    line.end = lines.physical.size();
    lines.logical.push_back(line);
    at = end;
  }
  return lines;
}

}  // namespace suture::il
