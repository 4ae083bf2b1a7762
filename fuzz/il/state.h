// What is known at a point of a program: the live temporaries with their types, the names bound in
// each block, the symbolic mode stack, what the functions so far take and cost. Builder walks it
// over a program, an instruction at a time; each step checks the laws (laws.def).
//
//   State state;
//   if (auto broken = state.step(instruction, index)) …  // the law; the state is of no use any
//   more state.modes();                                      // {"m1", "M2"}, the top last
//   state.visible(Type::kTensor);                       // {"t3", "t8"}
//
// What holds: everything is conservative. A name bound in a block counts as bound only until the
// block's end; a loop counts with all its trips; what is not known to be fine has type Any.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/il/program.h"

namespace suture::il {

enum class Law : std::uint8_t {
#define LAW(id, text) k##id,
#include "fuzz/il/laws.def"
#undef LAW
};

struct LawRow {
  std::string_view name;
  std::string_view text;
};
const LawRow& rowOf(Law law);

/// Limits of the laws Blocks, Ends and Modes.
inline constexpr std::size_t kMostBlocks = 8;  ///< inside each other in one function
inline constexpr std::size_t kMostDepth = 24;  ///< inside each other in all
inline constexpr std::size_t kMostTemporaries = 60;
inline constexpr std::size_t kMostModes = 4;     ///< on the stack by one function
inline constexpr double kMostStatements = 4000;  ///< executed by any one function, all in all

inline constexpr double kTripsNotKnown = 4;  ///< what a loop counts as when it does not say

/// A live temporary.
struct Temporary {
  Type type = Type::kAny;
  Op op = Op::kName;      ///< what made it
  std::string name;       ///< of a name, an attribute, a function of lab
  std::size_t first = 0;  ///< its expression's first instruction
  int size = 0;           ///< elements, trips, or the bound of an int; 0 when not known
  Type element = Type::kAny;
};

struct Block {
  Op op = Op::kDef;    ///< how it began; of the module, kDef
  Op part = Op::kDef;  ///< the part of it that is open, kElse for example
  std::vector<std::string> names;
  std::size_t first = 0, head = 0;
  std::size_t modes = 0;   ///< entered by it
  std::size_t pushed = 0;  ///< by hand in it, not yet popped
  double trips = 1;        ///< of it and the loops around it, in one call
  bool isEmpty = true;
  bool handlerDeclares = false;  ///< a handler of it has a global or a nonlocal
  std::size_t lastStatement = 0;
  Op lastOp = Op::kPass;
};

enum class ScopeKind : std::uint8_t { kModule, kFunction, kClass, kExpression };

struct Scope {
  ScopeKind kind = ScopeKind::kModule;
  std::string name;
  std::string parameters;
  std::size_t firstBlock = 0;
  std::set<std::string, std::less<>> bound;     ///< anywhere in it
  std::set<std::string, std::less<>> used;      ///< read or bound anywhere in it
  std::set<std::string, std::less<>> outside;   ///< read from around it
  std::set<std::string, std::less<>> captured;  ///< read from inside it by functions
  std::set<std::string, std::less<>> declared;  ///< global or nonlocal
  std::size_t modesBelow = 0;
  double cost = 0;
  bool yields = false;
  bool isLeaf = true;  ///< calls no typed function
};

struct Signature {
  std::string parameters;
  double cost = 1;
  bool isLeaf = true;
};

class State {
 public:
  State();

  std::optional<Law> step(const Instruction& instruction, std::size_t index);

