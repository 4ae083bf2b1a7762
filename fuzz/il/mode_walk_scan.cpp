// What the expressions of a statement have in them that matters to modes: names, blocks that catch, bindings.
#include <algorithm>

#include "fuzz/il/mode_walk.h"
#include "fuzz/il/type.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

// By these a program reaches what it does not name, or what is no program's.
constexpr std::string_view kReaching[] = {"lab",     "getattr", "setattr",       "delattr",
                                          "eval",    "exec",    "compile",       "vars",
                                          "globals", "locals",  "BaseException", "GeneratorExit"};
constexpr std::string_view kOfTheHarness[] = {"suture",  "contextlib", "builtins",
                                              "weakref", "begin",      "log_of"};
constexpr std::string_view kChanging[] = {"push_mode", "pop_mode", "swap_mode", "ExitStack",
                                          "FunctionMode"};
// Special attributes that say nothing about modes.
constexpr std::string_view kHarmless[] = {"__name__",  "__defaults__", "__notes__",
                                          "__cause__", "__context__",  "__traceback__"};
// What can be named in a block that catches without a function of the program being called.
constexpr std::string_view kPlain[] = {"range", "len", "list", "str", "zip", "type", "property"};
constexpr std::string_view kOfHandlers[] = {"self",  "func", "args",   "kwargs",
                                            "types", "out",  "details"};

bool isIn(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool isException(std::string_view name) {
  return name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Group") ||
         name == "StopIteration";
}

bool isYield(Op op) { return op == Op::kYield || op == Op::kYieldNothing || op == Op::kYieldFrom; }

bool isSpecial(std::string_view name) { return name.starts_with("__") && !isIn(kHarmless, name); }

}  // namespace

bool ModeWalk::scanHead(const Instruction& head) {
  const bool isStored = head.op == Op::kStoreAttribute || head.op == Op::kDeleteAttribute ||
                        head.op == Op::kAugmentedAttribute;
  if (head.op == Op::kOpaque) {
    stop("the IL does not cover all of it");
  } else if (head.op == Op::kImport && head.text != "from suture import lab") {
    stop("imports more than suture.lab");
  } else if (isStored && isSpecial(words(head.text).front())) {
    stop("a special method is replaced");
  }
  return model_.why_.empty();
}

bool ModeWalk::scan(Expression expression) {
  specials_ = 0;
  for (std::size_t i = 0; i < expression.size() && model_.why_.empty(); ++i) {
    const Instruction& one = expression[i];
    if (one.op == Op::kName) {
      scanName(one.text);
    } else if (one.op == Op::kLab) {
      if (isIn(kChanging, one.text)) ++specials_;
      if (one.text.starts_with('_') || isIn(kOfTheHarness, one.text)) stop("uses the harness");
      if (one.text == "call" && i != 0) model_.areCallsInOrder_ = false;
    } else if (one.op == Op::kAttribute) {
      if (one.text == "enter_context" || isSpecial(one.text)) ++specials_;
    } else if (one.op == Op::kWalrus) {
      bind(one.text);
    } else if (isYield(one.op) && !modes_.empty()) {
      stop("a generator is suspended under a mode");
    }
  }
  return model_.why_.empty();
}

void ModeWalk::scanName(std::string_view name) {
  if (isIn(kReaching, name)) return stop("reaches what it does not name");
  if (name == "super") ++specials_;
  if (name == "run") model_.areCallsInOrder_ = false;
  for (const Block& block : blocks_) specials_ += block.exitStack == name ? 1U : 0U;
  if (!isInCatcher() || isException(name) || isIn(kPlain, name)) return;
  if (!class_.empty() && isIn(kOfHandlers, name)) return;
  const Type type = typeOfName(name);
  if (type == Type::kFunction || type == Type::kGeneratorFunction || type == Type::kGenerator ||
      type == Type::kAny) {
    catchesFunctions_ = true;
  }
}

