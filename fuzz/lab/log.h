// What a program's probes saw, in order: one JSON object a line, whose keys say what kind of
// observation each part is.
//
//   {"call":["returned",7],"heap":[…],"globals":[…],"modes":[…]}      a call and what it changed
//   {"observe":[…],"modes":[…]}
//   {"brk":2,"frame":{…},"modes":[…]}    {"inspect":0,"frame":{…},"modes":[…]}
//   {"effect":["enter","a"],"modes":[…]}
//   {"died":3}                                                        a watched object
//   {"end":["returned"],"globals":[…],"modes":[…],"thread":{…}}       the program as a whole
//
// What holds: a line is a description of that moment; later changes do not show. Two runs looked
// the same exactly if their texts are equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::lab {

struct ThreadBefore;

class Log {
 public:
  static Log& get();

  /// Forgets everything, quietly: a new program, or another run of one.
  void begin();
  std::string_view text() const { return text_; }
  /// The lines since the last call of this, as a tuple of str. Empty with an error set.
  py::Ref<> seen() SUTURE_RUNS_PYTHON;

  /// `came`: "returned" or "raised"; `arguments` with what they refer to are the heap to be told.
  bool call(std::string_view came, py::Borrowed<> outcome, PyObject* const* arguments,
            std::size_t count) SUTURE_RUNS_PYTHON;
  bool observe(PyObject* const* values, std::size_t count) SUTURE_RUNS_PYTHON;
  bool brk(py::Borrowed<> number) SUTURE_RUNS_PYTHON;
  bool inspect() SUTURE_RUNS_PYTHON;
  bool effect(PyObject* const* values, std::size_t count) SUTURE_RUNS_PYTHON;
  void died(std::int64_t number);
  /// Deaths in one collection have no order that CPython promises: told by number, at its end.
  void beginCollection();
  void endCollection();
  /// `error`: what the program raised, or empty. `names`: its module's.
  bool end(py::Borrowed<> error, py::Borrowed<> names,
           const ThreadBefore& before) SUTURE_RUNS_PYTHON;

 private:
  bool add(std::string& entry, class Describer& describer) SUTURE_RUNS_PYTHON;

  std::string text_;
  std::optional<std::set<std::int64_t>> collected_;
  std::size_t told_ = 0;  // how much of it seen() gave
};

}  // namespace suture::lab
