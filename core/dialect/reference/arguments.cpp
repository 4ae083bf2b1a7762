#include "core/dialect/reference/arguments.h"

#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect {
namespace {

bool isInt(PyObject* value) { return PyLong_Check(value) != 0 && PyBool_Check(value) == 0; }

bool areInts(PyObject* value) {
  if (PyTuple_Check(value) == 0 && PyList_Check(value) == 0) return false;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); ++i) {
    if (!isInt(PySequence_Fast_GET_ITEM(value, i))) return false;
  }
  return true;
}

const char* wanted(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kOperand:
      return "a Tensor, bool, int or float";
    case ParameterKind::kTensor:
      return "a Tensor";
    case ParameterKind::kTensors:
      return "a tuple or list of Tensors";
    case ParameterKind::kNumber:
      return "a bool, int or float";
    case ParameterKind::kInt:
      return "an int";
    case ParameterKind::kInts:
      return "an int, or a tuple or list of ints";
    case ParameterKind::kDims:
      return "None, an int, or a tuple or list of ints";
    case ParameterKind::kFlag:
      return "a bool";
    case ParameterKind::kDtype:
      return "a suture.dtype";
    case ParameterKind::kText:
      return "a str";
    case ParameterKind::kIndex:
    case ParameterKind::kData:
      break;
  }
  return "anything";
}

}  // namespace

bool isNumber(py::Borrowed<> object) {
  return PyFloat_Check(object.get()) != 0 || PyLong_Check(object.get()) != 0;
}

Match Arguments::read(PyObject* const* values, std::size_t count, PyObject* keywordNames) {
  Match placed = placePositional(values, count);
  if (placed == Match::kYes && keywordNames != nullptr) {
    placed = placeKeywords(values + count, keywordNames);
  }
  if (placed != Match::kYes) return placed;
  for (std::size_t i = 0; i < this->count(); ++i) {
    if (values_[i] == nullptr) {
      if (operation_.parameters[i].isOptional) continue;
      PyErr_Format(PyExc_TypeError, "%s() misses its argument '%s'", operation_.name,
                   operation_.parameters[i].name.c_str());
      return Match::kWrongUse;
    }
    if (!accepts(i)) {
      wrong_ = i;
      return Match::kWrongType;
    }
  }
  return Match::kYes;
}

void Arguments::sayWrongType() const {
  const Parameter& parameter = operation_.parameters[wrong_];
  PyErr_Format(PyExc_TypeError, "%s(): '%s' must be %s, not %s", operation_.name,
               parameter.name.c_str(), wanted(parameter.kind), Py_TYPE(values_[wrong_])->tp_name);
}

Match Arguments::placePositional(PyObject* const* values, std::size_t count) {
  std::size_t i = 0;
  for (; i < count && i < this->count(); ++i) {
    if (operation_.parameters[i].isSpread && isInt(values[i])) {
      spread_ = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(count - i)));
      if (!spread_) return Match::kWrongUse;
      for (std::size_t j = i; j < count; ++j) {
        PyTuple_SET_ITEM(spread_.get(), static_cast<Py_ssize_t>(j - i), Py_NewRef(values[j]));
      }
      values_[i] = spread_.get();
      return Match::kYes;
    }
    values_[i] = values[i];
  }
  if (i == count) return Match::kYes;
  PyErr_Format(PyExc_TypeError, "%s() takes at most %zu arguments (%zu given)", operation_.name,
               this->count(), count);
  return Match::kWrongUse;
}

Match Arguments::placeKeywords(PyObject* const* values, PyObject* names) {
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(names); ++k) {
    PyObject* name = PyTuple_GET_ITEM(names, k);
    std::size_t i = form_.has(kFunction) ? 0 : 1;  // a method's tensor has no keyword
    while (i < count() &&
           PyUnicode_CompareWithASCIIString(name, operation_.parameters[i].name.c_str()) != 0) {
      ++i;
    }
    if (i == count() || values_[i] != nullptr) {
      PyErr_Format(PyExc_TypeError, "%s() got %s argument %R", operation_.name,
                   i == count() ? "an unexpected" : "twice its", name);
      return Match::kWrongUse;
    }
    values_[i] = values[k];
  }
  return Match::kYes;
}

bool Arguments::acceptsTensor(PyObject* value) {
  if (isPlainTensor(value)) return true;
  if (modes::hasHandler(Py_TYPE(value))) {
    overloads_.add(value);
    return true;
  }
  return isTensor(value);
}

bool Arguments::acceptsTensors(PyObject* value) {
  if (PyTuple_Check(value) == 0 && PyList_Check(value) == 0) return false;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); ++i) {
    if (!acceptsTensor(PySequence_Fast_GET_ITEM(value, i))) return false;
  }
  return true;
}

// Tensors that select, alone or in the tuple of an index, may have handlers.
void Arguments::lookIntoIndex(PyObject* value) {
  if (PyTuple_Check(value) == 0) {
    if (isTensor(value)) acceptsTensor(value);
    return;
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(value); ++i) {
    if (isTensor(PyTuple_GET_ITEM(value, i))) acceptsTensor(PyTuple_GET_ITEM(value, i));
  }
}

bool Arguments::accepts(std::size_t i) {
  PyObject* value = values_[i];
  ParameterKind kind = operation_.parameters[i].kind;
  if (i == 0 && kind == ParameterKind::kOperand && !form_.has(kFunction)) {
    kind = ParameterKind::kTensor;
  }
  switch (kind) {
    case ParameterKind::kOperand:
      return isPlainTensor(value) || isNumber(value) || acceptsTensor(value);
    case ParameterKind::kTensor:
      return acceptsTensor(value);
    case ParameterKind::kTensors:
      return acceptsTensors(value);
    case ParameterKind::kNumber:
      return isNumber(value);
    case ParameterKind::kInt:
      return isInt(value);
    case ParameterKind::kInts:
      return isInt(value) || areInts(value);
    case ParameterKind::kDims:
      return value == Py_None || isInt(value) || areInts(value);
    case ParameterKind::kFlag:
      return PyBool_Check(value) != 0;
    case ParameterKind::kDtype:
      return isDtype(value) || (operation_.parameters[i].isOptional && value == Py_None);
    case ParameterKind::kText:
      return PyUnicode_Check(value) != 0;
    case ParameterKind::kIndex:
      lookIntoIndex(value);
      break;
    case ParameterKind::kData:
      break;
  }
  return true;
}

}  // namespace suture::dialect
