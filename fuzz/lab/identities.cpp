#include "fuzz/lab/identities.h"

#include <utility>

namespace suture::lab {
namespace {

PyObject* objectDied(PyObject*, PyObject* reference) {
  Identities::get().ended(reference);
  Py_RETURN_NONE;
}

PyMethodDef callbackDefinition = {"died", objectDied, METH_O, nullptr};

}  // namespace

Identities& Identities::get() {
  static auto* identities = new Identities;  // its references must not outlive the interpreter
  return *identities;
}

void Identities::clear() {
  referenceOf_.clear();
  watchOf_.clear();
  next_ = 0;
}

bool Identities::isWatched(py::Borrowed<> object) {
  const PyTypeObject* type = Py_TYPE(object.get());
  return PyType_HasFeature(Py_TYPE(object.get()), Py_TPFLAGS_HEAPTYPE) != 0 &&
         type->tp_weaklistoffset != 0 && PyType_Check(object.get()) == 0;
}

std::optional<std::int64_t> Identities::numberOf(py::Borrowed<> object) {
  if (const auto known = referenceOf_.find(object.get()); known != referenceOf_.end()) {
    return watchOf_.at(known->second.get()).number;
  }
  if (!callback_) callback_ = py::Ref<>::steal(PyCFunction_New(&callbackDefinition, nullptr));
  if (!callback_) return std::nullopt;
  py::Ref<> reference = py::Ref<>::steal(PyWeakref_NewRef(object.get(), callback_.get()));
  if (!reference) return std::nullopt;
  const std::int64_t number = next_++;
  watchOf_.emplace(reference.get(), Watch{object.get(), number});
  referenceOf_.emplace(object.get(), std::move(reference));
  return number;
}

void Identities::ended(PyObject* reference) {
  const auto found = watchOf_.find(reference);
  if (found == watchOf_.end()) return;  // of a program before this one
  const Watch watch = found->second;
  watchOf_.erase(found);
  const auto node = referenceOf_.extract(watch.object);  // dropped when all is said
  if (died_) died_(watch.number);
}

}  // namespace suture::lab
