// Operations element by element, reductions and scans.
#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect::kernels {
namespace {

py::Ref<> reduce(py::Borrowed<> ufunc, py::Borrowed<> of, PyObject* dims, PyObject* keep,
                 py::Borrowed<> dtype = {}) {
  if (!of) return {};
  py::Ref<> axis = dims == nullptr ? py::Ref<>::share(Py_None) : asDims(dims);
  if (!axis) return {};
  return callMethod(ufunc, "reduce", {of.get()},
                    {{"axis", axis.get()}, {"keepdims", keep}, {"dtype", dtype.get()}});
}

bool isKind(py::Borrowed<> dtype, const char* kinds) {
  py::Ref<> kind = attributeOf(dtype, "kind");
  const char* text = kind ? PyUnicode_AsUTF8(kind.get()) : nullptr;
  return text != nullptr && std::string_view(kinds).find(*text) != std::string_view::npos;
}

Py_ssize_t sizeOf(py::Borrowed<> of) {
  Py_ssize_t size = 1;
  for (Py_ssize_t length : shapeOf(of)) size *= length;
  return size;
}

// A reduction takes dim 0 of a tensor without dimensions; a mean, which counts, does not.
bool areDimsOf(const Numpy& numpy, py::Borrowed<> of, PyObject* dims) {
  if (dims == nullptr || dims == Py_None) return true;
  const std::size_t dimensions = shapeOf(of).size();
  std::size_t ignored = 0;
  if (PyLong_Check(dims) != 0) return normalise(numpy, dims, dimensions, ignored);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(dims); ++i) {
    if (!normalise(numpy, PySequence_Fast_GET_ITEM(dims, i), dimensions, ignored)) return false;
  }
  return true;
}

// The dtype that a mean's sum is made in.
py::Ref<> sumDtype(const Numpy& numpy, py::Borrowed<> dtype) {
  if (isKind(dtype, "biu")) return numpy.attribute("float64");
  py::Ref<> width = attributeOf(dtype, "itemsize");
  if (!width) return {};
  if (PyLong_AsLong(width.get()) == 2) return numpy.attribute("float32");
  return py::Ref<>::share(dtype);
}

// What NumPy is to write into, when the operation is in place.
py::Ref<> target(const Arguments& arguments, py::Borrowed<> first) {
  if (!arguments.isInPlace()) return {};
  // The one loop that can stop half-way, at a negative power of an integer, writes into a copy.
  if (arguments.operation().id == OperationId::kPow) return callMethod(first, "copy", {});
  return py::Ref<>::share(first);
}

// The operation's result: a tensor of its own, or the first operand, written.
py::Ref<> finished(const Arguments& arguments, const Numpy& numpy, py::Ref<> result) {
  if (!result) return {};
  if (!arguments.isInPlace()) return wrap(std::move(result));
  if (arguments.operation().id == OperationId::kPow) {
    py::Borrowed<> copyTo = numpy.function(operation(OperationId::kCopy));
    if (!call(copyTo, {arrayOf(arguments[0]).get(), result.get()})) return {};
  }
  return py::Ref<>::share(arguments[0]);
}

}  // namespace

py::Ref<> elementwise(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> function = numpyApi.function(arguments.operation());
  if (!function) return {};
  py::Ref<> first = operand(arguments[0]);
  if (!first) return {};
  py::Ref<> out = target(arguments, first);
  if (arguments.isInPlace() && !out) return {};
  if (arguments.count() == 1) {
    return finished(arguments, numpyApi, call(function, {first.get()}, {{"out", out.get()}}));
  }
  py::Ref<> second = operand(arguments[1]);
  if (!second) return {};
  if (arguments.count() == 2) {
    return finished(arguments, numpyApi,
                    call(function, {first.get(), second.get()}, {{"out", out.get()}}));
  }
  py::Ref<> third = operand(arguments[2]);
  if (!third) return {};
  return wrap(call(function, {first.get(), second.get(), third.get()}));
}

py::Ref<> reduction(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> ufunc = numpyApi.function(arguments.operation());
  if (!ufunc) return {};
  return wrap(reduce(ufunc, array(arguments, 0), arguments[1], arguments[2]));
}

py::Ref<> position(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> axis;
  if (arguments[1] != nullptr) axis = asDims(arguments[1]);
  return wrap(callMethod(of, arguments.operation().numpy, {},
                         {{"axis", axis.get()}, {"keepdims", arguments[2]}}));
}

// NumPy's own mean warns about empty slices. Its steps are kept, so that every bit is: the sum in a
// wider type, an array divided in place, a single number divided as a double.
py::Ref<> mean(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of || !areDimsOf(numpyApi, of, arguments[1])) return {};
  py::Ref<> dtype = attributeOf(of, "dtype");
  if (!dtype) return {};
  py::Ref<> wide = sumDtype(numpyApi, dtype);
  if (!wide) return {};
  py::Ref<> add = numpyApi.attribute("add");
  if (!add) return {};
  py::Ref<> sum = reduce(add, of, arguments[1], arguments[2], wide);
  if (!sum) return {};
  const Py_ssize_t sums = sizeOf(sum);
  py::Ref<> number = py::Ref<>::steal(PyLong_FromSsize_t(sums == 0 ? 0 : sizeOf(of) / sums));
  if (!number) return {};
  py::Ref<> integer = numpyApi.attribute("intp");
  py::Ref<> count = call(integer, {number.get()});
  if (!count) return {};
  const bool isArray = numpyApi.isArray(sum);
  py::Ref<> unsafe = py::Ref<>::steal(PyUnicode_FromString("unsafe"));
  if (!unsafe) return {};
  py::Ref<> quotient =
      call(numpyApi.function(arguments.operation()), {sum.get(), count.get()},
           {{"out", isArray ? sum.get() : nullptr}, {"casting", isArray ? unsafe.get() : nullptr}});
  if (!quotient) return {};
  py::Ref<> final = isKind(dtype, "f") ? std::move(dtype) : std::move(wide);
  return wrap(callMethod(quotient, "astype", {final.get()}));
}

py::Ref<> alongDim(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  return wrap(callMethod(of, arguments.operation().numpy, {arguments[1]}));
}

}  // namespace suture::dialect::kernels
