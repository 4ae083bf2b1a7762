#include "fuzz/reduce/smallest.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;
using il::State;
using il::Type;

Line constant(const char* text) { return {{Op::kConstant, 0, text}}; }

Line operator+(Line left, const Line& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Line call(const Line& callee, const Line& argument) {
  return callee + argument + Line{{Op::kCall, 2, "_"}};
}

Line tensor(const Line& data) { return call({{Op::kLab, 0, "tensor"}}, data); }

Line pair(const Line& element) { return element + element + Line{{Op::kList, 2, ""}}; }

// What a function or block was given first lasts longest: parameters, then what lies around.
std::vector<std::string> names(const State& state, Type type) {
  std::vector<std::string> found;
  const auto here = state.visibleHere(type);
  const auto anywhere = state.visible(type);
  if (!here.empty()) found.push_back(here.front());
  if (!anywhere.empty() && (found.empty() || anywhere.front() != found.front())) {
    found.push_back(anywhere.front());
  }
  return found;
}

std::optional<Line> made(const State& state, Type type);

Line best(const State& state, Type type) {
  const auto bound = names(state, type);
  if (!bound.empty()) return {{Op::kName, 0, bound.front()}};
  return made(state, type).value_or(Line());
}

std::optional<Line> instance(const State& state, Type classType) {
  const auto bound = names(state, classType);
  if (bound.empty()) return std::nullopt;
  return Line{{Op::kName, 0, bound.front()}, {Op::kCall, 1, ""}};
}

std::optional<Line> made(const State& state, Type type) {
  switch (type) {
    case Type::kAny:
    case Type::kNone:
      return constant("None");
    case Type::kTensor:
      return tensor(pair(constant("1.0")));
    case Type::kMatrix:
      return tensor(pair(pair(constant("1.0"))));
    case Type::kScalar:
      return tensor(constant("1.0"));
    case Type::kMask: {
      const Line operand = best(state, Type::kTensor);
      return operand + operand + Line{{Op::kCompare, 2, "=="}};
    }
    case Type::kInt:
      return constant("1");
    case Type::kFloat:
      return constant("1.0");
    case Type::kBool:
      return constant("True");
    case Type::kText:
      return constant("'a'");
    case Type::kList:
      return best(state, Type::kTensor) + Line{{Op::kList, 1, ""}};
    case Type::kDict:
      return constant("'a'") + best(state, Type::kTensor) + Line{{Op::kDict, 2, ""}};
    case Type::kObject:
      return instance(state, Type::kClass);
    case Type::kMode:
      return instance(state, Type::kModeClass);
    case Type::kManager:
      return call({{Op::kLab, 0, "Manager"}}, constant("'a'"));
    case Type::kClass:
    case Type::kModeClass:
    case Type::kFunction:
    case Type::kGeneratorFunction:
    case Type::kGenerator:
    case Type::kError:
    case Type::kCounter:
      return std::nullopt;
  }
}

}  // namespace

std::vector<Line> smallest(const State& state, Type type) {
  std::vector<Line> found;
  // What x names hold is not known, so one does not do for another.
  if (type != Type::kAny) {
    for (const std::string& name : names(state, type)) found.push_back({{Op::kName, 0, name}});
  }
  if (auto value = made(state, type)) found.push_back(std::move(*value));
  return found;
}

}  // namespace suture::reduce
