// The default backend: the live nodes, one after the other, by the dialect's kernels.
#include <algorithm>

#include "core/dialect/reference/numpy_api.h"
#include "core/dialect/reference/tensor.h"
#include "core/graph/backend.h"
#include "core/graph/compute.h"
#include "core/graph/rules.h"
#include "core/modes/interception.h"
#include "core/py/check.h"

namespace suture::graph {
namespace {

// NumPy lets the lock go in loops of more than 500 elements, and to clear 1,024 bytes or more: 128 of
// its widest elements.
constexpr double kMostUnderLock = 127;

double elements(const Results& results) {
  double sum = 0;
  for (const Metadata& part : results.parts) {
    double product = 1;
    for (Py_ssize_t length : part.shape) product *= static_cast<double>(length);
    sum += product;
  }
  return sum;
}

bool mayReleaseLock(const Graph& graph, const std::vector<bool>& live) {
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (!live[i]) continue;
    if (elements(graph.nodes()[i].results) > kMostUnderLock) return true;
    const Call* call = graph.nodes()[i].asCall();
    if (call != nullptr && ruleOf(call->operation).lock == Lock::kReleased) return true;
  }
  return false;
}

class Interpreted : public Executable {
 public:
  explicit Interpreted(std::shared_ptr<const Graph> graph)
      : graph_(std::move(graph)), lastUses_(graph_->nodes().size()) {
    live_ = graph_->live();
    mayReleaseLock_ = graph::mayReleaseLock(*graph_, live_);
    findLastUses();
  }

  py::Result<Tensors> run(std::span<const py::Borrowed<>> inputs) override;
  Conduct conduct() const override { return {.mayReleaseLock = mayReleaseLock_}; }

 private:
  using Values = std::vector<Tensors>;  // by node and part

  void findLastUses();
  bool runNode(const Node& node, std::span<const py::Borrowed<>> inputs, Values& values,
               std::size_t at) const;

  std::shared_ptr<const Graph> graph_;
  std::vector<bool> live_;
  std::vector<std::vector<std::uint32_t>> lastUses_;  // by node: whose values go after it
  bool mayReleaseLock_ = false;
};

void Interpreted::findLastUses() {
  std::vector<bool> isUsedLater(graph_->nodes().size());
  for (ValueId output : graph_->outputs()) isUsedLater[output.node] = true;
  for (std::size_t i = graph_->nodes().size(); i-- > 0;) {
    if (!live_[i]) continue;
    if (!isUsedLater[i]) lastUses_[i].push_back(static_cast<std::uint32_t>(i));
    const Call* call = graph_->nodes()[i].asCall();
    if (call == nullptr) continue;
    call->forEachValue([&](ValueId value) {
      if (!isUsedLater[value.node]) lastUses_[i].push_back(value.node);
      isUsedLater[value.node] = true;
    });
  }
}

bool Interpreted::runNode(const Node& node, std::span<const py::Borrowed<>> inputs, Values& values,
                          std::size_t at) const {
  if (const Input* input = node.asInput()) {
    values[at].push_back(py::Ref<>::share(inputs[input->position]));
    return true;
  }
  py::Ref<> result = compute(*node.asCall(), [&](ValueId value) {
    return py::Borrowed<>(values[value.node][value.part]);
  });
  if (!result) return false;
  if (!node.results.isTuple) {
    values[at].push_back(std::move(result));
    return true;
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(result.get()); ++i) {
    values[at].push_back(py::Ref<>::share(PyTuple_GET_ITEM(result.get(), i)));
  }
  return true;
}

py::Result<Tensors> Interpreted::run(std::span<const py::Borrowed<>> inputs) {
  SUTURE_CHECK(inputs.size() == graph_->inputCount(), "a graph is run on other inputs");
  SUTURE_ASSERT(std::ranges::all_of(inputs, dialect::isPlainTensor), "an input is no plain tensor");
  const dialect::Numpy* numpy = dialect::Numpy::get();
  if (numpy == nullptr) return py::Error::take();
  modes::InterceptionScope off(modes::Interception::kOff);
  dialect::QuietErrors quiet(*numpy);
  const std::span<const Node> nodes = graph_->nodes();
  Values values(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!live_[i]) continue;
    if (!runNode(nodes[i], inputs, values, i)) return py::Error::take();
    for (std::uint32_t node : lastUses_[i]) values[node].clear();
  }
  Tensors outputs;
  for (ValueId output : graph_->outputs()) {
    outputs.push_back(values[output.node][output.part].share());
  }
  return outputs;
}

class Interpreter : public Backend {
 public:
  py::Result<std::unique_ptr<Executable>> compile(std::shared_ptr<const Graph> graph,
                                                  std::span<const py::Borrowed<>>) override {
    return std::unique_ptr<Executable>(std::make_unique<Interpreted>(std::move(graph)));
  }
  Conduct conduct() const override { return {}; }
};

}  // namespace

Backend& interpreter() {
  static Interpreter only;
  return only;
}

}  // namespace suture::graph
