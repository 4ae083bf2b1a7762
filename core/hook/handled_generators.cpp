#include "core/hook/handled_generators.h"

#include <unordered_map>
#include <utility>

#include "core/py/native_call.h"

namespace suture::hook {
namespace {

std::unordered_map<const void*, Handling>& handled() {
  static std::unordered_map<const void*, Handling> map;
  return map;
}

}  // namespace

void registerGenerator(py::Borrowed<> generator, Handling handling) {
  if (handling.policy == nullptr) {
    handled().erase(generator.get());
  } else {
    handled().insert_or_assign(generator.get(), std::move(handling));
  }
}

const Handling* handlingOf(const PyGenObject* generator) {
  auto entry = handled().find(generator);
  return entry == handled().end() ? nullptr : &entry->second;
}

SUTURE_APART void forgetGenerator(const PyGenObject* generator) { handled().erase(generator); }
void forgetAllGenerators() { handled().clear(); }
bool anyGeneratorHandled() { return !handled().empty(); }

}  // namespace suture::hook
