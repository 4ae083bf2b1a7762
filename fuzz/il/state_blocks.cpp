// The laws Blocks, Context, Parameters, Returns, and of Modes what with-blocks do.
#include <algorithm>

#include "fuzz/il/state.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

bool isExceptStar(Op op) { return op == Op::kExceptStar || op == Op::kExceptStarAs; }
bool isLoop(Op op) { return op == Op::kFor || op == Op::kWhile || op == Op::kCountedWhile; }

// Whether `next` may follow the part `now` of a block that began as `begin`.
bool mayFollow(Op begin, Op now, Op next) {
  if (now == Op::kFinally) return false;
  if (next == Op::kElif) return begin == Op::kIf && now != Op::kElse;
  if (next == Op::kElse) {
    return now != Op::kElse && (begin == Op::kIf || isLoop(begin) || isExcept(now));
  }
  if (begin != Op::kTry) return false;
  if (next == Op::kFinally) return true;
  if (now == Op::kTry) return true;
  return isExcept(now) && now != Op::kExceptAny && isExceptStar(now) == isExceptStar(next);
}

}  // namespace

void State::openScope(ScopeKind kind, std::string name) {
  Scope scope;
  scope.kind = kind;
  scope.name = std::move(name);
  scope.firstBlock = blocks_.size();
  scope.modesBelow = modes_.size();
  if (kind != ScopeKind::kFunction) {
    scope.declared = {};
    scope.cost = 0;
  }
  const double trips = kind == ScopeKind::kExpression ? blocks_.back().trips : 1;
  scopes_.push_back(std::move(scope));
  blocks_.emplace_back();
  blocks_.back().trips = trips;
}

State::Answer State::beginBlock(const Instruction& instruction, std::size_t index,
                                std::size_t first) {
  if (blocks_.size() >= kMostDepth) return Law::kBlocks;
  const std::size_t inScope = blocks_.size() - scopes_.back().firstBlock;
  if (inScope > kMostBlocks) return Law::kBlocks;
  if (instruction.op == Op::kDef || instruction.op == Op::kClass) {
    const auto broken =
        instruction.op == Op::kDef ? beginFunction(instruction) : beginClass(instruction);
    if (broken) return broken;
  } else {
    const double trips = blocks_.back().trips;
    blocks_.emplace_back();
    blocks_.back().trips = trips;
  }
  Block& block = blocks_.back();
  block.op = instruction.op;
  block.part = instruction.op;
  block.first = first;
  block.head = index;
  return std::nullopt;
}

State::Answer State::closePart() {
  Block& block = blocks_.back();
  if (block.isEmpty) return Law::kBlocks;
  if (block.pushed > 0) return Law::kModes;
  modes_.resize(modes_.size() - block.modes);
  block.modes = 0;
  block.names.clear();
  block.isEmpty = true;
  return std::nullopt;
}

// The condition of an elif or except is read before its part opens, but after the last one ended.
bool State::readsFromPart() const {
  const std::size_t last = blocks_.size() - 1;
  return std::ranges::any_of(reads_, [&](const std::string& name) {
    if (std::ranges::find(blocks_[last].names, name) == blocks_[last].names.end()) return false;
    for (std::size_t b = scopes_.back().firstBlock; b < last; ++b) {
      if (std::ranges::find(blocks_[b].names, name) != blocks_[b].names.end()) return false;
    }
    return true;
  });
}

State::Answer State::continueBlock(const Instruction& instruction) {
  Block& block = blocks_.back();
  if (blocks_.size() == scopes_.back().firstBlock + 1) return Law::kBlocks;
  if (!mayFollow(block.op, block.part, instruction.op)) return Law::kBlocks;
  if (readsFromPart()) return Law::kBound;
  if (auto broken = closePart()) return broken;
  // CPython takes the else of a try before its handlers: what these declare would be used there already.
  if (instruction.op == Op::kElse && block.handlerDeclares) return Law::kDeclarations;
  block.part = instruction.op;
  if (instruction.op == Op::kElse && isLoop(block.op)) {
    block.trips = blocks_[blocks_.size() - 2].trips;
  }
  if (instruction.op == Op::kExceptAs || instruction.op == Op::kExceptStarAs) {
    return bind(instruction.text, Type::kError);
  }
  return std::nullopt;
}

State::Answer State::endBlock(std::size_t index) {
  if (blocks_.size() == 1) return Law::kBlocks;
  Block& block = blocks_.back();
  if (block.op == Op::kTry && block.part == Op::kTry) return Law::kBlocks;
  const Block body = block;
  if (auto broken = closePart()) return broken;
  completed_ = Statement{body.first, body.head, index, static_cast<int>(blocks_.size()) - 2};
  blocks_.pop_back();
  if (body.op == Op::kDef || body.op == Op::kClass) {
    const Scope scope = std::move(scopes_.back());
    scopes_.pop_back();
    const auto broken =
        scope.kind == ScopeKind::kFunction ? endFunction(scope, body) : endClass(scope, body);
    if (broken) return broken;
  }
  blocks_.back().lastStatement = index;
  blocks_.back().lastOp = body.op;
  return std::nullopt;
}

State::Answer State::enterWith(const Instruction& instruction, std::span<const Temporary> inputs,
                               Block& block) {
  const auto names = words(instruction.text);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].type == Type::kMode) {
      modes_.push_back(inputs[i].name);
      ++block.modes;
    }
    if (names[i] == "_") continue;
    if (auto broken = bind(names[i], inputs[i].type == Type::kMode ? Type::kMode : Type::kAny)) {
      return broken;
    }
  }
  const bool tooMany = modes_.size() > scopes_.back().modesBelow + kMostModes;
  return tooMany ? Answer(Law::kModes) : std::nullopt;
}

