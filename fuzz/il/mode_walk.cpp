// The walk itself and the forms of statements that change modes. What expressions may have in them is in
// mode_walk_scan.cpp.
#include "fuzz/il/mode_walk.h"

#include <algorithm>

#include "fuzz/il/type.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

bool isCallOf(const Instruction& instruction, std::size_t arguments) {
  return instruction.op == Op::kCall && instruction.inputs == arguments + 1 &&
         std::ranges::all_of(words(instruction.text), [](const auto& word) { return word == "_"; });
}

bool isLab(const Instruction& instruction, std::string_view name) {
  return instruction.op == Op::kLab && instruction.text == name;
}

bool isName(const Instruction& instruction, std::string_view name) {
  return instruction.op == Op::kName && instruction.text == name;
}

bool startsWithLab(std::span<const Instruction> expression,
                   std::initializer_list<std::string_view> names) {
  return !expression.empty() && expression.front().op == Op::kLab &&
         std::ranges::find(names, expression.front().text) != names.end();
}

bool isDunderName(std::string_view name) { return name.starts_with("__"); }

// Where the expressions of a statement begin.
std::vector<std::size_t> beginnings(std::span<const Instruction> expression) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (rowOf(expression[i].op).role == Role::kOpensScope) continue;
    const std::size_t inputs = expression[i].inputs;
    const std::size_t first = inputs == 0 ? i : starts[starts.size() - inputs];
    starts.resize(starts.size() - inputs);
    starts.push_back(first);
  }
  return starts;
}

}  // namespace

void ModeWalk::go() {
  model_.sites_.resize(1);  // lines count from 1
  for (std::size_t i = 0; i < all_.size() && model_.why_.empty(); ++i) {
    const Role role = rowOf(all_[i].op).role;
    if (role == Role::kExpression || role == Role::kOpensScope) continue;
    statement(i);
    start_ = i + 1;
  }
  if (!modes_.empty()) stop("a module leaves modes behind");
  if (isLeftByHand_ && catchesFunctions_) {
    stop("an exception may leave a mode behind that was pushed by hand");
  }
  resolve();
}

void ModeWalk::stop(std::string_view why) {
  if (model_.why_.empty()) model_.why_ = why;
}

void ModeWalk::statement(std::size_t at) {
  const Instruction& head = all_[at];
  const Role role = rowOf(head.op).role;
  const Expression expression = all_.subspan(start_, at - start_);
  if (role == Role::kEnd) return endBlock();
  if (role == Role::kMiddle) blocks_.back().part = head.op;
  if (!scanHead(head) || !scan(expression)) return;
  noteBindings(head, expression);
  if (head.op == Op::kWith) return beginWith(head, expression);
  if (head.op == Op::kDef) return beginFunction(at);
  if (head.op == Op::kClass) return beginClass(head, expression);
  if (startsWithLab(expression, {"call"})) noteCall(head);
  place(head.op == Op::kCountedWhile ? 2 : 1);
  const bool isSuper = callsSuper(expression);
  if (isOwnExit() && !isSuper && !isQuiet(head, expression)) {
    return stop("a mode is entered or left in a way of its own");
  }
  if (!isSuper && head.op == Op::kExpression && !byHand(at, expression)) entersStack(expression);
  if (specials_ != 0) stop("modes are changed inside an expression");
  if (role == Role::kBegin) {
    blocks_.push_back(
        {.op = head.op, .part = head.op, .modes = modes_.size(), .catches = catches(at)});
    if (blocks_.back().catches && isInGenerator()) catchesFunctions_ = true;
  }
}

void ModeWalk::place(std::size_t lines, std::size_t items, const std::optional<Mode>& entry) {
  bool isKnown = true;
  for (auto block = blocks_.rbegin(); block != blocks_.rend() && block->op != Op::kDef; ++block) {
    // A generator that is dropped goes on there, wherever its last reference ends.
    if (block->part == Op::kFinally || block->part == Op::kExceptAny) isKnown = !isInGenerator();
    if (!isKnown) break;
  }
  const ModeModel::Site site{function_, modes_, taken_, isKnown, items, entry};
  model_.sites_.insert(model_.sites_.end(), lines, site);
}

// run() makes its calls one after another where nothing can skip or repeat one.
void ModeWalk::noteCall(const Instruction& head) {
  const auto function = std::ranges::find(blocks_.rbegin(), blocks_.rend(), Op::kDef, &Block::op);
  const bool isStraight = head.op == Op::kExpression && function_ == "run" &&
                          std::all_of(blocks_.rbegin(), function, [](const Block& block) {
                            return block.op == Op::kWith && !block.catches;
                          });
  if (isStraight) {
    model_.calls_.push_back(model_.sites_.size());
  } else {
    model_.areCallsInOrder_ = false;
  }
}

