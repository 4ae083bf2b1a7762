// The walk itself: temporaries, roles, and where an instruction may stand. The laws of blocks,
// names, values and calls are in the files beside this one.
#include "fuzz/il/state.h"

#include <algorithm>

#include "fuzz/il/words.h"

namespace suture::il {
namespace {

constexpr LawRow kLaws[] = {
#define LAW(id, text) {#id, text},
#include "fuzz/il/laws.def"
#undef LAW
};

// The text of an instruction, where that can be said without knowing where it stands.
bool hasItsWords(const Instruction& instruction) {
  const std::string& text = instruction.text;
  switch (instruction.op) {
    case Op::kName:
    case Op::kLab:
    case Op::kAttribute:
    case Op::kWalrus:
    case Op::kStore:
    case Op::kStoreAttribute:
    case Op::kDelete:
    case Op::kDeleteAttribute:
    case Op::kExceptAs:
    case Op::kExceptStarAs:
      return isIdentifier(text);
    case Op::kUnpack:
    case Op::kFor:
    case Op::kComprehensionBegin:
    case Op::kGlobal:
    case Op::kNonlocal: {
      const auto names = listedNames(text);
      return std::ranges::all_of(names, isIdentifier) &&
             (instruction.op != Op::kUnpack || names.size() > 1);
    }
    case Op::kAugmented:
    case Op::kAugmentedAttribute: {
      const auto parts = words(text);
      return parts.size() == 2 && isIdentifier(parts[0]) && parts[1].ends_with('=') &&
             precedenceOf(parts[1].substr(0, parts[1].size() - 1)) != Precedence::kYield;
    }
    case Op::kAugmentedSubscript:
      return text.ends_with('=') &&
             precedenceOf(text.substr(0, text.size() - 1)) != Precedence::kYield;
    case Op::kConstant:
      return isConstant(text);
    case Op::kFormattedText:
      return isFormattedText(text);
    case Op::kBinary:
      return precedenceOf(text) != Precedence::kYield;
    case Op::kUnary:
      return text == "-" || text == "+" || text == "~";
    case Op::kSlice:
      return isSliceForm(text) && std::ranges::count(text, '_') == instruction.inputs;
    case Op::kCompare: {
      std::size_t operators = 0;
      for (const std::string& word : listedNames(text)) {
        if (!isCompareOperator(word)) return false;
        ++operators;
      }
      return operators + 1 == instruction.inputs;
    }
    case Op::kCall:
      return isArgumentForm(text) && words(text).size() + 1 == instruction.inputs;
    case Op::kLambdaBegin:
      return isParameterForm(text) && text.find('=') == std::string::npos;
    case Op::kComprehension:
      return (text == "list" || text == "set" || text == "generator" || text == "dict") &&
             instruction.inputs >= (text == "dict" ? 3 : 2) &&
             instruction.inputs <= (text == "dict" ? 4 : 3);
    case Op::kDict:
      return instruction.inputs % 2 == 0 && text.empty();
    case Op::kBareTuple:
    case Op::kSet:
      return instruction.inputs > 0 && text.empty();
    case Op::kImport:
      return isImport(text);
    case Op::kCountedWhile:
      return typeOfName(text) == Type::kCounter;
    case Op::kWith: {
      const auto names = words(text);
      return names.size() == instruction.inputs && !names.empty() &&
             std::ranges::all_of(names, [](auto& name) { return isIdentifier(name); });
    }
    case Op::kDef:
    case Op::kClass:
    case Op::kOpaque:
      return !text.empty();  // state_blocks.cpp looks closer
    case Op::kSubscript:
    case Op::kNot:
    case Op::kAnd:
    case Op::kOr:
    case Op::kConditional:
    case Op::kTuple:
    case Op::kList:
    case Op::kLambda:
    case Op::kYield:
    case Op::kYieldNothing:
    case Op::kYieldFrom:
    case Op::kExpression:
    case Op::kStoreSubscript:
    case Op::kDeleteSubscript:
    case Op::kReturn:
    case Op::kReturnNothing:
    case Op::kRaise:
    case Op::kRaiseFrom:
    case Op::kReraise:
    case Op::kAssert:
    case Op::kPass:
    case Op::kBreak:
    case Op::kContinue:
    case Op::kBlank:
    case Op::kIf:
    case Op::kElif:
    case Op::kElse:
    case Op::kWhile:
    case Op::kTry:
    case Op::kExcept:
    case Op::kExceptAny:
    case Op::kExceptStar:
    case Op::kFinally:
    case Op::kEnd:
      return text.empty();
  }
}

// Slices stand between brackets only.
bool takesSlice(Op op, std::size_t input) {
  if (op == Op::kSubscript || op == Op::kAugmentedSubscript || op == Op::kDeleteSubscript) {
    return input == 1;
  }
  return op == Op::kStoreSubscript && input == 2;
}

}  // namespace

const LawRow& rowOf(Law law) { return kLaws[static_cast<std::size_t>(law)]; }

State::State() {
  blocks_.emplace_back();
  scopes_.emplace_back();
}

State::Answer State::step(const Instruction& instruction, std::size_t index) {
  const OpRow& row = rowOf(instruction.op);
  completed_.reset();
  if (stack_.empty() && openExpressions_.empty()) reads_.clear();  // a statement begins
  if (row.inputs != kVaries && row.inputs != instruction.inputs) return Law::kInputs;
  if (!hasItsWords(instruction)) return Law::kWords;
  const std::size_t floor = openExpressions_.empty() ? 0 : openExpressions_.back();
  if (stack_.size() < instruction.inputs) return Law::kInputs;
  const std::size_t below = stack_.size() - instruction.inputs;
  if (below < floor && instruction.op != Op::kComprehension) return Law::kInputs;
  const std::span<const Temporary> inputs(stack_.data() + below, instruction.inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].op == Op::kSlice && !takesSlice(instruction.op, i)) return Law::kContext;
  }
  const std::size_t first = inputs.empty() ? index : inputs.front().first;
  switch (row.role) {
    case Role::kExpression: {
      Temporary result{row.output, instruction.op, "", first, 0, Type::kAny};
      if (auto broken = expression(instruction, inputs, result)) return broken;
      stack_.resize(below);
      stack_.push_back(std::move(result));
      return stack_.size() > kMostTemporaries ? Answer(Law::kInputs) : std::nullopt;
    }
    case Role::kOpensScope: {
      openScope(ScopeKind::kExpression, "");
      blocks_.back().first = first;
      openExpressions_.push_back(stack_.size());
      if (instruction.op == Op::kComprehensionBegin) {
        if (auto broken = bindTargets(instruction.text, inputs[0])) return broken;
        if (inputs[0].size > 0) blocks_.back().trips *= inputs[0].size;
        return std::nullopt;
      }
      for (std::string name : words(instruction.text)) {
        name.erase(0, name.find_first_not_of('*'));
        if (name.empty() || name == "/") continue;
        if (auto broken = bind(name, Type::kAny)) return broken;
      }
      return std::nullopt;
    }
    case Role::kStatement:
    case Role::kBegin:
    case Role::kMiddle:
    case Role::kEnd:
      break;
  }
  if (below != 0 || !openExpressions_.empty()) return Law::kInputs;
  const auto broken = statementStep(instruction, index, first, inputs);
  stack_.clear();
  return broken;
}

