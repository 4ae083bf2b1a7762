#include "core/frame/generator_end.h"

#include <Python.h>

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "core/frame/native_stack.h"

namespace suture::frame {
namespace {

struct Type {
  PyTypeObject* type;
  destructor own = nullptr;
};

Type types[] = {{&PyGen_Type}, {&PyCoro_Type}, {&PyAsyncGen_Type}};

struct Dead {
  PyObject* object;  // without references; the collector does not know it any more
  destructor own;
};

thread_local std::vector<Dead> waiting;
thread_local int nested = 0;  // calls of end() on this thread's stack

template <int kIndex>
void end(PyObject* object) noexcept {
  destructor own = types[kIndex].own;
  if (nested > 0 && nativeStackIsLow()) {
    PyObject_GC_UnTrack(object);
    waiting.push_back({object, own});
    return;
  }
  ++nested;
  own(object);
  while (!waiting.empty()) {
    Dead next = waiting.back();
    waiting.pop_back();
    PyObject_GC_Track(next.object);
    next.own(next.object);
  }
  --nested;
}

constexpr destructor kEnds[] = {&end<0>, &end<1>, &end<2>};

}  // namespace

void freeGeneratorsInTurn() {
  for (std::size_t i = 0; i < std::size(types); ++i) {
    types[i].own = std::exchange(types[i].type->tp_dealloc, kEnds[i]);
  }
}

}  // namespace suture::frame
