#include "fuzz/lab/describe.h"

#include <fmt/format.h>
#include <frameobject.h>
#include <structmember.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/py/check.h"
#include "fuzz/lab/identities.h"
#include "fuzz/lab/numbers.h"
#include "fuzz/lab/package.h"

namespace suture::lab {
namespace {

constexpr int kDeepest = 100;  // a deeper value is told as such; no program of ours makes one

std::string_view utf8(PyObject* text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (data != nullptr) return {data, static_cast<std::size_t>(size)};
  PyErr_Clear();  // lone surrogates; the caller falls back
  return {};
}

// The file of a program as CPython compiles it for a run (fuzz/driver/programs.py).
constexpr const char* kProgram = "program.py";

// The last part of tp_name, which for classes of programs is all of it.
std::string_view nameOf(const PyTypeObject* type) {
  const std::string_view name = type->tp_name;
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

// Exactly this type: a class derived from it may iterate in Python.
bool isDeque(const PyTypeObject* type) {
  return std::string_view(type->tp_name) == "collections.deque" &&
         PyType_HasFeature(const_cast<PyTypeObject*>(type), Py_TPFLAGS_HEAPTYPE) == 0;
}

}  // namespace

bool isDunder(py::Borrowed<> name) {
  PyObject* text = name.get();
  return PyUnicode_Check(text) != 0 && PyUnicode_GET_LENGTH(text) > 1 &&
         PyUnicode_READ_CHAR(text, 0) == '_' && PyUnicode_READ_CHAR(text, 1) == '_';
}

void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

void appendText(std::string& out, py::Borrowed<> text) {
  const std::string_view plain = utf8(text.get());
  if (!plain.empty() || PyUnicode_GET_LENGTH(text.get()) == 0) return appendQuoted(out, plain);
  const py::Ref<> escaped =
      py::Ref<>::steal(PyUnicode_AsEncodedString(text.get(), "utf-8", "backslashreplace"));
  SUTURE_CHECK(static_cast<bool>(escaped), "any text can be escaped");
  appendQuoted(out, PyBytes_AS_STRING(escaped.get()));
}

void appendFunctionName(std::string& out, py::Borrowed<> name) {
  // What PyTorch calls the part of a function behind a graph break: torch_dynamo_resume_in_f_at_12.
  constexpr std::string_view kResumed = "torch_dynamo_resume_in_";
  std::string_view text = utf8(name.get());
  if (!text.starts_with(kResumed)) return appendText(out, name);
  text.remove_prefix(kResumed.size());
  appendQuoted(out, text.substr(0, text.rfind("_at_")));
}

bool Describer::scalar(PyObject* object) {
  if (object == Py_None) {
    out_ += "null";
  } else if (PyBool_Check(object) != 0) {
    out_ += object == Py_True ? "true" : "false";
  } else if (PyLong_CheckExact(object) != 0 || PyUnicode_CheckExact(object) != 0 ||
             PyFloat_CheckExact(object) != 0 || PyBytes_CheckExact(object) != 0) {
    builtinValue(object);
  } else {
    return false;
  }
  return true;
}

// What an instance of one of these types, or of a class derived from it, is as such.
bool Describer::builtinValue(PyObject* object) {
  if (PyLong_Check(object) != 0) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0) {
      fmt::format_to(std::back_inserter(out_), "{}", small);
    } else {
      const py::Ref<> text = py::Ref<>::steal(PyNumber_ToBase(object, 16));
      SUTURE_CHECK(static_cast<bool>(text), "an int has a text");
      fmt::format_to(std::back_inserter(out_), "[\"int\",\"{}\"]", utf8(text.get()));
    }
  } else if (PyUnicode_Check(object) != 0) {
    appendText(out_, object);
  } else if (PyFloat_Check(object) != 0) {
    fmt::format_to(std::back_inserter(out_), "[\"float\",\"{}\"]",
                   exactText(PyFloat_AS_DOUBLE(object)));
  } else if (PyBytes_Check(object) != 0) {
    out_ += "[\"bytes\",\"";
    for (Py_ssize_t i = 0; i < PyBytes_GET_SIZE(object); ++i) {
      fmt::format_to(std::back_inserter(out_), "{:02x}",
                     static_cast<unsigned char>(PyBytes_AS_STRING(object)[i]));
    }
    out_ += "\"]";
  } else {
    return false;
  }
  return true;
}

