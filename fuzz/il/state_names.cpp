// The laws Bound, OneScope, Declarations, and of Typed what concerns storing.
#include <algorithm>

#include "fuzz/il/state.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

const Block* State::findBlock(std::string_view name, std::size_t* scope) const {
  std::size_t end = blocks_.size();
  for (std::size_t s = scopes_.size(); s-- > 0;) {
    const bool isSkipped = scopes_[s].kind == ScopeKind::kClass && s + 1 != scopes_.size();
    for (std::size_t b = end; b-- > scopes_[s].firstBlock;) {
      if (!isSkipped && has(blocks_[b].names, name)) {
        if (scope != nullptr) *scope = s;
        return &blocks_[b];
      }
    }
    end = scopes_[s].firstBlock;
  }
  return nullptr;
}

bool State::isBound(std::string_view name) const {
  std::size_t scope = 0;
  if (findBlock(name, &scope) == nullptr) return false;
  // Where this function, or one between, binds the name elsewhere, it is unbound or another's.
  for (std::size_t s = scope + 1; s < scopes_.size(); ++s) {
    if (scopes_[s].kind != ScopeKind::kClass && scopes_[s].bound.contains(name)) return false;
  }
  return true;
}

// Calls visit(name, whether of this very scope) for all names that may be read here, outer ones
// first.
template <class Visit>
void State::visitVisible(const Visit& visit) const {
  const auto isHidden = [&](const std::string& name, std::size_t from) {
    for (std::size_t s = from; s < scopes_.size(); ++s) {
      if (scopes_[s].kind != ScopeKind::kClass && scopes_[s].bound.contains(name)) return true;
    }
    return false;
  };
  for (std::size_t s = 0; s < scopes_.size(); ++s) {
    const bool isLast = s + 1 == scopes_.size();
    if (scopes_[s].kind == ScopeKind::kClass && !isLast) continue;
    const std::size_t end = isLast ? blocks_.size() : scopes_[s + 1].firstBlock;
    for (std::size_t b = scopes_[s].firstBlock; b < end; ++b) {
      for (const std::string& name : blocks_[b].names) {
        if (!isHidden(name, s + 1)) visit(name, isLast);
      }
    }
  }
}

std::vector<std::string> State::visible(Type type) const {
  const std::string_view prefix = prefixOf(type);
  std::vector<std::string> found;
  visitVisible([&](const std::string& name, bool) {
    if (!name.starts_with(prefix) || typeOfName(name) != type) return;
    if (!has(found, name)) found.push_back(name);
  });
  return found;
}

State::Types State::visibleTypes() const {
  Types types;
  visitVisible([&](const std::string& name, bool isHere) {
    const std::uint32_t bit = 1U << static_cast<unsigned>(typeOfName(name));
    types.anywhere |= bit;
    if (isHere) types.here |= bit;
  });
  return types;
}

std::vector<std::string> State::visibleHere(Type type) const {
  std::vector<std::string> found;
  for (std::size_t b = scopes_.back().firstBlock; b < blocks_.size(); ++b) {
    for (const std::string& name : blocks_[b].names) {
      if (typeOfName(name) == type && !has(found, name)) found.push_back(name);
    }
  }
  return found;
}

State::Answer State::read(std::string_view name) {
  if (auto& used = scopes_.back().used; !used.contains(name)) used.emplace(name);
  if (!readTypedName(name)) return std::nullopt;
  if (!isBound(name)) return Law::kBound;
  reads_.emplace_back(name);
  std::size_t scope = 0;
  findBlock(name, &scope);
  for (std::size_t s = scope + 1; s < scopes_.size(); ++s) {
    if (!scopes_[s].declared.contains(name)) scopes_[s].outside.emplace(name);
  }
  if (scope + 1 < scopes_.size()) scopes_[scope].captured.emplace(name);
  return std::nullopt;
}

State::Answer State::bind(std::string_view name, Type type, bool isTrusted) {
  Scope& scope = scopes_.back();
  scope.used.emplace(name);
  const Type wanted = typeOfName(name);
  if (wanted != Type::kAny && type != Type::kAny && wanted != type && !isTrusted) {
    return Law::kTyped;
  }
  if (scope.declared.contains(name)) return std::nullopt;
  if (readTypedName(name) && scope.outside.contains(name)) return Law::kOneScope;
  scope.bound.emplace(name);
  if (!has(blocks_.back().names, name)) blocks_.back().names.emplace_back(name);
  return std::nullopt;
}

State::Answer State::declare(const Instruction& instruction) {
  for (std::size_t b = scopes_.back().firstBlock; b < blocks_.size(); ++b) {
    if (isExcept(blocks_[b].part)) blocks_[b].handlerDeclares = true;
  }
  for (const std::string& name : listedNames(instruction.text)) {
    Scope& scope = scopes_.back();
    if (scope.used.contains(name) || scope.declared.contains(name)) return Law::kDeclarations;
    std::size_t s = 0;
    if (instruction.op == Op::kGlobal) {
      if (readTypedName(name) && !has(blocks_.front().names, name)) return Law::kBound;
    } else {
      for (s = scopes_.size() - 1; s-- > 1;) {
        if (scopes_[s].kind == ScopeKind::kFunction && scopes_[s].bound.contains(name)) break;
      }
      if (s == 0 || s >= scopes_.size()) return Law::kDeclarations;
      if (scopes_[s].declared.contains(name)) return Law::kDeclarations;
    }
    // What lies between must not know the name as its own.
    for (std::size_t between = s + 1; between + 1 < scopes_.size(); ++between) {
      if (scopes_[between].bound.contains(name)) return Law::kDeclarations;
      scopes_[between].outside.insert(name);
    }
    scopes_[s].captured.insert(name);
    scope.declared.insert(name);
    if (readTypedName(name) && !isBound(name)) return Law::kBound;
  }
  return std::nullopt;
}

State::Answer State::remove(const Instruction& instruction) {
  const std::string& name = instruction.text;
  Scope& scope = scopes_.back();
  scope.used.insert(name);
  if (!readTypedName(name)) {
    scope.bound.insert(name);
    return std::nullopt;
  }
  auto& names = blocks_.back().names;
  if (scope.declared.contains(name) || scope.captured.contains(name) || !has(names, name)) {
    return Law::kBound;
  }
  // Bound further out as well, it would be seen there still.
  for (std::size_t b = scope.firstBlock; b < blocks_.size(); ++b) {
    std::erase(blocks_[b].names, name);
  }
  return std::nullopt;
}

State::Answer State::bindTargets(std::string_view text, const Temporary& iterable) {
  const auto names = listedNames(text);
  for (const std::string& name : names) {
    const Type type = names.size() == 1 ? iterable.element : Type::kAny;
    if (typeOfName(name) == Type::kCounter) return Law::kEnds;
    if (auto broken = bind(name, type)) return broken;
  }
  return std::nullopt;
}

void State::bindOpaque(std::string_view text) {
  for (const std::string& name : identifiersIn(text)) {
    scopes_.back().used.insert(name);
    scopes_.back().bound.insert(name);
    if (readTypedName(name) && !has(blocks_.back().names, name)) {
      blocks_.back().names.push_back(name);
    }
  }
}

}  // namespace suture::il
