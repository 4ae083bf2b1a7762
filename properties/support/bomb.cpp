#include "properties/support/bomb.h"

#include "core/py/check.h"
#include "fuzz/fuzzers/support/runs.h"

namespace suture::properties {
namespace {

int counted = 0;
int fuse = 0;

// One operation: true if it is to fail, with the error set.
bool ticks() {
  if (++counted != fuse) return false;
  const auto error = boom(counted);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.get())), error.get());
  return true;
}

PyObject* unary(PyObject* self) { return ticks() ? nullptr : Py_NewRef(self); }
PyObject* itselfOr(PyObject* bomb) { return ticks() ? nullptr : Py_NewRef(bomb); }

PyTypeObject* bombType = nullptr;

PyObject* binary(PyObject* left, PyObject* right) {
  return itselfOr(Py_TYPE(left) == bombType ? left : right);
}
PyObject* subscript(PyObject* self, PyObject*) { return itselfOr(self); }
PyObject* call(PyObject* self, PyObject*, PyObject*) { return itselfOr(self); }
PyObject* compare(PyObject*, PyObject*, int) { return ticks() ? nullptr : Py_NewRef(Py_True); }
int truth(PyObject*) { return ticks() ? -1 : 1; }
int contains(PyObject*, PyObject*) { return ticks() ? -1 : 1; }
int assign(PyObject*, PyObject*, PyObject*) { return ticks() ? -1 : 0; }

bool isProtocol(PyObject* name) { return PyUnicode_READ_CHAR(name, 0) == '_'; }

PyObject* attribute(PyObject* self, PyObject* name) {
  if (isProtocol(name)) return PyObject_GenericGetAttr(self, name);
  return itselfOr(self);
}

PyObject* format(PyObject*, PyObject*) { return ticks() ? nullptr : PyUnicode_FromString("bomb"); }
PyObject* leave(PyObject*, PyObject*) { return ticks() ? nullptr : Py_NewRef(Py_False); }
PyObject* enter(PyObject* self, PyObject*) { return itselfOr(self); }

constexpr int kItems = 2;
struct Iterator {
  PyObject_HEAD int given;
};
PyTypeObject* iteratorType = nullptr;
PyObject* theBomb = nullptr;

PyObject* iterate(PyObject*) {
  if (ticks()) return nullptr;
  auto* made = PyObject_New(Iterator, iteratorType);
  SUTURE_CHECK(made != nullptr, "memory for an iterator");
  made->given = 0;
  return reinterpret_cast<PyObject*>(made);
}

PyObject* next(PyObject* self) {
  auto* iterator = reinterpret_cast<Iterator*>(self);
  if (ticks() || iterator->given == kItems) return nullptr;
  ++iterator->given;
  return Py_NewRef(theBomb);
}

PyMethodDef methods[] = {{"__format__", &format, METH_O, nullptr},
                         {"__enter__", &enter, METH_NOARGS, nullptr},
                         {"__exit__", &leave, METH_VARARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

template <class Function>
void* slot(Function* function) {
  return reinterpret_cast<void*>(function);
}

PyTypeObject* makeType(const char* name, int size, PyType_Slot* slots) {
  PyType_Spec spec = {name, size, 0, Py_TPFLAGS_DEFAULT, slots};
  PyObject* type = PyType_FromSpec(&spec);
  SUTURE_CHECK(type != nullptr, "the bomb's types are made");
  return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace

void installBomb() {
  if (theBomb != nullptr) return;
  PyType_Slot slots[] = {{Py_nb_subtract, slot(&binary)},
                         {Py_nb_inplace_subtract, slot(&binary)},
                         {Py_nb_negative, slot(&unary)},
                         {Py_nb_bool, slot(&truth)},
                         {Py_mp_subscript, slot(&subscript)},
                         {Py_mp_ass_subscript, slot(&assign)},
                         {Py_sq_contains, slot(&contains)},
                         {Py_tp_call, slot(&call)},
                         {Py_tp_richcompare, slot(&compare)},
                         {Py_tp_getattro, slot(&attribute)},
                         {Py_tp_setattro, slot(&assign)},
                         {Py_tp_iter, slot(&iterate)},
                         {Py_tp_methods, methods},
                         {0, nullptr}};
  bombType = makeType("world.Bomb", static_cast<int>(sizeof(PyObject)), slots);
  PyType_Slot iteratorSlots[] = {
      {Py_tp_iter, slot(&PyObject_SelfIter)}, {Py_tp_iternext, slot(&next)}, {0, nullptr}};
  iteratorType = makeType("world.BombIterator", static_cast<int>(sizeof(Iterator)), iteratorSlots);
  theBomb = PyObject_New(PyObject, bombType);
  SUTURE_CHECK(theBomb != nullptr, "memory for the bomb");
  PyDict_SetItemString(fuzzers::world().get(), "bomb", theBomb);
}

void armBomb(int number) {
  counted = 0;
  fuse = number;
}
int operations() { return counted; }

py::Ref<> boom(int number) {
  return py::Ref<>::steal(PyObject_CallFunction(PyExc_ValueError, "si", "boom", number));
}

}  // namespace suture::properties
