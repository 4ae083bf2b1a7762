#include "core/frame/code_info.h"

#include <algorithm>

#include "core/bytecode/verify.h"
#include "core/py/check.h"
#include "core/py/error.h"
#include "core/py/version.h"

namespace suture::frame {

Py_ssize_t CodeInfo::extraIndex_ = -1;
PyInterpreterState* CodeInfo::interpreter_ = nullptr;

CodeInfo& CodeInfo::of(py::Borrowed<PyCodeObject> code) {
  if (CodeInfo* info = find(code)) return *info;
  return attach(code);
}

CodeInfo& CodeInfo::attach(py::Borrowed<PyCodeObject> code) {
  if (extraIndex_ < 0) {
    extraIndex_ = py::version::requestCodeExtraIndex(&CodeInfo::release);
    SUTURE_CHECK(extraIndex_ >= 0, "CPython gives out an index for extra data of code objects");
    interpreter_ = PyInterpreterState_Get();
  }
  auto* info = new CodeInfo(code);
  py::ErrorScope keepTheUsersError;
  SUTURE_CHECK(py::version::setCodeExtra(code.object(), extraIndex_, info) == 0,
               "a code object takes extra data");
  return *info;
}

void CodeInfo::release(void* info) { delete static_cast<CodeInfo*>(info); }

CodeInfo::~CodeInfo() {
  for (const std::unique_ptr<StopCopy>& copy : copies_) {
    SUTURE_CHECK(copy->users() == 0, "no frame runs on a copy whose original dies");
    find(copy->code())->asCopy_ = nullptr;
  }
}

const bytecode::CodeAnalysis& CodeInfo::analysis() {
  if (!analysis_) {
    analysis_ = bytecode::CodeAnalysis::of(code_);
    SUTURE_ASSERT(bytecode::isSound(code_, *analysis_), "an analysis keeps the laws of verify.h");
  }
  return *analysis_;
}

StopCopy* CodeInfo::existingCopyFor(std::uint64_t key) const {
  auto me = std::this_thread::get_id();
  for (const std::unique_ptr<StopCopy>& copy : copies_) {
    if (copy->key() == key && copy->owner() == me && copy->isEnterable()) return copy.get();
  }
  return nullptr;
}

bool CodeInfo::hasDisarmedInUse() const {
  return std::ranges::any_of(
      copies_, [](const std::unique_ptr<StopCopy>& copy) { return copy->isDisarmedInUse(); });
}

std::vector<py::Ref<PyCodeObject>> CodeInfo::disarmedInUse() const {
  std::vector<py::Ref<PyCodeObject>> codes;
  for (const std::unique_ptr<StopCopy>& copy : copies_) {
    if (copy->isDisarmedInUse()) codes.push_back(py::Ref<PyCodeObject>::share(copy->code()));
  }
  return codes;
}

void CodeInfo::dropIdleCopies() {
  std::erase_if(copies_, [](const std::unique_ptr<StopCopy>& copy) {
    if (copy->users() > 0) return false;
    find(copy->code())->asCopy_ = nullptr;
    return true;
  });
}

StopCopy* CodeInfo::copyFor(std::uint64_t key, const std::vector<bytecode::CodeOffset>& stops) {
  if (StopCopy* copy = existingCopyFor(key)) return copy;
  if (copies_.size() >= kMostCopies) dropIdleCopies();
  if (copies_.size() >= kMostCopies) return nullptr;
  auto length = static_cast<std::size_t>(analysis().unitCount());
  std::vector<std::uint8_t> frozen(length, 0);
  for (bytecode::CodeOffset stop : analysis().legalStops()) {
    frozen[static_cast<std::size_t>(stop.value())] = 1;
  }
  std::vector<std::uint16_t> words(length + static_cast<std::size_t>(suture_landing_units()));
  py::ErrorScope keepTheUsersError;
  auto copy =
      py::Ref<PyCodeObject>::steal(suture_copy_code(code_.get(), frozen.data(), words.data()));
  if (!copy) {
    PyErr_Clear();  // memory is short: the caller runs the frame without stops and counts it
    return nullptr;
  }
  CodeInfo& info = attach(copy);
  copies_.push_back(
      std::make_unique<StopCopy>(std::move(copy), code_, analysis(), std::move(words), key, stops));
  info.asCopy_ = copies_.back().get();
  return copies_.back().get();
}

}  // namespace suture::frame
