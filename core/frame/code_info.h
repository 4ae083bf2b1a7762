// What we know about one code object, kept in its extra slot: the analysis of its bytecode, and the
// copies with stops that were made of it. For a copy: which original it stands for.
//
//   CodeInfo& info = CodeInfo::of(code);
//   if (info.analysis().legalStops().empty()) …
//
// What holds:
//  * An original owns its copies; a copy points back without owning (code objects are invisible to
//    the collector, so an owning cycle would never be freed).
//  * When the original dies first, a copy that somebody kept is given the original bytes and
//    becomes an ordinary code object.
//  * Runs no Python.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/bytecode/analysis.h"
#include "core/frame/access.h"
#include "core/frame/stops.h"
#include "core/py/ref.h"

namespace suture::frame {

class CodeInfo {
 public:
  /// The info of a code object, or nullptr when none was made yet.
  static CodeInfo* find(py::Borrowed<PyCodeObject> code) {
    return extraIndex_ < 0 ? nullptr
                           : static_cast<CodeInfo*>(suture_code_extra(code.get(), extraIndex_));
  }
  /// Whether the thread runs the interpreter that suture is in. Others have a lock of their own, and
  /// other extra data at our index: nothing here may be asked there.
  static bool isHere() { return PyInterpreterState_Get() == interpreter_; }
  /// The info of a code object, made when missing.
  static CodeInfo& of(py::Borrowed<PyCodeObject> code);

  CodeInfo(const CodeInfo&) = delete;
  CodeInfo& operator=(const CodeInfo&) = delete;

  /// The copy this code object is, or nullptr for an original.
  StopCopy* asCopy() const { return asCopy_; }
  py::Borrowed<PyCodeObject> code() const { return code_; }
  const bytecode::CodeAnalysis& analysis();

  /// A copy with these stops for this thread that is free or already this thread's; made when there
  /// is none. `key` names the stop set: the same key always means the same stops. nullptr when
  /// kMostCopies are all in use by other threads, or memory is short.
  StopCopy* copyFor(std::uint64_t key, const std::vector<bytecode::CodeOffset>& stops);
  /// The copy already made for this key that this thread may use, or nullptr.
  StopCopy* existingCopyFor(std::uint64_t key) const;
  /// The copies that frames are running on though they are disarmed, and whether there are any.
  std::vector<py::Ref<PyCodeObject>> disarmedInUse() const;
  bool hasDisarmedInUse() const;

  /// Remembered by the hook: this code has no stops under the policy with this key.
  std::uint64_t plainUnderKey = 0;

  /// So many of a 1,500-line function, with what is known of it, fit in 2 MB (test_growth.py).
  static constexpr std::size_t kMostCopies = 4;

 private:
  explicit CodeInfo(py::Borrowed<PyCodeObject> code) : code_(code) {}
  ~CodeInfo();
  static void release(void* info);
  void dropIdleCopies();
  static CodeInfo& attach(py::Borrowed<PyCodeObject> code);

  static Py_ssize_t extraIndex_;
  static PyInterpreterState* interpreter_;  // of the index
  py::Borrowed<PyCodeObject> code_;
  StopCopy* asCopy_ = nullptr;
  std::unique_ptr<const bytecode::CodeAnalysis> analysis_;
  std::vector<std::unique_ptr<StopCopy>> copies_;
};

}  // namespace suture::frame
