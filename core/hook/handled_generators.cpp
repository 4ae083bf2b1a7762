#include "core/hook/handled_generators.h"

#include <unordered_map>
#include <utility>

namespace suture::hook {
namespace {

std::unordered_map<const void*, BreakPolicy::Shared>& handled() {
  static std::unordered_map<const void*, BreakPolicy::Shared> map;
  return map;
}

}  // namespace

void registerGenerator(PyObject* generator, BreakPolicy::Shared policy) {
  if (policy == nullptr) {
    handled().erase(generator);
  } else {
    handled().insert_or_assign(generator, std::move(policy));
  }
}

BreakPolicy::Shared policyOf(const PyGenObject* generator) {
  auto entry = handled().find(generator);
  return entry == handled().end() ? nullptr : entry->second;
}

void forgetGenerator(const PyGenObject* generator) { handled().erase(generator); }
void forgetAllGenerators() { handled().clear(); }
bool anyGeneratorHandled() { return !handled().empty(); }

}  // namespace suture::hook
