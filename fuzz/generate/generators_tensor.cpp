// Expressions of tensors in all forms, and calls.
#include <algorithm>

#include "fuzz/generate/generator.h"
#include "fuzz/il/words.h"

namespace suture::generate {

using il::Op;
using il::Type;

namespace {

constexpr std::string_view kBinaryFunctions[] = {"add",     "mul",     "sub",
                                                 "maximum", "minimum", "hypot"};
// Those that take a number as well, in both dialects.
constexpr std::string_view kWithNumbers[] = {"add", "mul", "sub", "copysign"};
constexpr std::string_view kUnaryFunctions[] = {"neg", "abs",  "square", "tanh",     "floor",
                                                "sin", "sign", "clone",  "ones_like"};
constexpr std::string_view kInPlace[] = {"add_", "mul_", "sub_"};
constexpr std::string_view kOperators[] = {"+", "*", "-", "/"};
constexpr std::string_view kReductions[] = {"sum", "mean", "amax", "prod"};
constexpr std::string_view kComparisons[] = {"<", ">=", "==", "!="};
constexpr std::string_view kCompareFunctions[] = {"lt", "ge", "eq", "ne"};

}  // namespace

void Generator::tensorLiteral() {
  builder_.lab("tensor");
  for (int i = 0; i < 2; ++i) {
    builder_.constant(std::to_string(choices_.below(4)) + (choices_.chance(1, 2) ? ".5" : ".0"));
  }
  builder_.add(Op::kList, "", 2).call(1);
}

void Generator::tensor(int depth) {
  const bool isDeep = depth >= limits_.expression;
  if (isDeep || choices_.chance(1, 3)) {
    if (const auto name = any(Type::kTensor)) {
      builder_.name(*name);
    } else {
      tensorLiteral();
    }
    return;
  }
  choices_.chance(1, 3) ? tensorFromElsewhere(depth + 1) : tensorOperation(depth + 1);
}

void Generator::tensorOperation(int depth) {
  switch (choices_.below(12)) {
    case 0:
    case 1:
      builder_.lab(std::string(choices_.pick(kWithNumbers)));
      tensor(depth);
      floating(depth);
      builder_.call(2);
      return;
    case 2:
      builder_.lab(std::string(choices_.pick(kBinaryFunctions)));
      tensor(depth);
      tensor(depth);
      builder_.call(2);
      return;
    case 3: {
      tensor(depth);
      const bool isNumber = choices_.chance(1, 2);
      builder_.add(Op::kAttribute, std::string(isNumber ? choices_.pick(kWithNumbers)
                                                        : choices_.pick(kBinaryFunctions)));
      isNumber ? floating(depth) : tensor(depth);
      builder_.call(1);
      return;
    }
    case 4:
      builder_.lab(std::string(choices_.pick(kUnaryFunctions)));
      tensor(depth);
      builder_.call(1);
      return;
    case 5:
      tensor(depth);
      choices_.chance(1, 2) ? tensor(depth) : floating(depth);
      builder_.add(Op::kBinary, std::string(choices_.pick(kOperators)));
      return;
    case 6:  // reflected
      choices_.chance(1, 2) ? floating(depth) : scalar(depth);
      tensor(depth);
      builder_.add(Op::kBinary, std::string(choices_.pick(kOperators)));
      return;
    case 7:
      tensor(depth);
      builder_.add(Op::kUnary, "-");
      return;
    case 8:
      matrix(depth);
      tensor(depth);
      builder_.add(Op::kBinary, "@");
      return;
    case 9:
      builder_.lab("where");
      mask(depth);
      tensor(depth);
      tensor(depth);
      builder_.call(3);
      return;
    case 10:
      tensor(depth);
      builder_.add(Op::kAttribute, std::string(choices_.pick(kInPlace)));
      scalar(depth);
      builder_.call(1);
      return;
    default:
      builder_.lab("cumsum");
      tensor(depth);
      builder_.constant("0").call(2);
  }
}

// The method that classes have, of an object; false where there is none to call.
bool Generator::callMethod(int depth) {
  const auto object = any(Type::kObject);
  if (!object || builder_.state().signature("f0") == nullptr || !hasRoom() || isInClass()) {
    return false;
  }
  isMethodCalled_ = true;
  builder_.name(*object).add(Op::kAttribute, "f0");
  tensor(depth);
  builder_.call(1);
  return true;
}

// Tensors that calls, containers and objects give; an operation where there are none.
void Generator::tensorFromElsewhere(int depth) {
  if (!isMethodCalled_ && choices_.chance(1, 2) && callMethod(depth)) return;
  switch (choices_.below(9)) {
    case 0:
    case 1:
      if (const auto names = callable(Type::kFunction); !names.empty()) {
        callFunction(choices_.pick(names), depth);
        return;
      }
      break;
    case 2:
      if (const auto name = any(Type::kList)) {
        builder_.name(*name).constant("0").add(Op::kSubscript);
        return;
      }
      break;
    case 3:
      if (const auto name = any(Type::kDict)) {
        builder_.name(*name).constant("'a'").add(Op::kSubscript);
        return;
      }
      break;
    case 4:
      if (const auto name = any(Type::kObject)) {
        builder_.name(*name);
        builder_.add(Op::kAttribute, choices_.chance(1, 2) && !isInClass() ? "t1" : "t0");
        return;
      }
      break;
    case 5:
      if (callMethod(depth)) return;
      break;
    case 6:
      flag(depth);
      tensor(depth);
      tensor(depth);
      builder_.add(Op::kConditional);
      return;
    case 7:
      if (const auto name = any(Type::kDict)) {
        builder_.name(*name).add(Op::kAttribute, "get");
        text();
        tensor(depth);
        builder_.call(2);
        return;
      }
      break;
    default:
      builder_.lab("opaque");
      tensor(depth);
      builder_.call(1);
      return;
  }
  tensorOperation(depth);
}

void Generator::matrix(int depth) {
  const auto name = any(Type::kMatrix);
  if (name && (depth >= limits_.expression || choices_.chance(1, 2))) {
    builder_.name(*name);
  } else if (name && choices_.chance(1, 2)) {
    builder_.name(*name);
    floating(depth + 1);
    builder_.add(Op::kBinary, "*");
  } else {
    builder_.lab("tensor");
    for (int row = 0; row < 2; ++row) {
      builder_.constant(constant(3) + ".0").constant(constant(3) + ".5").add(Op::kList, "", 2);
    }
    builder_.add(Op::kList, "", 2).call(1);
  }
}

void Generator::scalar(int depth) {
  const auto name = any(Type::kScalar);
  if (name && (depth >= limits_.expression || choices_.chance(1, 3))) {
    builder_.name(*name);
    return;
  }
  if (choices_.chance(1, 2)) {
    builder_.lab(std::string(choices_.pick(kReductions)));
    tensor(depth + 1);
    builder_.call(1);
  } else {
    tensor(depth + 1);
    builder_.add(Op::kAttribute, std::string(choices_.pick(kReductions))).call(0);
  }
}

void Generator::mask(int depth) {
  const auto name = any(Type::kMask);
  if (name && choices_.chance(1, 3)) {
    builder_.name(*name);
  } else if (choices_.chance(1, 2)) {
    tensor(depth + 1);
    floating(depth + 1);
    builder_.add(Op::kCompare, std::string(choices_.pick(kComparisons)), 2);
  } else {
    builder_.lab(std::string(choices_.pick(kCompareFunctions)));
    tensor(depth + 1);
    tensor(depth + 1);
    builder_.call(2);
  }
}

void Generator::callFunction(const std::string& name, int depth) {
  const il::Signature signature = *builder_.state().signature(name);
  builder_.name(name);
  arguments(signature, 0, false, depth);
}

// In all forms a call has: by position, spread from a tuple, by keyword in another order, left out.
void Generator::arguments(const il::Signature& signature, std::size_t leading, bool isMethod,
                          int depth) {
  std::string form;
  std::size_t count = leading;
  for (std::size_t i = 0; i < leading; ++i) form += i == 0 ? "_" : " _";
  const auto put = [&](const std::string& word) {
    form += (form.empty() ? "" : " ") + word;
    ++count;
  };
  auto parameters = il::words(signature.parameters);
  if (isMethod && !parameters.empty()) parameters.erase(parameters.begin());
  const auto slash = std::ranges::find(parameters, "/");
  std::size_t positional = 0;
  if (slash != parameters.end()) {
    positional = static_cast<std::size_t>(slash - parameters.begin());
    parameters.erase(slash);
  }
  bool byKeyword = false;
  bool afterStar = false;
  std::vector<std::string> keywords;
  for (std::string parameter : parameters) {
    if (parameter.starts_with("*")) {
      afterStar = true;
      if (parameter.size() > 1 && !parameter.starts_with("**") && !byKeyword &&
          choices_.chance(1, 2)) {
        tensor(depth + 1);
        put("_");
      }
      continue;
    }
    const bool isOptional = parameter.ends_with('=');
    if (isOptional) parameter.pop_back();
    if (isOptional && choices_.chance(1, 3)) {
      byKeyword = true;
      continue;
    }
    if (positional > 0) {
      --positional;
    } else {
      byKeyword = byKeyword || afterStar || choices_.chance(1, 4);
    }
    if (byKeyword) {
      keywords.push_back(parameter);
    } else if (choices_.chance(1, 8)) {
      expression(il::typeOfName(parameter), depth + 1);
      builder_.add(Op::kTuple, "", 1);
      put("*");
    } else {
      expression(il::typeOfName(parameter), depth + 1);
      put("_");
    }
  }
  if (keywords.size() > 1 && choices_.chance(1, 2)) std::swap(keywords.front(), keywords.back());
  for (const std::string& keyword : keywords) {
    expression(il::typeOfName(keyword), depth + 1);
    put(keyword + "=");
  }
  builder_.add(Op::kCall, form, count + 1);
}

}  // namespace suture::generate
