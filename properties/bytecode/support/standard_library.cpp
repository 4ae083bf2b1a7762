#include "properties/bytecode/support/standard_library.h"

#include <fmt/format.h>

#include "core/py/check.h"

namespace suture::properties {
namespace {

// Yields (relative path, code object or None, reason).
constexpr const char* kWalk = R"(
import os, sysconfig, warnings

def walk():
    root = sysconfig.get_path("stdlib")
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(d for d in folders if d not in ("site-packages", "dist-packages"))
        for name in sorted(files):
            if not name.endswith(".py"):
                continue
            path = os.path.join(folder, name)
            relative = os.path.relpath(path, root)
            with open(path, "rb") as file:
                source = file.read()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    code = compile(source, relative, "exec", dont_inherit=True)
            except Exception as error:
                yield relative, None, type(error).__name__
            else:
                yield relative, code, ""

walked = walk()
)";

std::string text(PyObject* string) {
  const char* utf8 = PyUnicode_AsUTF8(string);
  if (utf8 != nullptr) return utf8;
  PyErr_Clear();
  return "<not UTF-8>";
}

void visitNested(py::Borrowed<PyCodeObject> code, const std::string& file, LibraryWalk& walk,
                 const std::function<void(const LibraryCode&)>& visit) {
  ++walk.codeObjects;
  visit({code, file});
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_consts); ++i) {
    PyObject* constant = PyTuple_GET_ITEM(code->co_consts, i);
    if (!PyCode_Check(constant)) continue;
    visitNested(reinterpret_cast<PyCodeObject*>(constant), file, walk, visit);
  }
}

}  // namespace

std::string LibraryCode::place() const {
  return fmt::format("{}:{} {}", file, code->co_firstlineno, text(code->co_qualname));
}

std::string LibraryWalk::summary() const {
  std::string lines = fmt::format("{} files, {} code objects, {} files that do not compile\n",
                                  files, codeObjects, notCompiled.size());
  for (const std::string& file : notCompiled) lines += "  does not compile: " + file + "\n";
  return lines;
}

LibraryWalk everyCodeObject(const std::function<void(const LibraryCode&)>& visit) {
  const auto globals = py::Ref<>::steal(PyDict_New());
  const auto defined =
      py::Ref<>::steal(PyRun_String(kWalk, Py_file_input, globals.get(), globals.get()));
  SUTURE_CHECK(defined, "the walk's program runs");
  PyObject* walked = PyDict_GetItemString(globals.get(), "walked");
  LibraryWalk walk;
  while (const auto item = py::Ref<>::steal(PyIter_Next(walked))) {
    ++walk.files;
    const std::string file = text(PyTuple_GET_ITEM(item.get(), 0));
    PyObject* code = PyTuple_GET_ITEM(item.get(), 1);
    if (code == Py_None) {
      walk.notCompiled.push_back(file + " (" + text(PyTuple_GET_ITEM(item.get(), 2)) + ")");
    } else {
      visitNested(reinterpret_cast<PyCodeObject*>(code), file, walk, visit);
    }
  }
  if (PyErr_Occurred() != nullptr) PyErr_Print();
  SUTURE_CHECK(walk.files > 0, "the standard library is where sysconfig says");
  return walk;
}

}  // namespace suture::properties
