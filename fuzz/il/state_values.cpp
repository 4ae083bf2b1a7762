// What types come of expressions, and the laws about values: Typed, Ends (growth), Returns.
#include <algorithm>
#include <charconv>

#include "fuzz/il/inference.h"
#include "fuzz/il/state.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

int smallNumber(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number < 1000 ? number : 0;
}

bool isConstantAt(const Temporary& value) { return value.op == Op::kConstant; }
bool isMember(std::string_view name) { return name == "t1" || name == "f0"; }

}  // namespace

// Ints stay small, texts and lists grow by what is written, nothing is divided by what may be zero.
State::Answer State::growth(std::string_view symbol, const Temporary& left,
                            const Temporary& right) const {
  const bool numbers = isNumber(left.type) && isNumber(right.type);
  if (numbers && (symbol == "/" || symbol == "//" || symbol == "%")) {
    return isConstantAt(right) && (right.size > 0 || right.type == Type::kFloat) ? Answer()
                                                                                 : Law::kEnds;
  }
  if (numbers && (symbol == "**" || symbol == "<<")) return Law::kEnds;
  if (left.type == Type::kInt && right.type == Type::kInt) {
    if (symbol == "*") {
      return isConstantAt(left) || isConstantAt(right) ? Answer() : Law::kEnds;
    }
    if (symbol == "+" || symbol == "-") {
      return left.size > 0 || right.size > 0 || isConstantAt(left) || isConstantAt(right)
                 ? Answer()
                 : Law::kEnds;
    }
  }
  const auto isLong = [](Type type) { return type == Type::kText || type == Type::kList; };
  if (isLong(left.type) || isLong(right.type)) {
    if (symbol == "*") return Law::kEnds;
    const auto isWritten = [](const Temporary& value) {
      return value.op == Op::kConstant || value.op == Op::kList;
    };
    if (symbol == "+" && !isWritten(left) && !isWritten(right)) return Law::kEnds;
  }
  return std::nullopt;
}

State::Answer State::attribute(const Instruction& instruction, const Temporary& base,
                               Temporary& result) {
  result.name = instruction.text;
  result.element = base.type;  // for a call of it
  result.type = typeOfName(instruction.text);
  if (base.type == Type::kError && instruction.text == "args") result.type = Type::kAny;
  if (result.type == Type::kAny) return std::nullopt;
  if (isMember(instruction.text)) {
    // Members may call each other no more than this, so that none calls itself.
    for (const Scope& scope : scopes_) {
      if (scope.kind == ScopeKind::kClass) return Law::kEnds;
    }
  }
  const bool known =
      instruction.text == "t0" || instruction.text == "i0" || isMember(instruction.text);
  return known ? Answer() : Law::kBound;
}

State::Answer State::subscript(const Temporary& base, const Temporary& index,
                               Temporary& result) const {
  if (base.type == Type::kDict) {
    result.type = Type::kTensor;
    return index.name == "'a'" || isInTry() ? Answer() : Law::kBound;
  }
  if (base.type != Type::kList) return std::nullopt;
  if (index.op == Op::kSlice) {
    result.type = Type::kList;
    return Law::kTyped;  // a list may come out empty
  }
  result.type = Type::kTensor;
  return index.name == "0" || index.name == "-1" || isInTry() ? Answer() : Law::kBound;
}

State::Answer State::display(const Instruction& instruction, std::span<const Temporary> inputs,
                             Temporary& result) {
  result.size = static_cast<int>(inputs.size());
  if (inputs.empty()) {
    result.type = Type::kAny;
    return std::nullopt;
  }
  result.element = inputs[0].type;
  for (const Temporary& input : inputs) {
    if (instruction.op == Op::kDict) break;
    if (input.type != result.element) result.element = Type::kAny;
  }
  if (instruction.op == Op::kList && result.element != Type::kTensor) result.type = Type::kAny;
  const auto isRow = [](const Temporary& input) {
    return input.op == Op::kList && input.size == 2 && input.element == Type::kFloat;
  };
  if (std::ranges::all_of(inputs, isRow)) result.name = "rows";
  if (instruction.op == Op::kDict && inputs[0].name == "'a'") {
    result.type = Type::kDict;
    for (std::size_t i = 0; i < inputs.size(); i += 2) {
      if (inputs[i].type != Type::kText || inputs[i + 1].type != Type::kTensor) {
        result.type = Type::kAny;
      }
    }
  }
  return std::nullopt;
}

