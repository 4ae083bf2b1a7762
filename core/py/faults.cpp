#include "core/py/faults.h"

namespace suture::py {

#ifdef SUTURE_FAULTS
namespace {

std::optional<Fault> chosen;

constexpr FaultRow kRows[] = {
#define FAULT(id, text) {Fault::k##id, #id, text},
#include "core/py/faults.def"
#undef FAULT
};

}  // namespace

std::span<const FaultRow> faults() { return kRows; }
bool faultActive(Fault fault) { return chosen == fault; }
void chooseFault(std::optional<Fault> fault) { chosen = fault; }
#else
std::span<const FaultRow> faults() { return {}; }
#endif

}  // namespace suture::py
