// What comes of calls, and the laws Calls, Modes (by hand) and Ends (what is called).
#include <algorithm>

#include "fuzz/il/inference.h"
#include "fuzz/il/state.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

// A parameter list as a call sees it.
struct Parameters {
  struct One {
    std::string name;
    bool byPosition, byName, isOptional;
  };
  std::vector<One> all;
  bool spreads = false, takesNames = false;

  explicit Parameters(std::string_view form) {
    bool afterStar = false;
    for (std::string word : words(form)) {
      if (word == "/") {
        for (One& one : all) one.byName = false;
      } else if (word.starts_with("**")) {
        takesNames = true;
      } else if (word.starts_with("*")) {
        afterStar = true;
        spreads = word.size() > 1;
      } else {
        const bool isOptional = word.ends_with('=');
        if (isOptional) word.pop_back();
        all.push_back({word, !afterStar, true, isOptional});
      }
    }
  }
};

// What goes along a dimension goes along the first, which all typed tensors but scalars have.
bool hasDimension(std::string_view name, std::span<const Temporary> arguments, std::size_t at) {
  if (name != "flip" && name != "cumsum") return true;
  return arguments.size() <= at || arguments[at].type != Type::kInt || arguments[at].name == "0";
}

bool fits(const std::string& parameter, Type given) {
  const Type wanted = typeOfName(parameter);
  return wanted == Type::kAny || given == Type::kAny || wanted == given;
}

}  // namespace

State::Answer State::callFunction(std::string_view name, std::span<const std::string> form,
                                  std::span<const Temporary> arguments) {
  const Signature* found = signature(name);
  if (found == nullptr) return Law::kCalls;
  for (const Scope& scope : scopes_) {
    if (scope.kind == ScopeKind::kClass) return Law::kEnds;  // members call no functions
  }
  for (Scope& scope : scopes_) scope.isLeaf = false;
  Scope& scope = scopes_.back();
  scope.cost += blocks_.back().trips * found->cost * (1.0 + static_cast<double>(modes_.size()));
  if (scope.cost > kMostStatements) return Law::kEnds;
  Parameters parameters(found->parameters);
  if (name == "f0") parameters.all.erase(parameters.all.begin());
  std::vector<bool> given(parameters.all.size());
  std::size_t position = 0;
  const auto giveNext = [&](Type type) {
    while (position < parameters.all.size() && !parameters.all[position].byPosition) ++position;
    if (position >= parameters.all.size()) return parameters.spreads;
    given[position] = true;
    return fits(parameters.all[position++].name, type);
  };
  for (std::size_t i = 0; i < form.size(); ++i) {
    const Temporary& argument = arguments[i];
    if (form[i] == "_") {
      if (!giveNext(argument.type)) return Law::kCalls;
    } else if (form[i] == "*") {
      if (argument.op != Op::kTuple) return Law::kCalls;
      for (int k = 0; k < argument.size; ++k) {
        if (!giveNext(argument.element)) return Law::kCalls;
      }
    } else if (form[i] == "**") {
      return Law::kCalls;  // its keys are not known here
    } else {
      const std::string keyword = form[i].substr(0, form[i].size() - 1);
      const auto one = std::ranges::find(parameters.all, keyword, &Parameters::One::name);
      if (one == parameters.all.end() || !one->byName) {
        if (!parameters.takesNames) return Law::kCalls;
        continue;
      }
      const auto at = static_cast<std::size_t>(one - parameters.all.begin());
      if (given[at] || !fits(one->name, argument.type)) return Law::kCalls;
      given[at] = true;
    }
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i] && !parameters.all[i].isOptional) return Law::kCalls;
  }
  return std::nullopt;
}

State::Answer State::changeModes(std::string_view function, std::span<const Temporary> arguments) {
  if (isIn(ScopeKind::kExpression)) return Law::kModes;
  Block* block = &blocks_.back();
  if (function == "push_mode") {
    if (arguments.size() != 1) return Law::kModes;
    ++block->pushed;
    modes_.push_back(arguments[0].name);
    return modes_.size() > scopes_.back().modesBelow + kMostModes ? Answer(Law::kModes)
                                                                  : std::nullopt;
  }
  // A finally may pop what was pushed just outside its try.
  if (block->pushed == 0 && block->part == Op::kFinally) block = &blocks_[blocks_.size() - 2];
  if (block->pushed == 0) return Law::kModes;
  if (function == "swap_mode") {
    if (arguments.size() != 1) return Law::kModes;
    modes_.back() = arguments[0].name;
  } else {
    --block->pushed;
    modes_.pop_back();
  }
  return std::nullopt;
}

