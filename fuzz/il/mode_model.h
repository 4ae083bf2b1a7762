// Which modes a program has active at each of its places, told by its text alone: what its mode stack must be
// at a probe, whoever runs it.
//
//   const ModeModel model = ModeModel::of(parse(source));
//   model.at({{"run", 40}, {"f1", 12}});     // frames, the outermost first: {{"M1", ""}, {"M2", "m3"}}
//
// A frame adds what the with-blocks around its line entered and what was pushed by hand before it; a mode's
// handler takes off the mode that is asked. What holds: nothing is guessed. Where a line of the text does
// not say it alone, at() gives nothing: behind a generator that is suspended under a mode, where an exception may
// have left a mode behind that was pushed by hand, in code that the IL does not cover (why() names the reason
// for a whole program).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/il/program.h"

namespace suture::il {

class ModeModel {
 public:
  struct Mode {
    std::string type;  ///< its class; empty: any
    std::string name;  ///< of the local that has it; empty: none is known to

    bool operator==(const Mode&) const = default;
  };
  struct Frame {
    std::string_view function;
    std::size_t line = 0;
  };

  static ModeModel of(const Program& program);

  /// The modes from bottom to top while these frames run, that of run() first.
  std::optional<std::vector<Mode>> at(std::span<const Frame> frames) const;
  /// The same behind the call number `index` that run() has made by lab.call(), and at its end.
  std::optional<std::vector<Mode>> behindCall(std::size_t index, bool hasRaised) const;
  std::optional<std::vector<Mode>> atEnd(bool hasRaised) const;

  /// Why the text alone does not say it for this program; empty where it does.
  const std::string& why() const { return why_; }

 private:
  friend class ModeWalk;
  /// A line of the text.
  struct Site {
    std::string function;     ///< whose; empty: of none
    std::vector<Mode> modes;  ///< that the frame has added
    std::size_t taken = 0;    ///< modes of the frames before it that it took off
    bool isKnown = true;
    std::size_t items = 0;      ///< of a with-statement
    std::optional<Mode> entry;  ///< of one with a single item: the mode
  };
  const Site* siteOf(const Frame& frame) const;

  std::vector<Site> sites_;  // by line, from 1
  std::vector<std::size_t> calls_;
  bool areCallsInOrder_ = true;  // calls_ is what run() does
  bool mayLeaveModes_ =
      false;  // an exception may leave modes on the stack, to the end of lab.call()
  std::string why_;
};

}  // namespace suture::il
