#include "core/frame/state.h"

#include <algorithm>

namespace suture::frame {
namespace {

std::vector<py::Ref<>> share(std::span<PyObject* const> slots) {
  std::vector<py::Ref<>> owned;
  owned.reserve(slots.size());
  for (PyObject* slot : slots) owned.push_back(py::Ref<>::share(slot));
  return owned;
}

std::vector<py::Ref<>> share(const std::vector<py::Ref<>>& slots) {
  std::vector<py::Ref<>> owned;
  owned.reserve(slots.size());
  for (const py::Ref<>& slot : slots) owned.push_back(slot.share());
  return owned;
}

bool sameSlots(std::span<PyObject* const> slots, const std::vector<py::Ref<>>& owned) {
  return std::ranges::equal(slots, owned, {}, {}, [](const py::Ref<>& ref) { return ref.get(); });
}

// None and no object at all both mean that nothing is being handled.
PyObject* level(PyObject* handled) { return handled == Py_None ? nullptr : handled; }

}  // namespace

FrameState FrameState::from(const FrameView& view) {
  return {view.offset, share(view.locals), share(view.stack), py::Ref<>::share(view.handled)};
}

FrameState FrameState::copy() const {
  return {offset, share(locals), share(stack), handled.share()};
}

bool same(const FrameView& view, const FrameState& state) {
  return view.offset == state.offset && sameSlots(view.locals, state.locals) &&
         sameSlots(view.stack, state.stack) &&
         level(view.handled.get()) == level(state.handled.get());
}

}  // namespace suture::frame
