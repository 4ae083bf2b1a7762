#include "core/frame/code_identity.h"

#include <Python.h>

#include "core/frame/code_info.h"
#include "core/py/check.h"
#include "core/py/error.h"

namespace suture::frame {
namespace {

struct Attribute {
  PyTypeObject* type;
  const char* name;
  PyGetSetDef* definition = nullptr;
  getter own = nullptr;
};

Attribute attributes[] = {
    {&PyFrame_Type, "f_code"},
    {&PyGen_Type, "gi_code"},
    {&PyCoro_Type, "cr_code"},
    {&PyAsyncGen_Type, "ag_code"},
};

// The definition behind an attribute, or nullptr where it is a plain member (gi_code on 3.11).
PyGetSetDef* definitionOf(const Attribute& attribute) {
  py::Result<py::Ref<>> descriptor =
      py::take(PyObject_GetAttrString(reinterpret_cast<PyObject*>(attribute.type), attribute.name));
  SUTURE_CHECK(static_cast<bool>(descriptor), "frames and generators have a code attribute");
  if (!Py_IS_TYPE(descriptor->get(), &PyGetSetDescr_Type)) return nullptr;
  return reinterpret_cast<PyGetSetDescrObject*>(descriptor->get())->d_getset;
}

PyObject* originalOf(PyObject* code) {
  if (code == nullptr || !PyCode_Check(code) || !CodeInfo::isHere()) return code;
  CodeInfo* info = CodeInfo::find(reinterpret_cast<PyCodeObject*>(code));
  if (info == nullptr || info->asCopy() == nullptr) return code;
  PyObject* original = Py_NewRef(info->asCopy()->original().object());
  Py_DECREF(code);
  return original;
}

template <int kIndex>
PyObject* getOriginal(PyObject* object, void* closure) {
  return originalOf(attributes[kIndex].own(object, closure));
}

constexpr getter kGetters[] = {&getOriginal<0>, &getOriginal<1>, &getOriginal<2>, &getOriginal<3>};

}  // namespace

void showOriginalCode() {
  for (std::size_t i = 0; i < std::size(attributes); ++i) {
    Attribute& attribute = attributes[i];
    attribute.definition = definitionOf(attribute);
    if (attribute.definition == nullptr) continue;
    attribute.own = std::exchange(attribute.definition->get, kGetters[i]);
  }
}

}  // namespace suture::frame