State::Answer State::operation(const Instruction& instruction, std::span<const Temporary> inputs,
                               Temporary& result) {
  const Op op = instruction.op;
  const std::string& text = instruction.text;
  if (op == Op::kUnary) {
    result.type = inputs[0].type == Type::kBool ? Type::kInt : inputs[0].type;
    if (text == "-" && isConstantAt(inputs[0])) result.name = "-" + inputs[0].name;
    if (text == "~" && result.type != Type::kInt) result.type = Type::kAny;
    if (result.type == Type::kMask) result.type = Type::kAny;
    return std::nullopt;
  }
  if (op == Op::kBinary) {
    result.type = binaryResult(text, inputs[0].type, inputs[1].type);
    if (text == "%" && result.type == Type::kInt) result.size = inputs[1].size;
    return growth(text, inputs[0], inputs[1]);
  }
  if (op == Op::kCompare && inputs.size() == 2) {
    result.type = compareResult(text, inputs[0].type, inputs[1].type);
    return std::nullopt;
  }
  if (op == Op::kCompare) {
    const bool chainsTensors =
        std::ranges::any_of(inputs, [](const Temporary& input) { return isTensor(input.type); });
    return chainsTensors ? Answer(Law::kTyped) : std::nullopt;
  }
  if (op == Op::kAnd || op == Op::kOr) {
    result.type = inputs[0].type == inputs[1].type ? inputs[0].type : Type::kAny;
  } else if (op == Op::kConditional) {
    result.type = inputs[1].type == inputs[2].type ? inputs[1].type : Type::kAny;
  }
  return hasNoTruth(inputs[0].type) ? Answer(Law::kTyped) : std::nullopt;
}

State::Answer State::expression(const Instruction& instruction, std::span<const Temporary> inputs,
                                Temporary& result) {
  const Op op = instruction.op;
  if (op == Op::kName) {
    result.name = instruction.text;
    result.type = typeOfName(instruction.text);
    return read(instruction.text);
  }
  if (op == Op::kConstant) {
    result.name = instruction.text;
    result.type = typeOfConstant(instruction.text);
    result.size = result.type == Type::kInt ? smallNumber(instruction.text) : 0;
    return std::nullopt;
  }
  if (op == Op::kFormattedText) {
    int texts = 0;
    for (const std::string& name : identifiersIn(instruction.text)) {
      if (auto broken = read(name)) return broken;
      texts += typeOfName(name) == Type::kText ? 1 : 0;
    }
    return texts > 1 ? Answer(Law::kEnds) : std::nullopt;
  }
  if (op == Op::kLab) {
    result.name = instruction.text;
    scopes_.back().used.insert("lab");
    return std::nullopt;
  }
  if (op == Op::kAttribute) return attribute(instruction, inputs[0], result);
  if (op == Op::kSubscript) return subscript(inputs[0], inputs[1], result);
  if (op == Op::kCall) return call(instruction, inputs, result);
  if (op == Op::kWalrus) {
    if (isIn(ScopeKind::kExpression)) return Law::kContext;
    result.type = inputs[0].type;
    if (typeOfName(instruction.text) == Type::kCounter) return Law::kEnds;
    return bind(instruction.text, result.type);
  }
  if (op == Op::kTuple || op == Op::kBareTuple || op == Op::kList || op == Op::kSet ||
      op == Op::kDict) {
    return display(instruction, inputs, result);
  }
  if (op == Op::kSlice) return std::nullopt;
  if (op == Op::kYield || op == Op::kYieldNothing || op == Op::kYieldFrom) {
    if (!isIn(ScopeKind::kFunction)) return Law::kContext;
    scopes_.back().yields = true;
    if (typeOfName(scopes_.back().name) == Type::kGeneratorFunction) {
      const bool fits =
          op == Op::kYieldFrom ||
          (op == Op::kYield && (inputs[0].type == Type::kTensor || inputs[0].type == Type::kAny));
      if (!fits || !mayYield()) return Law::kReturns;
    }
    return std::nullopt;
  }
  if (op == Op::kLambda || op == Op::kComprehension) {
    const bool isLambda = op == Op::kLambda;
    if (openExpressions_.empty() || !isIn(ScopeKind::kExpression)) return Law::kBlocks;
    const std::size_t taken = inputs.size() - (isLambda ? 0 : 1);
    if (stack_.size() != openExpressions_.back() + taken) return Law::kInputs;
    const std::size_t first = blocks_.back().first;
    openExpressions_.pop_back();
    const double cost = scopes_.back().cost;
    blocks_.pop_back();
    scopes_.pop_back();
    scopes_.back().cost += cost;
    result.first = first;
    const bool isTensors = !isLambda && instruction.text == "list" && inputs.size() == 2 &&
                           inputs[0].size > 0 && inputs[1].type == Type::kTensor;
    if (isTensors) result.type = Type::kList;
    if (!isLambda && inputs.size() > 2 && instruction.text != "dict" &&
        hasNoTruth(inputs[2].type)) {
      return Law::kTyped;
    }
    return std::nullopt;
  }
  return operation(instruction, inputs, result);
}

