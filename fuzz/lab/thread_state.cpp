#include "fuzz/lab/thread_state.h"

#include <Python.h>
#include <fmt/format.h>

#include <iterator>

namespace suture::lab {

// Public fields of PyThreadState; 3.12 split the counter.
int recursionLeft() {
#if PY_VERSION_HEX >= 0x030C0000
  return PyThreadState_Get()->py_recursion_remaining;
#else
  return PyThreadState_Get()->recursion_remaining;
#endif
}

void appendThreadState(std::string& out, Describer& describer, const KnownOfThread& known) {
  const PyThreadState* thread = PyThreadState_Get();
  const py::Ref<> handled = py::Ref<>::steal(PyErr_GetHandledException());
  out += "{\"handled\":";
  handled ? describer.value(handled.get()) : void(out += "null");
  fmt::format_to(std::back_inserter(out),
                 ",\"recursion\":{},\"limit\":{},\"traced\":{},\"profiled\":{},\"collector\":{}}}",
                 known.recursionLeft - recursionLeft(), Py_GetRecursionLimit(),
                 thread->c_tracefunc != nullptr, thread->c_profilefunc != nullptr,
                 known.isCollecting);
}

}  // namespace suture::lab
