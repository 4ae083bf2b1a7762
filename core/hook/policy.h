// A break policy: at which instructions the frames of a call are stopped.
//
//   auto policy = BreakPolicy::random({.seed = 7, .probability = 0.1});
//   std::vector<CodeOffset> stops = policy->stopsIn(info.analysis(), code, isEntry);
//
// What holds: a policy is immutable, and the stops it gives for one code object are always the
// same; `key()` names the policy in the copies made for it. Random choices depend on the seed, the
// function's qualified name, its first line and the offset, never on addresses or order.
//
// Stops before operations of some kinds alone tell what about a stop matters. kEntry is none of
// opcodes.def's: the first place in a function where a stop is legal.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytecode/analysis.h"
#include "core/frame/run.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::hook {

/// What a handler wants done with a frame that has stopped.
struct Action {
  enum class Kind {
    kGoOn,    ///< execute the instruction at the frame's offset (after a write: at the new one)
    kStep,    ///< the same, and stop at whatever legal stop comes next
    kRaise,   ///< raise `value` at `offset`
    kReturn,  ///< return `value` as from `offset`
  };
  Kind kind = Kind::kGoOn;
  bytecode::CodeOffset offset;
  py::Ref<> value;
};

/// Called at every stop of the frames under its policy. Tests and, later, plans stand here.
class StopHandler {
 public:
  virtual ~StopHandler() = default;
  virtual Action atStop(frame::Activation& activation) SUTURE_RUNS_PYTHON = 0;
  /// A fresh frame under this policy, before anything of it has run: an answer (a new reference) is
  /// the call's result; empty lets it run.
  virtual py::Ref<> atEntry(PyThreadState* thread, SutureFrame* frame) SUTURE_RUNS_PYTHON {
    static_cast<void>(thread);
    static_cast<void>(frame);
    return {};
  }
  virtual bool answersEntries() const { return false; }
};

inline constexpr std::string_view kEntry = "Entry";
/// Whether it is kEntry or a name of a row of core/bytecode/opcodes.def.
bool isOperationName(std::string_view name);

struct RandomBreaks {
  std::uint64_t seed = 0;
  double probability = 0.1;
};

class BreakPolicy {
 public:
  using Shared = std::shared_ptr<const BreakPolicy>;
  enum class Kind { kNone, kEverywhere, kRandom, kOperations, kPositions };

  static Shared none();
  static Shared everywhere(std::set<std::string> files = {}, StopHandler* handler = nullptr);
  static Shared random(RandomBreaks random, std::set<std::string> files = {});
  /// `operations`: names, each of which isOperationName().
  static Shared before(std::set<std::string> operations, std::set<std::string> files = {});
  /// Byte offsets in the compiled function itself; the functions it calls are not stopped.
  static Shared at(std::set<int> byteOffsets, StopHandler* handler = nullptr);

  std::uint64_t key() const { return key_; }
  StopHandler* handler() const { return handler_; }
  /// The stops in one code object; none where the policy leaves it alone.
  std::vector<bytecode::CodeOffset> stopsIn(const bytecode::CodeAnalysis& analysis,
                                            py::Borrowed<PyCodeObject> code, bool isEntry) const;

 private:
  explicit BreakPolicy(Kind kind);
  bool coversFile(py::Borrowed<PyCodeObject> code) const;

  Kind kind_;
  std::uint64_t key_;
  RandomBreaks random_;
  std::set<int> byteOffsets_;
  std::set<std::string> operations_;
  std::set<std::string> files_;  // empty: all
  StopHandler* handler_ = nullptr;
};

}  // namespace suture::hook
