#include "fuzz/lab/log.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "core/py/faults.h"
#include "fuzz/lab/describe.h"
#include "fuzz/lab/identities.h"
#include "fuzz/lab/package.h"
#include "fuzz/lab/snapshot.h"
#include "fuzz/lab/thread_state.h"

namespace suture::lab {
namespace {

void appendValues(std::string& out, Describer& describer, PyObject* const* values,
                  std::size_t count) {
  out += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) out += ',';
    describer.value(values[i]);
  }
  out += ']';
}

// Making a weak reference may start the collector, whose finalisers may change what is being told.
class CollectorOff {
 public:
  CollectorOff() : wasOn_(PyGC_Disable() != 0) {}
  ~CollectorOff() {
    if (wasOn_) PyGC_Enable();
  }
  bool wasOn() const { return wasOn_; }
  CollectorOff(const CollectorOff&) = delete;
  CollectorOff& operator=(const CollectorOff&) = delete;

 private:
  bool wasOn_;
};

bool isData(PyObject* value) {
  return PyModule_Check(value) == 0 && PyCallable_Check(value) == 0 &&
         Py_TYPE(value)->tp_descr_get == nullptr;
}

// The data among a namespace's names, in its order.
void appendData(std::string& out, Describer& describer, PyObject* names) {
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t i = 0; PyDict_Next(names, &i, &name, &value) != 0;) {
    if (PyUnicode_Check(name) == 0 || isDunder(name)) continue;
    const bool isClass =
        PyType_Check(value) != 0 &&
        PyType_HasFeature(reinterpret_cast<PyTypeObject*>(value), Py_TPFLAGS_HEAPTYPE) != 0;
    if (!isClass && !isData(value)) continue;
    out += out.back() == '[' ? "[" : ",[";
    appendText(out, name);
    out += ',';
    if (isClass) {
      out += '[';
      appendData(out, describer, reinterpret_cast<PyTypeObject*>(value)->tp_dict);
      out += ']';
    } else {
      describer.value(value);
    }
    out += ']';
  }
}

}  // namespace

Log& Log::get() {
  static auto* log = new Log;
  return *log;
}

void Log::begin() {
  if (!py::faultActive(py::Fault::kH06)) text_.clear();
  told_ = 0;
  collected_.reset();
  if (!told().deaths) collected_.emplace();
  Identities::get().clear();
  Identities::get().onDeath([this](std::int64_t number) { died(number); });
}

// Deaths while the entry was made stand before it.
bool Log::add(std::string& entry, Describer& describer) {
  const py::Ref<> modes = activeModes();
  if (!modes) return false;
  entry += ",\"modes\":";
  appendValues(entry, describer, PySequence_Fast_ITEMS(modes.get()),
               static_cast<std::size_t>(PyList_GET_SIZE(modes.get())));
  entry += "}\n";
  text_ += entry;
  return true;
}

bool Log::call(std::string_view came, py::Borrowed<> outcome, PyObject* const* arguments,
               std::size_t count) {
  const CollectorOff off;
  std::string entry = fmt::format("{{\"call\":[\"{}\",", came);
  Describer describer(entry);
  describer.value(outcome);
  entry += "],\"heap\":";
  appendValues(entry, describer, arguments, count);
  entry += ",\"globals\":[";
  if (PyObject* globals = PyEval_GetGlobals()) appendData(entry, describer, globals);
  entry += ']';
  return add(entry, describer);
}

bool Log::observe(PyObject* const* values, std::size_t count) {
  const CollectorOff off;
  std::string entry = "{\"observe\":";
  Describer describer(entry);
  appendValues(entry, describer, values, count);
  return add(entry, describer);
}

bool Log::brk(py::Borrowed<> number) {
  const CollectorOff off;
  std::string entry = "{\"brk\":";
  Describer describer(entry);
  describer.value(number);
  entry += ",\"frame\":";
  appendSnapshot(entry, describer);
  return add(entry, describer);
}

bool Log::inspect() {
  const CollectorOff off;
  std::string entry = "{\"inspect\":0,\"frame\":";
  Describer describer(entry);
  appendSnapshot(entry, describer);
  return add(entry, describer);
}

bool Log::effect(PyObject* const* values, std::size_t count) {
  const CollectorOff off;
  std::string entry = "{\"effect\":";
  Describer describer(entry);
  appendValues(entry, describer, values, count);
  return add(entry, describer);
}

void Log::beginCollection() {
  if (!collected_) collected_.emplace();
}

void Log::endCollection() {
  const auto numbers = std::exchange(collected_, std::nullopt);
  if (!numbers) return;
  for (const std::int64_t number : *numbers) died(number);
}

void Log::died(std::int64_t number) {
  if (collected_) {
    collected_->insert(number);
    return;
  }
  fmt::format_to(std::back_inserter(text_), "{{\"died\":{}}}\n", number);
}

bool Log::end(py::Borrowed<> error, py::Borrowed<> names, const ThreadBefore& before) {
  const CollectorOff off;
  std::string entry = error ? "{\"end\":[\"raised\"," : "{\"end\":[\"returned\"";
  Describer describer(entry);
  if (error) describer.value(error);
  entry += "],\"globals\":[";
  appendData(entry, describer, names.get());
  entry += "],\"thread\":";
  appendThreadState(entry, describer, before, off.wasOn());
  return add(entry, describer);
}

py::Ref<> Log::seen() {
  py::Ref<> lines = py::Ref<>::steal(PyList_New(0));
  while (lines && told_ < text_.size()) {
    const std::size_t end = text_.find('\n', told_);
    const py::Ref<> line = py::Ref<>::steal(
        PyUnicode_DecodeUTF8(text_.data() + told_, static_cast<Py_ssize_t>(end - told_), nullptr));
    told_ = end + 1;
    if (!line || PyList_Append(lines.get(), line.get()) < 0) return {};
  }
  return lines ? py::Ref<>::steal(PyList_AsTuple(lines.get())) : py::Ref<>();
}

}  // namespace suture::lab
