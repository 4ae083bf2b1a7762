// Expressions from tokens: recursive descent over Python's levels of binding, into instructions in
// order of evaluation. For parse.cpp.
//
//   ExpressionParser parser(tokens, instructions);
//   if (!parser.listed()) …               // "x, f(y)": not covered, or no expression
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "fuzz/il/program.h"
#include "fuzz/il/tokens.h"

namespace suture::il {

class ExpressionParser {
 public:
  /// `tokens` ends with kEnd, where reading stops.
  ExpressionParser(std::span<const Token> tokens, std::vector<Instruction>& out)
      : tokens_(tokens), out_(out) {}

  bool listed();  ///< a yield, a bare tuple, or what named() takes
  bool named();   ///< with :=
  bool test();    ///< a conditional, a lambda, or tighter
  bool primary();

  bool isAt(std::string_view text) const {
    return now().kind != TokenKind::kText && now().text == text;
  }
  bool isAtEnd() const { return now().kind == TokenKind::kEnd; }
  bool take(std::string_view text);
  /// An identifier; empty when there is none.
  std::string_view takeName();
  /// "t1, / , i2=1, *args": the form of parameters, their defaults as expressions.
  bool parameters(std::string& form, std::string_view end);
  /// What stands in the parentheses of a call or class, after the opening one.
  bool arguments(std::string& form, std::size_t& count);
  void emit(Op op, std::string_view text = "", std::size_t inputs = 0);

 private:
  const Token& now() const { return tokens_[at_]; }
  bool lambda();
  bool binary(Precedence level);
  bool logic(Op op, std::string_view word);
  bool negation();
  bool comparison();
  bool factor();
  bool power();
  bool atom();
  bool parenthesised();
  bool bracketed();
  bool braced();
  bool subscript();
  /// After the element or elements from `start`: "for x in y if z".
  bool comprehension(std::size_t start, std::string_view kind, std::string_view end);
  bool elements(std::size_t& count, std::string_view end);

  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Instruction>& out_;
  int depth_ = 0;
};

}  // namespace suture::il
