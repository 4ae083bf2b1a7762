#include "core/hook/policy.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace suture::hook {

using bytecode::CodeOffset;

namespace {

std::string_view textOf(PyObject* unicode) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(unicode, &size);
  if (text == nullptr) {
    PyErr_Clear();  // a name with lone surrogates: it counts as nameless
    return {};
  }
  return {text, static_cast<std::size_t>(size)};
}

constexpr std::string_view kOperationNames[] = {
#define SUTURE_OPERATION(name, flow, raises, stack) #name,
#include "core/bytecode/opcodes.def"
#undef SUTURE_OPERATION
};

}  // namespace

bool isOperationName(std::string_view name) {
  return name == kEntry || std::ranges::find(kOperationNames, name) != std::end(kOperationNames);
}

BreakPolicy::BreakPolicy(Kind kind) : kind_(kind) {
  static std::uint64_t last = 0;
  key_ = ++last;
}

BreakPolicy::Shared BreakPolicy::none() { return Shared(new BreakPolicy(Kind::kNone)); }

BreakPolicy::Shared BreakPolicy::everywhere(std::set<std::string> files, StopHandler* handler) {
  auto* policy = new BreakPolicy(Kind::kEverywhere);
  policy->files_ = std::move(files);
  policy->handler_ = handler;
  return Shared(policy);
}

BreakPolicy::Shared BreakPolicy::random(RandomBreaks random, std::set<std::string> files) {
  auto* policy = new BreakPolicy(Kind::kRandom);
  policy->random_ = random;
  policy->files_ = std::move(files);
  return Shared(policy);
}

BreakPolicy::Shared BreakPolicy::before(std::set<std::string> operations,
                                        std::set<std::string> files) {
  auto* policy = new BreakPolicy(Kind::kOperations);
  policy->operations_ = std::move(operations);
  policy->files_ = std::move(files);
  return Shared(policy);
}

BreakPolicy::Shared BreakPolicy::at(std::set<int> byteOffsets, StopHandler* handler) {
  auto* policy = new BreakPolicy(Kind::kPositions);
  policy->byteOffsets_ = std::move(byteOffsets);
  policy->handler_ = handler;
  return Shared(policy);
}

bool BreakPolicy::coversFile(py::Borrowed<PyCodeObject> code) const {
  return files_.empty() || files_.contains(std::string(textOf(code->co_filename)));
}

std::vector<CodeOffset> BreakPolicy::stopsIn(const bytecode::CodeAnalysis& analysis,
                                             py::Borrowed<PyCodeObject> code, bool isEntry) const {
  std::vector<CodeOffset> stops;
  if (kind_ == Kind::kNone || !coversFile(code)) return stops;
  if (kind_ == Kind::kPositions && !isEntry) return stops;
  std::string_view name = textOf(code->co_qualname);
  std::uint64_t function =
      XXH3_64bits_withSeed(name.data(), name.size(),
                           random_.seed ^ static_cast<std::uint64_t>(code->co_firstlineno) << 32);
  for (CodeOffset stop : analysis.legalStops()) {
    bool chosen = true;
    if (kind_ == Kind::kPositions) {
      chosen = byteOffsets_.contains(bytecode::toBytes(stop).value());
    } else if (kind_ == Kind::kOperations) {
      const auto& operation = analysis.instructionAt(stop)->operation;
      chosen = operations_.contains(std::string(operation.facts().name)) ||
               (stop == analysis.legalStops().front() && operations_.contains(std::string(kEntry)));
    } else if (kind_ == Kind::kRandom) {
      int offset = stop.value();
      std::uint64_t draw = XXH3_64bits_withSeed(&offset, sizeof offset, function);
      // Its upper 53 bits as a number from 0 to 1, which a double holds exactly.
      chosen = static_cast<double>(draw >> 11) * 0x1.0p-53 < random_.probability;
    }
    if (chosen) stops.push_back(stop);
  }
  return stops;
}

}  // namespace suture::hook
