#include "core/hook/loop_call.h"

#include <cstddef>
#include <utility>

#include "core/frame/access.h"
#include "core/hook/distance.h"
#include "core/hook/functions.h"

namespace suture::hook {
namespace {

struct Entry {
  PyObject* function = nullptr;  // compared only
  PyObject* const* arguments = nullptr;
};
// Of the thread's last call of a function. Trivial, so that noting it is two stores.
__attribute__((tls_model("initial-exec"))) thread_local Entry lastEntry;

Distance toHook;
PyObject* lesson = nullptr;

std::ptrdiff_t distance(PyThreadState* thread, const void* nativeFrame) {
  return suture_evaluation_base(thread) - static_cast<const char*>(nativeFrame);
}

PyObject* measure(PyThreadState* thread, SutureFrame* frame, int raise) {
  if (suture_frame_function(frame) == lesson) {
    toHook.add(distance(thread, __builtin_frame_address(0)));
  }
  return suture_evaluate_plain(thread, frame, raise);
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
  if (lesson != nullptr) return true;
  auto names = py::Ref<>::steal(PyDict_New());
  if (!names || PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins()) != 0) {
    return false;
  }
  auto code = py::Ref<>::steal(Py_CompileString(kLessons, "<suture>", Py_file_input));
  if (!code) return false;
  if (!py::Ref<>::steal(PyEval_EvalCode(code.get(), names.get(), names.get()))) return false;
  lesson = PyDict_GetItemString(names.get(), "callee");
  PyInterpreterState* interpreter = suture_interpreter(PyThreadState_Get());
  SutureEvaluator before = suture_get_evaluator(interpreter);
  suture_set_evaluator(interpreter, &measure);
  auto done = py::Ref<>::steal(PyObject_CallNoArgs(PyDict_GetItemString(names.get(), "lessons")));
  suture_set_evaluator(interpreter, before);
  return bool(done);
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
