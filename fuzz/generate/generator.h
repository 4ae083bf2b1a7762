// From choices to programs, and to pieces of programs at any point of one.
//
//   Generated made = generateProgram(Choices::ofSeed(7), Limits());
//   il::print(made.program);
//
//   Generator generator(builder, choices, limits, names);   // while a builder stands somewhere
//   generator.statements(2);                                 // what fits there
//
// What holds: everything it adds obeys the laws of fuzz/il/ where the builder stands, so nothing is
// tried and thrown away. It makes classes of modes, classes, functions marked for the target, a
// generator function, and run() with calls and one change at a time between them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/generate/choices.h"
#include "fuzz/generate/limits.h"
#include "fuzz/generate/rows.h"
#include "fuzz/il/builder.h"

namespace suture::generate {

/// Numbers that no name of a program has yet, by prefix.
class FreshNames {
 public:
  FreshNames() = default;
  /// Past all names of a program.
  explicit FreshNames(const il::Program& program);
  std::string next(il::Type type);
  int nextBreak() { return ++breaks_; }
  int nextPlanned() { return ++planned_; }

 private:
  std::array<int, 32> numbers_{};
  int breaks_ = 0;
  int planned_ = 0;
};

class Generator {
 public:
  Generator(il::Builder& builder, Choices& choices, const Limits& limits, FreshNames& names)
      : builder_(builder), choices_(choices), limits_(limits), names_(names) {}

  void program();
  /// So many statements, fewer where one ends the block.
  void statements(int count);
  /// Leaves a temporary of that type; of an Object where a class is bound.
  void expression(il::Type type, int depth = 0);

  const RowCounts& rowCounts() const { return counts_; }

 private:
  // generator.cpp
  bool mayYield() const;
  bool mayEnterMode() const;
  bool fits(const Row& row, const il::State::Types& types) const;
  void statement();
  void add(const Row& row);
  std::string constant(int high);
  /// What one call of the innermost function may cost; run() is the sum of many.
  double most() const;
  bool hasRoom() const { return builder_.state().cost() < most(); }
  bool isInClass() const;
  std::optional<std::string> any(il::Type type);
  std::vector<std::string> callable(il::Type type) const;

  // generators_tensor.cpp
  void tensor(int depth);
  void matrix(int depth);
  void scalar(int depth);
  void mask(int depth);
  void tensorOperation(int depth);
  void tensorFromElsewhere(int depth);
  void tensorLiteral();
  void callFunction(const std::string& name, int depth);
  bool callMethod(int depth);
  void arguments(const il::Signature& signature, std::size_t leading, bool isMethod, int depth);

  // generators_plain.cpp
  void integer(int depth);
  void floating(int depth);
  void flag(int depth);
  void text();
  void list(int depth);
  void dict(int depth);
  void object();
  void mode();
  void plannedError();
  void caughtTypes();

  // generators_definitions.cpp
  void modeClass(std::size_t kind);
  void plainClass();
  std::string function();
  void twin(const std::string& of);
  void compiled();
  void generatorFunction();
  void globals();
  std::string parameters();
  void defaults(const std::string& parameters);

  // generators_run.cpp
  void run(int calls);
  std::string callee(const std::vector<std::string>& functions);
  void inputs();
  void call(const std::string& function);
  void changeAndCall(const std::string& function);
  bool changeGlobal(const std::string& function);
  bool changeDefaults(const std::string& function);
  bool changeAttribute(const std::string& function);
  bool changeEntry(const std::string& function);
  bool changeFunction(const std::string& function);

  il::Builder& builder_;
  Choices& choices_;
  const Limits& limits_;
  FreshNames& names_;
  RowCounts counts_{};
  std::vector<std::string> rebound_;   // globals that run() rebinds
  std::string twin_;                   // of the last function, with the same parameters
  std::vector<std::string> uncalled_;  // functions that run() is still to call
  bool isDriven_ = true;               // the generator function, if there is one, by a function
  bool isMethodCalled_ = false;        // of the class, if there is one
};

struct Generated {
  il::Program program;
  RowCounts rows{};
};

Generated generateProgram(Choices choices, const Limits& limits);

}  // namespace suture::generate
