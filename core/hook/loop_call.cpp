#include "core/hook/loop_call.h"

#include <cstddef>
#include <utility>

#include "core/frame/access.h"
#include "core/hook/distance.h"
#include "core/hook/functions.h"
#include "core/hook/lessons.h"

namespace suture::hook {
namespace {

struct Entry {
  PyObject* function = nullptr;  // compared only
  PyObject* const* arguments = nullptr;
};
// Of the thread's last call of a function. Trivial, so that noting it is two stores.
__attribute__((tls_model("initial-exec"))) thread_local Entry lastEntry;

Distance toHook;
PyObject* callee = nullptr;  // whose calls are being measured
SutureEvaluator underneath;  // what evaluates all else meanwhile

std::ptrdiff_t distance(PyThreadState* thread, const void* nativeFrame) {
  return suture_evaluation_base(thread) - static_cast<const char*>(nativeFrame);
}

PyObject* measure(PyThreadState* thread, SutureFrame* frame, int raise) {
  if (suture_frame_function(frame) == callee) {
    toHook.add(distance(thread, __builtin_frame_address(0)));
  }
  return underneath(thread, frame, raise);
}

constexpr const char* kLessons = R"(
class Has:
    def callee(*args, **names):
        pass
callee = Has.callee
def lessons():
    callee()
    callee(1)
    callee(1, 2)
    callee(1, name=2)
    Has().callee(1)
    bound = Has().callee
    bound(1, name=2)
    for _ in range(32):
        callee(1)
        Has().callee(1, 2, 3, name=4)
)";

}  // namespace

bool LoopCall::learn() {
  auto lessons = Lessons::of(kLessons);
  if (!lessons) return false;
  PyInterpreterState* interpreter = suture_interpreter(PyThreadState_Get());
  underneath = suture_get_evaluator(interpreter);
  toHook = {};
  callee = lessons->callee().get();
  suture_set_evaluator(interpreter, &measure);
  bool done = lessons->give();
  suture_set_evaluator(interpreter, underneath);
  callee = nullptr;
  return done;
}

void LoopCall::entered(py::Borrowed<> function, PyObject* const* arguments) noexcept {
  lastEntry = {function.get(), arguments};
}

bool LoopCall::wasEnteredWith(py::Borrowed<> function, PyObject* const* first) noexcept {
  Entry entry = std::exchange(lastEntry, {});
  return function == entry.function && first == entry.arguments;
}

bool LoopCall::isAtItsDistance(PyThreadState* thread, const void* nativeFrame) noexcept {
  return suture_evaluation_base(thread) != nullptr && toHook.is(distance(thread, nativeFrame));
}

}  // namespace suture::hook
