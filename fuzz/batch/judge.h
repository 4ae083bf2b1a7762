// One program, run as plain CPython and in all its variants, all in this process.
//
//   Judge judge(programs, *target, settings);
//   Judged judged = *judge.judge(text, seed);
//   if (judged.suspicion) …          // a variant whose log is not the plain one
//
// The modes of the plain run are compared with those that the program's text says, too.
//
// What holds: a difference found here is a suspicion only; it becomes a finding when it happens
// again in a fresh process (fuzz/campaign). The runs stop at the first variant that differs. The
// same text, seed and settings give the same answer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/py/error.h"
#include "core/py/runs_python.h"
#include "fuzz/batch/log_difference.h"
#include "fuzz/batch/mode_check.h"
#include "fuzz/batch/variant.h"
#include "fuzz/driver/programs.h"
#include "fuzz/targets/target.h"

namespace suture::batch {

inline constexpr std::string_view kEntry = "Entry";
inline constexpr std::string_view kSeveral = "several";  ///< stops before several kinds, each alone

/// Whether it is a kind of operations whose name alone tells causes apart.
bool isOneKind(std::string_view site);
/// The name of a finding that stops at this site show, with what is wrong (LogDifference::subject).
std::string signatureAt(std::string_view site, std::string_view subject);

struct Suspicion {
  Variant variant;
  LogDifference difference;
  std::string plain;                ///< what plain CPython's log is to it
  std::string log;                  ///< of that run
  std::vector<std::string> seenBy;  ///< oracles, each looking alone

  /// The difference's; where it is known before which operations the target has to be stopped, those, and
  /// what is wrong in a few words.
  std::string signature() const;
  /// Before which operations the target has to be stopped; empty where that is not known or says nothing.
  std::string site() const;
};

struct Judged {
  bool isValid = false;    ///< the plain run ended, and raised only what was planned
  std::uint64_t runs = 0;  ///< compiled ones
  std::optional<Suspicion> suspicion;
  std::string log;  ///< of the plain run
  ModeCheck modes;  ///< of it
};

struct JudgeSettings {
  targets::BreakPolicy stops;
  Oracles oracles = Oracles::all();
  /// Runs a window for reference drift of programs that show nothing else; empty: not measured.
  std::optional<std::uint64_t> driftCalls = {};
};

class Judge {
 public:
  /// `target` and `programs` must outlive it.
  Judge(driver::Programs& programs, targets::Target& target, JudgeSettings settings)
      : programs_(programs), target_(target), settings_(std::move(settings)) {}

  /// From now on, instead of where the settings say.
  void stopAt(const targets::BreakPolicy& stops) { settings_.stops = stops; }
  /// From now on no variants behind the one of this text: a program that shows nothing until then is not the
  /// one that is looked for.
  void stopAfter(const std::string& variant) { last_ = variant; }
  /// An error is a defect of the harness: the text does not compile, a probe failed.
  py::Result<Judged> judge(const std::string& text, std::uint64_t seed) SUTURE_RUNS_PYTHON;
  /// The same where the text's model is at hand: reading the text takes its time.
  py::Result<Judged> judge(const std::string& text, const il::ModeModel& modes,
                           std::uint64_t seed) SUTURE_RUNS_PYTHON;
  /// The same with all of lab.brk() broken, at each of these stops in turn.
  py::Result<Judged> judgeAt(const std::string& text,
                             const std::vector<targets::BreakPolicy>& stops) SUTURE_RUNS_PYTHON;
  /// Where the target may be stopped to see which stops matter to a program.
  py::Result<std::vector<targets::BreakPolicy>> sites(const std::string& text) SUTURE_RUNS_PYTHON;
  /// Whether two plain runs look the same, the heap shaken in between.
  py::Result<bool> isStable(const std::string& text) SUTURE_RUNS_PYTHON;

 private:
  /// What a variant runs, and what plain CPython makes of it.
  struct Twin {
    py::Ref<> code;
    std::string plain;
  };
  py::Result<Twin> twinOf(const std::string& text, const Variant& variant) SUTURE_RUNS_PYTHON;
  using VariantsOf = std::function<std::vector<Variant>(const std::string& plain)>;
  py::Result<Judged> judgeIn(const std::string& text, const il::ModeModel& modes,
                             const VariantsOf& variantsOf) SUTURE_RUNS_PYTHON;
  py::Result<std::optional<Suspicion>> drift(py::Borrowed<> code) SUTURE_RUNS_PYTHON;

  driver::Programs& programs_;
  targets::Target& target_;
  JudgeSettings settings_;
  std::string last_;
};

/// Whether a plain run ended and every exception a call raised was a planned one.
bool isValid(std::string_view log);
/// The numbers of the breaks that were passed, each once, in order.
std::vector<int> breaksPassed(std::string_view log);

}  // namespace suture::batch
