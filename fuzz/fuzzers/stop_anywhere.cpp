// Bytes to (a function of the pool, where to stop it, which point's state to write at which), and
// the law: however it is stopped, it ends as in plain CPython; from a written state, as from the
// reached one.
#include <fmt/format.h>

#include "core/hook/handled_generators.h"
#include "core/py/check.h"
#include "fuzz/fuzzers/support/pool.h"

namespace {

using namespace suture;
using fuzzers::Choices;
using fuzzers::Ending;
using fuzzers::Pooled;

constexpr std::size_t kShortest = 4;

void mustBe(const Ending& expected, const Ending& got, const Pooled& chosen,
            const std::string& how) {
  if (got == expected) return;
  fmt::print(stderr, "{}\n{}\nexpected: {}\ngot: {}\n", chosen.subject.text, how, expected.text(),
             got.text());
  SUTURE_CHECK(got == expected, "a stopped run ends as in plain CPython");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  [[maybe_unused]] static auto* interpreter = fuzzers::startInterpreter();
  if (size < kShortest) return -1;
  Choices choices({data, size});
  const Pooled& chosen = fuzzers::pooled(choices.below(fuzzers::kPoolSize));
  const auto points = static_cast<int>(chosen.trace.points.size());
  if (points == 0 || choices.below(2) == 0) {
    mustBe(chosen.plain, runStopped(chosen.subject, fuzzers::drawnPolicy(choices, chosen)), chosen,
           "stopped");
    hook::forgetAllGenerators();
    return 0;
  }
  const auto from = static_cast<std::size_t>(choices.below(points));
  const auto to = static_cast<std::size_t>(choices.below(points));
  mustBe(chosen.plain.from(chosen.trace.points[to].logged),
         endingFromWritten(chosen.subject, from, to), chosen,
         fmt::format("from {} to {}", from, to));
  return 0;
}