  const std::vector<Temporary>& temporaries() const { return stack_; }
  const std::vector<std::string>& modes() const { return modes_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<Scope>& scopes() const { return scopes_; }
  const Scope& scope() const { return scopes_.back(); }

  bool isBound(std::string_view name) const;
  /// Typed names that may be read here, those bound nearest last.
  std::vector<std::string> visible(Type type) const;
  /// Those of them that are bound in this very scope.
  std::vector<std::string> visibleHere(Type type) const;
  /// The types of which visible() and visibleHere() have names, as bits.
  struct Types {
    std::uint32_t anywhere = 0, here = 0;
  };
  Types visibleTypes() const;
  const Signature* signature(std::string_view function) const;

  bool isIn(ScopeKind kind) const { return scopes_.back().kind == kind; }
  bool isInLoop() const;
  bool isInHandler() const;
  bool isInTry() const;
  /// Whether a return, break or continue may stand here, for the blocks it would leave.
  bool mayYield() const;  ///< whether a generator g can be closed there
  bool mayLeave(Op op) const;
  /// Statements the innermost function runs so far, all in all; loops count with their trips.
  double cost() const { return scopes_.back().cost; }
  double trips() const { return blocks_.back().trips; }

  /// Whether a program may end here.
  std::optional<Law> end() const;

  /// The statement or block that the last step completed.
  const std::optional<Statement>& completed() const { return completed_; }

 private:
  using Answer = std::optional<Law>;

  Answer statementStep(const Instruction& instruction, std::size_t index, std::size_t first,
                       std::span<const Temporary> inputs);

  // state_blocks.cpp
  Answer beginBlock(const Instruction& instruction, std::size_t index, std::size_t first);
  Answer continueBlock(const Instruction& instruction);
  Answer endBlock(std::size_t index);
  Answer closePart();
  bool readsFromPart() const;
  Answer enterWith(const Instruction& instruction, std::span<const Temporary> inputs, Block& block);
  Answer beginFunction(const Instruction& instruction);
  Answer beginClass(const Instruction& instruction);
  Answer endFunction(const Scope& scope, const Block& body);
  Answer endClass(const Scope& scope, const Block& body);
  void openScope(ScopeKind kind, std::string name);
  bool isInExceptStar(bool toLoopOnly) const;

  // state_names.cpp
  Answer bind(std::string_view name, Type type, bool isTrusted = false);
  Answer read(std::string_view name);
  Answer declare(const Instruction& instruction);
  Answer remove(const Instruction& instruction);
  Answer bindTargets(std::string_view text, const Temporary& iterable);
  void bindOpaque(std::string_view text);
  template <class Visit>
  void visitVisible(const Visit& visit) const;
  const Block* findBlock(std::string_view name, std::size_t* scope) const;

  // state_values.cpp
  Answer statement(const Instruction& instruction, std::span<const Temporary> inputs);
  Answer expression(const Instruction& instruction, std::span<const Temporary> inputs,
                    Temporary& result);
  Answer operation(const Instruction& instruction, std::span<const Temporary> inputs,
                   Temporary& result);
  Answer display(const Instruction& instruction, std::span<const Temporary> inputs,
                 Temporary& result);
  Answer attribute(const Instruction& instruction, const Temporary& base, Temporary& result);
  Answer subscript(const Temporary& base, const Temporary& index, Temporary& result) const;
  Answer growth(std::string_view symbol, const Temporary& left, const Temporary& right) const;
  Answer leave(const Instruction& instruction, std::span<const Temporary> inputs) const;

  // state_calls.cpp
  Answer call(const Instruction& instruction, std::span<const Temporary> inputs, Temporary& result);
  Answer callFunction(std::string_view name, std::span<const std::string> form,
                      std::span<const Temporary> arguments);
  Answer callLab(std::span<const std::string> form, std::span<const Temporary> inputs,
                 Temporary& result);
  Answer callMethod(std::span<const std::string> form, std::span<const Temporary> inputs,
                    Temporary& result);
  Answer callName(std::span<const std::string> form, std::span<const Temporary> inputs,
                  Temporary& result) const;
  Answer changeModes(std::string_view function, std::span<const Temporary> arguments);

  std::vector<Temporary> stack_;
  std::vector<std::size_t> openExpressions_;  // where lambdas and comprehensions began
  std::vector<std::string> modes_;
  std::vector<Block> blocks_;
  std::vector<Scope> scopes_;
  std::map<std::string, Signature, std::less<>> functions_;
  std::optional<Statement> completed_;
  std::vector<std::string> reads_;  // since the last statement
};

}  // namespace suture::il
