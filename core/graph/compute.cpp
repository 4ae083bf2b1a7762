#include "core/graph/compute.h"

#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::graph {
namespace {

using dialect::OperationId;

py::Ref<> built(const Operand& operand, const ValueOf& valueOf) {
  if (const ValueId* value = operand.asValue()) return py::Ref<>::share(valueOf(*value));
  if (py::Borrowed<> constant = operand.asConstant()) return py::Ref<>::share(constant);
  const Operand::Sequence* sequence = operand.asSequence();
  if (sequence == nullptr) return {};
  const auto count = static_cast<Py_ssize_t>(sequence->items.size());
  py::Ref<> made = py::Ref<>::steal(sequence->isList ? PyList_New(count) : PyTuple_New(count));
  for (Py_ssize_t i = 0; made && i < count; ++i) {
    py::Ref<> item = built(sequence->items[static_cast<std::size_t>(i)], valueOf);
    if (!item) return {};
    if (sequence->isList) {
      PyList_SET_ITEM(made.get(), i, item.release());
    } else {
      PyTuple_SET_ITEM(made.get(), i, item.release());
    }
  }
  return made;
}

dialect::Forms formOf(const Call& call) {
  if (call.operation == OperationId::kSetItem) return dialect::kMethod;
  return call.isInPlace ? dialect::kInPlace : dialect::kFunction;
}

}  // namespace

py::Ref<> compute(const Call& call, const ValueOf& valueOf) {
  const dialect::Numpy* numpy = dialect::Numpy::get();
  if (numpy == nullptr) return {};
  const dialect::Operation& operation = dialect::operation(call.operation);
  std::array<py::Ref<>, dialect::kMostParameters> owned;
  dialect::Arguments arguments(operation, formOf(call));
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (call.operands[i].isLeftOut()) continue;
    owned[i] = built(call.operands[i], valueOf);
    if (!owned[i]) return {};
    arguments.place(i, owned[i]);
  }
  py::Ref<> target;
  if (call.isInPlace) {
    target = dialect::wrapCopy(dialect::arrayOf(owned[0]));
    if (!target) return {};
    arguments.place(0, target);
  }
  py::Ref<> result = dialect::kernelOf(operation)(arguments, *numpy);
  return result && call.isInPlace ? std::move(target) : std::move(result);
}

std::optional<Metadata> metadataOf(py::Borrowed<> tensor) {
  py::Borrowed<> array = dialect::arrayOf(tensor);
  py::Borrowed<> dtype = dialect::dtypeOfArray(array);
  if (!dtype) return std::nullopt;
  std::vector<Py_ssize_t> shape = dialect::kernels::shapeOf(array);
  if (PyErr_Occurred() != nullptr) return std::nullopt;
  return Metadata{dtype, std::move(shape)};
}

}  // namespace suture::graph
