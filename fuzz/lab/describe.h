// Values as JSON text that is equal exactly where they look the same to a program.
//
//   std::string out;
//   Describer(out).value(tensor);     // ["#0","Tensor","float32",[2],[1,2.5]]
//
//   null true 7 "text"                       exactly these types
//   ["float","1.5"]  ["int","0x9…"]          the shortest that reads back; an int beyond 64 bits
//   [3,"list",…]  [4,"dict",[key,value],…]   3 and 4 number the objects of one description
//   ["#7","Box",["field",value],…]           watched objects are numbered over the whole log
//   ["again",3]                              met above, in the same description
//   ["class","Box"]  [5,"function","f"]      by name
//
// What holds: exact types, float bits, aliasing and order are told; addresses, hashes and caches are
// not. Elements of a set are told in the order of their texts. Quiet: it runs no code of the
// program: no repr, property, descriptor or comparison of its own. The collector must be off: making
// a weak reference may start it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "core/py/ref.h"

namespace suture::lab {

/// Appends a JSON string.
void appendQuoted(std::string& out, std::string_view text);
/// Appends the text of a str as a JSON string; lone surrogates as "\udXXX".
void appendText(std::string& out, py::Borrowed<> text);
/// The name of a function whose code this is the name of.
void appendFunctionName(std::string& out, py::Borrowed<> name);
/// Whether it is a str that begins with two underscores: what CPython keeps with a program's names.
bool isDunder(py::Borrowed<> name);

class Describer {
 public:
  explicit Describer(std::string& out) : out_(out) {}

  void value(py::Borrowed<> object);
  /// Type, arguments, notes, chain and traceback lines.
  void exception(py::Borrowed<> error);

 private:
  bool scalar(PyObject* object);
  bool builtinValue(PyObject* object);
  bool begin(PyObject* object);
  void items(PyObject* const* first, Py_ssize_t count);
  void dict(PyObject* object);
  void set(PyObject* object);
  void tensor(PyObject* object);
  void fields(PyObject* object);
  void slots(PyObject* object);
  void traceback(PyObject* traceback);

  std::string& out_;
  std::unordered_map<PyObject*, std::string> met_;
  int depth_ = 0;
};

}  // namespace suture::lab
