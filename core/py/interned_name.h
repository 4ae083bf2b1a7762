// A name that is looked up often: its str is made once and kept.
//
//   constinit py::InternedName kShape("shape");
//   py::Ref<> shape = kShape.of(array);       // NULL with an error set, as PyObject_GetAttr
//
// What holds: the str is immortal in effect; nothing is made before the first look-up.
#pragma once

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::py {

class InternedName {
 public:
  constexpr explicit InternedName(const char* text) : text_(text) {}

  Ref<> of(Borrowed<> object) SUTURE_RUNS_PYTHON {
    if (name_ == nullptr) name_ = PyUnicode_InternFromString(text_);
    return Ref<>::steal(name_ == nullptr ? nullptr : PyObject_GetAttr(object.get(), name_));
  }

 private:
  const char* text_;
  PyObject* name_ = nullptr;
};

}  // namespace suture::py
