// A program of suture.lab to its verdict: plain CPython and the core, stopped everywhere and under
// four break subsets, must look the same to every oracle. Inputs are IL text, changed by the IL's own
// mutators; the situations they meet (fuzz/batch/features.h) are told to the engine as counters.
#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "core/py/check.h"
#include "core/py/embed.h"
#include "fuzz/batch/features.h"
#include "fuzz/batch/judge.h"
#include "fuzz/fuzzers/support/program_mutations.h"
#include "fuzz/il/text.h"
#include "fuzz/oracle/signature.h"

namespace {

using namespace suture;

constexpr std::size_t kCounters = 4096;
// https://llvm.org/docs/LibFuzzer.html, "Extra counters".
[[gnu::section("__libfuzzer_extra_counters")]] std::uint8_t counters[kCounters];

// The interpreter with all that a run needs, for the life of the process.
class World {
 public:
  World()
      : interpreter_({.importPaths = {SUTURE_PYTHON_MODULES},
                      .arguments = {"fuzzer"},
                      .installSignalHandlers = false,
                      .hashSeed = 0}),
        programs_(driver::Programs::open()),
        core_(targets::open(*targets::find("core"), {}, driver_)) {
    SUTURE_CHECK(programs_ && core_, "suture.lab and the core are there");
    SUTURE_CHECK(programs_->settle(), "the heap is set aside");
  }
  batch::Judge judge(targets::BreakPolicy stops) {
    return {*programs_, **core_, {.stops = std::move(stops)}};
  }

 private:
  py::EmbeddedInterpreter interpreter_;
  driver::Driver driver_;
  py::Result<driver::Programs> programs_;
  py::Result<std::unique_ptr<targets::Target>> core_;
};

std::string_view asText(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

std::size_t stored(const std::string& text, std::uint8_t* data, std::size_t most) {
  if (text.size() > most) return 0;
  return text.copy(reinterpret_cast<char*>(data), text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static auto* world = new World;
  const std::string text(asText(data, size));
  if (!fuzzers::isOurs(il::parse(text))) return -1;
  const std::uint64_t seed = XXH3_64bits(data, size) >> 32U;
  using Kind = targets::BreakPolicy::Kind;
  auto judged =
      world->judge({.kind = seed % 2 == 0 ? Kind::kEverywhere : Kind::kRandom}).judge(text, seed);
  if (!judged) return -1;  // does not compile, which the engine need not keep
  for (const std::uint32_t feature : batch::featuresOf(judged->log)) {
    std::uint8_t& counter = counters[feature % kCounters];
    if (counter != 255) ++counter;
  }
  if (!judged->suspicion) return 0;
  const batch::LogDifference& difference = judged->suspicion->difference;
  fmt::print(stderr, "{}\n{}\nplain:    {}\ncompiled: {}\n{}\n", text,
             judged->suspicion->variant.text(), difference.expected, difference.actual,
             oracle::assertionLine(__FILE__, __LINE__, __func__, difference.signature()));
  std::abort();
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const il::Program program = il::parse(asText(data, size));
  const std::size_t made = stored(il::print(fuzzers::mutated(program, seed)), data, most);
  return made == 0 ? size : made;
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t firstSize,
                                                 const std::uint8_t* second, std::size_t secondSize,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return stored(il::print(fuzzers::crossed(il::parse(asText(first, firstSize)),
                                           il::parse(asText(second, secondSize)), seed)),
                out, most);
}
