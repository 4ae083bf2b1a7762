#include "fuzz/il/parse_expression.h"

#include <algorithm>

#include "fuzz/il/words.h"

namespace suture::il {
namespace {

constexpr int kDeepest = 40;

using Offset = std::ptrdiff_t;

}  // namespace

void ExpressionParser::emit(Op op, std::string_view text, std::size_t inputs) {
  const int fixed = rowOf(op).inputs;
  const std::size_t count = fixed == kVaries ? inputs : static_cast<std::size_t>(fixed);
  out_.push_back({op, static_cast<std::uint16_t>(count), std::string(text)});
}

bool ExpressionParser::take(std::string_view text) {
  if (!isAt(text)) return false;
  ++at_;
  return true;
}

std::string_view ExpressionParser::takeName() {
  if (now().kind != TokenKind::kName || !isIdentifier(now().text)) return {};
  return tokens_[at_++].text;
}

bool ExpressionParser::listed() {
  if (take("yield")) {
    if (take("from")) {
      if (!test()) return false;
      emit(Op::kYieldFrom);
      return true;
    }
    if (isAtEnd() || isAt(")")) {
      emit(Op::kYieldNothing);
      return true;
    }
    if (!listed()) return false;
    emit(Op::kYield);
    return true;
  }
  if (!named()) return false;
  std::size_t count = 1;
  bool isTuple = false;
  while (take(",")) {
    isTuple = true;
    if (isAtEnd() || isAt("]") || isAt("=")) break;
    if (!named()) return false;
    ++count;
  }
  if (isTuple) emit(Op::kBareTuple, "", count);
  return true;
}

bool ExpressionParser::named() {
  if (now().kind == TokenKind::kName && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == ":=") {
    const std::string_view name = takeName();
    if (name.empty() || !take(":=") || !test()) return false;
    emit(Op::kWalrus, name);
    return true;
  }
  return test();
}

bool ExpressionParser::test() {
  if (++depth_ > kDeepest) return false;
  if (isAt("lambda")) return lambda();
  const auto start = static_cast<Offset>(out_.size());
  if (!logic(Op::kOr, "or")) return false;
  if (take("if")) {
    const auto middle = static_cast<Offset>(out_.size());
    if (!logic(Op::kOr, "or") || !take("else")) return false;
    std::rotate(out_.begin() + start, out_.begin() + middle, out_.end());
    if (!test()) return false;
    emit(Op::kConditional);
  }
  --depth_;
  return true;
}

bool ExpressionParser::lambda() {
  take("lambda");
  std::string form;
  const std::size_t before = out_.size();
  if (!parameters(form, ":") || out_.size() != before) return false;
  emit(Op::kLambdaBegin, form);
  if (!test()) return false;
  emit(Op::kLambda);
  --depth_;
  return true;
}

bool ExpressionParser::parameters(std::string& form, std::string_view end) {
  while (!take(end)) {
    if (!form.empty() && !take(",")) return false;
    std::string word;
    if (take("/")) {
      word = "/";
    } else {
      if (take("**")) {
        word = "**";
      } else if (take("*")) {
        word = "*";
      }
      const std::string_view name = takeName();
      if (name.empty() && word != "*") return false;
      word += name;
      if (take("=")) {
        word += "=";
        if (!test()) return false;
      }
    }
    form += (form.empty() ? "" : " ") + word;
  }
  return true;
}

bool ExpressionParser::logic(Op op, std::string_view word) {
  const auto operand = [&] { return op == Op::kOr ? logic(Op::kAnd, "and") : negation(); };
  if (!operand()) return false;
  while (take(word)) {
    if (!operand()) return false;
    emit(op);
  }
  return true;
}

bool ExpressionParser::negation() {
  int count = 0;
  while (take("not")) ++count;
  if (!comparison()) return false;
  for (int i = 0; i < count; ++i) emit(Op::kNot);
  return true;
}

bool ExpressionParser::comparison() {
  if (!binary(Precedence::kBitOr)) return false;
  std::string operators;
  std::size_t count = 1;
  while (now().kind == TokenKind::kOperator || now().kind == TokenKind::kName) {
    std::string word(now().text);
    const std::string_view after = at_ + 1 < tokens_.size() ? tokens_[at_ + 1].text : "";
    if (word == "not" && after == "in") word = "not in";
    if (word == "is" && after == "not") word = "is not";
    if (!isCompareOperator(word)) break;
    at_ += word.find(' ') == std::string::npos ? 1 : 2;
    if (!binary(Precedence::kBitOr)) return false;
    operators += (operators.empty() ? "" : ", ") + word;
    ++count;
  }
  if (count > 1) emit(Op::kCompare, operators, count);
  return true;
}

bool ExpressionParser::binary(Precedence level) {
  const auto next = static_cast<Precedence>(static_cast<int>(level) + 1);
  const auto operand = [&] { return level == Precedence::kTerm ? factor() : binary(next); };
  if (!operand()) return false;
  while (now().kind == TokenKind::kOperator && precedenceOf(now().text) == level) {
    const std::string_view symbol = tokens_[at_++].text;
    if (!operand()) return false;
    emit(Op::kBinary, symbol);
  }
  return true;
}

bool ExpressionParser::factor() {
  if (isAt("-") || isAt("+") || isAt("~")) {
    if (++depth_ > kDeepest) return false;
    const std::string_view symbol = tokens_[at_++].text;
    if (!factor()) return false;
    emit(Op::kUnary, symbol);
    --depth_;
    return true;
  }
  return power();
}

bool ExpressionParser::power() {
  if (!primary()) return false;
  if (take("**")) {
    if (!factor()) return false;
    emit(Op::kBinary, "**");
  }
  return true;
}

bool ExpressionParser::primary() {
  if (!atom()) return false;
  while (true) {
    if (take(".")) {
      const std::string_view name = takeName();
      if (name.empty()) return false;
      if (out_.back().op == Op::kName && out_.back().text == "lab") {
        out_.back() = {Op::kLab, 0, std::string(name)};
      } else {
        emit(Op::kAttribute, name);
      }
    } else if (take("(")) {
      std::string form;
      std::size_t count = 0;
      if (!arguments(form, count)) return false;
      emit(Op::kCall, form, count + 1);
    } else if (take("[")) {
      if (!subscript()) return false;
      emit(Op::kSubscript);
    } else {
      return true;
    }
  }
}

bool ExpressionParser::arguments(std::string& form, std::size_t& count) {
  while (!take(")")) {
    if (count > 0 && !take(",")) return false;
    std::string word = "_";
    if (take("**")) {
      word = "**";
    } else if (take("*")) {
      word = "*";
    } else if (now().kind == TokenKind::kName && tokens_[at_ + 1].text == "=") {
      const std::string_view name = takeName();
      if (name.empty()) return false;
      word = std::string(name) + "=";
      take("=");
    }
    if (word == "_" ? !named() : !test()) return false;
    form += (count == 0 ? "" : " ") + word;
    ++count;
  }
  return true;
}

bool ExpressionParser::subscript() {
  std::string form;
  std::size_t inputs = 0;
  while (!isAt("]")) {
    if (take(":")) {
      form += ":";
    } else {
      const std::size_t before = inputs++;
      if (form.ends_with('_') || isAtEnd()) return false;
      if (before == 0 && form.empty() ? !listed() : !test()) return false;
      form += "_";
    }
  }
  take("]");
  if (form.empty()) return false;
  if (form != "_") emit(Op::kSlice, form, inputs);
  return true;
}

bool ExpressionParser::atom() {
  const Token& token = now();
  if (token.kind == TokenKind::kNumber || token.kind == TokenKind::kText) {
    ++at_;
    if (isFormattedText(token.text)) {
      emit(Op::kFormattedText, token.text);
    } else {
      if (!isConstant(token.text)) return false;
      emit(Op::kConstant, token.text);
    }
    return true;
  }
  if (isAt("True") || isAt("False") || isAt("None") || isAt("...")) {
    ++at_;
    emit(Op::kConstant, token.text);
    return true;
  }
  if (token.kind == TokenKind::kName) {
    const std::string_view name = takeName();
    if (name.empty()) return false;
    emit(Op::kName, name);
    return true;
  }
  if (++depth_ > kDeepest) return false;
  bool fits = false;
  if (take("(")) {
    fits = parenthesised();
  } else if (take("[")) {
    fits = bracketed();
  } else if (take("{")) {
    fits = braced();
  }
  --depth_;
  return fits;
}

bool ExpressionParser::elements(std::size_t& count, std::string_view end) {
  while (!take(end)) {
    if (!named()) return false;
    ++count;
    if (!isAt(end) && !take(",")) return false;
  }
  return true;
}

bool ExpressionParser::parenthesised() {
  std::size_t count = 0;
  if (take(")")) {
    emit(Op::kTuple, "", 0);
    return true;
  }
  const std::size_t start = out_.size();
  if (isAt("yield")) return listed() && take(")");
  if (!named()) return false;
  if (isAt("for")) return comprehension(start, "generator", ")");
  if (take(")")) return true;
  if (!take(",")) return false;
  count = 1;
  if (!elements(count, ")")) return false;
  emit(Op::kTuple, "", count);
  return true;
}

bool ExpressionParser::bracketed() {
  std::size_t count = 0;
  if (!isAt("]")) {
    const std::size_t start = out_.size();
    if (!named()) return false;
    if (isAt("for")) return comprehension(start, "list", "]");
    count = 1;
    if (!isAt("]") && !take(",")) return false;
  }
  if (!elements(count, "]")) return false;
  emit(Op::kList, "", count);
  return true;
}

bool ExpressionParser::braced() {
  if (take("}")) {
    emit(Op::kDict, "", 0);
    return true;
  }
  const std::size_t start = out_.size();
  std::size_t count = 1;
  if (!named()) return false;
  if (isAt("for")) return comprehension(start, "set", "}");
  if (!isAt(":")) {
    if (!isAt("}") && !take(",")) return false;
    if (!elements(count, "}")) return false;
    emit(Op::kSet, "", count);
    return true;
  }
  take(":");
  if (!test()) return false;
  if (isAt("for")) return comprehension(start, "dict", "}");
  count = 2;
  while (!take("}")) {
    if (!take(",") || !test() || !take(":") || !test()) return false;
    count += 2;
  }
  emit(Op::kDict, "", count);
  return true;
}

bool ExpressionParser::comprehension(std::size_t start, std::string_view kind,
                                     std::string_view end) {
  take("for");
  std::string targets;
  do {
    const std::string_view name = takeName();
    if (name.empty()) return false;
    targets += (targets.empty() ? "" : ", ") + std::string(name);
  } while (take(","));
  const std::size_t iterable = out_.size();
  if (!take("in") || !logic(Op::kOr, "or")) return false;
  emit(Op::kComprehensionBegin, targets);
  std::rotate(out_.begin() + static_cast<Offset>(start),
              out_.begin() + static_cast<Offset>(iterable), out_.end());
  std::size_t inputs = kind == "dict" ? 3 : 2;
  if (take("if")) {
    if (!logic(Op::kOr, "or")) return false;
    ++inputs;
  }
  if (!take(end)) return false;
  emit(Op::kComprehension, kind, inputs);
  return true;
}

}  // namespace suture::il
