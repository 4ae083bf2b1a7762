#include "core/bytecode/decode.h"

#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

// Far more than a compiler writes, and small enough that no sum of ours overflows.
constexpr unsigned kLargestArgument = 1u << 26;

std::optional<CodeOffset> targetOf(const Instruction& instruction) {
  switch (opcodeFacts(instruction.opcode).jump) {
    case JumpClass::kNone:
      return std::nullopt;
    case JumpClass::kForward:
      return instruction.next + instruction.oparg;
    case JumpClass::kBackward:
      return instruction.next - instruction.oparg;
  }
  return std::nullopt;
}

/// Reads one instruction that starts at unit `at`.
std::optional<Instruction> decodeOne(std::span<const std::uint8_t> bytes, int at) {
  const int units = static_cast<int>(bytes.size() / 2);
  const auto opcodeAt = [&](int unit) { return int{bytes[static_cast<std::size_t>(2 * unit)]}; };
  const auto argAt = [&](int unit) { return int{bytes[static_cast<std::size_t>(2 * unit + 1)]}; };
  Instruction instruction;
  instruction.offset = CodeOffset(at);
  unsigned oparg = 0;
  while (at < units && opcodeAt(at) == opcode::kExtendedArg) {
    oparg = (oparg | static_cast<unsigned>(argAt(at))) << 8;
    ++at;
  }
  if (at >= units) return std::nullopt;
  instruction.opcode = opcodeAt(at);
  oparg |= static_cast<unsigned>(argAt(at));
  if (oparg > kLargestArgument) return std::nullopt;
  instruction.oparg = static_cast<int>(oparg);
  instruction.opcodeOffset = CodeOffset(at);
  instruction.next = CodeOffset(at + 1 + opcodeFacts(instruction.opcode).caches);
  if (instruction.next.value() > units) return std::nullopt;
  const auto operation = lift(instruction.opcode, instruction.oparg);
  if (!operation) return std::nullopt;
  instruction.operation = *operation;
  instruction.target = targetOf(instruction);
  return instruction;
}

bool targetsAreInstructions(std::span<const Instruction> instructions) {
  const std::vector<int> index = indexByUnit(instructions);
  for (const Instruction& instruction : instructions) {
    if (!instruction.target) continue;
    const int target = instruction.target->value();
    if (target < 0 || target >= static_cast<int>(index.size())) return false;
    const auto covering = static_cast<std::size_t>(index[static_cast<std::size_t>(target)]);
    if (instructions[covering].offset != *instruction.target) return false;
  }
  return true;
}

// PyCode_GetCode() clears the caches of every instruction, also those of a last one that has no room
// for them: it would write behind its bytes. An opcode of no instruction is a specialised form, so
// this code has run.
bool lastCachesFit(py::Borrowed<PyCodeObject> code) {
  // Declared as one char; the units follow.
  const auto* units = reinterpret_cast<const std::uint8_t*>(code->co_code_adaptive);
  const auto count = static_cast<int>(Py_SIZE(code.get()));
  int at = 0;
  while (at < count) {
    const OpcodeFacts& facts = opcodeFacts(units[static_cast<std::size_t>(at) * 2]);
    if (facts.name.empty()) return true;
    at += 1 + facts.caches;
  }
  return at == count;
}

}  // namespace

std::optional<std::vector<Instruction>> decodeBytes(std::span<const std::uint8_t> bytes) {
  std::vector<Instruction> instructions;
  instructions.reserve(bytes.size() / 4);
  const int units = static_cast<int>(bytes.size() / 2);
  for (int at = 0; at < units; at = instructions.back().next.value()) {
    const auto instruction = decodeOne(bytes, at);
    if (!instruction) return std::nullopt;
    instructions.push_back(*instruction);
  }
  if (instructions.empty() || !targetsAreInstructions(instructions)) return std::nullopt;
  instructions.shrink_to_fit();  // kept as long as the code object
  return instructions;
}

std::optional<std::vector<Instruction>> decode(py::Borrowed<PyCodeObject> code) {
  if (!lastCachesFit(code)) return std::nullopt;
  const auto bytes = py::Ref<>::steal(PyCode_GetCode(code.get()));
  if (!bytes) {
    PyErr_Clear();  // memory is short: no instructions, so no stops, and the code runs plain
    return std::nullopt;
  }
  return decodeBytes({reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(bytes.get())),
                      static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get()))});
}

std::vector<int> indexByUnit(std::span<const Instruction> instructions) {
  std::vector<int> index;
  if (!instructions.empty())
    index.reserve(static_cast<std::size_t>(instructions.back().next.value()));
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const int units = instructions[i].next - instructions[i].offset;
    index.insert(index.end(), static_cast<std::size_t>(units), static_cast<int>(i));
  }
  return index;
}

}  // namespace suture::bytecode
