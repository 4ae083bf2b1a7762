#include "core/bytecode/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

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
  const bool storesAtOnce = name == "STORE_FAST" && instruction.next == instruction.offset + 1;
  return !(adds && storesAtOnce);  // one unit: no EXTENDED_ARG, which hand-made code has anywhere
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

class BlockVerifier {
 public:
  BlockVerifier(const CodeAnalysis& analysis, std::span<const Block> blocks)
      : analysis_(analysis), instructions_(analysis.instructions()), blocks_(blocks) {}

  std::vector<Breach> run() && {
    if (!checkPartition()) return std::move(breaches_);  // no indices to rely on
    for (const Block& block : blocks_) checkEdges(block);
    return std::move(breaches_);
  }

 private:
  const Instruction& at(int index) const { return instructions_[static_cast<std::size_t>(index)]; }
  void report(const Instruction& instruction, std::string_view law) {
    breaches_.push_back({instruction.offset, nameOf(instruction), law});
  }

  bool checkPartition() {
    constexpr std::string_view kLaw = "blocks-hold-everything-once";
    int expected = 0;
    const int count = static_cast<int>(instructions_.size());
    for (const Block& block : blocks_) {
      if (block.first != expected || block.end <= block.first || block.end > count) break;
      for (int i = block.first; i + 1 < block.end; ++i) {
        if (at(i).operation.facts().flow != Flow::kNext) report(at(i), kLaw);
      }
      expected = block.end;
    }
    if (expected != count) report(at(std::min(expected, count - 1)), kLaw);
    return expected == count;
  }

  // What control can do next, by the instruction and the exception table alone.
  std::vector<CodeOffset> goalsOf(const Block& block, bool byException) const {
    std::vector<CodeOffset> goals;
    for (int i = byException ? block.first : block.end - 1; i < block.end; ++i) {
      const Instruction& instruction = at(i);
      if (!analysis_.depthAt(instruction.offset)) continue;
      const Flow flow = instruction.operation.facts().flow;
      if (byException) {
        const Handler* handler = analysis_.handlers().find(instruction.opcodeOffset);
        if (handler != nullptr && instruction.operation.mayRaise())
          goals.push_back(handler->target);
        continue;
      }
      if (flow == Flow::kNext || flow == Flow::kBranch) goals.push_back(instruction.next);
      if (instruction.target) goals.push_back(behindLoopEnd(*instruction.target));
    }
    std::ranges::sort(goals);
    goals.erase(std::ranges::unique(goals).begin(), goals.end());
    return goals;
  }

  // By names: the iterator that ends jumps over END_FOR, on 3.13 over the POP_TOP behind it too.
  CodeOffset behindLoopEnd(CodeOffset target) const {
    const auto nameAt = [&](CodeOffset unit) {
      const Instruction* instruction = analysis_.instructionAt(unit);
      return instruction == nullptr ? "" : opcodeFacts(instruction->opcode).name;
    };
    if (nameAt(target) != "END_FOR") return target;
    const CodeOffset behind = analysis_.instructionAt(target)->next;
    const bool twoParts = PY_VERSION_HEX >= 0x030d0000 && nameAt(behind) == "POP_TOP";
    return twoParts ? analysis_.instructionAt(behind)->next : behind;
  }

  void checkEdges(const Block& block) {
    checkEdges(block, block.successors, goalsOf(block, false));
    checkEdges(block, block.handlers, goalsOf(block, true));
  }

  void checkEdges(const Block& block, const std::vector<int>& edges,
                  const std::vector<CodeOffset>& goals) {
    std::vector<CodeOffset> leaders;
    for (const int edge : edges) {
      const bool isBlock = edge >= 0 && static_cast<std::size_t>(edge) < blocks_.size();
      leaders.push_back(isBlock ? at(blocks_[static_cast<std::size_t>(edge)].first).offset
                                : CodeOffset(-1));
    }
    std::ranges::sort(leaders);
    if (leaders != goals) report(at(block.end - 1), "edges-lead-to-leaders");
  }

  const CodeAnalysis& analysis_;
  std::span<const Instruction> instructions_;
  std::span<const Block> blocks_;
  std::vector<Breach> breaches_;
};

void Verifier::checkBlocks() {
  for (Breach& breach : verifyBlocks(analysis_, blocksOf(analysis_))) {
    breaches_.push_back(std::move(breach));
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

std::vector<Breach> verifyBlocks(const CodeAnalysis& analysis, std::span<const Block> blocks) {
  return BlockVerifier(analysis, blocks).run();
}

bool isSound(py::Borrowed<PyCodeObject> code, const CodeAnalysis& analysis) {
  if (!analysis.isWellFormed()) return true;
  const std::vector<Breach> breaches = verify(code, analysis);
  for (const Breach& breach : breaches) fmt::print(stderr, "{}\n", breach.text());
  return breaches.empty();
}

}  // namespace suture::bytecode
