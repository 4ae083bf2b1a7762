#include "core/dialect/reference/numpy_api.h"

#include <array>
#include <cstdlib>

#include "core/py/check.h"
#include "core/py/error.h"

namespace suture::dialect {
namespace {

constexpr std::size_t kMostArguments = 8;

py::Ref<> attributeOf(py::Borrowed<> object, const char* name) {
  return py::Ref<>::steal(PyObject_GetAttrString(object.get(), name));
}

py::Ref<> copyContext() { return py::Ref<>::steal(PyContext_CopyCurrent()); }

void setImportError(py::Borrowed<> cause) {
  PyErr_SetString(PyExc_ImportError, "suture's tensors need NumPy 2 (package numpy)");
  if (!cause) return;
  py::Error error = py::Error::take();
  PyException_SetCause(error.exception().get(), Py_NewRef(cause.get()));
  std::move(error).restore();
}

bool isVersion2(py::Borrowed<> numpy) {
  py::Ref<> version = attributeOf(numpy, "__version__");
  const char* text = version ? PyUnicode_AsUTF8(version.get()) : nullptr;
  return text != nullptr && std::strtol(text, nullptr, 10) >= 2;
}

}  // namespace

const Numpy* Numpy::get() {
  static Numpy* loaded = nullptr;
  if (loaded != nullptr) return loaded;
  auto* fresh = new Numpy;
  if (!fresh->load()) {
    delete fresh;
    return nullptr;
  }
  if (loaded != nullptr) {  // another thread was faster while the import ran
    delete fresh;
    return loaded;
  }
  return loaded = fresh;
}

bool Numpy::load() {
  module_ = py::Ref<>::steal(PyImport_ImportModule("numpy"));
  if (!module_) {
    if (PyErr_ExceptionMatches(PyExc_ImportError) == 0) return false;
    py::Error cause = py::Error::take();
    setImportError(cause.exception());
    return false;
  }
  if (!isVersion2(module_)) {
    PyErr_Clear();
    setImportError(nullptr);
    return false;
  }
  py::Ref<> arrayType = attribute("ndarray");
  if (!arrayType) return false;
  arrayType_ = reinterpret_cast<PyTypeObject*>(arrayType.release());
  functions_.resize(operations().size());
  return findErrorState();
}

// numpy.errstate sets one context variable. Which one, and to what, is seen by what it changes: two
// Python calls an operation would cost more than most operations.
bool Numpy::findErrorState() {
  py::Ref<> ignore = py::Ref<>::steal(PyUnicode_FromString("ignore"));
  if (!ignore) return false;
  py::Ref<> errstate = attribute("errstate");
  py::Ref<> setting = call(errstate, {}, {{"all", ignore.get()}});
  if (!setting || !callMethod(setting, "__enter__", {})) return false;
  py::Ref<> inside = copyContext();
  if (!inside || !callMethod(setting, "__exit__", {Py_None, Py_None, Py_None})) return false;
  py::Ref<> outside = copyContext();
  if (!outside) return false;
  py::Ref<> variables = py::Ref<>::steal(PySequence_List(inside.get()));
  if (!variables) return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(variables.get()); ++i) {
    PyObject* variable = PyList_GET_ITEM(variables.get(), i);
    py::Ref<> now = py::Ref<>::steal(PyObject_GetItem(inside.get(), variable));
    if (!now) return false;
    py::Ref<> before = callMethod(outside, "get", {variable});
    if (!before) return false;
    if (now.get() == before.get()) continue;
    errorState_ = py::Ref<>::share(variable);
    quiet_ = std::move(now);
    return true;
  }
  PyErr_SetString(PyExc_ImportError,
                  "this NumPy keeps its error state where Suture cannot find it");
  return false;
}

py::Ref<> Numpy::attribute(const char* name) const { return attributeOf(module_, name); }

py::Borrowed<> Numpy::function(const Operation& operation) const {
  py::Ref<>& known = functions_[static_cast<std::size_t>(operation.id)];
  if (known) return known;
  py::Ref<> function = attribute(operation.numpy);
  if (!function) return {};
  // Some C functions stand behind a Python one that only looks for overrides: not for us.
  py::Ref<> inner = attributeOf(function, "__wrapped__");
  if (!inner) PyErr_Clear();
  known = std::move(inner ? inner : function);
  return known;
}

QuietErrors::QuietErrors(const Numpy& numpy)
    : variable_(numpy.errorState_),
      token_(py::Ref<>::steal(PyContextVar_Set(numpy.errorState_.get(), numpy.quiet_.get()))) {
  if (!token_) PyErr_Clear();  // memory is short: the operation will say so
}

QuietErrors::~QuietErrors() {
  if (!token_) return;
  py::ErrorScope kept;
  SUTURE_CHECK(PyContextVar_Reset(variable_.get(), token_.get()) == 0,
               "NumPy's error state was set in another context");
}

py::Ref<> call(py::Borrowed<> callable, std::initializer_list<PyObject*> positional,
               std::initializer_list<Keyword> keywords) {
  if (!callable) return {};
  // One slot in front, as PY_VECTORCALL_ARGUMENTS_OFFSET promises.
  std::array<PyObject*, kMostArguments + 1> values{};
  std::size_t count = 1;
  for (PyObject* value : positional) values[count++] = value;
  std::size_t used = 0;
  for (const Keyword& keyword : keywords) used += keyword.value != nullptr ? 1 : 0;
  py::Ref<> names;
  if (used > 0) names = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(used)));
  if (used > 0 && !names) return {};
  Py_ssize_t index = 0;
  for (const Keyword& keyword : keywords) {
    if (keyword.value == nullptr) continue;
    PyObject* name = PyUnicode_InternFromString(keyword.name);
    if (name == nullptr) return {};
    PyTuple_SET_ITEM(names.get(), index++, name);
    values[count++] = keyword.value;
  }
  return py::Ref<>::steal(PyObject_Vectorcall(callable.get(), values.data() + 1,
                                              positional.size() | PY_VECTORCALL_ARGUMENTS_OFFSET,
                                              names.get()));
}

py::Ref<> callMethod(py::Borrowed<> object, const char* name,
                     std::initializer_list<PyObject*> positional,
                     std::initializer_list<Keyword> keywords) {
  py::Ref<> method = attributeOf(object, name);
  if (!method) return {};
  return call(method, positional, keywords);
}

}  // namespace suture::dialect
