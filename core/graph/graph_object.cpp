#include "core/graph/graph_object.h"

#include <new>

#include "core/dialect/reference/tensor.h"
#include "core/graph/compute.h"
#include "core/graph/print.h"

namespace suture::graph {
namespace {

struct Content {
  std::shared_ptr<const Graph> graph;
  std::unique_ptr<Executable> executable;
};

struct GraphObject {
  PyObject_HEAD Content content;
};

Content& contentOf(PyObject* object) { return reinterpret_cast<GraphObject*>(object)->content; }

PyObject* asTuple(const std::vector<Operand>& operands);

PyObject* asPython(const Operand& operand) {
  if (const ValueId* value = operand.asValue()) {
    return Py_BuildValue("sII", "value", value->node, value->part);
  }
  if (py::Borrowed<> constant = operand.asConstant()) {
    return Py_BuildValue("sO", "constant", constant.get());
  }
  const Operand::Sequence* sequence = operand.asSequence();
  if (sequence == nullptr) Py_RETURN_NONE;
  return Py_BuildValue("sN", sequence->isList ? "list" : "tuple", asTuple(sequence->items));
}

// A tuple of what make(i) gives.
template <class Make>
PyObject* tupleOf(std::size_t count, const Make& make) {
  py::Ref<> tuple = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (std::size_t i = 0; tuple && i < count; ++i) {
    PyObject* item = make(i);
    if (item == nullptr) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), item);
  }
  return tuple.release();
}

PyObject* asTuple(const std::vector<Operand>& operands) {
  return tupleOf(operands.size(), [&](std::size_t i) { return asPython(operands[i]); });
}

PyObject* asPython(const Results& results) {
  return tupleOf(results.parts.size(), [&](std::size_t i) {
    const Metadata& part = results.parts[i];
    return Py_BuildValue("ON", part.dtype.get(), tupleOf(part.shape.size(), [&](std::size_t j) {
                           return PyLong_FromSsize_t(part.shape[j]);
                         }));
  });
}

PyObject* asPython(const Node& node) {
  if (const Input* input = node.asInput()) {
    return Py_BuildValue("s(I)ON", "input", input->position, Py_False, asPython(node.results));
  }
  const Call& call = *node.asCall();
  return Py_BuildValue("sNON", dialect::operation(call.operation).name, asTuple(call.operands),
                       call.isInPlace ? Py_True : Py_False, asPython(node.results));
}

PyObject* nodes(PyObject* self, void*) {
  const std::span<const Node> all = contentOf(self).graph->nodes();
  return tupleOf(all.size(), [&](std::size_t i) { return asPython(all[i]); });
}

PyObject* outputs(PyObject* self, void*) {
  const std::span<const ValueId> all = contentOf(self).graph->outputs();
  return tupleOf(all.size(),
                 [&](std::size_t i) { return Py_BuildValue("II", all[i].node, all[i].part); });
}

PyObject* str(PyObject* self) {
  return PyUnicode_FromString(print(*contentOf(self).graph).c_str());
}

bool areInputs(const Graph& graph, PyObject* args) {
  const auto count = static_cast<Py_ssize_t>(graph.inputCount());
  if (PyTuple_GET_SIZE(args) != count) {
    PyErr_Format(PyExc_TypeError, "the graph takes %zd tensors (%zd given)", count,
                 PyTuple_GET_SIZE(args));
    return false;
  }
  for (const Node& node : graph.nodes()) {
    const Input* input = node.asInput();
    if (input == nullptr) continue;
    PyObject* given = PyTuple_GET_ITEM(args, static_cast<Py_ssize_t>(input->position));
    std::optional<Metadata> found;
    if (dialect::isPlainTensor(given)) {
      found = metadataOf(given);
      if (!found) return false;
    }
    if (found && *found == node.results.parts[0]) continue;
    PyErr_Format(PyExc_TypeError, "input %u must be a Tensor %s, not %s", input->position,
                 text(node.results.parts[0]).c_str(),
                 found ? text(*found).c_str() : Py_TYPE(given)->tp_name);
    return false;
  }
  return true;
}

PyObject* callGraph(PyObject* self, PyObject* args, PyObject* kwargs) {
  const Content& content = contentOf(self);
  if (kwargs != nullptr && PyDict_GET_SIZE(kwargs) > 0) {
    PyErr_SetString(PyExc_TypeError, "a graph takes no keyword arguments");
    return nullptr;
  }
  if (!areInputs(*content.graph, args)) return nullptr;
  std::vector<py::Borrowed<>> inputs;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); ++i) {
    inputs.emplace_back(PyTuple_GET_ITEM(args, i));
  }
  py::Result<Tensors> made = content.executable->run(inputs);
  if (!made) return std::move(made).error().restore();
  return tupleOf(made->size(), [&](std::size_t i) { return (*made)[i].release(); });
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  contentOf(self).~Content();
  type->tp_free(self);
  Py_DECREF(type);
}

PyTypeObject* makeType() {
  static PyGetSetDef attributes[] = {
      {"nodes", nodes, nullptr, "(name, operands, is_in_place, ((dtype, shape), ...)) of each node",
       nullptr},
      {"outputs", outputs, nullptr, "(node, part) of each output", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_str, reinterpret_cast<void*>(str)},
      {Py_tp_call, reinterpret_cast<void*>(callGraph)},
      {Py_tp_getset, attributes},
      {Py_tp_doc, const_cast<char*>("Captured tensor operations. Called with its inputs, it runs "
                                    "them as eager would and gives its outputs.")},
      {0, nullptr},
  };
  static PyType_Spec spec = {
      "suture.Graph", sizeof(GraphObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

}  // namespace

py::Ref<> graphObject(std::shared_ptr<const Graph> graph) {
  static PyTypeObject* type = nullptr;
  if (type == nullptr) type = makeType();
  if (type == nullptr) return {};
  py::Result<std::unique_ptr<Executable>> made = interpreter().compile(graph, {});
  if (!made) return py::Ref<>(std::move(made).error().restore());
  py::Ref<> object = py::Ref<>::steal(type->tp_alloc(type, 0));
  if (!object) return {};
  new (&contentOf(object.get())) Content{std::move(graph), *std::move(made)};
  return object;
}

}  // namespace suture::graph
