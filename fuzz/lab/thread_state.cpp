#include "fuzz/lab/thread_state.h"

#include <Python.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <iterator>

namespace suture::lab {
namespace {

// Public fields of PyThreadState; 3.12 split the counter.
int recursionLeft() {
#if PY_VERSION_HEX >= 0x030C0000
  return PyThreadState_Get()->py_recursion_remaining;
#else
  return PyThreadState_Get()->recursion_remaining;
#endif
}

std::string currentFolder() {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) == nullptr ? "" : path;
}

// Whether a process that this one has started still runs, or was not waited for.
bool hasChildren() {
  siginfo_t unused = {};
  return waitid(P_ALL, 0, &unused, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

}  // namespace

ThreadBefore threadBefore() { return {recursionLeft(), currentFolder(), hasChildren()}; }

void appendThreadState(std::string& out, Describer& describer, const ThreadBefore& before,
                       bool isCollecting) {
  const PyThreadState* thread = PyThreadState_Get();
  const py::Ref<> handled = py::Ref<>::steal(PyErr_GetHandledException());
  out += "{\"handled\":";
  handled ? describer.value(handled.get()) : void(out += "null");
  fmt::format_to(std::back_inserter(out),
                 ",\"recursion\":{},\"limit\":{},\"traced\":{},\"profiled\":{},\"collector\":{}",
                 before.recursionLeft - recursionLeft(), Py_GetRecursionLimit(),
                 thread->c_tracefunc != nullptr, thread->c_profilefunc != nullptr, isCollecting);
  if (currentFolder() != before.folder) out += ",\"folder\":\"another\"";
  if (hasChildren() && !before.hasChildren) out += ",\"processes\":\"left\"";
  out += '}';
}

}  // namespace suture::lab
