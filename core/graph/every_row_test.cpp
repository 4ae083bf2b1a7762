// Every row of ops.def, in every form, on random operands: what is inferred is what eager gives, and
// the interpreter's results are eager's, bit for bit and error for error.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <span>

#include "core/dialect/reference/tensor.h"
#include "core/graph/compute.h"
#include "core/graph/graph_testing.h"
#include "core/graph/infer.h"
#include "core/graph/rules.h"
#include "core/graph/verify.h"

namespace suture::graph {
namespace {

using dialect::Operation;
using dialect::Parameter;
using dialect::ParameterKind;

constexpr unsigned kSeed = 20240611;
constexpr int kCallsOfAForm = 120;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t end) { return engine_() % end; }
  bool oneIn(std::size_t n) { return below(n) == 0; }
  std::string pick(std::span<const char* const> choices) { return choices[below(choices.size())]; }

 private:
  std::mt19937 engine_;
};

constexpr const char* kDtypes[] = {
#define DTYPE(id, name) name,
#include "core/dialect/dtypes.def"
#undef DTYPE
};
constexpr const char* kShapes[] = {"()",     "(1,)",   "(2,)",      "(3,)",   "(0,)",   "(2, 3)",
                                   "(3, 2)", "(3, 3)", "(1, 3)",    "(2, 1)", "(2, 0)", "(2, 3, 2)",
                                   "(6,)",   "(5,)",   "(1, 1, 1)", "(7, 3)", "(3, 11)"};
constexpr const char* kNumbers[] = {"True",
                                    "False",
                                    "0",
                                    "1",
                                    "-1",
                                    "2",
                                    "3",
                                    "-2",
                                    "127",
                                    "128",
                                    "255",
                                    "256",
                                    "-129",
                                    "300",
                                    "2**31",
                                    "2**40",
                                    "2**63",
                                    "2**64",
                                    "2**70",
                                    "-2**63",
                                    "0.0",
                                    "-0.0",
                                    "0.5",
                                    "1.0",
                                    "-1.5",
                                    "2.0",
                                    "float('nan')",
                                    "float('inf')",
                                    "-float('inf')",
                                    "1e300",
                                    "1e-320"};
constexpr const char* kInts[] = {"0",  "0", "1",  "1", "-1",    "-1",   "2",
                                 "-2", "3", "-3", "4", "2**40", "2**70"};
constexpr const char* kSizes[] = {"0", "1", "2", "3", "6", "-1", "4"};
constexpr const char* kElements[] = {"0",
                                     "1",
                                     "2",
                                     "3",
                                     "-1",
                                     "-2",
                                     "5",
                                     "7",
                                     "-8",
                                     "100",
                                     "127",
                                     "-128",
                                     "0.5",
                                     "-0.0",
                                     "2.5",
                                     "-1.25",
                                     "65504.0",
                                     "float('nan')",
                                     "float('inf')",
                                     "-float('inf')"};
constexpr const char* kIndices[] = {"0",
                                    "1",
                                    "-1",
                                    "2",
                                    "5",
                                    "None",
                                    "...",
                                    "slice(None)",
                                    "slice(1, None)",
                                    "True",
                                    "[0]",
                                    "[0, 1]",
                                    "[True, False]",
                                    "slice(None, None, 2)",
                                    "slice(None, None, -1)",
                                    "slice(0, 0)",
                                    "0.5",
                                    "'a'",
                                    "slice(None, None, 0)",
                                    "2**70"};

// Floats become int64, then the dtype, so that any element is one of any dtype.
std::string tensorOf(Random& random, const std::string& dtype, const std::string& shape) {
  py::Ref<> size = testing::evaluate("zeros(" + shape + ").numel()");
  const bool isFloat = dtype.starts_with("float");
  std::string list = "[";
  for (long i = 0; i < PyLong_AsLong(size.get()); ++i) {
    list += (isFloat ? "float(" : "int(") +
            (isFloat ? random.pick(kElements) : kElements[random.below(12)]) + "), ";
  }
  return "tensor(" + list + "], dtype=" + (isFloat ? "float64" : "int64") + ").to(" + dtype +
         ").reshape(" + shape + ")";
}

// Half of a call's tensors have one shape, and half one dtype: random ones hardly ever fit.
struct Likely {
  std::string dtype, shape;
};

std::string anyTensor(Random& random, const Likely& likely) {
  return tensorOf(random, random.oneIn(2) ? likely.dtype : random.pick(kDtypes),
                  random.oneIn(2) ? likely.shape : random.pick(kShapes));
}

std::string listOf(Random& random, std::size_t most, const auto& make, bool mayBeTuple = true) {
  const bool isTuple = mayBeTuple && random.oneIn(2);
  std::string text = isTuple ? "(" : "[";
  for (std::size_t i = random.below(most + 1); i > 0; --i) text += make() + ", ";
  return text == "(" ? "()" : text + (isTuple ? ")" : "]");
}

