// The target "torch.compile": PyTorch's compiler, in the interpreter of the worker, which has imported and
// warmed it up when it forks.
//
//   TorchOptions::parse("backend=aot_eager,dynamic=True");      // nullopt: no such option or value
//   openTorch(*options);                                        // the dialect `torch` is open already
//
// A backend is one that PyTorch knows by name, or module:attribute, a callable of yours.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/targets/target.h"

namespace suture::targets {

struct TorchOptions {
  std::string backend = "eager";
  std::optional<bool> isDynamic = {};  ///< empty: as PyTorch decides
  bool isFullGraph = false;

  static std::optional<TorchOptions> parse(std::string_view text);
};

py::Result<std::unique_ptr<Target>> openTorch(const TorchOptions& options) SUTURE_RUNS_PYTHON;

}  // namespace suture::targets