State::Answer State::statementStep(const Instruction& instruction, std::size_t index,
                                   std::size_t first, std::span<const Temporary> inputs) {
  const OpRow& row = rowOf(instruction.op);
  if (row.role == Role::kMiddle) {
    if (auto broken = continueBlock(instruction)) return broken;
    return statement(instruction, inputs);
  }
  if (row.role == Role::kEnd) return endBlock(index);
  if (instruction.op != Op::kBlank) blocks_.back().isEmpty = false;
  scopes_.back().cost += blocks_.back().trips;
  if (scopes_.back().cost > kMostStatements) return Law::kEnds;
  if (auto broken = statement(instruction, inputs)) return broken;
  if (row.role == Role::kBegin) {
    if (auto broken = beginBlock(instruction, index, first)) return broken;
    const bool isLoop = instruction.op == Op::kFor || instruction.op == Op::kWhile ||
                        instruction.op == Op::kCountedWhile;
    if (isLoop) blocks_.back().trips *= inputs[0].size > 0 ? inputs[0].size : kTripsNotKnown;
    if (instruction.op == Op::kWith) return enterWith(instruction, inputs, blocks_.back());
    if (instruction.op == Op::kFor) return bindTargets(instruction.text, inputs[0]);
    return std::nullopt;
  }
  blocks_.back().lastStatement = index;
  if (instruction.op != Op::kBlank) blocks_.back().lastOp = instruction.op;
  completed_ = Statement{first, index, index, static_cast<int>(blocks_.size()) - 1};
  return std::nullopt;
}

State::Answer State::end() const {
  if (!stack_.empty() || !openExpressions_.empty()) return Law::kInputs;
  return blocks_.size() == 1 ? Answer() : Law::kBlocks;
}

const Signature* State::signature(std::string_view function) const {
  const auto found = functions_.find(function);
  return found == functions_.end() ? nullptr : &found->second;
}

}  // namespace suture::il
