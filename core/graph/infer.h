// What an operation gives, told from the dtypes and shapes of its operands, never from their
// elements.
//
//   std::shared_ptr<const Inference> known = infer(graph, call);
//   if (const Results* results = std::get_if<Results>(known.get())) graph.addCall(…, *results);
//   else if (const PythonValue* value = …)      // x.shape, len(x): a constant of the trace
//   else if (const Raises* error = …)           // eager raises this, whatever the elements are
//   else                                        // NotModelled: a break, with a reason
//
// How: the dialect's own kernel runs on zeros of the operands' dtypes and shapes, so that promotion,
// casting, broadcasting and every error are NumPy's own. rules.def says for each row what its answer
// rests on. Where shapes only matter by which lengths are equal, zero or one, they stand for small
// ones; answers are kept by operation, form, metadata and constants, a few thousand of them.
//
// What holds: no element of a tensor is read, and no mode or handler is asked. An answer is exact or
// it is NotModelled. What a row may raise for some elements only is Results::mayRaise, never Raises.
// NumPy's constructors of errors are Python code: they run when an answer is Raises.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "core/graph/graph.h"
#include "core/py/runs_python.h"

namespace suture::graph {

/// A Python object that metadata alone determines: a tuple of ints, an int, a dtype.
struct PythonValue {
  py::Ref<> value;
};

struct Raises {
  py::Ref<> type;
  std::string text;  ///< str() of the exception
};

enum class NotModelled : std::uint8_t {
#define REASON(id, text) k##id,
#include "core/graph/not_modelled.def"
#undef REASON
};
std::string_view text(NotModelled reason);

using Inference = std::variant<Results, PythonValue, Raises, NotModelled>;

/// The call must fit its row (verify.h) and refer to values of the graph. Leaves no error set.
std::shared_ptr<const Inference> infer(const Graph& graph, const Call& call) SUTURE_RUNS_PYTHON;

}  // namespace suture::graph