std::string anyIndexPart(Random& random, const Likely& likely) {
  if (random.oneIn(2)) return random.pick(kIndices);
  static constexpr const char* kSelecting[] = {"bool", "bool",   "int64",
                                               "int8", "uint64", "float64"};
  return tensorOf(random, random.pick(kSelecting),
                  random.oneIn(2) ? likely.shape : random.pick(kShapes));
}

std::string anyIndex(Random& random, const Likely& likely) {
  if (random.oneIn(2)) return anyIndexPart(random, likely);
  return listOf(random, 3, [&] { return anyIndexPart(random, likely); });
}

std::string anyData(Random& random, const Likely& likely) {
  if (random.oneIn(3)) return random.pick(kNumbers);
  if (random.oneIn(5)) return anyTensor(random, likely);
  return listOf(random, 3, [&] {
    return random.oneIn(4)   ? anyTensor(random, likely)
           : random.oneIn(9) ? "None"
                             : random.pick(kNumbers);
  });
}

std::string anyArgument(Random& random, const Operation& operation, const Parameter& parameter,
                        Likely likely) {
  const auto ints = [&] { return random.pick(kInts); };
  const auto sizes = [&] { return random.pick(kSizes); };
  // A shape is a list of lengths, other lists of ints are of dimensions.
  const bool isSize = parameter.name == "size" || parameter.name == "shape";
  switch (parameter.kind) {
    case ParameterKind::kOperand:
      return random.oneIn(3) ? random.pick(kNumbers) : anyTensor(random, likely);
    case ParameterKind::kTensor:
      if (parameter.name == "mask") likely.dtype = "bool";
      return anyTensor(random, likely);
    case ParameterKind::kTensors: {
      const std::string shape = random.pick(kShapes);
      const bool isAlike = !random.oneIn(3);
      return listOf(random, 3, [&] {
        return tensorOf(random, random.pick(kDtypes), isAlike ? shape : random.pick(kShapes));
      });
    }
    case ParameterKind::kNumber:
      return random.pick(kNumbers);
    case ParameterKind::kInt:
      return operation.id == dialect::OperationId::kEye ? sizes() : ints();
    case ParameterKind::kInts:
      if (random.oneIn(4)) return isSize ? sizes() : ints();
      return listOf(random, 3, [&] { return isSize ? sizes() : ints(); });
    case ParameterKind::kDims:
      if (random.oneIn(4)) return "None";
      return random.oneIn(2) ? ints() : listOf(random, 2, ints);
    case ParameterKind::kFlag:
      return random.oneIn(2) ? "True" : "False";
    case ParameterKind::kDtype:
      return parameter.isOptional && random.oneIn(4) ? "None" : random.pick(kDtypes);
    case ParameterKind::kIndex:
      return anyIndex(random, likely);
    case ParameterKind::kData:
      return anyData(random, likely);
    case ParameterKind::kText:
      return "''";
  }
  return "";
}

// A call as Python writes it, on operands made before.
py::Result<py::Ref<>> eager(const Operation& operation, bool isInPlace,
                            const std::vector<py::Ref<>>& operands) {
  const bool writes = isInPlace || operation.id == dialect::OperationId::kSetItem;
  py::Ref<> first;
  if (writes) first = dialect::wrapCopy(dialect::arrayOf(operands[0]));
  std::vector<PyObject*> values;
  std::vector<const char*> names;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i]) continue;
    values.push_back(writes && i == 0 ? first.get() : operands[i].get());
    // What follows a spread value has to be named.
    const bool isSpread = i > 0 && operation.parameters[i - 1].isSpread;
    if (!names.empty() || values.size() <= i || isSpread)
      names.push_back(operation.parameters[i].name.c_str());
  }
  py::Ref<> keywords;
  if (!names.empty()) {
    keywords = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(names.size())));
    for (std::size_t i = 0; i < names.size(); ++i) {
      PyTuple_SET_ITEM(keywords.get(), static_cast<Py_ssize_t>(i), PyUnicode_FromString(names[i]));
    }
  }
  const bool isFunction = operation.forms.has(dialect::kFunction) && !isInPlace;
  const std::string name = std::string(isFunction ? "" : "Tensor.") + operation.name +
                           (isInPlace && operation.id != dialect::OperationId::kSetItem ? "_" : "");
  if (operation.forms.has(dialect::kAttribute)) {
    return py::take(PyObject_GetAttrString(values[0], operation.name));
  }
  py::Ref<> function = testing::evaluate(name);
  auto result = py::take(PyObject_Vectorcall(function.get(), values.data(),
                                             values.size() - names.size(), keywords.get()));
  if (result && writes) return std::move(first);
  return result;
}

struct Trial {
  const Operation& operation;
  bool isInPlace;
  std::vector<std::string> texts;
  std::map<std::string, int>& tally;

  std::string name() const {
    std::string name = std::string(operation.name) + (isInPlace ? "_" : "");
    for (const std::string& text : texts) name += " | " + text;
    return name;
  }
};

