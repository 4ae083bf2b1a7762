// Expressions of everything but tensors.
#include <string_view>

#include "fuzz/generate/generator.h"

namespace suture::generate {

using il::Op;
using il::Type;

namespace {

constexpr std::string_view kErrors[] = {"ValueError", "KeyError", "RuntimeError", "TypeError"};
constexpr std::string_view kFloats[] = {"1.0", "2.0", "0.5", "3.25"};
constexpr std::string_view kTexts[] = {"'a'", "'b'", "'c'"};

}  // namespace

void Generator::expression(Type type, int depth) {
  switch (type) {
    case Type::kTensor:
      return tensor(depth);
    case Type::kMatrix:
      return matrix(depth);
    case Type::kScalar:
      return scalar(depth);
    case Type::kMask:
      return mask(depth);
    case Type::kInt:
      return integer(depth);
    case Type::kFloat:
      return floating(depth);
    case Type::kBool:
      return flag(depth);
    case Type::kText:
      return text();
    case Type::kList:
      return list(depth);
    case Type::kDict:
      return dict(depth);
    case Type::kMode:
      return mode();
    case Type::kObject:
      return object();
    case Type::kAny:
    case Type::kNone:
    case Type::kClass:
    case Type::kModeClass:
    case Type::kFunction:
    case Type::kGeneratorFunction:
    case Type::kGenerator:
    case Type::kManager:
    case Type::kError:
    case Type::kCounter:
      if (const auto name = any(type)) {
        builder_.name(*name);
      } else {
        builder_.constant("None");
      }
  }
}

void Generator::integer(int depth) {
  const auto name = any(Type::kInt);
  const int form = depth >= limits_.expression ? choices_.below(2) : choices_.below(6);
  if (form == 0 || !name) {
    builder_.constant(constant(5));
  } else if (form == 1) {
    builder_.name(*name);
  } else if (form == 2) {
    builder_.name(*name).constant(constant(4)).add(Op::kBinary, choices_.chance(1, 2) ? "+" : "-");
  } else if (form == 3) {
    builder_.name(*name).constant(constant(4)).add(Op::kBinary, "%");
  } else if (form == 4) {
    const auto listed = any(Type::kList);
    if (!listed) {
      builder_.constant("2");
    } else {
      builder_.name("len").name(*listed).call(1);
    }
  } else {
    const auto object = any(Type::kObject);
    if (!object) {
      builder_.constant("3");
    } else {
      builder_.name(*object).add(Op::kAttribute, "i0");
    }
  }
}

void Generator::floating(int depth) {
  const auto name = choices_.chance(1, 4) ? any(Type::kFloat) : std::nullopt;
  if (name) {
    builder_.name(*name);
  } else if (depth < limits_.expression && choices_.chance(1, 16)) {
    scalar(depth + 1);
    builder_.add(Op::kAttribute, "item").call(0);
  } else {
    builder_.constant(std::string(choices_.pick(kFloats)));
  }
}

void Generator::flag(int depth) {
  const auto name = choices_.chance(1, 4) ? any(Type::kBool) : std::nullopt;
  if (name) {
    builder_.name(*name);
    return;
  }
  switch (choices_.below(5)) {
    case 0:
    case 1:
      integer(depth + 1);
      builder_.constant(constant(4)).add(Op::kCompare, choices_.chance(1, 2) ? ">" : "<", 2);
      return;
    case 2:
      integer(depth + 1);
      builder_.constant(constant(3)).add(Op::kCompare, "==", 2).add(Op::kNot);
      return;
    case 3:
      if (const auto left = any(Type::kTensor)) {
        builder_.name(*left);
        tensor(limits_.expression);
        builder_.add(Op::kCompare, "is", 2);
        return;
      }
      break;
    default:
      if (const auto dict = any(Type::kDict)) {
        text();
        builder_.name(*dict).add(Op::kCompare, "in", 2);
        return;
      }
  }
  builder_.constant(choices_.chance(1, 2) ? "True" : "False");
}

void Generator::text() {
  const auto name = choices_.chance(1, 6) ? any(Type::kText) : std::nullopt;
  if (name) {
    builder_.name(*name);
  } else if (const auto number = any(Type::kInt); number && choices_.chance(1, 6)) {
    builder_.add(Op::kFormattedText, "f'v{" + *number + "}'");
  } else {
    builder_.constant(std::string(choices_.pick(kTexts)));
  }
}

void Generator::list(int depth) {
  const auto name = choices_.chance(1, 3) ? any(Type::kList) : std::nullopt;
  if (name && choices_.chance(1, 2)) {
    builder_.name(*name).add(Op::kAttribute, "copy").call(0);
    return;
  }
  if (name) {
    builder_.name(*name);
    return;
  }
  const int count = choices_.between(1, 3);
  for (int i = 0; i < count; ++i) tensor(depth + 1);
  builder_.add(Op::kList, "", static_cast<std::size_t>(count));
}

void Generator::dict(int depth) {
  builder_.constant("'a'");
  tensor(depth + 1);
  std::size_t inputs = 2;
  if (choices_.chance(1, 2)) {
    builder_.constant("'b'");
    tensor(depth + 1);
    inputs = 4;
  }
  builder_.add(Op::kDict, "", inputs);
}

void Generator::object() {
  if (const auto name = any(Type::kObject)) {
    builder_.name(*name);
  } else {
    builder_.name(choices_.pick(builder_.state().visible(Type::kClass))).call(0);
  }
}

void Generator::mode() {
  const auto made = choices_.chance(2, 3) ? any(Type::kMode) : std::nullopt;
  if (made) {
    builder_.name(*made);
    return;
  }
  const auto classes = builder_.state().visible(Type::kModeClass);
  if (!classes.empty()) {
    builder_.name(choices_.pick(classes)).call(0);
  } else {
    builder_.lab("FunctionMode").call(0);
  }
}

void Generator::plannedError() {
  builder_.name(std::string(choices_.pick(kErrors)));
  builder_.constant("'planned " + std::to_string(names_.nextPlanned()) + "'").call(1);
}

void Generator::caughtTypes() {
  switch (choices_.below(4)) {
    case 0:
      builder_.name("Exception");
      return;
    case 1:
      builder_.name("LookupError").name("ValueError").name("RuntimeError").add(Op::kTuple, "", 3);
      return;
    case 2:
      builder_.name("Exception");
      return;
    default:
      builder_.name(std::string(choices_.pick(kErrors)));
  }
}

}  // namespace suture::generate
