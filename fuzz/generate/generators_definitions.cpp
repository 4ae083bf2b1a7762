// What stands at the top of a program: classes of modes, classes, functions, globals.
#include <algorithm>

#include "fuzz/generate/generator.h"
#include "fuzz/il/text.h"
#include "fuzz/il/words.h"

namespace suture::generate {

using il::Op;
using il::Type;

namespace {

// The kinds of modes. NAME is the class, OTHER one made before.
struct ModeKind {
  std::string_view members;  ///< before the handler
  std::string_view handler;
};

constexpr ModeKind kModeKinds[] = {
    // Transforms a result.
    {"",
     "        out = func(*args, **(kwargs or {}))\n"
     "        return lab.mul(out, 2.0) if func is lab.add else out\n"},
    // Counts.
    {"    calls = 0\n\n",
     "        self.calls += 1\n"
     "        return func(*args, **(kwargs or {}))\n"},
    // Counts in a class attribute and tells.
    {"    calls = 0\n\n",
     "        type(self).calls += 1\n"
     "        lab.observe(func.__name__, len(args))\n"
     "        return func(*args, **(kwargs or {}))\n"},
    // Re-entrant: puts itself back while it answers, once.
    {"    depth = 0\n\n",
     "        if self.depth > 0:\n"
     "            return func(*args, **(kwargs or {}))\n"
     "        self.depth += 1\n"
     "        try:\n"
     "            with self:\n"
     "                return func(*args, **(kwargs or {}))\n"
     "        finally:\n"
     "            self.depth -= 1\n"},
    // Pushes another of its own class, to a depth.
    {"    depth = 0\n\n",
     "        if type(self).depth > 1:\n"
     "            return func(*args, **(kwargs or {}))\n"
     "        type(self).depth += 1\n"
     "        try:\n"
     "            with type(self)():\n"
     "                return func(*args, **(kwargs or {}))\n"
     "        finally:\n"
     "            type(self).depth -= 1\n"},
    // Raises now and then.
    {"    calls = 0\n\n",
     "        self.calls += 1\n"
     "        if self.calls % 6 == 5:\n"
     "            raise RuntimeError('planned in a mode')\n"
     "        return func(*args, **(kwargs or {}))\n"},
    // Breaks inside the handler, with a temporary.
    {"",
     "        out = func(*args, **(kwargs or {}))\n"
     "        lab.brk(0)\n"
     "        return lab.neg(lab.opaque(out)) if func is lab.abs else out\n"},
    // Enters and leaves in its own way.
    {"    def __enter__(self):\n"
     "        lab.observe('enter')\n"
     "        return super().__enter__()\n\n"
     "    def __exit__(self, *details):\n"
     "        lab.observe('exit', details[0])\n"
     "        return super().__exit__(*details)\n\n",
     "        return func(*args, **(kwargs or {}))\n"},
    // Pushes another mode.
    {"",
     "        with OTHER():\n"
     "            return func(*args, **(kwargs or {}))\n"},
};

using Instructions = std::vector<il::Instruction>;

// As instructions, read once.
const Instructions& modeKind(std::size_t kind) {
  static const std::vector<Instructions> kAll = [] {
    std::vector<Instructions> all;
    for (const ModeKind& one : kModeKinds) {
      all.push_back(il::readInstructions(
          "\n\nclass NAME(lab.FunctionMode):\n\n" + std::string(one.members) +
          "    def __torch_function__(self, func, types, args=(), kwargs=None):\n" +
          std::string(one.handler)));
    }
    return all;
  }();
  return kAll[kind];
}

void replace(std::string& text, std::string_view word, std::string_view by) {
  const std::size_t at = text.find(word);
  if (at != std::string::npos) text.replace(at, word.size(), by);
}

}  // namespace

void Generator::modeClass(std::size_t kind) {
  const auto others = builder_.state().visible(Type::kModeClass);
  const std::string name = names_.next(Type::kModeClass);
  const bool needsOther = kModeKinds[kind].handler.find("OTHER") != std::string_view::npos;
  for (il::Instruction instruction : modeKind(needsOther && others.empty() ? 0 : kind)) {
    replace(instruction.text, "NAME", name);
    if (!others.empty()) replace(instruction.text, "OTHER", others.back());
    builder_.add(std::move(instruction));
  }
}

void Generator::plainClass() {
  const std::string name = names_.next(Type::kClass);
  builder_.add(Op::kBlank).add(Op::kBlank).add(Op::kClass, name);
  builder_.constant(constant(4)).add(Op::kStore, "i0");
  tensorLiteral();
  builder_.add(Op::kStore, "t0").add(Op::kBlank);
  static const Instructions kProperty =
      il::readInstructions("@property\ndef t1(self):\n    return lab.mul(self.t0, 2.0)\n");
  static const Instructions kPlain = il::readInstructions("t1 = lab.tensor([1.0, 4.0])\n");
  static const Instructions kCounted = il::readInstructions("self.i0 += 1\n");
  builder_.add(choices_.chance(2, 3) ? kProperty : kPlain);
  const std::string argument = names_.next(Type::kTensor);
  builder_.add(Op::kBlank).add(Op::kDef, "f0 self " + argument);
  if (choices_.chance(1, 2)) builder_.add(kCounted);
  if (choices_.chance(1, 2)) {
    builder_.lab("add").name("self").add(Op::kAttribute, "t0");
    tensor(2);
    builder_.call(2).name("self").add(Op::kStoreAttribute, "t0");
  }
  builder_.name("self").add(Op::kAttribute, "t0");
  tensor(1);
  builder_.add(Op::kBinary, "+").add(Op::kReturn).add(Op::kEnd).add(Op::kEnd);
}

std::string Generator::parameters() {
  std::string form = names_.next(Type::kTensor);
  if (choices_.chance(1, 2)) form += " " + names_.next(Type::kTensor);
  if (choices_.chance(1, 6)) form += " /";
  if (choices_.chance(1, 3)) form += " " + names_.next(Type::kList);
  if (choices_.chance(1, 4)) form += " " + names_.next(Type::kDict);
  if (choices_.chance(1, 6)) form += " " + names_.next(Type::kMode);
  const bool hasClass = !builder_.state().visible(Type::kClass).empty();
  if (hasClass && choices_.chance(1, 2)) form += " " + names_.next(Type::kObject);
  if (choices_.chance(2, 3)) form += " " + names_.next(Type::kInt) + "=";
  const int rest = choices_.below(5);
  if (rest == 1) form += " *" + names_.next(Type::kAny);
  if (rest == 2) form += " *";
  if (rest == 1 || rest == 2) form += " " + names_.next(Type::kTensor) + "=";
  if (choices_.chance(1, 8)) form += " **" + names_.next(Type::kAny);
  return form;
}

void Generator::defaults(const std::string& parameters) {
  for (std::string parameter : il::words(parameters)) {
    if (!parameter.ends_with('=')) continue;
    parameter.pop_back();
    if (il::typeOfName(parameter) == Type::kTensor) {
      tensorLiteral();
    } else {
      builder_.constant(constant(4));
    }
  }
}

void Generator::compiled() { builder_.add(Op::kBlank).add(Op::kBlank).lab("compiled"); }

std::string Generator::function() {
  const std::string name = names_.next(Type::kFunction);
  const std::string form = parameters();
  compiled();
  defaults(form);
  const auto given = static_cast<std::size_t>(std::ranges::count(form, '='));
  builder_.add(Op::kDef, name + " " + form, 1 + given);
  statements(choices_.between(2, limits_.statements));
  const Op last = builder_.state().blocks().back().lastOp;
  if (last != Op::kReturn && last != Op::kRaise) {
    tensor(0);
    builder_.add(Op::kReturn);
  }
  builder_.add(Op::kEnd);
  return name;
}

// The same parameters and another result, calling nothing: run() can put it in the other's place.
void Generator::twin(const std::string& of) {
  const std::string form = builder_.state().signature(of)->parameters;
  twin_ = names_.next(Type::kFunction);
  compiled();
  defaults(form);
  const auto given = static_cast<std::size_t>(std::ranges::count(form, '='));
  builder_.add(Op::kDef, twin_ + " " + form, 1 + given);
  builder_.lab("mul").name(il::words(form).front()).constant("3.0").call(2);
  builder_.add(Op::kReturn).add(Op::kEnd);
}

void Generator::generatorFunction() {
  const std::string name = names_.next(Type::kGeneratorFunction);
  const std::string argument = names_.next(Type::kTensor);
  compiled();
  builder_.constant("2").add(Op::kDef, name + " " + argument + " " + names_.next(Type::kInt) + "=",
                             2);
  add(rowOf(RowId::kYieldTensor));
  statements(choices_.between(2, limits_.statements - 2));
  builder_.add(Op::kEnd);
  isDriven_ = false;
}

void Generator::globals() {
  builder_.add(Op::kBlank);
  const std::string number = names_.next(Type::kInt);
  const std::string tensor = names_.next(Type::kTensor);
  builder_.constant("2").add(Op::kStore, number);
  tensorLiteral();
  builder_.add(Op::kStore, tensor);
  rebound_ = {number, tensor};
  if (choices_.chance(1, 2)) {
    dict(limits_.expression);
    builder_.add(Op::kStore, names_.next(Type::kDict));
  }
  if (choices_.chance(1, 3)) {
    list(limits_.expression);
    builder_.add(Op::kStore, names_.next(Type::kList));
  }
}

void Generator::program() {
  builder_.add(Op::kImport, "from suture import lab");
  const int kinds = static_cast<int>(std::size(kModeKinds));
  const int modes = choices_.between(1, limits_.modeClasses);
  for (int i = 0; i < modes; ++i) modeClass(static_cast<std::size_t>(choices_.below(kinds)));
  const int classes = choices_.between(0, limits_.classes);
  for (int i = 0; i < classes; ++i) plainClass();
  builder_.add(Op::kBlank);
  globals();
  if (choices_.chance(1, 4)) generatorFunction();
  const int calls = choices_.between(1, limits_.calls);
  const int count = choices_.between(1, std::min(limits_.functions, calls));
  for (int i = 0; i < count; ++i) uncalled_.push_back(function());
  if (builder_.broken()) return;
  if (choices_.chance(1, 8)) {
    twin(uncalled_.back());
    rebound_.push_back(uncalled_.back());
  }
  run(calls);
}

}  // namespace suture::generate
