#include "core/hook/steal.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/hook/call_site.h"
#include "core/hook/counters.h"
#include "core/hook/functions.h"
#include "core/hook/loop_call.h"
#include "core/hook/spread_calls.h"
#include "core/py/faults.h"
#include "core/py/ref.h"
#include "core/py/version.h"

namespace suture::hook {

using bytecode::OperationKind;

namespace {

bool onlyImmortals(SutureFrame* frame) {
  const PyCodeObject* code = suture_frame_code(frame);
  int parameters = code->co_argcount + code->co_kwonlyargcount +
                   ((code->co_flags & CO_VARARGS) != 0 ? 1 : 0) +
                   ((code->co_flags & CO_VARKEYWORDS) != 0 ? 1 : 0);
  PyObject** slots = suture_frame_slots(frame);
  return std::all_of(slots, slots + parameters, [](py::Borrowed<> value) {
    return !value || py::version::livesForEver(value.get());
  });
}

void empty(std::span<PyObject*> slots) {
  for (PyObject*& slot : slots) {
    if (slot == nullptr || slot == Py_None) continue;
    py::Ref<> value = py::Ref<>::steal(std::exchange(slot, Py_NewRef(Py_None)));
    ++counters().argumentsStolen;
  }
}

std::span<PyObject*> itemsOf(py::Borrowed<> tuple) {
  auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(tuple.get()));
  return {&PyTuple_GET_ITEM(tuple.get(), 0), count};
}

PyObject** firstGiven(const CallSite& site) {
  return site.argumentsBegin() - (site.callable().hasSelf ? 1 : 0);
}

void stealFromSlots(const CallSite& site) {
  PyObject** first = firstGiven(site);
  PyObject** end = site.argumentsEnd();
  if (py::faultActive(py::Fault::kP10) && first < end) ++first;
  empty({first, end});
}

// f(*a, **k): the array of a call with names owns what is in it; the tuple and the dict go before
// the callee runs, if nobody else has them, and the names with them.
void stealFromSpread(SpreadArguments& given, const CallSite& site) {
  py::Borrowed<> dict = site.instruction->oparg != 0 ? site.top[-1] : nullptr;
  if (!given.isOf(dict)) return;
  empty(given.array());
  if (given.tuple() && Py_REFCNT(given.tuple().get()) == 1) empty(itemsOf(given.tuple()));
  if (given.names()) {
    // Made by the call's own instructions; who else has it found it by the collector.
    if (Py_REFCNT(dict.get()) == 1) PyDict_Clear(dict.get());
    empty(itemsOf(given.names()));
  }
}

}  // namespace

void stealArguments(PyThreadState* thread, SutureFrame* frame, const Context& context,
                    const void* nativeFrame) noexcept {
  SutureFrame* caller = suture_current_frame(thread);
  if (caller == nullptr) return;
  py::Borrowed<> function = suture_frame_function(frame);
  SpreadArguments* given = SpreadCall::takeOf(caller, function);
  if (onlyImmortals(frame) && (given == nullptr || given->hasQuietNames())) return;
  CallSite site = CallSite::of(caller);
  if (site.instruction == nullptr || !site.isCall()) return;
  // The callable that the call instruction has to have: what stands in between, in C, may have put
  // borrowed references beside the arguments, and keeps them in plain CPython too.
  bool isEntry = caller == context.entryCaller && function == context.entry;
  if (site.callable().object != (isEntry ? context.callable : function)) return;
  if (site.kind() != OperationKind::kCallSpread) {
    PyObject** first = firstGiven(site);
    bool isOfLoop = isEntry ? first == context.entryArguments
                    : SpreadCalls::enters(function)
                        ? LoopCall::wasEnteredWith(function, first)
                        : LoopCall::isAtItsDistance(thread, nativeFrame);
    if (isOfLoop) stealFromSlots(site);
  } else if (given != nullptr && suture_star_call_is_told(suture_frame_code(caller),
                                                          suture_frame_current(caller)) == 0) {
    stealFromSpread(*given, site);
  }
}

}  // namespace suture::hook
