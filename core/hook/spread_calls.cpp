#include "core/hook/spread_calls.h"

#include <algorithm>
#include <array>

#include "core/hook/context.h"
#include "core/hook/functions.h"
#include "core/hook/native_call.h"
#include "core/py/error.h"
#include "core/py/version.h"

namespace suture::hook {
namespace {

__attribute__((tls_model("initial-exec"))) thread_local SpreadCall* noted = nullptr;

vectorcallfunc functionEntry = nullptr;  // CPython's own

// A distance on the C stack that has to be the same each time it is measured.
class Distance {
 public:
  void add(std::ptrdiff_t measured) {
    isKnown_ = samples_ == 0 || (isKnown_ && measured == value_);
    value_ = measured;
    ++samples_;
  }
  bool is(std::ptrdiff_t measured) const { return isKnown_ && measured == value_; }

 private:
  std::ptrdiff_t value_ = 0;
  int samples_ = 0;
  bool isKnown_ = false;
};

// Words above a C frame that have held the wanted pointer each time.
class Places {
 public:
  // They are looked for up to the end of the loop's frame, of unknown size: its base and 2 KB, which
  // every C stack has above the frame.
  [[gnu::no_sanitize_address]] void add(const char* frame, const char* base, PyObject* wanted) {
    if (!began_) {
      began_ = true;
      std::ptrdiff_t end = base - frame + 2048;
      for (std::ptrdiff_t at = 0; at < end && count_ < offsets_.size(); at += sizeof(void*)) {
        if (wordAt(frame, at) == wanted) offsets_[count_++] = at;
      }
      return;
    }
    auto* end = std::remove_if(offsets_.data(), offsets_.data() + count_,
                               [&](std::ptrdiff_t at) { return wordAt(frame, at) != wanted; });
    count_ = static_cast<std::size_t>(end - offsets_.data());
  }
  // nullptr if they are not all the same.
  PyObject* read(const char* frame) const {
    PyObject* found = count_ == 0 ? nullptr : wordAt(frame, offsets_[0]);
    for (std::size_t i = 1; i < count_; ++i) {
      if (wordAt(frame, offsets_[i]) != found) return nullptr;
    }
    return found;
  }

 private:
  [[gnu::no_sanitize_address]] static PyObject* wordAt(const char* frame, std::ptrdiff_t at) {
    return *reinterpret_cast<PyObject* const*>(frame + at);
  }
  std::array<std::ptrdiff_t, 16> offsets_{};
  std::size_t count_ = 0;
  bool began_ = false;
};

bool learning = false;
Distance toTuple;  // without names: the arguments are those of the tuple itself
Distance toArray;
Places places;  // of the tuple, under a call with names

PyObject* tupleOf(PyObject* const* items) {
  auto* bytes = reinterpret_cast<const char*>(items) - offsetof(PyTupleObject, ob_item);
  return reinterpret_cast<PyObject*>(const_cast<char*>(bytes));
}

bool isTupleOf(PyObject* object, PyObject* const* items, Py_ssize_t count) {
  return PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == count &&
         std::equal(items, items + count, &PyTuple_GET_ITEM(object, 0));
}

PyObject* observe(const char* frame, PyObject* const* arguments, std::size_t flags,
                  PyObject* names) {
  const char* base = suture_evaluation_base(PyThreadState_Get());
  if (names == nullptr) {
    toTuple.add(base - frame);
  } else {
    toArray.add(base - frame);
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    PyObject* given = arguments[count];
    PyObject* tuple = PyTuple_CheckExact(given) ? given : suture_tracked_before(names);
    if (isTupleOf(tuple, arguments, count)) places.add(frame, base, tuple);
  }
  Py_RETURN_NONE;
}

SUTURE_APART PyObject* callNoted(PyObject* function, PyObject* const* arguments, std::size_t flags,
                                 PyObject* names) noexcept {
  const void* frame = __builtin_frame_address(0);
  if (learning) return observe(static_cast<const char*>(frame), arguments, flags, names);
  SpreadCall call(frame, arguments, flags, names);
  return functionEntry(function, arguments, flags, names);
}

// What a function is entered through while the hook is in. The loop's other calls leave a slot
// before the arguments.
PyObject* enterFunction(PyObject* function, PyObject* const* arguments, std::size_t flags,
                        PyObject* names) {
  bool isOrdinary = names == nullptr && (flags & PY_VECTORCALL_ARGUMENTS_OFFSET) != 0;
  if (isOrdinary && noted == nullptr) {
    SUTURE_TAIL_CALL return functionEntry(function, arguments, flags, names);
  }
  SUTURE_TAIL_CALL return callNoted(function, arguments, flags, names);
}

void adopt(PyFunctionObject* function) {
  if (function->vectorcall == functionEntry) function->vectorcall = &enterFunction;
}

void release(PyFunctionObject* function) {
  if (function->vectorcall == &enterFunction) function->vectorcall = functionEntry;
}

// Lists and iterators become tuples in the loop, which are what the collector heard of before the
// names; or the name's value says which tuple it is. Many sizes, so that no word left from one call
// suits the next.
constexpr const char* kLessons = R"(
def callee():
    pass
def lessons():
    for size in range(1, 12):
        items = [object() for _ in range(size)]
        callee(*items)
        callee(*items, **{"name": size})
        callee(*iter(items), name=size)
        items = tuple(items)
        callee(*items, name=items)
)";

}  // namespace

