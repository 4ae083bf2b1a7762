// Who is who in a log: objects that the program met before have the number they had then, and their
// deaths are noted.
//
//   identities.numberOf(tensor)        // 0, and 0 again until it dies; the next one gets 1
//
// What holds: an object is never kept alive, so a number ends with its object and is not given
// again. Watched are tensors, modes and instances of classes: what can be weakly referenced and is
// made by programs. A death is told in the moment of the weak reference's callback.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "core/py/ref.h"

namespace suture::lab {

class Identities {
 public:
  using Died = std::function<void(std::int64_t number)>;

  /// One a process: the callbacks have to find it.
  static Identities& get();

  /// Forgets all objects without a word about deaths to come.
  void clear();
  void onDeath(Died died) { died_ = std::move(died); }

  static bool isWatched(py::Borrowed<> object);
  /// nullopt with an error set when memory is short. Quiet while the collector is off.
  std::optional<std::int64_t> numberOf(py::Borrowed<> object);

  /// For the callback of the weak reference.
  void ended(PyObject* reference);

 private:
  struct Watch {
    PyObject* object;  // only as a key
    std::int64_t number;
  };
  py::Ref<> callback_;
  std::unordered_map<PyObject*, py::Ref<>> referenceOf_;
  std::unordered_map<PyObject*, Watch> watchOf_;  // by weak reference
  std::int64_t next_ = 0;
  Died died_;
};

}  // namespace suture::lab
