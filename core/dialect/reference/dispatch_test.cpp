// Operations called from C++: what the table gives the class, and interception switched off.
#include <gtest/gtest.h>

#include "core/dialect/operation.h"
#include "core/dialect/reference/operation_object.h"
#include "core/dialect/reference/tensor.h"
#include "core/modes/function_mode.h"
#include "core/modes/interception.h"

namespace suture::dialect {
namespace {

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "suture", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};

PyObject* suture() {
  static PyObject* module = nullptr;
  if (module != nullptr) return module;
  module = PyModule_Create(&definition);
  EXPECT_EQ(modes::addNames(module), 0);
  EXPECT_EQ(addNames(module), 0);
  return module;
}

py::Ref<> evaluate(const char* expression) {
  py::Ref<> globals = py::Ref<>::share(PyModule_GetDict(suture()));
  py::Ref<> value =
      py::Ref<>::steal(PyRun_String(expression, Py_eval_input, globals.get(), globals.get()));
  if (!value) PyErr_Print();
  return value;
}

bool holds(const char* expression) { return evaluate(expression).get() == Py_True; }

TEST(Operations, EveryRowHasItsForms) {
  suture();
  for (const Operation& operation : operations()) {
    const std::string name = operation.name;
    auto* type = reinterpret_cast<PyObject*>(tensorType());
    if (operation.forms.has(kFunction)) {
      EXPECT_TRUE(PyObject_HasAttrString(suture(), name.c_str())) << name;
    }
    if (operation.forms.has(kInPlace)) {
      EXPECT_TRUE(PyObject_HasAttrString(type, (name + "_").c_str())) << name;
    }
    if (operation.forms.has(kMethod | kAttribute)) {
      EXPECT_TRUE(PyObject_HasAttrString(type, name.c_str())) << name;
    }
  }
}

TEST(Operations, AreOneObjectEach) {
  EXPECT_TRUE(holds("Tensor.add is Tensor.add"));
  EXPECT_TRUE(holds("Tensor.add is not add"));
  EXPECT_TRUE(holds("Tensor.shape.__get__ is Tensor.shape.__get__"));
}

TEST(Operations, RunPlainlyWhileInterceptionIsOff) {
  py::Ref<> mode = evaluate("FunctionMode()");  // raises when an operation reaches it
  ASSERT_TRUE(modes::push(mode));
  {
    modes::InterceptionScope off(modes::Interception::kOff);
    EXPECT_TRUE(holds("(tensor([1, 2]) + 1).tolist() == [2, 3]"));
  }
  py::Ref<> globals = py::Ref<>::share(PyModule_GetDict(suture()));
  EXPECT_EQ(PyRun_String("tensor(1)", Py_eval_input, globals.get(), globals.get()), nullptr);
  EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_NotImplementedError));
  PyErr_Clear();
  EXPECT_EQ(modes::pop().get(), mode.get());
}

TEST(Tensor, SharesNoMemory) {
  py::Ref<> tensor = evaluate("tensor([[1, 2], [3, 4]])");
  ASSERT_TRUE(tensor);
  EXPECT_TRUE(isPlainTensor(tensor));
  py::Ref<> row = py::Ref<>::steal(PyObject_CallMethod(tensor.get(), "__getitem__", "i", 0));
  ASSERT_TRUE(row);
  py::Ref<> base = py::Ref<>::steal(PyObject_GetAttrString(arrayOf(row).get(), "base"));
  EXPECT_EQ(base.get(), Py_None);
}

}  // namespace
}  // namespace suture::dialect
