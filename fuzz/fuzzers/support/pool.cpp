#include "fuzz/fuzzers/support/pool.h"

#include <array>
#include <optional>
#include <random>

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

py::EmbeddedInterpreter* startInterpreter(const char* executable) {
  return new py::EmbeddedInterpreter({.executable = executable,
                                      .importPaths = {},
                                      .arguments = {"fuzzer"},
                                      .installSignalHandlers = false});
}

const Pooled& pooled(int index) {
  static std::array<std::optional<Pooled>, kPoolSize> pool;
  std::optional<Pooled>& entry = pool.at(static_cast<std::size_t>(index));
  if (!entry) entry = make(index);
  return *entry;
}

}  // namespace suture::fuzzers
