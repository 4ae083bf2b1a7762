#include "fuzz/targets/torch.h"

#include <algorithm>
#include <utility>

namespace suture::targets {
namespace {

using py::Borrowed;
using py::Ref;
using py::Result;

std::optional<bool> truthOf(std::string_view text) {
  if (text == "True") return true;
  if (text == "False") return false;
  return std::nullopt;
}

class Torch : public Target {
 public:
  Torch(Ref<> compiler, Ref<> counters)
      : compiler_(std::move(compiler)), counters_(std::move(counters)) {}

  Result<Ref<>> compiler(const BreakPolicy&, Borrowed<>) override { return compiler_.share(); }
  bool breaksAtProbes() const override { return true; }
  Result<Ref<>> counters() override { return counters_.share(); }

 private:
  Ref<> compiler_;
  Ref<> counters_;
};

}  // namespace

std::optional<TorchOptions> TorchOptions::parse(std::string_view text) {
  TorchOptions options;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const std::size_t equals = one.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = one.substr(0, equals);
    const std::string_view value = one.substr(equals + 1);
    const std::optional<bool> truth = truthOf(value);
    if (name == "backend" && !value.empty()) {
      options.backend = value;
    } else if (name == "dynamic" && truth) {
      options.isDynamic = truth;
    } else if (name == "fullgraph" && truth) {
      options.isFullGraph = *truth;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

Result<std::unique_ptr<Target>> openTorch(const TorchOptions& options) {
  Result<Ref<>> module = driver::loadDriverModule("torch_target");
  if (!module) return std::move(module).error();
  PyObject* dynamic = Py_None;
  if (options.isDynamic) dynamic = *options.isDynamic ? Py_True : Py_False;
  Ref<> compiler =
      Ref<>::steal(PyObject_CallMethod(module->get(), "compiler", "sOO", options.backend.c_str(),
                                       dynamic, options.isFullGraph ? Py_True : Py_False));
  if (!compiler) return py::Error::take();
  Ref<> counters = Ref<>::steal(PyObject_GetAttrString(module->get(), "counted"));
  if (!counters) return py::Error::take();
  const Ref<> warm =
      Ref<>::steal(PyObject_CallMethod(module->get(), "warm_up", "O", compiler.get()));
  if (!warm) return py::Error::take();
  return std::unique_ptr<Target>(new Torch(std::move(compiler), std::move(counters)));
}

}  // namespace suture::targets
