#include "fuzz/driver/programs.h"

#include <utility>

#include "fuzz/driver/driver.h"

namespace suture::driver {
namespace {

using py::Ref;
using py::Result;

Ref<> numbers(const Breaks& breaks) {
  if (!breaks) return Ref<>::share(py::Borrowed<>(Py_None));
  Ref<> tuple = Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(breaks->size())));
  for (std::size_t i = 0; tuple && i < breaks->size(); ++i) {
    PyObject* number = PyLong_FromLong((*breaks)[i]);
    if (number == nullptr) return {};
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), number);
  }
  return tuple;
}

// As os.environ has it, which was read when the interpreter started. False with an error set.
bool setVariable(const char* name, const std::string& value) {
  const Ref<> os = Ref<>::steal(PyImport_ImportModule("os"));
  const Ref<> all = os ? Ref<>::steal(PyObject_GetAttrString(os.get(), "environ")) : Ref<>();
  const Ref<> key = Ref<>::steal(PyUnicode_FromString(name));
  const Ref<> text = Ref<>::steal(PyUnicode_FromString(value.c_str()));
  return all && key && text && PyObject_SetItem(all.get(), key.get(), text.get()) == 0;
}

Result<std::string> textOf(Result<Ref<>> made) {
  if (!made) return std::move(made).error();
  const char* text = PyUnicode_AsUTF8(made->get());
  if (text == nullptr) return py::Error::take();
  return std::string(text);
}

// What the function of a module of its name makes of a text.
Result<std::string> fromText(const char* name, const std::string& text) {
  Result<Ref<>> module = loadDriverModule(name);
  if (!module) return std::move(module).error();
  return textOf(py::take(PyObject_CallMethod(module->get(), name, "s", text.c_str())));
}

}  // namespace

Result<Programs> Programs::open(const std::string& dialect) {
  if (!setVariable("SUTURE_DIALECT", dialect)) return py::Error::take();
  if (dialect == "torch") {
    // Behind what the user's PYTHONPATH has.
    PyObject* path = PySys_GetObject("path");
    const Ref<> folder = Ref<>::steal(PyUnicode_DecodeFSDefault(SUTURE_TORCH_PACKAGES));
    if (path == nullptr || !folder || PyList_Append(path, folder.get()) < 0)
      return py::Error::take();
  }
  Result<Ref<>> module = loadDriverModule("programs");
  if (!module) return std::move(module).error();
  return Programs(*std::move(module));
}

Result<Ref<>> Programs::compile(const std::string& text, const std::string& name) {
  return py::take(PyObject_CallMethod(module_.get(), "compiled", "ss", text.c_str(), name.c_str()));
}

Result<Ref<>> Programs::vary(const std::string& text, const Breaks& breaks, bool hasProbes) {
  const Ref<> chosen = numbers(breaks);
  if (!chosen) return py::Error::take();
  return py::take(PyObject_CallMethod(module_.get(), "varied", "ssOO", text.c_str(), "program.py",
                                      chosen.get(), hasProbes ? Py_True : Py_False));
}

Result<std::string> Programs::run(py::Borrowed<> code, py::Borrowed<> compiler,
                                  const Breaks& breaks) {
  const Ref<> chosen = numbers(breaks);
  if (!chosen) return py::Error::take();
  PyObject* with = compiler ? compiler.get() : Py_None;
  Result<Ref<>> log =
      py::take(PyObject_CallMethod(module_.get(), "log_of", "OOO", code.get(), with, chosen.get()));
  if (!log) return std::move(log).error();
  return std::string(PyBytes_AS_STRING(log->get()),
                     static_cast<std::size_t>(PyBytes_GET_SIZE(log->get())));
}

Result<std::string> Programs::drift(py::Borrowed<> code, py::Borrowed<> compiler,
                                    const Breaks& breaks, std::uint64_t calls) {
  const Ref<> chosen = numbers(breaks);
  if (!chosen) return py::Error::take();
  PyObject* with = compiler ? compiler.get() : Py_None;
  return textOf(
      py::take(PyObject_CallMethod(module_.get(), "drift", "OOOK", code.get(), with, chosen.get(),
                                   static_cast<unsigned long long>(calls))));
}

Result<std::string> Programs::measure(const std::string& text) { return fromText("measure", text); }

Result<std::string> Programs::dense(const std::string& text) { return fromText("dense", text); }

Result<Ref<>> Programs::settle() {
  return py::take(PyObject_CallMethod(module_.get(), "settle", nullptr));
}

Result<Ref<>> Programs::shake() {
  return py::take(PyObject_CallMethod(module_.get(), "shake", nullptr));
}

}  // namespace suture::driver