State::Answer State::beginFunction(const Instruction& instruction) {
  auto form = words(instruction.text);
  const std::string name = form.front();
  const std::string parameters =
      instruction.text.substr(std::min(name.size() + 1, instruction.text.size()));
  if (!isIdentifier(name)) return Law::kWords;
  if (!isParameterForm(parameters)) return Law::kParameters;
  const auto defaults = static_cast<std::size_t>(std::ranges::count(parameters, '='));
  if (instruction.inputs < defaults) return Law::kInputs;
  if (name == "f0" &&
      (form.size() != 3 || form[1] != "self" || typeOfName(form[2]) != Type::kTensor)) {
    return Law::kReturns;
  }
  openScope(ScopeKind::kFunction, name);
  scopes_.back().parameters = parameters;
  form.erase(form.begin());
  for (std::string parameter : form) {
    parameter.erase(0, parameter.find_first_not_of('*'));
    if (parameter.ends_with('=')) parameter.pop_back();
    if (parameter.empty() || parameter == "/") continue;
    if (auto broken = bind(parameter, Type::kAny)) return broken;
  }
  return std::nullopt;
}

State::Answer State::beginClass(const Instruction& instruction) {
  const std::size_t blank = std::min(instruction.text.find(' '), instruction.text.size());
  const std::string name = instruction.text.substr(0, blank);
  const std::string_view form = std::string_view(instruction.text).substr(blank);
  if (!isIdentifier(name) || !isArgumentForm(form)) return Law::kWords;
  if (words(form).size() > instruction.inputs) return Law::kInputs;
  openScope(ScopeKind::kClass, name);
  return std::nullopt;
}

State::Answer State::endFunction(const Scope& scope, const Block& body) {
  const Type type = typeOfName(scope.name);
  if (scope.name == "run" && scopes_.size() == 1 && scope.yields) return Law::kReturns;
  if (type == Type::kFunction) {
    const bool ends =
        body.lastOp == Op::kReturn || body.lastOp == Op::kRaise || body.lastOp == Op::kOpaque;
    if (scope.yields || !ends) return Law::kReturns;
  }
  if (type == Type::kGeneratorFunction && !scope.yields) return Law::kReturns;
  const bool isMember = isIn(ScopeKind::kClass);
  if (type == Type::kFunction || type == Type::kGeneratorFunction) {
    const auto found = functions_.find(scope.name);
    if (found == functions_.end()) {
      functions_[scope.name] = {scope.parameters, scope.cost, scope.isLeaf};
    } else if (scope.name == "f0") {
      found->second.cost = std::max(found->second.cost, scope.cost);
    } else if (found->second.parameters != scope.parameters) {
      return Law::kCalls;
    }
  } else if (type != Type::kAny && type != Type::kManager && !isMember) {
    return Law::kTyped;
  }
  return bind(scope.name, type, true);
}

State::Answer State::endClass(const Scope& scope, const Block& body) {
  const Type type = typeOfName(scope.name);
  if (type == Type::kClass) {
    for (const char* member : {"t0", "i0", "t1", "f0"}) {
      if (std::ranges::find(body.names, member) == body.names.end()) return Law::kReturns;
    }
  }
  if (type != Type::kAny && type != Type::kClass && type != Type::kModeClass &&
      type != Type::kManager) {
    return Law::kTyped;
  }
  return bind(scope.name, type, true);
}

bool State::isInLoop() const {
  for (std::size_t b = blocks_.size(); b-- > scopes_.back().firstBlock;) {
    if (isLoop(blocks_[b].op) && blocks_[b].part != Op::kElse) return true;
  }
  return false;
}

bool State::isInHandler() const {
  for (std::size_t b = blocks_.size(); b-- > scopes_.back().firstBlock;) {
    if (isExcept(blocks_[b].part)) return true;
  }
  return false;
}

bool State::isInTry() const {
  for (std::size_t b = blocks_.size(); b-- > scopes_.back().firstBlock;) {
    if (blocks_[b].part == Op::kTry) return true;
  }
  return false;
}

bool State::isInExceptStar(bool toLoopOnly) const {
  for (std::size_t b = blocks_.size(); b-- > scopes_.back().firstBlock;) {
    if (isExceptStar(blocks_[b].part)) return true;
    if (toLoopOnly && isLoop(blocks_[b].op) && blocks_[b].part != Op::kElse) return false;
  }
  return false;
}

// Closed while it stands in a finally, a generator would not end; in except* it would end in a group that no
// program can catch.
bool State::mayYield() const {
  for (std::size_t b = scopes_.back().firstBlock; b < blocks_.size(); ++b) {
    if (blocks_[b].part == Op::kFinally) return false;
  }
  return !isInExceptStar(false);
}

// Leaving a block early leaves no mode behind that was pushed by hand, unless finally pops it.
bool State::mayLeave(Op op) const {
  const bool toLoop = op == Op::kBreak || op == Op::kContinue;
  if (isInExceptStar(toLoop)) return false;
  bool isGuarded = false;
  for (std::size_t b = blocks_.size(); b-- > scopes_.back().firstBlock;) {
    if (blocks_[b].pushed > 0 && !isGuarded) return false;
    if (toLoop && isLoop(blocks_[b].op) && blocks_[b].part != Op::kElse) return true;
    isGuarded = blocks_[b].part == Op::kTry || isExcept(blocks_[b].part);
  }
  return true;
}

}  // namespace suture::il
