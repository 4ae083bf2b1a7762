#include "fuzz/il/parse_statement.h"

#include <algorithm>

#include "fuzz/il/parse_expression.h"
#include "fuzz/il/text.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

struct Reader {
  explicit Reader(std::span<const Token> tokens) : parser(tokens, out) {}
  Instructions out;
  ExpressionParser parser;
};

// "x", "x, y": as a target of unpacking, loops and declarations.
std::optional<std::string> names(ExpressionParser& parser) {
  std::string found;
  do {
    const std::string_view name = parser.takeName();
    if (name.empty()) return std::nullopt;
    found += (found.empty() ? "" : ", ") + std::string(name);
  } while (parser.take(","));
  return found;
}

// The names of a tuple that was read as an expression; empty when it has other parts.
std::string tupleNames(std::span<const Instruction> tuple) {
  std::string found;
  for (const Instruction& instruction : tuple.first(tuple.size() - 1)) {
    if (instruction.op != Op::kName) return {};
    found += (found.empty() ? "" : ", ") + instruction.text;
  }
  return found;
}

bool assignment(Reader& reader) {
  Instructions& out = reader.out;
  const Instruction target = out.back();
  if (target.op == Op::kName && out.size() == 1) {
    out.clear();
    if (!reader.parser.listed()) return false;
    reader.parser.emit(Op::kStore, target.text);
    return true;
  }
  if (target.op == Op::kBareTuple) {
    const std::string found = tupleNames(out);
    out.clear();
    if (found.empty() || !reader.parser.listed()) return false;
    reader.parser.emit(Op::kUnpack, found);
    return true;
  }
  if (target.op != Op::kAttribute && target.op != Op::kSubscript) return false;
  out.pop_back();
  const auto middle = static_cast<std::ptrdiff_t>(out.size());
  if (!reader.parser.listed()) return false;
  std::rotate(out.begin(), out.begin() + middle, out.end());  // the value comes first
  if (target.op == Op::kAttribute) {
    reader.parser.emit(Op::kStoreAttribute, target.text);
  } else {
    reader.parser.emit(Op::kStoreSubscript);
  }
  return true;
}

bool augmented(Reader& reader, std::string_view symbol) {
  Instructions& out = reader.out;
  const Instruction target = out.back();
  out.pop_back();
  if (target.op == Op::kName && !out.empty()) return false;
  if (!reader.parser.listed()) return false;
  const std::string text = target.text + " " + std::string(symbol);
  if (target.op == Op::kName) {
    reader.parser.emit(Op::kAugmented, text);
  } else if (target.op == Op::kAttribute) {
    reader.parser.emit(Op::kAugmentedAttribute, text);
  } else if (target.op == Op::kSubscript) {
    reader.parser.emit(Op::kAugmentedSubscript, symbol);
  } else {
    return false;
  }
  return true;
}

bool deletion(Reader& reader) {
  if (!reader.parser.primary()) return false;
  const Instruction target = reader.out.back();
  reader.out.pop_back();
  if (target.op == Op::kName && reader.out.empty()) {
    reader.parser.emit(Op::kDelete, target.text);
  } else if (target.op == Op::kAttribute) {
    reader.parser.emit(Op::kDeleteAttribute, target.text);
  } else if (target.op == Op::kSubscript) {
    reader.parser.emit(Op::kDeleteSubscript);
  } else {
    return false;
  }
  return true;
}

bool raise(Reader& reader) {
  if (reader.parser.isAtEnd()) {
    reader.parser.emit(Op::kReraise);
    return true;
  }
  if (!reader.parser.test()) return false;
  const bool isFrom = reader.parser.take("from");
  if (isFrom && !reader.parser.test()) return false;
  reader.parser.emit(isFrom ? Op::kRaiseFrom : Op::kRaise);
  return true;
}

bool declaration(Reader& reader, Op op) {
  const auto found = names(reader.parser);
  if (found) reader.parser.emit(op, *found);
  return found.has_value();
}

bool simple(Reader& reader, std::string_view line) {
  ExpressionParser& parser = reader.parser;
  if (parser.take("pass")) return parser.emit(Op::kPass), true;
  if (parser.take("break")) return parser.emit(Op::kBreak), true;
  if (parser.take("continue")) return parser.emit(Op::kContinue), true;
  if (parser.take("global")) return declaration(reader, Op::kGlobal);
  if (parser.take("nonlocal")) return declaration(reader, Op::kNonlocal);
  if (parser.take("del")) return deletion(reader);
  if (parser.take("raise")) return raise(reader);
  if (parser.take("assert")) return parser.test() && (parser.emit(Op::kAssert), true);
  if (parser.take("return")) {
    if (parser.isAtEnd()) return parser.emit(Op::kReturnNothing), true;
    return parser.listed() && (parser.emit(Op::kReturn), true);
  }
  if (isImport(line)) {
    reader.out.push_back({Op::kImport, 0, std::string(line)});
    while (!parser.isAtEnd()) {
      for (const char* other : {"from", "import", ".", ","}) parser.take(other);
      parser.takeName();
    }
    return true;
  }
  if (!parser.listed()) return false;
  if (parser.take("=")) return assignment(reader);
  for (const char* symbol :
       {"+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", "**=", "<<=", ">>="}) {
    if (parser.take(symbol)) return augmented(reader, symbol);
  }
  parser.emit(Op::kExpression);
  return true;
}