void compareRun(const Trial& trial, Graph graph, ValueId value, const Results& results,
                const Tensors& inputs, py::Result<py::Ref<>> expected) {
  std::vector<ValueId> outputs;
  for (std::uint32_t i = 0; i < results.parts.size(); ++i) outputs.push_back({value.node, i});
  graph.setOutputs(outputs);
  EXPECT_TRUE(verify(graph).empty()) << verify(graph)[0].text();
  std::vector<std::string> before;
  for (const py::Ref<>& input : inputs) before.push_back(testing::bits(input));
  py::Result<Tensors> made = testing::run(std::move(graph), inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(testing::bits(inputs[i]), before[i]) << "an input was written";
  }
  if (!expected) {
    EXPECT_TRUE(results.mayRaise);
    ASSERT_FALSE(made);
    EXPECT_EQ(testing::text(std::move(made).error()), testing::text(std::move(expected).error()));
    ++trial.tally["raised for its elements"];
    return;
  }
  ASSERT_TRUE(made) << testing::text(std::move(made).error());
  std::string all;
  for (std::size_t i = 0; i < made->size(); ++i) {
    EXPECT_EQ(text(results.parts[i]), text(metadataOf((*made)[i]).value()));
    all += testing::bits((*made)[i]) + (results.isTuple ? "," : "");
  }
  EXPECT_EQ(results.isTuple ? "(" + all + ")" : all, testing::bits(*expected));
}

void tryOne(const Trial& trial) {
  SCOPED_TRACE(trial.name());
  std::vector<py::Ref<>> operands;
  for (const std::string& text : trial.texts) {
    operands.push_back(text.empty() ? py::Ref<>() : testing::evaluate(text));
  }
  Graph graph;
  Tensors inputs;
  Call call = testing::callOf(graph, inputs, trial.operation.id, trial.isInPlace, operands);
  std::shared_ptr<const Inference> known = infer(graph, call);
  ASSERT_EQ(PyErr_Occurred(), nullptr);
  if (const NotModelled* reason = std::get_if<NotModelled>(known.get())) {
    ++trial.tally[std::string(text(*reason))];
    return;
  }
  py::Result<py::Ref<>> expected = eager(trial.operation, trial.isInPlace, operands);
  if (const Raises* raises = std::get_if<Raises>(known.get())) {
    ++trial.tally["raises"];
    ASSERT_FALSE(expected) << raises->text;
    const auto* type = reinterpret_cast<PyTypeObject*>(raises->type.get());
    EXPECT_EQ(std::string(type->tp_name) + ": " + raises->text,
              testing::text(std::move(expected).error()));
    return;
  }
  ++trial.tally["modelled"];
  if (const PythonValue* value = std::get_if<PythonValue>(known.get())) {
    ASSERT_TRUE(expected);
    EXPECT_EQ(Py_TYPE(value->value.get()), Py_TYPE(expected->get()));
    EXPECT_EQ(PyObject_RichCompareBool(value->value.get(), expected->get(), Py_EQ), 1);
    return;
  }
  const Results results = std::get<Results>(*known);
  const ValueId value = graph.addCall(std::move(call), results);
  compareRun(trial, std::move(graph), value, results, inputs, std::move(expected));
}

void tryForm(const Operation& operation, bool isInPlace) {
  Random random(kSeed + static_cast<unsigned>(operation.id) * 2 + (isInPlace ? 1 : 0));
  std::map<std::string, int> tally;
  for (int i = 0; i < kCallsOfAForm; ++i) {
    Trial trial{operation, isInPlace, {}, tally};
    const Likely likely{random.pick(kDtypes), random.pick(kShapes)};
    for (const Parameter& parameter : operation.parameters) {
      const bool isLeftOut = parameter.isOptional && random.oneIn(2);
      const bool isTarget =
          trial.texts.empty() && (isInPlace || !operation.forms.has(dialect::kFunction));
      trial.texts.push_back(isLeftOut  ? ""
                            : isTarget ? anyTensor(random, likely)
                                       : anyArgument(random, operation, parameter, likely));
    }
    tryOne(trial);
  }
  const bool isModelled = ruleOf(operation.id).result != Result::kElements;
  EXPECT_GE(tally["modelled"], isModelled ? kCallsOfAForm / 20 : 0)
      << operation.name << " is hardly tried";
  for (const auto& [what, count] : tally) {
    ::testing::Test::RecordProperty(std::string(operation.name) + (isInPlace ? "_ " : " ") + what,
                                    count);
  }
}

TEST(EveryRow, IsInferredAndRunAsEager) {
  for (const Operation& operation : dialect::operations()) {
    const bool writesOnly = operation.id == dialect::OperationId::kSetItem;
    if (!writesOnly &&
        operation.forms.has(dialect::kFunction | dialect::kMethod | dialect::kAttribute)) {
      tryForm(operation, false);
    }
    if (writesOnly || operation.forms.has(dialect::kInPlace)) tryForm(operation, true);
  }
}

}  // namespace
}  // namespace suture::graph
