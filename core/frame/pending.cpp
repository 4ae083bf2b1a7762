#include "core/frame/pending.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/py/check.h"
#include "core/py/faults.h"
#include "core/py/native_call.h"

namespace suture::frame {
namespace {

struct Expected {
  SutureFrame* caller;
  PendingState pending;
};

__attribute__((tls_model("initial-exec"))) thread_local std::vector<Expected> expected;

auto findFor(SutureFrame* caller) { return std::ranges::find(expected, caller, &Expected::caller); }

PyObject* codeOf(py::Borrowed<> function) { return PyFunction_GetCode(function.get()); }

}  // namespace

void expect(SutureFrame* caller, PendingState pending) {
  SUTURE_CHECK(findFor(caller) == expected.end(), "one pending state a calling frame");
  SUTURE_CHECK(PyFunction_Check(pending.function.get()), "a pending state is a Python function's");
  expected.push_back({caller, std::move(pending)});
}

std::optional<PendingState> takePending(SutureFrame* caller, py::Borrowed<> function) {
  auto found = findFor(caller);
  if (py::faultActive(py::Fault::kP04)) {
    found = std::ranges::find_if(expected, [&](const Expected& entry) {
      return codeOf(entry.pending.function) == codeOf(function);
    });
  }
  if (found == expected.end()) return std::nullopt;
  if (codeOf(found->pending.function) != codeOf(function)) return std::nullopt;
  bool isIt = found->pending.function.get() == function.get();
  if (!isIt && !py::faultActive(py::Fault::kP04)) return std::nullopt;
  PendingState taken = std::move(found->pending);
  expected.erase(found);
  return taken;
}

bool nothingPending() { return expected.empty(); }

SUTURE_APART void checkNothingLeft(SutureFrame* caller) {
  SUTURE_CHECK(findFor(caller) == expected.end(), "a pending state is taken by the call it is for");
}

void dropPending(SutureFrame* caller) {
  auto found = findFor(caller);
  if (found == expected.end()) return;
  PendingState dropped = std::move(found->pending);  // released after the list is whole again
  expected.erase(found);
}

}  // namespace suture::frame