// The bracket, the number and the name of the type; false for an object met above.
bool Describer::begin(PyObject* object) {
  const auto met = met_.find(object);
  if (met != met_.end()) {
    fmt::format_to(std::back_inserter(out_), "[\"again\",{}]", met->second);
    return false;
  }
  std::string number;
  if (Identities::isWatched(object)) {
    const auto watched = Identities::get().numberOf(object);
    SUTURE_CHECK(watched.has_value(), "there is memory for a weak reference");
    number = fmt::format("\"#{}\"", *watched);
  } else {
    number = fmt::format("{}", met_.size());
  }
  out_ += '[';
  out_ += number;
  out_ += ',';
  appendQuoted(out_, nameOf(Py_TYPE(object)));
  met_.emplace(object, std::move(number));
  return true;
}

void Describer::items(PyObject* const* first, Py_ssize_t count) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    out_ += ',';
    value(first[i]);
  }
}

void Describer::dict(PyObject* object) {
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  for (Py_ssize_t i = 0; PyDict_Next(object, &i, &key, &item) != 0;) {
    out_ += ",[";
    value(key);
    out_ += ',';
    value(item);
    out_ += ']';
  }
}

void Describer::set(PyObject* object) {
  std::vector<std::string> texts;
  // The iterator of the builtin type, whatever a class derived from it says.
  const py::Ref<> iterator = py::Ref<>::steal(PySet_Type.tp_iter(object));
  SUTURE_CHECK(static_cast<bool>(iterator), "a set can be gone through");
  while (const py::Ref<> item = py::Ref<>::steal(PyIter_Next(iterator.get()))) {
    std::string text;
    std::swap(text, out_);
    value(item);
    std::swap(text, out_);
    texts.push_back(std::move(text));
  }
  std::ranges::sort(texts);
  for (const std::string& text : texts) out_ += ',' + text;
}

void Describer::tensor(PyObject* object) {
  const py::Ref<> elements = elementsOf(object);
  if (!elements) {
    out_ += ",\"no data\"";
    return;
  }
  Py_buffer view;
  const int got = PyObject_GetBuffer(elements.get(), &view, PyBUF_FULL_RO);
  SUTURE_CHECK(got == 0, "a tensor's array has a buffer");
  std::vector<char> contents(static_cast<std::size_t>(view.len));
  const int copied = PyBuffer_ToContiguous(contents.data(), &view, view.len, 'C');
  SUTURE_CHECK(copied == 0, "a buffer can be copied");
  fmt::format_to(std::back_inserter(out_), ",\"{}\",[", elementName(view.format, view.itemsize));
  for (int i = 0; i < view.ndim; ++i) {
    fmt::format_to(std::back_inserter(out_), "{}{}", i == 0 ? "" : ",", view.shape[i]);
  }
  out_ += "],[";
  for (Py_ssize_t at = 0; at < view.len; at += view.itemsize) {
    if (at != 0) out_ += ',';
    appendElement(out_, view.format, contents.data() + at);
  }
  out_ += ']';
  PyBuffer_Release(&view);
}

void Describer::slots(PyObject* object) {
  for (PyTypeObject* type = Py_TYPE(object); type != nullptr; type = type->tp_base) {
    if (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) == 0) continue;
    for (const PyMemberDef* member = type->tp_members; member != nullptr && member->name != nullptr;
         ++member) {
      if (member->type != T_OBJECT_EX || std::string_view(member->name).starts_with("__")) continue;
      PyObject* field =
          *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object) + member->offset);
      out_ += ",[";
      appendQuoted(out_, member->name);
      out_ += ',';
      field == nullptr ? void(out_ += "\"unset\"") : value(field);
      out_ += ']';
    }
  }
}

void Describer::fields(PyObject* object) {
  if (Py_TYPE(object)->tp_dictoffset != 0 && PyCallable_Check(object) == 0) {
    const py::Ref<> own = py::Ref<>::steal(PyObject_GenericGetDict(object, nullptr));
    SUTURE_CHECK(static_cast<bool>(own), "an instance has its dict");
    dict(own.get());
  }
  slots(object);
}

