#include "fuzz/fuzzers/support/pool.h"

#include <array>
#include <optional>
#include <random>
#include <set>

namespace suture::fuzzers {
namespace {

constexpr FunctionKind kKinds[] = {FunctionKind::kPlain,     FunctionKind::kPlain,
                                   FunctionKind::kPlain,     FunctionKind::kGenerator,
                                   FunctionKind::kCoroutine, FunctionKind::kAsyncGenerator};
constexpr std::size_t kBytes = 400;
constexpr std::size_t kFewestPoints = 30;

std::string textNumber(unsigned seed, FunctionKind kind) {
  std::mt19937 random(seed);  // the standard fixes its numbers
  std::array<std::uint8_t, kBytes> bytes{};
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  Choices choices(bytes);
  return functionText(choices, kind);
}

Pooled make(int index) {
  const auto number = static_cast<unsigned>(index);
  const FunctionKind kind = kKinds[number % std::size(kKinds)];
  // The first of its series that does not end at once.
  for (unsigned seed = number;; seed += kPoolSize) {
    Pooled made{Subject::generated(textNumber(seed, kind), kind, "(1, 2)"), {}, {}};
    made.trace = record(made.subject);
    if (made.trace.points.size() < kFewestPoints) continue;
    if (kind == FunctionKind::kAsyncGenerator) made.trace = {};
    made.plain = runPlain(made.subject);
    return made;
  }
}

}  // namespace

py::EmbeddedInterpreter* startInterpreter() {
  return new py::EmbeddedInterpreter(
      {.importPaths = {}, .arguments = {"fuzzer"}, .installSignalHandlers = false});
}

hook::BreakPolicy::Shared drawnPolicy(Choices& choices, const Pooled& chosen) {
  using hook::BreakPolicy;
  const int sort = choices.below(3);
  if (sort == 0) return BreakPolicy::everywhere();
  if (sort == 1) {
    const auto seed = static_cast<std::uint64_t>(choices.below(1 << 16));
    return BreakPolicy::random({.seed = seed, .probability = 0.01 * (1 + choices.below(100))});
  }
  std::set<int> positions;
  for (const auto& point : chosen.trace.points) {
    if (choices.chance(3)) positions.insert(toBytes(point.offset).value());
  }
  return BreakPolicy::at(positions);
}

const Pooled& pooled(int index) {
  static std::array<std::optional<Pooled>, kPoolSize> pool;
  std::optional<Pooled>& entry = pool.at(static_cast<std::size_t>(index));
  if (!entry) entry = make(index);
  return *entry;
}

}  // namespace suture::fuzzers