void ModeWalk::bind(std::string_view name, std::string_view type) {
  const Type kind = typeOfName(name);
  if (kind != Type::kMode && kind != Type::kModeClass) return;
  Binding& binding = bindings_[std::string(name)];
  ++binding.times;
  binding.type = type;
}

void ModeWalk::noteBindings(const Instruction& head, Expression expression) {
  const Op op = head.op;
  if (op == Op::kStore) {
    const auto made = modeOf(expression);
    bind(head.text, made ? std::string_view(made->type) : std::string_view());
  } else if (op == Op::kFor || op == Op::kUnpack || op == Op::kGlobal || op == Op::kNonlocal ||
             op == Op::kDelete) {
    for (const std::string& name : listedNames(head.text)) bind(name);
  } else if (op == Op::kAugmented || op == Op::kExceptAs || op == Op::kExceptStarAs ||
             op == Op::kClass) {
    bind(words(head.text).front());
  } else if (op == Op::kDef) {
    const auto form = words(head.text);
    for (std::string_view name : form) {
      name.remove_prefix(std::min(name.find_first_not_of('*'), name.size()));
      if (name.ends_with('=')) name.remove_suffix(1);
      bind(name);
    }
  }
}

bool ModeWalk::isInCatcher() const {
  for (auto block = blocks_.rbegin(); block != blocks_.rend() && block->op != Op::kDef; ++block) {
    if (block->catches) return true;
  }
  return false;
}

bool ModeWalk::isInGenerator() const {
  const auto function = std::ranges::find(blocks_.rbegin(), blocks_.rend(), Op::kDef, &Block::op);
  return function != blocks_.rend() && function->yields;
}

bool ModeWalk::yields(std::size_t begin) const {
  return std::any_of(all_.begin() + static_cast<std::ptrdiff_t>(begin),
                     all_.begin() + static_cast<std::ptrdiff_t>(endOf(begin)),
                     [](const Instruction& one) { return isYield(one.op); });
}

std::size_t ModeWalk::endOf(std::size_t begin) const {
  std::size_t depth = 0;
  for (std::size_t i = begin; i < all_.size(); ++i) {
    const Role role = rowOf(all_[i].op).role;
    if (role == Role::kBegin) ++depth;
    if (role == Role::kEnd && --depth == 0) return i;
  }
  return all_.size();
}

// lab.pop_mode() as a statement: three instructions.
bool ModeWalk::isPop(std::size_t at) const {
  return at + 2 < all_.size() && all_[at].op == Op::kLab && all_[at].text == "pop_mode" &&
         all_[at + 1].op == Op::kCall && all_[at + 2].op == Op::kExpression;
}

// Where a finally of this very try begins; its end where it has none.
std::size_t ModeWalk::finallyOf(std::size_t begin) const {
  std::size_t depth = 0;
  const std::size_t end = endOf(begin);
  for (std::size_t i = begin; i < end; ++i) {
    const Role role = rowOf(all_[i].op).role;
    if (role == Role::kBegin) ++depth;
    if (role == Role::kEnd) --depth;
    if (depth == 1 && all_[i].op == Op::kFinally) return i;
  }
  return end;
}

bool ModeWalk::popsInFinally(std::size_t begin) const {
  return all_[begin].op == Op::kTry && isPop(finallyOf(begin) + 1);
}

// Whether something of the program runs on when its body has raised: more than taking modes off.
bool ModeWalk::catches(std::size_t begin) const {
  if (all_[begin].op != Op::kTry) return false;
  const std::size_t end = endOf(begin);
  const std::size_t last = finallyOf(begin);
  std::size_t depth = 0;
  for (std::size_t i = begin; i < last; ++i) {
    const Role role = rowOf(all_[i].op).role;
    if (role == Role::kBegin) ++depth;
    if (role == Role::kEnd) --depth;
    if (depth == 1 && isExcept(all_[i].op)) return true;
  }
  for (std::size_t i = last + 1; i < end; i += 3) {
    if (!isPop(i)) return true;
  }
  return false;
}

}  // namespace suture::il
