#include "core/bytecode/verify.h"

#include <fmt/format.h>

#include <array>

#include "core/bytecode/blocks.h"
#include "core/bytecode/line_table.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

std::string nameOf(const Instruction& instruction) {
  return fmt::format("{} {}", opcodeFacts(instruction.opcode).name, instruction.oparg);
}

class Verifier {
 public:
  Verifier(py::Borrowed<PyCodeObject> code, const CodeAnalysis& analysis)
      : code_(code), analysis_(analysis), instructions_(analysis.instructions()) {}

  std::vector<Breach> run() && {
    if (!analysis_.isWellFormed()) {
      reportMalformed();
      return std::move(breaches_);
    }
    checkCover();
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      checkDepth(instructions_[i]);
      checkEdges(instructions_[i]);
      checkHandler(instructions_[i]);
    }
    checkStops();
    checkBlocks();
    return std::move(breaches_);
  }

 private:
  void report(const Instruction& instruction, std::string_view law) {
    breaches_.push_back({instruction.offset, nameOf(instruction), law});
  }

  void reportMalformed() {
    const auto& fault = analysis_.shapeFault();
    if (!fault) {
      breaches_.push_back({CodeOffset(0), "", "well-formed: decodes and lifts"});
    } else {
      report(instructions_[static_cast<std::size_t>(fault->instruction)], fault->law);
    }
  }

  void checkCover() {
    CodeOffset expected(0);
    for (const Instruction& instruction : instructions_) {
      const Flow flow = instruction.operation.facts().flow;
      const bool jumps = flow == Flow::kJump || flow == Flow::kBranch;
      const bool inOrder = instruction.offset == expected &&
                           instruction.opcodeOffset >= instruction.offset &&
                           instruction.next > instruction.opcodeOffset;
      if (!inOrder || jumps != instruction.target.has_value()) {
        report(instruction, "instructions-cover-every-unit");
      }
      expected = instruction.next;
    }
    if (expected != CodeOffset(analysis_.unitCount())) {
      report(instructions_.back(), "instructions-cover-every-unit");
    }
  }

  void checkDepth(const Instruction& instruction) {
    const auto depth = analysis_.depthAt(instruction.offset);
    if (!depth) return;
    const auto limit = StackDepth(code_->co_stacksize);
    const bool holds =
        depth->value() >= 0 && *depth <= limit &&
        depth->value() >= instruction.operation.effect.pops &&
        analysis_.shapeAt(instruction.offset).size() == static_cast<std::size_t>(depth->value());
    if (!holds) report(instruction, "depth-within-stack-size");
  }

  void checkEdges(const Instruction& instruction) {
    const auto depth = analysis_.depthAt(instruction.offset);
    if (!depth) return;
    const Operation& operation = instruction.operation;
    const Flow flow = operation.facts().flow;
    const bool next = flow == Flow::kNext || flow == Flow::kBranch;
    bool holds = !next || analysis_.depthAt(instruction.next) == *depth + operation.effect.net();
    if (instruction.target) {
      holds =
          holds && analysis_.depthAt(*instruction.target) == *depth + operation.jumpEffect.net();
    }
    const Handler* handler = analysis_.handlers().find(instruction.opcodeOffset);
    if (handler != nullptr && operation.mayRaise()) {
      const int pushed = handler->pushesLastInstruction ? 2 : 1;
      holds = holds && analysis_.depthAt(handler->target) == handler->depth + pushed;
    }
    if (!holds) report(instruction, "shapes-agree-at-joins");
  }

  void checkHandler(const Instruction& instruction) {
    PyObject* table = code_->co_exceptiontable;
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(table)),
                          static_cast<std::size_t>(PyBytes_GET_SIZE(table)));
    for (CodeOffset at = instruction.offset; at < instruction.next; at = at + 1) {
      const auto expected = findHandlerLinearly(bytes, at);
      const Handler* found = analysis_.handlers().find(at);
      const bool holds = expected ? found != nullptr && *found == *expected : found == nullptr;
      if (!holds) report(instruction, "handler-lookup-agrees");
    }
  }

  void checkStops();
  void checkBlocks();

  py::Borrowed<PyCodeObject> code_;
  const CodeAnalysis& analysis_;
  std::span<const Instruction> instructions_;
  std::vector<Breach> breaches_;
};

