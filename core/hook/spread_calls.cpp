#include "core/hook/spread_calls.h"

#include <algorithm>
#include <array>

#include "core/hook/context.h"
#include "core/hook/counters.h"
#include "core/hook/distance.h"
#include "core/hook/functions.h"
#include "core/hook/lessons.h"
#include "core/hook/loop_call.h"
#include "core/py/error.h"
#include "core/py/native_call.h"
#include "core/py/version.h"

namespace suture::hook {

// A call that may be entering its callee. One that C code makes under the same instruction, before
// the callee's frame is there, hides the loop's.
struct SpreadCall::Node {
  SpreadArguments arguments;
  SutureFrame* caller;
  py::Borrowed<> callee;
  bool isOfLoop;
  Node* outer;
};

namespace {

// The thread's, the last one first.
__attribute__((tls_model("initial-exec"))) thread_local SpreadCall::Node* noted = nullptr;

SpreadCall::Node* notedOf(SutureFrame* caller) {
  SpreadCall::Node* node = noted;
  while (node != nullptr && node->caller != caller) node = node->outer;
  return node;
}

// If it is still noted.
void forget(const SpreadCall::Node* node) {
  for (SpreadCall::Node** link = &noted; *link != nullptr; link = &(*link)->outer) {
    if (*link != node) continue;
    *link = node->outer;
    return;
  }
}

vectorcallfunc functionEntry = nullptr;  // CPython's own

// Words above a C frame that have held the wanted pointer each time.
class Places {
 public:
  // They are looked for up to the end of the loop's frame, of unknown size: its base and 2 KB, which
  // every C stack has above the frame.
  [[gnu::no_sanitize_address]] void add(const char* frame, const char* base,
                                        py::Borrowed<> wanted) {
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
  py::Borrowed<> read(const char* frame) const {
    py::Borrowed<> found = count_ == 0 ? nullptr : wordAt(frame, offsets_[0]);
    for (std::size_t i = 1; i < count_; ++i) {
      if (wordAt(frame, offsets_[i]) != found) return nullptr;
    }
    return found;
  }

 private:
  [[gnu::no_sanitize_address]] static py::Borrowed<> wordAt(const char* frame, std::ptrdiff_t at) {
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

py::Borrowed<> tupleOf(PyObject* const* items) {
  auto* bytes = reinterpret_cast<const char*>(items) - offsetof(PyTupleObject, ob_item);
  return reinterpret_cast<PyObject*>(const_cast<char*>(bytes));
}

bool isTupleOf(py::Borrowed<> object, PyObject* const* items, Py_ssize_t count) {
  return PyTuple_CheckExact(object.get()) && PyTuple_GET_SIZE(object.get()) == count &&
         std::equal(items, items + count, &PyTuple_GET_ITEM(object.get(), 0));
}

PyObject* observe(const char* frame, PyObject* const* arguments, std::size_t flags,
                  py::Borrowed<> names) {
  const char* base = suture_evaluation_base(PyThreadState_Get());
  if (!names) {
    toTuple.add(base - frame);
  } else {
    toArray.add(base - frame);
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    py::Borrowed<> given = arguments[count];
    bool isTuple = PyTuple_CheckExact(given.get());
    py::Borrowed<> tuple = isTuple ? given : suture_tracked_before(names.get());
    if (isTupleOf(tuple, arguments, count)) places.add(frame, base, tuple);
  }
  Py_RETURN_NONE;
}

SUTURE_APART PyObject* callNoted(PyObject* function, PyObject* const* arguments, std::size_t flags,
                                 PyObject* names) noexcept {
  const void* frame = __builtin_frame_address(0);
  if (learning) return observe(static_cast<const char*>(frame), arguments, flags, names);
  SpreadCall call(frame, function, arguments, flags, names);
  return functionEntry(function, arguments, flags, names);
}

// What a function is entered through while the hook is in. The loop's other calls leave a slot
// before the arguments.
PyObject* enterFunction(PyObject* function, PyObject* const* arguments, std::size_t flags,
                        PyObject* names) {
  LoopCall::entered(function, arguments);
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

SpreadArguments::SpreadArguments(PyObject* const* arguments, Py_ssize_t positional,
                                 py::Borrowed<> names, py::Borrowed<> tuple)
    : arguments_(arguments), positional_(positional), names_(names), tuple_(tuple) {}

bool SpreadArguments::isOf(py::Borrowed<> dict) {
  if (!names_) return isTupleOf(tuple_, arguments_, positional_);
  if (!dict || !PyDict_CheckExact(dict.get()) || Py_REFCNT(names_.get()) != 1 ||
      PyDict_GET_SIZE(dict.get()) != PyTuple_GET_SIZE(names_.get())) {
    return false;
  }
  Py_ssize_t position = 0;
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t i = 0; PyDict_Next(dict.get(), &position, &name, &value); ++i) {
    if (PyTuple_GET_ITEM(names_.get(), i) != name || arguments_[positional_ + i] != value) {
      return false;
    }
  }
  if (tuple_ && !isTupleOf(tuple_, arguments_, positional_)) tuple_ = nullptr;
  return true;
}

bool SpreadArguments::hasQuietNames() const {
  if (!names_) return true;
  PyObject** first = &PyTuple_GET_ITEM(names_.get(), 0);
  return std::all_of(first, first + PyTuple_GET_SIZE(names_.get()),
                     [](py::Borrowed<> name) { return PyUnicode_CheckExact(name.get()); });
}

std::span<PyObject*> SpreadArguments::array() const {
  if (!names_) return {};
  auto count = static_cast<std::size_t>(positional_ + PyTuple_GET_SIZE(names_.get()));
  return {const_cast<PyObject**>(arguments_), count};  // the loop's own, which it will read no more
}

namespace {

// Whether the loop itself makes the call, and where it has the tuple then.
struct Found {
  bool isOfLoop = false;
  py::Borrowed<> tuple;
};
Found look(PyThreadState* thread, const char* frame, PyObject* const* arguments, std::size_t flags,
           py::Borrowed<> names) {
  const Context* context = currentContext();
  if (context == nullptr || context->policy == nullptr) return {};
  const char* base = suture_evaluation_base(thread);
  if (base == nullptr) return {};
  bool ownsArray = (flags & PY_VECTORCALL_ARGUMENTS_OFFSET) != 0;
  if (!names && !ownsArray && toTuple.is(base - frame)) return {true, tupleOf(arguments)};
  if (names && ownsArray && toArray.is(base - frame)) return {true, places.read(frame)};
  return {};
}

}  // namespace

SpreadCall::SpreadCall(const void* nativeFrame, py::Borrowed<> callee, PyObject* const* arguments,
                       std::size_t flags, py::Borrowed<> names) noexcept {
  if (!py::version::kInlinesSpreadCalls) return;
  PyThreadState* thread = PyThreadState_Get();
  SutureFrame* caller = suture_current_frame(thread);
  Node* outer = notedOf(caller);
  if (outer != nullptr && outer->arguments.arguments_ == arguments) {
    outer->callee = callee;  // a callable's own call, inside
    return;
  }
  Found found = look(thread, static_cast<const char*>(nativeFrame), arguments, flags, names);
  if (!found.isOfLoop && outer == nullptr) return;
  SpreadArguments given(arguments, PyVectorcall_NARGS(flags), names, found.tuple);
  node_ = std::make_unique<Node>(Node{given, caller, callee, found.isOfLoop, noted});
  noted = node_.get();
}

SpreadCall::~SpreadCall() {
  if (node_ != nullptr) forget(node_.get());
}

SpreadArguments* SpreadCall::takeOf(SutureFrame* caller, py::Borrowed<> callee) {
  Node* node = noted == nullptr ? nullptr : notedOf(caller);
  if (node == nullptr || !node->isOfLoop || node->callee != callee) return nullptr;
  forget(node);
  return &node->arguments;
}

bool SpreadCalls::learn() {
  static bool learned = false;
  if (!py::version::kInlinesSpreadCalls || learned) return true;
  auto lessons = Lessons::of(kLessons);
  if (!lessons) return false;
  // Our own text defines it with `def`, in names that nobody else has.
  auto* callee = reinterpret_cast<PyFunctionObject*>(lessons->callee().get());
  functionEntry = callee->vectorcall;
  toTuple = toArray = {};  // an earlier lesson may have been interrupted
  places = {};
  adopt(callee);
  learning = true;
  learned = lessons->give();
  learning = false;
  release(callee);
  return learned;
}

// What a frame runs is a function object, of whatever kind of code.
bool SpreadCalls::enters(py::Borrowed<> function) {
  return reinterpret_cast<PyFunctionObject*>(function.get())->vectorcall == &enterFunction;
}

void SpreadCalls::begin() {
  if (!suture_watch_functions(&adopt)) ++counters().functionsUnwatched;
  suture_visit_functions(PyThreadState_Get(), &adopt);
}

void SpreadCalls::end() {
  suture_unwatch_functions();
  suture_visit_functions(PyThreadState_Get(), &release);
}

}  // namespace suture::hook
