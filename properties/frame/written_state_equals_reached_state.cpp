// Law: a frame that is given, at any point a of its run, the state that another run reached at any
// point b, goes on as that one did from b: same result or exception with traceback lines, same log.
#include <fmt/format.h>

#include <random>

#include "fuzz/fuzzers/support/jump.h"
#include "properties/frame/laws.h"
#include "properties/support/covered.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using fuzzers::Ending;
using fuzzers::Subject;
using fuzzers::Trace;

namespace {

constexpr int kPairsOfAFunction = 25;
constexpr int kLibraryPairs = 20;

struct Counts {
  long functions = 0;
  long pairs = 0;
  long raised = 0;

  bool covered(const char* law) const {
    return properties::covered(
        law,
        {{"runs of functions", functions}, {"of them raise", raised}, {"pairs of points", pairs}});
  }
};

// Empty, or how a jump differs.
std::string difference(const Subject& subject, const Trace& trace, std::size_t from,
                       std::size_t to) {
  const Ending expected = trace.ending.from(trace.points[to].logged);
  const Ending jumped = endingFromWritten(subject, from, to);
  if (jumped == expected) return {};
  return fmt::format("{}\nfrom point {} (unit {}) to point {} (unit {})\nexpected: {}\ngot: {}",
                     subject.text, from, trace.points[from].offset.value(), to,
                     trace.points[to].offset.value(), expected.text(), jumped.text());
}

Trace recordedAsPlain(const Subject& subject, Counts& counts) {
  const Ending plain = runPlain(subject);  // first: what a library caches is there from now on
  Trace trace = record(subject);
  if (trace.ending != plain) {
    RC_FAIL(
        fmt::format("{}\nplain: {}\nstopped: {}", subject.text, plain.text(), trace.ending.text()));
  }
  ++counts.functions;
  counts.raised += plain.outcome.starts_with("raised") ? 1 : 0;
  return trace;
}

}  // namespace

bool writtenStateEqualsReachedState(int functions) {
  Counts counts;
  const bool holds = check("written state equals reached state", functions, [&counts] {
    const Subject subject = drawnSubject();
    const Trace trace = recordedAsPlain(subject, counts);
    const int points = static_cast<int>(trace.points.size());
    const auto drawn = *rc::gen::container<std::vector<std::pair<int, int>>>(
        kPairsOfAFunction, rc::gen::pair(drawnBelow(points), drawnBelow(points)));
    for (const auto& [from, to] : drawn) {
      const std::string found =
          difference(subject, trace, static_cast<std::size_t>(from), static_cast<std::size_t>(to));
      if (!found.empty()) RC_FAIL(found);
      ++counts.pairs;
    }
  });
  return counts.covered("written state equals reached state") && holds;
}

bool writtenStateEqualsReachedStateInTheLibrary(int rounds) {
  Counts counts;
  const bool holds = check("written state equals reached state in the library", rounds, [&counts] {
    const int seed = *drawnBelow(1'000'000);
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    for (const Subject& subject : librarySubjects(seed)) {
      const Trace trace = recordedAsPlain(subject, counts);
      for (int pair = 0; pair < kLibraryPairs; ++pair) {
        const std::size_t from = random() % trace.points.size();
        const std::size_t to = random() % trace.points.size();
        const std::string found = difference(subject, trace, from, to);
        if (!found.empty()) RC_FAIL(found);
        ++counts.pairs;
      }
    }
  });
  return counts.covered("written state equals reached state in the library") && holds;
}

}  // namespace suture::properties
