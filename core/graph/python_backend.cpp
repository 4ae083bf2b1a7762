// A callable of the user as a backend. What it gives is checked against the graph and copied.
#include "core/dialect/reference/tensor.h"
#include "core/graph/backend.h"
#include "core/graph/compute.h"
#include "core/graph/graph_object.h"
#include "core/modes/interception.h"

namespace suture::graph {
namespace {

constexpr Conduct kAnything = {.mayRunPython = true, .mayReleaseLock = true};

class Called : public Executable {
 public:
  Called(std::shared_ptr<const Graph> graph, py::Ref<> callable)
      : graph_(std::move(graph)), callable_(std::move(callable)) {}

  py::Result<Tensors> run(std::span<const py::Borrowed<>> inputs) override;
  Conduct conduct() const override { return kAnything; }

 private:
  py::Ref<> checked(py::Borrowed<> given, ValueId output) const;
  py::Ref<> output(std::size_t i, PyObject* given, std::span<const py::Borrowed<>> inputs,
                   const Tensors& earlier) const;

  std::shared_ptr<const Graph> graph_;
  py::Ref<> callable_;
};

// A tensor of our own of what was given for an output.
py::Ref<> Called::checked(py::Borrowed<> given, ValueId output) const {
  const Metadata& wanted = graph_->metadata(output);
  if (!dialect::isPlainTensor(given)) {
    PyErr_Format(PyExc_TypeError, "the backend gave an object of type %s where the graph has %s",
                 Py_TYPE(given.get())->tp_name, text(wanted).c_str());
    return {};
  }
  const std::optional<Metadata> found = metadataOf(given);
  if (!found) return {};
  if (*found == wanted) return dialect::wrapCopy(dialect::arrayOf(given));
  PyErr_Format(PyExc_TypeError, "the backend gave %s where the graph has %s", text(*found).c_str(),
               text(wanted).c_str());
  return {};
}

// Inputs and equal values keep their identity, whatever the backend made of them.
py::Ref<> Called::output(std::size_t i, PyObject* given, std::span<const py::Borrowed<>> inputs,
                         const Tensors& earlier) const {
  const ValueId wanted = graph_->outputs()[i];
  if (const Input* input = graph_->nodes()[wanted.node].asInput()) {
    return py::Ref<>::share(inputs[input->position]);
  }
  for (std::size_t j = 0; j < i; ++j) {
    if (graph_->outputs()[j] == wanted) return earlier[j].share();
  }
  return checked(given, wanted);
}

py::Result<Tensors> Called::run(std::span<const py::Borrowed<>> inputs) {
  std::vector<PyObject*> arguments;
  for (py::Borrowed<> input : inputs) arguments.push_back(input.get());
  modes::InterceptionScope off(modes::Interception::kOff);
  py::Ref<> result = py::Ref<>::steal(
      PyObject_Vectorcall(callable_.get(), arguments.data(), arguments.size(), nullptr));
  if (!result) return py::Error::take();
  const std::size_t count = graph_->outputs().size();
  if (PyTuple_CheckExact(result.get()) == 0 ||
      static_cast<std::size_t>(PyTuple_GET_SIZE(result.get())) != count) {
    PyErr_Format(PyExc_TypeError, "the backend must give a tuple of %zu tensors, not %s", count,
                 Py_TYPE(result.get())->tp_name);
    return py::Error::take();
  }
  Tensors outputs;
  for (std::size_t i = 0; i < count; ++i) {
    PyObject* given = PyTuple_GET_ITEM(result.get(), static_cast<Py_ssize_t>(i));
    py::Ref<> made = output(i, given, inputs, outputs);
    if (!made) return py::Error::take();
    outputs.push_back(std::move(made));
  }
  return outputs;
}

class PythonBackend : public Backend {
 public:
  explicit PythonBackend(py::Ref<> callable) : callable_(std::move(callable)) {}

  py::Result<std::unique_ptr<Executable>> compile(
      std::shared_ptr<const Graph> graph, std::span<const py::Borrowed<>> examples) override;
  Conduct conduct() const override { return kAnything; }

 private:
  py::Ref<> callable_;
};

py::Result<std::unique_ptr<Executable>> PythonBackend::compile(
    std::shared_ptr<const Graph> graph, std::span<const py::Borrowed<>> examples) {
  py::Ref<> view = graphObject(graph);
  if (!view) return py::Error::take();
  py::Ref<> inputs = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(examples.size())));
  if (!inputs) return py::Error::take();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    PyTuple_SET_ITEM(inputs.get(), static_cast<Py_ssize_t>(i), Py_NewRef(examples[i].get()));
  }
  PyObject* const arguments[] = {view.get(), inputs.get()};
  modes::InterceptionScope off(modes::Interception::kOff);
  py::Ref<> made = py::Ref<>::steal(PyObject_Vectorcall(callable_.get(), arguments, 2, nullptr));
  if (!made) return py::Error::take();
  if (PyCallable_Check(made.get()) == 0) {
    PyErr_Format(PyExc_TypeError, "a backend must give a callable, not %s",
                 Py_TYPE(made.get())->tp_name);
    return py::Error::take();
  }
  return std::unique_ptr<Executable>(std::make_unique<Called>(std::move(graph), std::move(made)));
}

}  // namespace

py::Result<std::unique_ptr<Backend>> pythonBackend(py::Borrowed<> callable) {
  if (PyCallable_Check(callable.get()) == 0) {
    PyErr_Format(
        PyExc_TypeError,
        "a backend must be a callable backend(graph, inputs) that gives a callable, not %s",
        Py_TYPE(callable.get())->tp_name);
    return py::Error::take();
  }
  return std::unique_ptr<Backend>(std::make_unique<PythonBackend>(py::Ref<>::share(callable)));
}

}  // namespace suture::graph
