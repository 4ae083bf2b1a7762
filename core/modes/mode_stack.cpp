#include "core/modes/mode_stack.h"

#include <iterator>
#include <utility>

#include "core/py/check.h"
#include "core/py/faults.h"

namespace suture::modes {
namespace {

using Stack = std::vector<py::Ref<>>;

constexpr const char* kKey = "suture.modes";

// Owned by a capsule in the thread's state dictionary, which is cleared with the lock held; a
// thread_local that owned references would drop them without it.
__attribute__((tls_model("initial-exec"))) thread_local Stack* stack = nullptr;

// Also called in the child of a fork for threads that are gone: their stack is not this thread's.
void release(PyObject* capsule) {
  auto* ended = static_cast<Stack*>(PyCapsule_GetPointer(capsule, kKey));
  if (stack == ended) stack = nullptr;
  delete ended;
}

bool ensureStack() {
  if (stack != nullptr) return true;
  PyObject* dict = PyThreadState_GetDict();
  if (dict == nullptr) {
    PyErr_NoMemory();
    return false;
  }
  auto* made = new Stack;
  py::Ref<> capsule = py::Ref<>::steal(PyCapsule_New(made, kKey, release));
  if (!capsule) {
    delete made;
    return false;
  }
  if (PyDict_SetItemString(dict, kKey, capsule.get()) < 0) return false;
  stack = made;
  return true;
}

}  // namespace

std::size_t stackLength() { return stack == nullptr ? 0 : stack->size(); }

bool push(py::Borrowed<> mode) {
  if (!ensureStack()) return false;
  stack->push_back(py::Ref<>::share(mode));
  if (py::faultActive(py::Fault::kM15) && stack->size() > 1) {
    std::swap(stack->back(), *std::prev(stack->end(), 2));
  }
  return true;
}

py::Ref<> pop() {
  if (stackLength() == 0) return {};
  py::Ref<> top = std::move(stack->back());
  stack->pop_back();
  return top;
}

std::vector<py::Ref<>> snapshot() {
  std::vector<py::Ref<>> copy;
  copy.reserve(stackLength());
  for (std::size_t i = 0; i < stackLength(); ++i) copy.push_back((*stack)[i].share());
  return copy;
}

TopTakenOff::TopTakenOff() : mode_(pop()) { SUTURE_CHECK(mode_, "no mode to take off"); }

TopTakenOff::~TopTakenOff() {
  // Gone if the thread's state was cleared meanwhile; the mode goes with this scope then.
  if (stack != nullptr) stack->push_back(std::move(mode_));
}

}  // namespace suture::modes