void Describer::traceback(PyObject* traceback) {
  std::string lines;
  // NULL, or None where an exception was raised again without one.
  const bool hasOne = traceback != nullptr && PyTraceBack_Check(traceback) != 0;
  for (auto* at = hasOne ? reinterpret_cast<PyTracebackObject*>(traceback) : nullptr; at != nullptr;
       at = at->tb_next) {
    const py::Ref<PyCodeObject> code = py::Ref<PyCodeObject>::steal(PyFrame_GetCode(at->tb_frame));
    const int line =
        at->tb_lineno >= 0 ? at->tb_lineno : PyCode_Addr2Line(code.get(), at->tb_lasti);
    if (!told().tracebacks) {
      if (PyUnicode_CompareWithASCIIString(code->co_filename, kProgram) != 0) continue;
      lines.clear();
    }
    lines += lines.empty() ? "[" : ",[";
    appendFunctionName(lines, code->co_name);
    fmt::format_to(std::back_inserter(lines), ",{}]", line);
  }
  out_ += ",[" + lines + ']';
}

void Describer::exception(py::Borrowed<> error) {
  auto* base = reinterpret_cast<PyBaseExceptionObject*>(error.get());
  out_ += ',';
  value(base->args);
  traceback(base->traceback);
  for (PyObject* linked : {base->cause, base->context}) {
    out_ += ',';
    linked == nullptr ? void(out_ += "null") : value(linked);
  }
  out_ += base->suppress_context != 0 ? ",true" : ",false";
  if (base->dict != nullptr && told().tracebacks) dict(base->dict);
  slots(error.get());
}

void Describer::value(py::Borrowed<> borrowed) {
  PyObject* object = borrowed.get();
  if (scalar(object)) return;
  if (PyType_Check(object) != 0) {
    out_ += "[\"class\",";
    appendQuoted(out_, nameOf(reinterpret_cast<PyTypeObject*>(object)));
    out_ += ']';
    return;
  }
  if (depth_ == kDeepest) {
    out_ += "[\"deeper\"]";
    return;
  }
  if (!begin(object)) return;
  ++depth_;
  if (isTensor(object)) {
    tensor(object);
    fields(object);
  } else if (PyTuple_Check(object) != 0) {
    items(&PyTuple_GET_ITEM(object, 0), PyTuple_GET_SIZE(object));
    if (!PyTuple_CheckExact(object)) fields(object);
  } else if (PyList_Check(object) != 0) {
    items(PySequence_Fast_ITEMS(object), PyList_GET_SIZE(object));
    if (!PyList_CheckExact(object)) fields(object);
  } else if (PyDict_Check(object) != 0) {
    dict(object);
    if (!PyDict_CheckExact(object)) fields(object);
  } else if (PyAnySet_Check(object) != 0) {
    set(object);
  } else if (isDeque(Py_TYPE(object))) {
    const py::Ref<> list = py::Ref<>::steal(PySequence_List(object));
    SUTURE_CHECK(static_cast<bool>(list), "a deque has its elements");
    items(PySequence_Fast_ITEMS(list.get()), PyList_GET_SIZE(list.get()));
  } else if (PyExceptionInstance_Check(object) != 0) {
    exception(object);
  } else if (PyCell_Check(object) != 0) {
    PyObject* inside = PyCell_GET(object);
    out_ += ',';
    inside == nullptr ? void(out_ += "\"empty\"") : value(inside);
  } else if (PyFunction_Check(object) != 0) {
    out_ += ',';
    appendText(out_, reinterpret_cast<PyFunctionObject*>(object)->func_name);
  } else if (PyMethod_Check(object) != 0) {
    out_ += ',';
    value(PyMethod_GET_FUNCTION(object));
    out_ += ',';
    value(PyMethod_GET_SELF(object));
  } else if (PyCFunction_Check(object) != 0) {
    out_ += ',';
    appendQuoted(out_, reinterpret_cast<PyCFunctionObject*>(object)->m_ml->ml_name);
  } else {
    out_ += ',';
    if (!builtinValue(object)) out_.pop_back();
    fields(object);
  }
  --depth_;
  out_ += ']';
}

}  // namespace suture::lab
