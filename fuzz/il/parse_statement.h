// One statement, or the head of a block, from one physical line. For parse.cpp.
//
//   parseStatement("t1 = f1(t0)")  ->  Name f1 · Name t0 · Call · Store t1
//   parseHead("for t1 in xs1:")    ->  Name xs1 · For t1
//
// What holds: what comes back prints as the line, to the byte; nothing otherwise.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fuzz/il/program.h"

namespace suture::il {

using Instructions = std::vector<Instruction>;

std::optional<Instructions> parseStatement(std::string_view line);
/// `lines`: decorators, each on a line, may come before.
std::optional<Instructions> parseHead(const std::vector<std::string_view>& lines);
/// A counter's line with its while.
std::optional<Instructions> parseCountedWhile(std::string_view store, std::string_view head);

}  // namespace suture::il
