#include "core/py/error.h"

#include "core/py/version.h"

namespace suture::py {

Error Error::take() {
  PyObject* exception = version::takeRaised();
  SUTURE_CHECK(exception != nullptr, "a Python error is set when one is taken");
  return Error(Ref<>::steal(exception));
}

std::nullptr_t Error::restore() && {
  version::setRaised(exception_.release());
  return nullptr;
}

Result<Ref<>> take(PyObject* newReferenceOrNull) {
  if (newReferenceOrNull == nullptr) return Error::take();
  return Ref<>::steal(newReferenceOrNull);
}

ErrorScope::ErrorScope() {
  if (PyErr_Occurred() != nullptr) saved_ = Error::take();
}

ErrorScope::~ErrorScope() {
  SUTURE_CHECK(PyErr_Occurred() == nullptr, "a scope that keeps the user's error leaves none");
  if (saved_) std::move(*saved_).restore();
}

}  // namespace suture::py
