#include "core/bytecode/dump.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytecode/blocks.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

char letterOf(SlotKind kind) {
  switch (kind) {
    case SlotKind::kValue:
      return 'v';
    case SlotKind::kNull:
      return '0';
    case SlotKind::kMaybeNull:
      return '?';
    case SlotKind::kSavedException:
      return 'X';
    case SlotKind::kLastInstruction:
      return 'L';
  }
  return ' ';
}

std::string stackBefore(const CodeAnalysis& analysis, CodeOffset at) {
  if (!analysis.depthAt(at)) return "unreachable";
  std::string letters;
  for (SlotKind kind : analysis.shapeAt(at)) {
    if (!letters.empty()) letters += ' ';
    letters += letterOf(kind);
  }
  return fmt::format("[{}]", letters);
}

std::string operandOf(const Instruction& instruction) {
  if (instruction.target) return fmt::format(" to {}", toBytes(*instruction.target).value());
  return opcodeFacts(instruction.opcode).hasArgument ? fmt::format(" {}", instruction.oparg) : "";
}

std::string handlerOf(const CodeAnalysis& analysis, const Instruction& instruction) {
  const Handler* handler = analysis.handlers().find(instruction.opcodeOffset);
  if (handler == nullptr || !instruction.operation.mayRaise()) return "";
  return fmt::format("-> {} depth {}{}", toBytes(handler->target).value(), handler->depth.value(),
                     handler->pushesLastInstruction ? " lasti" : "");
}

std::string line(const CodeAnalysis& analysis, const Instruction& instruction) {
  const std::string text = fmt::format(
      "{} {:4}  {:<28}{:<24}{:<16}{}", analysis.isLegalStop(instruction.offset) ? '*' : ' ',
      toBytes(instruction.offset).value(),
      fmt::format("{}{}", opcodeFacts(instruction.opcode).name, operandOf(instruction)),
      fmt::format("{} {}", instruction.operation.facts().name, instruction.operation.index),
      stackBefore(analysis, instruction.offset), handlerOf(analysis, instruction));
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string dump(const CodeAnalysis& analysis) {
  std::string text;
  if (!analysis.isWellFormed()) {
    text = "malformed";
    if (analysis.shapeFault()) text += fmt::format(": {}", analysis.shapeFault()->law);
    return text + "\n";
  }
  const std::vector<Block> blocks = blocksOf(analysis);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    text += fmt::format("block {}", i);
    if (!blocks[i].successors.empty()) {
      text += fmt::format(", then {}", fmt::join(blocks[i].successors, " or "));
    }
    if (!blocks[i].handlers.empty()) {
      text += fmt::format(", handlers {}", fmt::join(blocks[i].handlers, " "));
    }
    text += "\n";
    for (int k = blocks[i].first; k < blocks[i].end; ++k) {
      text += line(analysis, analysis.instructions()[static_cast<std::size_t>(k)]);
    }
  }
  return text;
}

}  // namespace suture::bytecode
