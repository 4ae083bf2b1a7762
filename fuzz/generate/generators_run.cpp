// run(): inputs, calls, and one change at a time between them, undone before the next.
#include <algorithm>

#include "fuzz/generate/generator.h"
#include "fuzz/il/words.h"

namespace suture::generate {

using il::Op;
using il::Type;

void Generator::inputs() {
  tensorLiteral();
  builder_.add(Op::kStore, names_.next(Type::kTensor));
  list(1);
  builder_.add(Op::kStore, names_.next(Type::kList));
  dict(1);
  builder_.add(Op::kStore, names_.next(Type::kDict));
  for (const std::string& name : builder_.state().visible(Type::kClass)) {
    builder_.name(name).call(0).add(Op::kStore, names_.next(Type::kObject));
  }
  mode();
  builder_.add(Op::kStore, names_.next(Type::kMode));
}

// lab.call(function, …): what it gives or raises is observed, and the rest of run() goes on. Sometimes
// under a mode, so that it matters what a call leaves of the modes that were there before.
void Generator::call(const std::string& function) {
  const bool isUnderMode = choices_.chance(1, 4);
  if (isUnderMode) {
    mode();
    builder_.add(Op::kWith, "_", 1);
  }
  const il::Signature signature = *builder_.state().signature(function);
  builder_.lab("call").name(function);
  arguments(signature, 1, false, limits_.expression);
  builder_.add(Op::kExpression);
  if (isUnderMode) builder_.add(Op::kEnd);
}

bool Generator::changeGlobal(const std::string& function) {
  const bool isInt = choices_.chance(1, 2);
  const std::string& name = rebound_[isInt ? 0 : 1];
  const std::string old = names_.next(isInt ? Type::kInt : Type::kTensor);
  builder_.name(name).add(Op::kStore, old);
  isInt ? void(builder_.constant("7")) : tensorLiteral();
  builder_.add(Op::kStore, name);
  call(function);
  builder_.name(old).add(Op::kStore, name);
  return true;
}

bool Generator::changeDefaults(const std::string& function) {
  std::size_t count = 0;
  for (const std::string& word : il::words(builder_.state().signature(function)->parameters)) {
    if (word.starts_with("*")) break;
    count += word.ends_with('=') ? 1U : 0U;
  }
  if (count == 0) return false;
  const std::string old = names_.next(Type::kAny);
  const auto defaults = [&] {
    builder_.lab("original").name(function).call(1);
    return "__defaults__";
  };
  builder_.add(Op::kAttribute, defaults()).add(Op::kStore, old);
  for (std::size_t i = 0; i < count; ++i) builder_.constant(constant(3));
  builder_.add(Op::kTuple, "", count).add(Op::kStoreAttribute, defaults());
  call(function);
  builder_.name(old).add(Op::kStoreAttribute, defaults());
  return true;
}

bool Generator::changeAttribute(const std::string& function) {
  const auto classes = builder_.state().visible(Type::kClass);
  if (classes.empty()) return false;
  const std::string name = choices_.pick(classes);
  const std::string old = names_.next(Type::kInt);
  builder_.name(name).add(Op::kAttribute, "i0").add(Op::kStore, old);
  builder_.constant("9").name(name).add(Op::kStoreAttribute, "i0");
  call(function);
  builder_.name(old).name(name).add(Op::kStoreAttribute, "i0");
  return true;
}

bool Generator::changeEntry(const std::string& function) {
  const auto name = any(Type::kDict);
  if (!name) return false;
  const std::string old = names_.next(Type::kTensor);
  builder_.name(*name).constant("'a'").add(Op::kSubscript).add(Op::kStore, old);
  tensorLiteral();
  builder_.name(*name).constant("'a'").add(Op::kStoreSubscript);
  call(function);
  builder_.name(old).name(*name).constant("'a'").add(Op::kStoreSubscript);
  return true;
}

// Not undone: the twin stays.
bool Generator::changeFunction(const std::string& function) {
  if (rebound_.size() < 3) return false;
  builder_.name(twin_).add(Op::kStore, rebound_[2]);
  call(function);
  return true;
}

void Generator::changeAndCall(const std::string& function) {
  // A twin is there to be put in its place.
  const int drawn = rebound_.size() < 3 ? choices_.below(4) : 4;
  const bool changed =
      (drawn == 1 && changeDefaults(function)) || (drawn == 2 && changeAttribute(function)) ||
      (drawn == 3 && changeEntry(function)) || (drawn == 4 && changeFunction(function));
  if (!changed) changeGlobal(function);
}

// One that has not been called yet, if there is one: what nobody calls is compiled for nothing.
std::string Generator::callee(const std::vector<std::string>& functions) {
  const auto next = std::ranges::find_first_of(uncalled_, functions);
  if (next == uncalled_.end()) return choices_.pick(functions);
  std::string name = *next;
  uncalled_.erase(next);
  return name;
}

void Generator::run(int calls) {
  builder_.add(Op::kBlank).add(Op::kBlank).add(Op::kDef, "run");
  std::string names;
  for (const std::string& name : rebound_) names += (names.empty() ? "" : ", ") + name;
  builder_.add(Op::kGlobal, names);
  inputs();
  for (int i = 0; i < calls && !builder_.broken(); ++i) {
    const auto functions = callable(Type::kFunction);
    if (functions.empty()) break;
    const std::string function = callee(functions);
    call(function);
    if (!callable(Type::kFunction).empty() && choices_.chance(2, 3) &&
        std::ranges::count(callable(Type::kFunction), function) > 0) {
      changeAndCall(function);
    }
  }
  builder_.lab("seen").call(0).add(Op::kReturn).add(Op::kEnd);
}

}  // namespace suture::generate
