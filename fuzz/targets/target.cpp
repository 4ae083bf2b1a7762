#include "fuzz/targets/target.h"

#include <utility>

#include "fuzz/targets/core.h"

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
  Result<Ref<>> compile(Borrowed<> function, const BreakPolicy&, Borrowed<>) override {
    return Ref<>::share(function);
  }
  Result<Ref<>> counters() override { return driver_.noCounters(); }

 private:
  driver::Driver& driver_;
};

class Stub : public Target {
 public:
  Stub(Ref<> wrap, driver::Driver& driver) : wrap_(std::move(wrap)), driver_(driver) {}
  Result<Ref<>> compile(Borrowed<> function, const BreakPolicy&, Borrowed<>) override {
    return py::take(PyObject_CallOneArg(wrap_.get(), function.get()));
  }
  Result<Ref<>> counters() override { return driver_.noCounters(); }

 private:
  Ref<> wrap_;
  driver::Driver& driver_;
};

}  // namespace

std::span<const TargetRow> targetRows() { return kRows; }

const TargetRow* find(std::string_view id) {
  for (const TargetRow& row : kRows) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

Result<std::unique_ptr<Target>> open(const TargetRow& row, const TargetOptions& options,
                                     driver::Driver& driver) {
  switch (row.kind) {
    case Kind::kEager:
      return std::unique_ptr<Target>(new Eager(driver));
    case Kind::kCore:
      return openCore(options, driver);
    case Kind::kStub: {
      Result<Ref<>> stubs = driver::driverModule("stubs");
      if (!stubs) return std::move(stubs).error();
      Ref<> wrap = Ref<>::steal(PyObject_GetAttrString(stubs->get(), std::string(row.id).c_str()));
      if (!wrap) return py::Error::take();
      return std::unique_ptr<Target>(new Stub(std::move(wrap), driver));
    }
  }
  SUTURE_CHECK(false, "a target has one of the three kinds");
}

}  // namespace suture::targets
