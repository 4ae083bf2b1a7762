#include "core/graph/graph_testing.h"

#include "core/dialect/reference/operation_object.h"
#include "core/dialect/reference/tensor.h"
#include "core/graph/compute.h"
#include "core/modes/function_mode.h"
#include "core/py/check.h"

namespace suture::graph::testing {
namespace {

bool isContiguous(py::Borrowed<> array) {
  py::Ref<> flags = py::Ref<>::steal(PyObject_GetAttrString(array.get(), "flags"));
  py::Ref<> flag = py::Ref<>::steal(PyObject_GetAttrString(flags.get(), "c_contiguous"));
  return flag.get() == Py_True;
}

PyObject* suture() {
  static PyModuleDef definition = {
      PyModuleDef_HEAD_INIT, "suture", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
  static PyObject* module = nullptr;
  if (module != nullptr) return module;
  module = PyModule_Create(&definition);
  SUTURE_CHECK(modes::addNames(module) == 0 && dialect::addNames(module) == 0, "no module suture");
  PyDict_SetItemString(PyModule_GetDict(module), "__builtins__", PyEval_GetBuiltins());
  return module;
}

}  // namespace

py::Ref<> evaluate(const std::string& expression) {
  PyObject* names = PyModule_GetDict(suture());
  py::Ref<> value = py::Ref<>::steal(PyRun_String(expression.c_str(), Py_eval_input, names, names));
  if (!value) PyErr_Print();
  SUTURE_CHECK(value, expression.c_str());
  return value;
}

py::Borrowed<> kept(const std::string& expression) {
  static auto& all = *new std::vector<py::Ref<>>;
  all.push_back(evaluate(expression));
  return all.back();
}

Operand operandOf(Graph& graph, Tensors& inputs, py::Borrowed<> value) {
  if (!value) return {};
  if (dialect::isTensor(value)) {
    inputs.push_back(py::Ref<>::share(value));
    return Operand::value(graph.addInput(metadataOf(value).value()));
  }
  const bool isList = PyList_CheckExact(value.get()) != 0;
  if (!isList && PyTuple_CheckExact(value.get()) == 0) return Operand::constant(value);
  std::vector<Operand> items;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value.get()); ++i) {
    items.push_back(operandOf(graph, inputs, PySequence_Fast_GET_ITEM(value.get(), i)));
  }
  return isList ? Operand::list(std::move(items)) : Operand::tuple(std::move(items));
}

Call callOf(Graph& graph, Tensors& inputs, dialect::OperationId operation, bool isInPlace,
            const std::vector<py::Ref<>>& operands) {
  Call call{operation, isInPlace, {}};
  for (const py::Ref<>& operand : operands) {
    call.operands.push_back(operandOf(graph, inputs, operand));
  }
  return call;
}

Call callOf(Graph& graph, Tensors& inputs, dialect::OperationId operation, bool isInPlace,
            const std::vector<std::string>& operands) {
  std::vector<py::Ref<>> values;
  for (const std::string& operand : operands) {
    values.push_back(operand.empty() ? py::Ref<>() : evaluate(operand));
  }
  return callOf(graph, inputs, operation, isInPlace, values);
}

py::Result<Tensors> run(Graph graph, const Tensors& inputs) {
  const std::vector<py::Borrowed<>> borrowed(inputs.begin(), inputs.end());
  auto made = interpreter().compile(std::make_shared<const Graph>(std::move(graph)), borrowed);
  if (!made) return std::move(made).error();
  return (*made)->run(borrowed);
}

std::string bits(py::Borrowed<> result) {
  if (!dialect::isTensor(result)) {
    std::string all = "(";
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(result.get()); ++i) {
      all += bits(PyTuple_GET_ITEM(result.get(), i)) + ",";
    }
    return all + ")";
  }
  SUTURE_CHECK(dialect::isPlainTensor(result), "a result is of a derived class");
  SUTURE_CHECK(isContiguous(dialect::arrayOf(result)),
               "a result is not contiguous: sums over it may differ");
  py::Ref<> bytes =
      py::Ref<>::steal(PyObject_CallMethod(dialect::arrayOf(result).get(), "tobytes", nullptr));
  return graph::text(metadataOf(result).value()) +
         std::string(PyBytes_AS_STRING(bytes.get()),
                     static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get())));
}

std::string text(py::Error error) {
  py::Borrowed<> exception = error.exception();
  py::Ref<> shown = py::Ref<>::steal(PyObject_Str(exception.get()));
  return std::string(Py_TYPE(exception.get())->tp_name) + ": " + PyUnicode_AsUTF8(shown.get());
}

}  // namespace suture::graph::testing
