// A same-length copy of a code object in which the instructions to stop at are overwritten by a
// unit that hands the frame back. Offsets, lines, handlers and stack size are the original's.
//
// One copy serves all activations of one thread on one stop set, recursion included, and is patched
// in place. It is in one of three states:
//
//   resting      every stop is overwritten: an activation begins, or runs on
//   live at j    the instruction at j is itself and executes; its followers are overwritten too, so
//                that whatever runs next hands the frame back
//   disarmed     every unit, and every handler, is the original's: tracing began, or the hook goes
//
// What holds in every state: any mix of overwritten units executes what the original would, apart
// from where it hands over. Specialised forms that read a later unit never arise before a unit that
// may be overwritten (suture_copy_code sees to it).
//
// Memory, beside the code object itself: four bytes a unit, four a stop, and some forty for each
// stop that was gone on from, unless all that can be stopped is. Runs no Python.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/bytecode/analysis.h"
#include "core/frame/access.h"
#include "core/py/ref.h"

namespace suture::frame {

class StopCopy {
 public:
  /// Takes a copy made by suture_copy_code() with its words; CodeInfo links it to its original.
  StopCopy(py::Ref<PyCodeObject> copy, py::Borrowed<PyCodeObject> original,
           const bytecode::CodeAnalysis& analysis, std::vector<std::uint16_t> words,
           std::uint64_t key, std::span<const bytecode::CodeOffset> stops);
  ~StopCopy();
  StopCopy(const StopCopy&) = delete;
  StopCopy& operator=(const StopCopy&) = delete;

  py::Borrowed<PyCodeObject> code() const { return copy_; }
  py::Borrowed<PyCodeObject> original() const { return original_; }
  const bytecode::CodeAnalysis& analysis() const { return analysis_; }
  std::uint64_t key() const { return key_; }
  std::thread::id owner() const { return owner_; }

  /// The unit at this offset is one of the stops asked for.
  bool isStop(bytecode::CodeOffset offset) const { return (role(offset) & kStop) != 0; }
  /// A frame that came back at this offset came back because the unit is overwritten.
  bool isOverwritten(bytecode::CodeOffset offset) const {
    return (role(offset) & kOverwritten) != 0;
  }
  /// The landing behind the last instruction (access.h: suture_landing_units).
  bool isLanding(bytecode::CodeOffset offset) const {
    return offset.value() >= analysis_.unitCount();
  }
  bool isArmed() const { return armed_; }

  /// Where it is live, if it is: what enter() returns and leave() takes.
  using Live = std::optional<bytecode::CodeOffset>;

  /// An activation begins on this copy: counts it and rests. Returns the interrupted state.
  Live enter() noexcept;
  /// An activation ends: puts the interrupted state back.
  void leave(Live interrupted) noexcept;
  int users() const { return users_; }
  /// A fresh frame may begin on it: not while others run on it disarmed.
  bool isEnterable() const { return !isDisarmedInUse(); }
  bool isDisarmedInUse() const { return !armed_ && users_ > 0; }

  void rest();
  void goLive(bytecode::CodeOffset offset) noexcept;
  /// Rests, and overwrites the first possible stop too until the next change of state.
  void restWithFirstStop() noexcept;

  /// Whether tools leave the copy alone (access.h: suture_shield_from_tools): as long as it is
  /// armed.
  void setShielded(bool shielded);
  /// Puts the original bytes back in place; stays so until an activation begins on a free copy.
  void disarm();
  /// Disarms every copy alive: tracing starts, or the hook is removed. Does nothing in another
  /// interpreter than that of the copies, which runs beside it.
  static void disarmAll();
  static int alive();
  /// Whether there is a copy that is disarmed and in use. Cheap.
  static bool anyDisarmedInUse() { return disarmedInUse_ > 0; }

 private:
  enum Role : std::uint8_t { kStop = 1, kOverwritten = 2, kPossible = 4 };
  std::uint8_t role(bytecode::CodeOffset offset) const {
    return roles_[static_cast<std::size_t>(offset.value())];
  }
  void overwrite(bytecode::CodeOffset offset);
  void uncover(bytecode::CodeOffset offset);
  void uncoverExtras();
  void arm();
  void setTable(py::Borrowed<> table);
  void shareSpecialised() noexcept;
  std::span<const bytecode::CodeOffset> followersNotStops(bytecode::CodeOffset offset);
  // The possible stops that can run right after an instruction: what is reached through others is
  // followed on.
  std::vector<bytecode::CodeOffset> followers(bytecode::CodeOffset offset) const;

  static int disarmedInUse_;

  py::Ref<PyCodeObject> copy_;
  py::Borrowed<PyCodeObject> original_;
  const bytecode::CodeAnalysis& analysis_;
  std::vector<std::uint16_t> words_;  // what each unit holds when it is not overwritten
  std::vector<std::uint8_t> roles_;
  std::vector<std::uint8_t> told_;  // units that shareSpecialised() found specialised
  struct Exit {
    std::size_t unit;
    std::uint16_t disarmed;
  };
  std::vector<Exit> exits_;  // units whose own word is the stop, with what they hold disarmed
  std::optional<bytecode::CodeOffset> firstPossible_;
  std::vector<bytecode::CodeOffset> stops_;
  bool stopsEverywhere_ = true;  // then every follower is a stop already
  struct Range {
    std::uint32_t begin;
    std::uint32_t size;
  };
  std::unordered_map<int, Range> followersNotStops_;  // by offset, into the pool: most have one
  std::vector<bytecode::CodeOffset> followerPool_;
  std::vector<bytecode::CodeOffset> extras_;  // overwritten for now though no stops
  Live live_;
  py::Ref<> armedTable_;
  std::uint64_t key_;
  std::thread::id owner_;
  int users_ = 0;
  std::uint64_t ended_ = 0;  // activations
  bool armed_ = false;
};

/// Where a frame of this code can be stopped: the legal stops, less those that this interpreter
/// build cannot make (access.h: suture_stops_need_a_value).
std::vector<bytecode::CodeOffset> possibleStops(py::Borrowed<PyCodeObject> code,
                                                const bytecode::CodeAnalysis& analysis);

}  // namespace suture::frame