State::Answer State::leave(const Instruction& instruction,
                           std::span<const Temporary> inputs) const {
  const bool isReturn = instruction.op == Op::kReturn || instruction.op == Op::kReturnNothing;
  if (isReturn && !isIn(ScopeKind::kFunction)) return Law::kContext;
  if (!isReturn && !isInLoop()) return Law::kContext;
  if (!mayLeave(instruction.op)) return isInTry() ? Law::kContext : Law::kModes;
  if (isReturn && scope().name == "run" && scopes_.size() == 2) {
    return instruction.op == Op::kReturn && inputs[0].type == Type::kAny ? Answer() : Law::kReturns;
  }
  if (isReturn && typeOfName(scope().name) == Type::kFunction) {
    const bool gives = instruction.op == Op::kReturn &&
                       (inputs[0].type == Type::kTensor || inputs[0].type == Type::kAny);
    if (!gives) return Law::kReturns;
  }
  return std::nullopt;
}

State::Answer State::statement(const Instruction& instruction, std::span<const Temporary> inputs) {
  const std::string& text = instruction.text;
  const auto mayFail = [&](bool fails) {
    return fails && !isInTry() ? Answer(Law::kBound) : std::nullopt;
  };
  switch (instruction.op) {
    case Op::kStore:
      if (typeOfName(text) == Type::kCounter) return Law::kEnds;
      if (typeOfName(text) == Type::kFunction || typeOfName(text) == Type::kGeneratorFunction) {
        // Another function of the same form, which calls none: so nothing comes to call itself.
        const Signature* from = signature(inputs[0].name);
        const Signature* to = signature(text);
        if (inputs[0].op != Op::kName || from == nullptr || to == nullptr || !from->isLeaf ||
            from->parameters != to->parameters) {
          return Law::kCalls;
        }
        functions_[text].cost = std::max(from->cost, to->cost);
      }
      if (typeOfName(text) == Type::kList && inputs[0].op == Op::kList && inputs[0].size == 0) {
        return Law::kTyped;  // lists have an element 0
      }
      return bind(text, inputs[0].type);
    case Op::kUnpack:
      if (isTensor(inputs[0].type) || isNumber(inputs[0].type)) return Law::kTyped;
      for (const std::string& name : listedNames(text)) {
        if (auto broken = bind(name, Type::kAny)) return broken;
        if (typeOfName(name) == Type::kCounter) return Law::kEnds;
      }
      return std::nullopt;
    case Op::kStoreAttribute: {
      const Type type = typeOfName(text);
      if (type == Type::kAny) return std::nullopt;
      if (isMember(text)) return Law::kBound;
      return inputs[0].type == type || inputs[0].type == Type::kAny ? Answer() : Law::kTyped;
    }
    case Op::kStoreSubscript: {
      const Temporary& base = inputs[1];
      if (base.type == Type::kTensor && inputs[2].type == Type::kInt) {
        return inputs[2].size > 0 && inputs[2].size <= 2 && !isConstantAt(inputs[2]) ? Answer()
                                                                                     : Law::kBound;
      }
      if (base.type != Type::kList && base.type != Type::kDict) return std::nullopt;
      if (inputs[2].op == Op::kSlice) return Law::kTyped;
      if (inputs[0].type != Type::kTensor && inputs[0].type != Type::kAny) return Law::kTyped;
      return mayFail(base.type == Type::kList && inputs[2].name != "0" && inputs[2].name != "-1");
    }
    case Op::kAugmented: {
      const auto parts = words(text);
      Temporary old{typeOfName(parts[0]), Op::kName, parts[0], 0, 0, Type::kAny};
      if (old.type == Type::kCounter) return Law::kEnds;
      if (auto broken = read(parts[0])) return broken;
      if (readTypedName(parts[0]) && !scopes_.back().declared.contains(parts[0]) &&
          !std::ranges::any_of(visibleHere(old.type), [&](auto& n) { return n == parts[0]; })) {
        return Law::kOneScope;
      }
      const std::string symbol = parts[1].substr(0, parts[1].size() - 1);
      if (auto broken = growth(symbol, old, inputs[0])) return broken;
      return bind(parts[0], old.type == Type::kAny || inputs[0].type == Type::kAny
                                ? Type::kAny
                                : binaryResult(symbol, old.type, inputs[0].type));
    }
    case Op::kAugmentedAttribute: {
      const auto parts = words(text);
      Temporary old{typeOfName(parts[0]), Op::kAttribute, parts[0], 0, 0, Type::kAny};
      if (isMember(parts[0])) return Law::kBound;
      const std::string symbol = parts[1].substr(0, parts[1].size() - 1);
      if (auto broken = growth(symbol, old, inputs[1])) return broken;
      const bool keeps =
          old.type == Type::kAny || binaryResult(symbol, old.type, inputs[1].type) == old.type;
      return keeps ? Answer() : Law::kTyped;
    }
    case Op::kAugmentedSubscript:
      if (inputs[0].type == Type::kDict) return mayFail(inputs[1].name != "'a'");
      if (inputs[0].type == Type::kList) {
        return mayFail(inputs[1].name != "0" && inputs[1].name != "-1");
      }
      return std::nullopt;
    case Op::kDelete:
      return remove(instruction);
    case Op::kDeleteAttribute:
      return mayFail(typeOfName(text) != Type::kAny);
    case Op::kDeleteSubscript: {
      const Type type = inputs[0].type;
      if (type == Type::kDict && inputs[1].name == "'a'") return Law::kBound;
      if (type == Type::kList && inputs[1].name != "1") return Law::kBound;
      return mayFail(type == Type::kDict || type == Type::kList);
    }
    case Op::kGlobal:
    case Op::kNonlocal:
      if (!isIn(ScopeKind::kFunction)) return Law::kContext;
      return declare(instruction);
    case Op::kReturn:
    case Op::kReturnNothing:
    case Op::kBreak:
    case Op::kContinue:
      return leave(instruction, inputs);
    case Op::kReraise:
      return isInHandler() ? Answer() : Law::kContext;
    case Op::kIf:
    case Op::kElif:
    case Op::kWhile:
    case Op::kAssert:
      return hasNoTruth(inputs[0].type) ? Answer(Law::kTyped) : std::nullopt;
    case Op::kFor:
      // A list that grows under the loop would never end; zip(range(3), xs) does.
      return inputs[0].type == Type::kList && inputs[0].op == Op::kName ? Answer(Law::kEnds)
                                                                        : std::nullopt;
    case Op::kCountedWhile:
      if (inputs[0].op != Op::kConstant || inputs[0].type != Type::kInt) return Law::kEnds;
      if (scopes_.back().bound.contains(text)) return Law::kEnds;
      return bind(text, Type::kCounter);
    case Op::kImport:
      for (const std::string& name : listedNames(text.substr(text.find(" import ") + 8))) {
        if (auto broken = bind(name, Type::kAny)) return broken;
      }
      return std::nullopt;
    case Op::kOpaque:
      if (text.find("__future__") != std::string::npos &&
          (blocks_.size() > 1 || scopes_.back().cost > 3)) {
        return Law::kContext;
      }
      bindOpaque(text);
      return std::nullopt;
    case Op::kName:
    case Op::kConstant:
    case Op::kFormattedText:
    case Op::kLab:
    case Op::kAttribute:
    case Op::kSubscript:
    case Op::kSlice:
    case Op::kCall:
    case Op::kNot:
    case Op::kUnary:
    case Op::kBinary:
    case Op::kCompare:
    case Op::kAnd:
    case Op::kOr:
    case Op::kConditional:
    case Op::kWalrus:
    case Op::kTuple:
    case Op::kBareTuple:
    case Op::kList:
    case Op::kSet:
    case Op::kDict:
    case Op::kLambdaBegin:
    case Op::kLambda:
    case Op::kComprehensionBegin:
    case Op::kComprehension:
    case Op::kYield:
    case Op::kYieldNothing:
    case Op::kYieldFrom:
    case Op::kExpression:
    case Op::kRaise:
    case Op::kRaiseFrom:
    case Op::kPass:
    case Op::kBlank:
    case Op::kElse:
    case Op::kTry:
    case Op::kExcept:
    case Op::kExceptAs:
    case Op::kExceptAny:
    case Op::kExceptStar:
    case Op::kExceptStarAs:
    case Op::kFinally:
    case Op::kWith:
    case Op::kDef:
    case Op::kClass:
    case Op::kEnd:
      return std::nullopt;  // no law of their own about values
  }
}

}  // namespace suture::il