/// By names alone, as a reader of a disassembly would tell it.
bool namesAllowStop(const Instruction& previous, const Instruction& instruction) {
  const std::string_view before = opcodeFacts(previous.opcode).name;
  const std::string_view name = opcodeFacts(instruction.opcode).name;
  const bool twoPartLoopEnd = PY_VERSION_HEX >= 0x030d0000;
  if (before == "KW_NAMES" || before == "PRECALL") return false;
  if (name == "END_FOR" || name == "RESUME") return false;
  if (twoPartLoopEnd && before == "END_FOR" && name == "POP_TOP") return false;
  if (before == "SEND" && name == "YIELD_VALUE") return false;
  const bool adds = before == "BINARY_OP" && (previous.oparg == 0 || previous.oparg == 13);
  return !(adds && name == "STORE_FAST" && instruction.oparg < 256);
}

void Verifier::checkStops() {
  constexpr int kFunction = CO_OPTIMIZED | CO_NEWLOCALS;
  bool allowed = (code_->co_flags & kFunction) == kFunction &&
                 unitsInLineTable(code_) >= analysis_.unitCount();
  bool started = false;
  for (std::size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction& instruction = instructions_[i];
    const bool expected = allowed && started && analysis_.depthAt(instruction.offset).has_value() &&
                          namesAllowStop(instructions_[i - 1], instruction);
    if (analysis_.isLegalStop(instruction.offset) != expected) {
      report(instruction, "stops-where-nothing-in-flight");
    }
    for (CodeOffset at = instruction.offset + 1; at < instruction.next; at = at + 1) {
      if (analysis_.isLegalStop(at)) report(instruction, "stops-where-nothing-in-flight");
    }
    started = started || opcodeFacts(instruction.opcode).name == "RESUME";
  }
}

void Verifier::checkBlocks() {
  const std::vector<Block> blocks = blocksOf(analysis_);
  int expected = 0;
  for (const Block& block : blocks) {
    const Instruction& first = instructions_[static_cast<std::size_t>(block.first)];
    if (block.first != expected || block.end <= block.first) {
      report(first, "blocks-hold-everything-once");
    }
    for (int i = block.first; i + 1 < block.end; ++i) {
      const Instruction& inner = instructions_[static_cast<std::size_t>(i)];
      if (inner.operation.facts().flow != Flow::kNext) report(inner, "blocks-hold-everything-once");
    }
    expected = block.end;
  }
  if (expected != static_cast<int>(instructions_.size())) {
    report(instructions_.back(), "blocks-hold-everything-once");
  }
}

}  // namespace

std::string Breach::text() const {
  return fmt::format("offset {}, {}: {}", toBytes(at).value(), instruction, law);
}

std::optional<Handler> findHandlerLinearly(std::span<const std::uint8_t> table, CodeOffset at) {
  std::size_t position = 0;
  while (position < table.size()) {
    std::array<int, 4> numbers{};
    for (int& number : numbers) {
      std::uint8_t byte = 0;
      do {
        if (position >= table.size()) return std::nullopt;
        byte = table[position++];
        number = number * 64 + byte % 64;
      } while (byte / 64 % 2 == 1);
    }
    const auto [start, length, target, depth] = numbers;
    if (start <= at.value() && at.value() < start + length) {
      return Handler{CodeOffset(start), CodeOffset(start + length), CodeOffset(target),
                     StackDepth(depth / 2), depth % 2 == 1};
    }
  }
  return std::nullopt;
}

std::vector<Breach> verify(py::Borrowed<PyCodeObject> code, const CodeAnalysis& analysis) {
  return Verifier(code, analysis).run();
}

}  // namespace suture::bytecode
