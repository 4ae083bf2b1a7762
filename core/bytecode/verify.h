// The laws of an analysis, each a second and plainer reading of the same code object.
//
//   for (const Breach& breach : verify(code, *analysis)) std::cerr << breach.text() << '\n';
//   // offset 12, LOAD_FAST 1: depth-within-stack-size
//
// The laws:
//   well-formed                   it decodes, lifts and has shapes
//   instructions-cover-every-unit no unit is left out or counted twice; jumps have targets
//   depth-within-stack-size       the depth is never negative nor above co_stacksize
//   shapes-agree-at-joins         along every edge, the depth fits the effect of the instruction
//   handler-lookup-agrees         a linear reading of the exception table finds the same handler
//   stops-where-nothing-in-flight legal stops are exactly what the names of neighbours allow
//   blocks-hold-everything-once   blocks partition the instructions, control leaves by the last
//   edges-lead-to-leaders         wherever control can go, a block begins, and the edge says so
//
// Costs a few times what the analysis costs; for tests and checked builds. Quiet, as the analysis
// is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bytecode/analysis.h"
#include "core/bytecode/blocks.h"

namespace suture::bytecode {

struct Breach {
  CodeOffset at;
  std::string instruction;
  std::string_view law;
  std::string text() const;
};

std::vector<Breach> verify(py::Borrowed<PyCodeObject> code, const CodeAnalysis& analysis);

/// The two laws of blocks, of a well-formed analysis.
std::vector<Breach> verifyBlocks(const CodeAnalysis& analysis, std::span<const Block> blocks);

/// What every analysis of a frame's code must be: without a breach, or refused as not well-formed,
/// as is some code that no compiler made. A breach is printed.
bool isSound(py::Borrowed<PyCodeObject> code, const CodeAnalysis& analysis);

/// The entry that covers a unit, by reading the encoded table from its start (no sorting assumed).
std::optional<Handler> findHandlerLinearly(std::span<const std::uint8_t> table, CodeOffset at);

}  // namespace suture::bytecode