bool ModeWalk::byHand(std::size_t at, Expression expression) {
  if (!startsWithLab(expression, {"push_mode", "pop_mode", "swap_mode"})) return false;
  --specials_;
  const std::string& function = expression.front().text;
  if (function == "pop_mode") {
    if (modes_.empty()) {
      stop("a mode is taken off that this function has not pushed");
    } else {
      modes_.pop_back();
    }
    return true;
  }
  const auto mode = modeOf(expression.subspan(1, expression.size() - 2));
  if (!mode || !isCallOf(expression.back(), 1)) {
    stop("it is not known which mode is pushed");
  } else if (function == "swap_mode") {
    if (modes_.empty()) return stop("a mode is replaced that this function has not pushed"), true;
    modes_.back() = *mode;
  } else {
    modes_.push_back(*mode);
    const bool isGuarded = at + 1 < all_.size() && popsInFinally(at + 1);
    if (isGuarded) return true;
    isLeftByHand_ = model_.mayLeaveModes_ = true;
    if (isInCatcher() || isInGenerator() || !class_.empty()) {
      stop("an exception may leave a mode behind that was pushed by hand");
    }
  }
  return true;
}

// x1.enter_context(m1), right in the block of `with lab.ExitStack() as x1`.
bool ModeWalk::entersStack(Expression expression) {
  if (expression.size() < 4 || blocks_.empty() || blocks_.back().exitStack.empty()) return false;
  if (!isName(expression[0], blocks_.back().exitStack) || expression[1].op != Op::kAttribute ||
      expression[1].text != "enter_context" || !isCallOf(expression.back(), 1)) {
    return false;
  }
  const auto mode = modeOf(expression.subspan(2, expression.size() - 3));
  if (!mode) return false;
  specials_ -= 2;
  modes_.push_back(*mode);
  return true;
}

// super().__enter__() in an __enter__, super().__exit__(…) in an __exit__: once, on every path.
bool ModeWalk::callsSuper(Expression expression) {
  if (!isOwnExit() || blocks_.back().op != Op::kDef || expression.size() < 4) return false;
  if (!isName(expression[0], "super") || !isCallOf(expression[1], 0) ||
      expression[2].op != Op::kAttribute || expression[2].text != function_ ||
      expression.back().op != Op::kCall || !modes_.empty() || taken_ != 0) {
    return false;
  }
  const Expression arguments = expression.subspan(3, expression.size() - 4);
  if (!std::ranges::all_of(arguments, [](const auto& one) { return one.op == Op::kName; })) {
    return false;
  }
  specials_ -= 2;
  if (function_ == "__enter__") {
    modes_.push_back({class_, ""});
  } else {
    taken_ = 1;
  }
  return true;
}

// What raises nothing and changes no modes.
bool ModeWalk::isQuiet(const Instruction& head, Expression expression) const {
  if (blocks_.back().op != Op::kDef) return false;
  if (head.op == Op::kReturn) return expression.size() == 1 && expression[0].op == Op::kName;
  if (head.op == Op::kBlank || head.op == Op::kPass) return true;
  return head.op == Op::kExpression && startsWithLab(expression, {"observe", "inspect", "brk"});
}

std::optional<ModeWalk::Mode> ModeWalk::modeOf(Expression expression) const {
  if (expression.empty() || expression[0].op != Op::kName) return std::nullopt;
  const std::string& name = expression[0].text;
  const Type type = typeOfName(name);
  const std::size_t size = expression.size();
  if (size == 1 && type == Type::kMode) return Mode{"", name};
  if (size == 2 && type == Type::kModeClass && isCallOf(expression[1], 0)) return Mode{name, ""};
  if (!isInModeClass_) return std::nullopt;
  if (size == 1 && name == "self") return Mode{class_, ""};
  if (size == 4 && name == "type" && isName(expression[1], "self") && isCallOf(expression[2], 1) &&
      isCallOf(expression[3], 0)) {
    return Mode{class_, ""};
  }
  return std::nullopt;
}

