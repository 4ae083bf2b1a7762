// Fills a ModeModel: goes over a program once, with the modes that the open blocks have added.
//
//   ModeWalk(program.instructions(), model).go();
//
// What holds: takes the laws of laws.def as given (blocks balanced, pushes popped in their block); stops at
// the first thing that the text alone does not decide, and notes why.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/il/mode_model.h"

namespace suture::il {

class ModeWalk {
 public:
  ModeWalk(std::span<const Instruction> instructions, ModeModel& model)
      : all_(instructions), model_(model) {}
  void go();

 private:
  using Mode = ModeModel::Mode;
  struct Block {
    Op op = Op::kPass;
    Op part = Op::kPass;
    std::size_t modes = 0;  // on the function's stack before it
    bool catches = false;  // what it encloses may raise and the program goes on inside the function
    std::string exitStack{};  // its name
    // Of a function: whether it is a generator, and what goes on when it ends.
    bool yields = false;
    std::string outer{};
    std::vector<Mode> outerModes{};
    std::size_t outerTaken = 0;
  };
  struct Binding {
    int times = 0;
    std::string type;
  };
  // The expressions of one statement, without its own instruction.
  using Expression = std::span<const Instruction>;

  void stop(std::string_view why);
  void statement(std::size_t at);
  void place(std::size_t lines, std::size_t items = 0, const std::optional<Mode>& entry = {});
  void noteCall(const Instruction& head);
  bool byHand(std::size_t at, Expression expression);
  bool entersStack(Expression expression);
  bool callsSuper(Expression expression);
  bool isQuiet(const Instruction& head, Expression expression) const;
  bool isOwnExit() const { return function_ == "__enter__" || function_ == "__exit__"; }
  std::optional<Mode> modeOf(Expression expression) const;
  void beginWith(const Instruction& with, Expression expression);
  void beginFunction(std::size_t at);
  void beginClass(const Instruction& made, Expression expression);
  void endBlock();
  void resolve();

  // mode_walk_scan.cpp
  bool scanHead(const Instruction& head);
  bool scan(Expression expression);
  void scanName(std::string_view name);
  void bind(std::string_view name, std::string_view type = "");
  void noteBindings(const Instruction& head, Expression expression);
  bool isInCatcher() const;
  bool isInGenerator() const;
  bool yields(std::size_t begin) const;
  bool catches(std::size_t begin) const;
  bool popsInFinally(std::size_t begin) const;
  bool isPop(std::size_t at) const;
  std::size_t finallyOf(std::size_t begin) const;
  std::size_t endOf(std::size_t begin) const;

  std::span<const Instruction> all_;
  ModeModel& model_;
  std::vector<Block> blocks_;
  std::vector<Mode> modes_;  // of the function, bottom to top
  std::size_t taken_ = 0;
  std::string function_;
  std::string class_;
  bool isInModeClass_ = false;
  std::map<std::string, Binding, std::less<>> bindings_;
  std::size_t start_ = 0;     // of the statement
  std::size_t specials_ = 0;  // in its expressions: what only a known form of statement may have
  bool isLeftByHand_ = false;
  bool catchesFunctions_ = false;
};

}  // namespace suture::il