SpreadCall::SpreadCall(const void* nativeFrame, PyObject* const* arguments, std::size_t flags,
                       PyObject* names) noexcept
    : arguments(arguments),
      positional(PyVectorcall_NARGS(flags)),
      names(names),
      tuple(nullptr),
      outer_(noted) {
  if (outer_ != nullptr && outer_->arguments == arguments) return;  // a callable's own call, inside
  noted = nullptr;
  const Context* context = currentContext();
  if (!py::version::kInlinesSpreadCalls || context == nullptr || context->policy == nullptr) return;
  PyThreadState* thread = PyThreadState_Get();
  const char* base = suture_evaluation_base(thread);
  if (base == nullptr) return;
  auto* frame = static_cast<const char*>(nativeFrame);
  bool ownsArray = (flags & PY_VECTORCALL_ARGUMENTS_OFFSET) != 0;
  if (names == nullptr && !ownsArray && toTuple.is(base - frame)) {
    tuple = tupleOf(arguments);
  } else if (names != nullptr && ownsArray && toArray.is(base - frame)) {
    tuple = places.read(frame);
  } else {
    return;
  }
  caller_ = suture_current_frame(thread);
  noted = this;
}

SpreadCall::~SpreadCall() { noted = outer_; }

SpreadCall* SpreadCall::pendingOf(SutureFrame* caller) {
  return noted != nullptr && noted->caller_ == caller ? noted : nullptr;
}

void SpreadCall::taken() {
  caller_ = nullptr;
  noted = nullptr;
}

bool SpreadCall::isOf(PyObject* dict) {
  if (names == nullptr) return isTupleOf(tuple, arguments, positional);
  if (dict == nullptr || !PyDict_CheckExact(dict) || Py_REFCNT(names) != 1 ||
      PyDict_GET_SIZE(dict) != PyTuple_GET_SIZE(names)) {
    return false;
  }
  Py_ssize_t position = 0;
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t i = 0; PyDict_Next(dict, &position, &name, &value); ++i) {
    if (PyTuple_GET_ITEM(names, i) != name || arguments[positional + i] != value) return false;
  }
  if (tuple != nullptr && !isTupleOf(tuple, arguments, positional)) tuple = nullptr;
  return true;
}

bool SpreadCall::hasQuietNames() const {
  if (names == nullptr) return true;
  PyObject** first = &PyTuple_GET_ITEM(names, 0);
  return std::all_of(first, first + PyTuple_GET_SIZE(names),
                     [](PyObject* name) { return PyUnicode_CheckExact(name); });
}

bool SpreadCalls::learn() {
  if (!py::version::kInlinesSpreadCalls || functionEntry != nullptr) return true;
  auto names = py::Ref<>::steal(PyDict_New());
  if (!names || PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins()) != 0) {
    return false;
  }
  auto code = py::Ref<>::steal(Py_CompileString(kLessons, "<suture>", Py_file_input));
  if (!code) return false;
  if (!py::Ref<>::steal(PyEval_EvalCode(code.get(), names.get(), names.get()))) return false;
  auto* callee = reinterpret_cast<PyFunctionObject*>(PyDict_GetItemString(names.get(), "callee"));
  functionEntry = callee->vectorcall;
  adopt(callee);
  learning = true;
  auto done = py::Ref<>::steal(PyObject_CallNoArgs(PyDict_GetItemString(names.get(), "lessons")));
  learning = false;
  release(callee);
  return bool(done);
}

void SpreadCalls::begin() {
  suture_watch_functions(&adopt);
  suture_visit_functions(PyThreadState_Get(), &adopt);
}

void SpreadCalls::end() {
  suture_unwatch_functions();
  suture_visit_functions(PyThreadState_Get(), &release);
}

}  // namespace suture::hook
