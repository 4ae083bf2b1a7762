// Law: every tensor operation, in every form, equals NumPy's on the same arrays and numbers: values
// bit for bit, dtype, shape, class of error, what is written and what is left alone. With function
// modes that pass on or without, and whatever numpy.errstate says.
//
// expected.py says what NumPy's is, without a look at the table of operations; law.py compares.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "core/dialect/reference/operation_object.h"
#include "core/modes/function_mode.h"
#include "core/py/ref.h"
#include "properties/dialect/expected_source.h"
#include "properties/dialect/inputs_source.h"
#include "properties/dialect/law_source.h"
#include "properties/support/check.h"

namespace suture::properties {
namespace {

constexpr int kCases = 20000;
constexpr int kFewestOfAForm = 10;

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "suture", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};

// The module `suture` with its tensors only, and the law's own namespace.
class Law {
 public:
  Law() : globals_(py::Ref<>::steal(PyDict_New())) {
    PyObject* module = PyModule_Create(&definition);
    PyDict_SetItemString(PyImport_GetModuleDict(), "suture", module);
    bool made = modes::addNames(module) == 0 && dialect::addNames(module) == 0;
    for (const char* source : {kInputsSource, kExpectedSource, kLawSource}) {
      made = made &&
             py::Ref<>::steal(PyRun_String(source, Py_file_input, globals_.get(), globals_.get()));
    }
    if (!made) PyErr_Print();
    EXPECT_TRUE(made);
  }

  struct Form {
    std::string name, form;
  };
  std::vector<Form> forms() const {
    std::vector<Form> all;
    py::Ref<> list = py::Ref<>::steal(PyObject_CallNoArgs(global("forms")));
    for (Py_ssize_t i = 0; list && i < PyList_GET_SIZE(list.get()); ++i) {
      PyObject* pair = PyList_GET_ITEM(list.get(), i);
      all.push_back({PyUnicode_AsUTF8(PyTuple_GET_ITEM(pair, 0)),
                     PyUnicode_AsUTF8(PyTuple_GET_ITEM(pair, 1))});
    }
    return all;
  }

  /// Empty when Suture and NumPy agree, otherwise what each gave.
  std::string check(const Form& form, std::uint32_t seed) const {
    py::Ref<> answer = py::Ref<>::steal(
        PyObject_CallFunction(global("check"), "ssI", form.name.c_str(), form.form.c_str(), seed));
    if (!answer) PyErr_Print();
    if (!answer) return "the law itself raised";
    return answer.get() == Py_None ? "" : PyUnicode_AsUTF8(answer.get());
  }

  /// Operations that expected.py forgot.
  std::string withoutRow() const {
    py::Ref<> list = py::Ref<>::steal(PyObject_CallNoArgs(global("withoutRow")));
    py::Ref<> text = py::Ref<>::steal(PyObject_Repr(list.get()));
    return PyUnicode_AsUTF8(text.get());
  }

 private:
  PyObject* global(const char* name) const { return PyDict_GetItemString(globals_.get(), name); }
  py::Ref<> globals_;
};

TEST(Property, OperationsEqualNumpy) {
  Law law;
  EXPECT_EQ(law.withoutRow(), "[]");
  const std::vector<Law::Form> forms = law.forms();
  ASSERT_FALSE(forms.empty());
  std::map<int, int> tried;
  EXPECT_TRUE(check("every operation in every form equals NumPy's", kCases, [&] {
    const int chosen = *drawnBelow(static_cast<int>(forms.size()));
    const std::uint32_t seed =
        *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>());
    ++tried[chosen];
    const std::string differs = law.check(forms[static_cast<std::size_t>(chosen)], seed);
    if (!differs.empty()) RC_FAIL(differs);
  }));
  for (int i = 0; i < static_cast<int>(forms.size()); ++i) {
    EXPECT_GE(tried[i], kFewestOfAForm) << forms[static_cast<std::size_t>(i)].name;
  }
  std::cerr << forms.size() << " forms\n";
}

}  // namespace
}  // namespace suture::properties
