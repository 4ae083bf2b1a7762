// Programs as text, both ways. The text is the stored form: plain Python.
//
//   Program program = parse(source);       // of any text at all
//   print(program) == source;              // always, to the byte
//
// What holds: parse() understands what the IL covers when it is written as print() writes it. Every
// other statement is kept as one Opaque instruction, at worst the whole text; so is a statement of
// the top level that breaks a law of typed names. Neither needs an interpreter; both are linear in
// the text but for such statements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/il/program.h"

namespace suture::il {

std::string print(const Program& program);
Program parse(std::string_view source);

/// As parse(), of statements that may lack what is around them; no law is checked.
std::vector<Instruction> readInstructions(std::string_view source);

/// A finished expression or statement of the instructions alone, without indentation; for messages
/// and for the parser.
std::string printAlone(std::span<const Instruction> instructions);

}  // namespace suture::il