bool exceptHead(Reader& reader) {
  ExpressionParser& parser = reader.parser;
  if (parser.isAt(":")) return parser.emit(Op::kExceptAny), true;
  const bool isStar = parser.take("*");
  if (!parser.test()) return false;
  if (!parser.take("as")) {
    parser.emit(isStar ? Op::kExceptStar : Op::kExcept);
    return true;
  }
  const std::string_view name = parser.takeName();
  parser.emit(isStar ? Op::kExceptStarAs : Op::kExceptAs, name);
  return !name.empty();
}

bool withHead(Reader& reader) {
  ExpressionParser& parser = reader.parser;
  std::string form;
  std::size_t count = 0;
  do {
    if (!parser.test()) return false;
    std::string_view name = "_";
    if (parser.take("as")) name = parser.takeName();
    if (name.empty()) return false;
    form += (form.empty() ? "" : " ") + std::string(name);
    ++count;
  } while (parser.take(","));
  parser.emit(Op::kWith, form, count);
  return true;
}

bool definition(Reader& reader, Op op, std::size_t decorators) {
  ExpressionParser& parser = reader.parser;
  std::string text(parser.takeName());
  if (text.empty()) return false;
  std::string form;
  std::size_t count = 0;
  if (op == Op::kDef) {
    if (!parser.take("(") || !parser.parameters(form, ")")) return false;
    count = static_cast<std::size_t>(std::ranges::count(form, '='));
  } else if (parser.take("(") && !parser.arguments(form, count)) {
    return false;
  }
  if (!form.empty()) text += " " + form;
  parser.emit(op, text, decorators + count);
  return true;
}

bool head(Reader& reader, std::size_t decorators) {
  ExpressionParser& parser = reader.parser;
  if (parser.take("def")) return definition(reader, Op::kDef, decorators);
  if (parser.take("class")) return definition(reader, Op::kClass, decorators);
  if (decorators > 0) return false;
  if (parser.take("if")) return parser.named() && (parser.emit(Op::kIf), true);
  if (parser.take("elif")) return parser.named() && (parser.emit(Op::kElif), true);
  if (parser.take("while")) return parser.named() && (parser.emit(Op::kWhile), true);
  if (parser.take("else")) return parser.emit(Op::kElse), true;
  if (parser.take("try")) return parser.emit(Op::kTry), true;
  if (parser.take("finally")) return parser.emit(Op::kFinally), true;
  if (parser.take("except")) return exceptHead(reader);
  if (parser.take("with")) return withHead(reader);
  if (!parser.take("for")) return false;
  const auto targets = names(parser);
  if (!targets || !parser.take("in") || !parser.listed()) return false;
  parser.emit(Op::kFor, *targets);
  return true;
}

// ExpressionParser and the instructions it fills refer to each other, so a Reader stays in place.
std::optional<Instructions> checked(Reader& reader, bool fits, std::string_view text) {
  if (!fits || !reader.parser.isAtEnd() || printAlone(reader.out) != text) return std::nullopt;
  return std::move(reader.out);
}

}  // namespace

std::optional<Instructions> parseStatement(std::string_view line) {
  const auto tokens = tokenize(line);
  if (!tokens) return std::nullopt;
  Reader reader(*tokens);
  const bool fits = simple(reader, line);
  return checked(reader, fits, line);
}

std::optional<Instructions> parseHead(const std::vector<std::string_view>& lines) {
  std::string text;
  Instructions before;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const auto tokens = tokenize(lines[i]);
    if (!tokens) return std::nullopt;
    Reader reader(*tokens);
    if (!reader.parser.take("@") || !reader.parser.named() || !reader.parser.isAtEnd()) {
      return std::nullopt;
    }
    before.insert(before.end(), reader.out.begin(), reader.out.end());
    text += std::string(lines[i]) + "\n";
  }
  const auto tokens = tokenize(lines.back());
  if (!tokens) return std::nullopt;
  Reader reader(*tokens);
  reader.out = std::move(before);
  const bool fits = head(reader, lines.size() - 1) && reader.parser.take(":");
  return checked(reader, fits, text + std::string(lines.back()));
}

std::optional<Instructions> parseCountedWhile(std::string_view store, std::string_view head) {
  const std::size_t blank = std::min(store.find(' '), store.size());
  const std::string name(store.substr(0, blank));
  if (typeOfName(name) != Type::kCounter || !store.substr(blank).starts_with(" = ")) {
    return std::nullopt;
  }
  Instructions made{{Op::kConstant, 0, std::string(store.substr(blank + 3))},
                    {Op::kCountedWhile, 1, name}};
  const std::string text = std::string(store) + "\n" + std::string(head);
  if (!isConstant(made[0].text) || printAlone(made) != text) return std::nullopt;
  return made;
}

}  // namespace suture::il
