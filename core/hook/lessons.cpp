#include "core/hook/lessons.h"

namespace suture::hook {

std::optional<Lessons> Lessons::of(const char* text) {
  auto names = py::Ref<>::steal(PyDict_New());
  if (!names || PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins()) != 0) {
    return std::nullopt;
  }
  auto code = py::Ref<>::steal(Py_CompileString(text, "<suture>", Py_file_input));
  if (!code) return std::nullopt;
  if (!py::Ref<>::steal(PyEval_EvalCode(code.get(), names.get(), names.get()))) return std::nullopt;
  auto callee = py::Ref<>::steal(PyMapping_GetItemString(names.get(), "callee"));
  if (!callee) return std::nullopt;
  auto lessons = py::Ref<>::steal(PyMapping_GetItemString(names.get(), "lessons"));
  if (!lessons) return std::nullopt;
  return Lessons(std::move(callee), std::move(lessons));
}

bool Lessons::give() const { return bool(py::Ref<>::steal(PyObject_CallNoArgs(lessons_.get()))); }

}  // namespace suture::hook
