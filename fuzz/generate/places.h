// Where a program may be changed, and names that are made to fit elsewhere: for mutate.cpp and
// splice.cpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/il/builder.h"

namespace suture::generate {

using Instructions = std::vector<il::Instruction>;

/// Statements that may be moved or changed: not in loops without a count, whose end may hang on each
/// statement in them, and not in classes, whose members need each other.
std::vector<il::Statement> changeable(const il::Program& program);
/// Instructions before which statements may be put: those before and behind them.
std::vector<std::size_t> places(const il::Program& program);

/// Whether an opaque statement is among the instructions.
bool hasOpaque(std::span<const il::Instruction> instructions);

/// The typed names a range binds.
std::vector<std::string> boundIn(std::span<const il::Instruction> instructions);

/// Every typed name exchanged by `renamed`; members of classes stay.
void rename(Instructions& instructions,
            const std::function<std::string(const std::string&)>& renamed);
/// Whether a range means the same elsewhere, once its typed names fit: it reads no others but
/// Python's own, and does not leave the function.
bool mayStandElsewhere(std::span<const il::Instruction> instructions);

/// The parts in this order as a program, when they obey the laws.
std::optional<il::Program> assembled(std::initializer_list<std::span<const il::Instruction>> parts);

}  // namespace suture::generate