void ModeWalk::beginWith(const Instruction& with, Expression expression) {
  std::vector<std::size_t> starts = beginnings(expression);
  const auto names = words(with.text);
  starts.push_back(expression.size());
  Block block{.op = Op::kWith, .part = Op::kWith, .modes = modes_.size()};
  std::vector<Mode> entered;
  for (std::size_t i = 0; i < with.inputs; ++i) {
    const Expression item = expression.subspan(starts[i], starts[i + 1] - starts[i]);
    if (startsWithLab(item, {"manager", "Manager"}) && item.back().op == Op::kCall) {
      block.catches = block.catches || item.back().text.find("suppress") != std::string::npos;
    } else if (startsWithLab(item, {"ExitStack"}) && isCallOf(item.back(), 0) && item.size() == 2 &&
               with.inputs == 1 && names[i] != "_") {
      --specials_;
      block.exitStack = names[i];
    } else if (auto mode = modeOf(item)) {
      if (names[i] != "_") bind(names[i], mode->type);
      if (names[i] != "_" && mode->name.empty()) mode->name = names[i];
      entered.push_back(*std::move(mode));
    } else {
      return stop("it is not known what a with-statement enters");
    }
  }
  if (specials_ != 0) return stop("modes are changed inside an expression");
  if (isOwnExit()) return stop("a mode is entered or left in a way of its own");
  const bool isMode = with.inputs == 1 && entered.size() == 1;
  place(1, with.inputs, isMode ? std::optional(entered[0]) : std::nullopt);
  modes_.insert(modes_.end(), entered.begin(), entered.end());
  blocks_.push_back(std::move(block));
}

void ModeWalk::beginFunction(std::size_t at) {
  const Instruction& def = all_[at];
  const auto form = words(def.text);
  const std::string& name = form.front();
  const auto defaults = static_cast<std::size_t>(std::ranges::count(def.text, '='));
  place(1 + def.inputs - defaults);
  const bool isMember = !blocks_.empty() && blocks_.back().op == Op::kClass;
  const bool isOfMode = isMember && isInModeClass_;
  const bool isExit = name == "__enter__" || name == "__exit__";
  const bool isHandler = name == "__torch_function__";
  if (isDunderName(name) && !(isMember && name == "__init__") &&
      !(isOfMode && (isExit || isHandler))) {
    return stop("a special method may run anywhere");
  }
  if (name == "run" && !blocks_.empty()) return stop("a run() inside something");
  if (specials_ != 0) return stop("modes are changed inside an expression");
  if (isExit) catchesFunctions_ = true;  // it goes on when its block has raised
  blocks_.push_back({.op = Op::kDef,
                     .part = Op::kDef,
                     .yields = yields(at),
                     .outer = std::move(function_),
                     .outerModes = std::move(modes_),
                     .outerTaken = taken_});
  function_ = name;
  modes_.clear();
  taken_ = isHandler ? 1 : 0;
}

void ModeWalk::beginClass(const Instruction& made, Expression expression) {
  const std::string name = words(made.text).front();
  const bool isMode = expression.size() == 1 && isLab(expression[0], "FunctionMode");
  if (isMode) --specials_;
  if ((made.inputs != 0 && !isMode) || specials_ != 0)
    return stop("a class with a base of its own");
  if (!class_.empty() || !function_.empty()) return stop("a class inside something");
  place(1);
  blocks_.push_back({.op = Op::kClass, .part = Op::kClass});
  class_ = name;
  isInModeClass_ = isMode;
}

void ModeWalk::endBlock() {
  Block block = std::move(blocks_.back());
  blocks_.pop_back();
  if (block.op == Op::kWith) modes_.resize(std::min(modes_.size(), block.modes));
  if (block.op == Op::kClass) class_.clear();
  if (block.op == Op::kClass) isInModeClass_ = false;
  if (block.op != Op::kDef) return;
  const bool isDone = function_ == "__enter__"  ? modes_.size() == 1
                      : function_ == "__exit__" ? taken_ == 1
                                                : modes_.empty();
  if (!isDone) stop("a function leaves modes behind");
  function_ = std::move(block.outer);
  modes_ = std::move(block.outerModes);
  taken_ = block.outerTaken;
}

// A name that is bound in one place has the mode that was made there; a class defined once is that class.
void ModeWalk::resolve() {
  const auto once = [this](const std::string& name) -> const Binding* {
    const auto found = bindings_.find(name);
    return found != bindings_.end() && found->second.times == 1 ? &found->second : nullptr;
  };
  const auto resolved = [&](Mode& mode) {
    if (const Binding* binding = mode.name.empty() ? nullptr : once(mode.name)) {
      if (mode.type.empty()) mode.type = binding->type;
    } else {
      mode.name.clear();
    }
    if (!mode.type.empty() && once(mode.type) == nullptr) mode.type.clear();
  };
  for (ModeModel::Site& site : model_.sites_) {
    std::ranges::for_each(site.modes, resolved);
    if (site.entry) resolved(*site.entry);
  }
}

}  // namespace suture::il
