#include "fuzz/targets/target.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "fuzz/targets/core.h"
#include "fuzz/targets/torch.h"

namespace suture::targets {
namespace {

using py::Borrowed;
using py::Ref;
using py::Result;

constexpr TargetRow kRows[] = {
#define SUTURE_TARGET(id, kind, program, seenAt, text) {#id, Kind::kind, program, seenAt, text},
#include "fuzz/targets/targets.def"
#undef SUTURE_TARGET
};

class Eager : public Target {
 public:
  explicit Eager(driver::Driver& driver) : driver_(driver) {}
  Result<Ref<>> compiler(const BreakPolicy&, Borrowed<>) override { return Ref<>(); }
  Result<Ref<>> counters() override { return driver_.noCounters(); }

 private:
  driver::Driver& driver_;
};

// A callable of Python's that makes, of a function, another callable.
class Wrapper : public Target {
 public:
  Wrapper(Ref<> wrap, driver::Driver& driver) : wrap_(std::move(wrap)), driver_(driver) {}
  Result<Ref<>> compiler(const BreakPolicy&, Borrowed<>) override { return wrap_.share(); }
  Result<Ref<>> counters() override { return driver_.noCounters(); }

 private:
  Ref<> wrap_;
  driver::Driver& driver_;
};

// "package.module:attribute.of.it", the folder searched first.
Result<Ref<>> importedAttribute(std::string_view id, const std::string& folder) {
  PyObject* path = PySys_GetObject("path");
  const Ref<> first = Ref<>::steal(PyUnicode_DecodeFSDefault(folder.c_str()));
  if (path == nullptr || !first) return py::Error::take();
  if (!folder.empty() && PyList_Insert(path, 0, first.get()) < 0) return py::Error::take();
  const std::size_t colon = id.find(':');
  Result<Ref<>> found = py::take(PyImport_ImportModule(std::string(id.substr(0, colon)).c_str()));
  std::string_view names = id.substr(colon + 1);
  while (found && !names.empty()) {
    const std::string_view name = names.substr(0, names.find('.'));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    found = py::take(PyObject_GetAttrString(found->get(), std::string(name).c_str()));
  }
  if (found && PyCallable_Check(found->get()) == 0) {
    PyErr_Format(PyExc_TypeError,
                 "a %s cannot be called with a function, to give what runs in its place",
                 Py_TYPE(found->get())->tp_name);
    return py::Error::take();
  }
  return found;
}

}  // namespace

Result<Ref<>> Target::compile(Borrowed<> function, const BreakPolicy& policy, Borrowed<> files) {
  Result<Ref<>> made = compiler(policy, files);
  if (!made) return made;
  if (!*made) return Ref<>::share(function);
  return py::take(PyObject_CallOneArg(made->get(), function.get()));
}

std::span<const TargetRow> targetRows() { return kRows; }

const TargetRow* find(std::string_view id) {
  for (const TargetRow& row : kRows) {
    if (row.id == id) return &row;
  }
  const std::size_t colon = id.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == id.size()) return nullptr;
  static std::map<std::string, TargetRow, std::less<>> modules;
  const auto kept = modules.try_emplace(std::string(id)).first;
  const TargetRow* before = find(id.substr(0, colon));
  const bool hasOptions = before != nullptr && before->kind == Kind::kTorch;
  if (hasOptions && !TorchOptions::parse(id.substr(colon + 1))) return nullptr;
  kept->second = {kept->first, hasOptions ? Kind::kTorch : Kind::kModule, "", "",
                  "a compiler of yours"};
  return &kept->second;
}

std::string dialectOf(const TargetRow& row) {
  return row.kind == Kind::kTorch ? "torch" : "reference";
}

bool takesStops(const TargetRow& row) { return row.kind != Kind::kTorch; }

Result<std::unique_ptr<Target>> open(const TargetRow& row, const TargetOptions& options,
                                     driver::Driver& driver) {
  switch (row.kind) {
    case Kind::kEager:
      return std::unique_ptr<Target>(new Eager(driver));
    case Kind::kCore:
      return openCore(options, driver);
    case Kind::kTorch: {
      const std::size_t colon = row.id.find(':');
      return openTorch(
          *TorchOptions::parse(colon == std::string_view::npos ? "" : row.id.substr(colon + 1)));
    }
    case Kind::kStub: {
      Result<Ref<>> stubs = driver::driverModule("stubs");
      if (!stubs) return std::move(stubs).error();
      Ref<> wrap = Ref<>::steal(PyObject_GetAttrString(stubs->get(), std::string(row.id).c_str()));
      if (!wrap) return py::Error::take();
      return std::unique_ptr<Target>(new Wrapper(std::move(wrap), driver));
    }
    case Kind::kModule: {
      Result<Ref<>> compiler = importedAttribute(row.id, options.folder);
      if (!compiler) {
        const std::string why = driver::inOneLine(std::move(compiler).error());
        PyErr_Format(PyExc_ImportError, "--target %s: %s", std::string(row.id).c_str(),
                     why.c_str());
        return py::Error::take();
      }
      return std::unique_ptr<Target>(new Wrapper(*std::move(compiler), driver));
    }
  }
  SUTURE_CHECK(false, "a target has one of the five kinds");
}

}  // namespace suture::targets
