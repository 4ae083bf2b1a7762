#include "core/bytecode/operation.h"

#include <array>
#include <cstddef>

namespace suture::bytecode {
namespace {

constexpr auto kFacts = std::to_array<OperationFacts>({
#define SUTURE_OPERATION(name, flow, raises, stack) \
  {#name, Flow::flow, Raises::raises, StackRule::stack},
#include "core/bytecode/opcodes.def"
#undef SUTURE_OPERATION
});

}  // namespace

const OperationFacts& factsOf(OperationKind kind) { return kFacts[static_cast<std::size_t>(kind)]; }

}  // namespace suture::bytecode