State::Answer State::callLab(std::span<const std::string> form, std::span<const Temporary> inputs,
                             Temporary& result) {
  const std::string& name = inputs[0].name;
  const auto arguments = inputs.subspan(1);
  std::vector<Type> types;
  for (const Temporary& argument : arguments) types.push_back(argument.type);
  const bool plain = std::ranges::all_of(form, [](const std::string& word) { return word == "_"; });
  if (name == "push_mode" || name == "pop_mode" || name == "swap_mode") {
    return changeModes(name, arguments);
  }
  if (name == "call") {
    if (arguments.empty() || form[0] != "_") return Law::kCalls;
    result.type = Type::kNone;
    if (arguments[0].type != Type::kFunction) return std::nullopt;
    return callFunction(arguments[0].name, form.subspan(1), arguments.subspan(1));
  }
  if (!plain) return std::nullopt;
  if (name == "tensor" && arguments.size() == 1) {
    const Temporary& data = arguments[0];
    if (data.type == Type::kFloat) result.type = Type::kScalar;
    if (data.op == Op::kList && data.size == 2) {
      if (data.element == Type::kFloat) result.type = Type::kTensor;
      if (data.element == Type::kAny && data.name == "rows") result.type = Type::kMatrix;
    }
    return std::nullopt;
  }
  if (name == "opaque" && arguments.size() == 1) {
    result.type = arguments[0].type == Type::kFunction ? Type::kAny : arguments[0].type;
  } else if (name == "brk" || name == "observe" || name == "inspect" || name == "mutate") {
    result.type = Type::kNone;
  } else if (name == "manager" || name == "Manager") {
    result.type = Type::kManager;
  } else {
    result.type = tensorResult(name, types);
    if (!hasDimension(name, arguments, 1)) return Law::kTyped;
  }
  return std::nullopt;
}

State::Answer State::callMethod(std::span<const std::string> form,
                                std::span<const Temporary> inputs, Temporary& result) {
  const std::string& name = inputs[0].name;
  const Type base = inputs[0].element;  // of what the attribute was taken, see attribute()
  const auto arguments = inputs.subspan(1);
  if (name == "f0") {
    result.type = Type::kTensor;
    return callFunction("f0", form, arguments);
  }
  if (base == Type::kList) {
    const bool shrinks = name == "clear" || name == "remove" || name == "pop";
    if (name == "pop") {
      result.type = Type::kTensor;
      const bool keepsOne = arguments.size() == 1 && arguments[0].name == "1" && isInTry();
      return keepsOne ? Answer() : Law::kBound;
    }
    if (shrinks) return Law::kBound;
    if (name == "extend" && (arguments.size() != 1 || arguments[0].op != Op::kList)) {
      return Law::kEnds;
    }
    if (name == "append" || name == "insert") {
      if (arguments.empty() ||
          (arguments.back().type != Type::kTensor && arguments.back().type != Type::kAny)) {
        return Law::kTyped;
      }
    }
    if (name == "copy") result.type = Type::kList;
    return std::nullopt;
  }
  if (base == Type::kDict) {
    if (name == "clear" || name == "popitem") return Law::kBound;
    if (name == "pop" && (arguments.size() != 2 || arguments[0].name == "'a'")) return Law::kBound;
    const bool gives = (name == "get" || name == "pop" || name == "setdefault") &&
                       arguments.size() == 2 && arguments[1].type == Type::kTensor;
    if (gives) result.type = Type::kTensor;
    if (name == "copy") result.type = Type::kDict;
    return std::nullopt;
  }
  if (isTensor(base)) {
    std::vector<Type> types{base};
    for (const Temporary& argument : arguments) types.push_back(argument.type);
    result.type = tensorResult(name, types);
    if (!hasDimension(name, arguments, 0)) return Law::kTyped;
  }
  if (base == Type::kGenerator && name == "send") return isInTry() ? Answer() : Law::kBound;
  return std::nullopt;
}

State::Answer State::callName(std::span<const std::string> form, std::span<const Temporary> inputs,
                              Temporary& result) const {
  const std::string& name = inputs[0].name;
  const auto arguments = inputs.subspan(1);
  if (name == "range") {
    result.element = Type::kInt;
    if (arguments.size() != 1) return std::nullopt;
    result.size = arguments[0].size;
    const bool isLong =
        arguments[0].type == Type::kInt && arguments[0].size == 0 && arguments[0].name != "0";
    return isLong ? Answer(Law::kEnds) : std::nullopt;
  }
  if (name == "zip" && !arguments.empty()) result.size = arguments[0].size;
  if (name == "next" && arguments.size() == 2) result.type = arguments[1].type;
  if (name == "next" && arguments.size() == 1 && arguments[0].type == Type::kGenerator) {
    return isInTry() ? Answer() : Law::kBound;
  }
  if (name == "len" && form.size() == 1) result.type = Type::kInt;
  if (name == "str" && form.size() == 1) result.type = Type::kText;
  return std::nullopt;
}

State::Answer State::call(const Instruction& instruction, std::span<const Temporary> inputs,
                          Temporary& result) {
  const auto form = words(instruction.text);
  const Temporary& callee = inputs[0];
  if (callee.op == Op::kLab) return callLab(form, inputs, result);
  if (callee.op == Op::kAttribute) return callMethod(form, inputs, result);
  if (callee.op != Op::kName) return std::nullopt;
  if (callee.type == Type::kFunction) {
    result.type = Type::kTensor;
    return callFunction(callee.name, form, inputs.subspan(1));
  }
  if (callee.type == Type::kGeneratorFunction) {
    result.type = Type::kGenerator;
    result.element = Type::kTensor;
    return callFunction(callee.name, form, inputs.subspan(1));
  }
  if (callee.type == Type::kClass || callee.type == Type::kModeClass) {
    result.type = callee.type == Type::kClass ? Type::kObject : Type::kMode;
    result.name = callee.name;
    return form.empty() ? Answer() : Law::kCalls;
  }
  return callName(form, inputs, result);
}

}  // namespace suture::il
