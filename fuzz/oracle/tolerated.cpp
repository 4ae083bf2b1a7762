#include "fuzz/oracle/tolerated.h"

namespace suture::oracle {
namespace {

const std::vector<ToleratedRow> kRows = {
#define SUTURE_TOLERATED(versions, pattern, reason, place) {versions, pattern, reason, place},
#include "fuzz/oracle/tolerated.def"
};

bool names(std::string_view versions, std::string_view version) {
  return (" " + std::string(versions) + " ").find(" " + std::string(version) + " ") !=
         std::string::npos;
}

}  // namespace

std::span<const UntoldRow> untoldRows() {
  static constexpr UntoldRow kUntold[] = {
#define SUTURE_UNTOLD(dialect, field, reason, place) {#dialect, #field, reason, place},
#include "fuzz/oracle/tolerated.def"
  };
  return kUntold;
}

std::span<const ToleratedRow> toleratedRows() { return kRows; }

bool matches(std::string_view pattern, std::string_view text) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star)) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (size_t from = star; from <= text.size(); ++from) {
    if (matches(rest, text.substr(from))) return true;
  }
  return false;
}

Tolerated::Tolerated(std::span<const ToleratedRow> rows, std::string_view version) {
  for (const ToleratedRow& row : rows) {
    if (names(row.versions, version)) uses_.push_back({.row = &row});
  }
}

const ToleratedRow* Tolerated::find(std::string_view caseName, const Difference& difference) const {
  if (difference.field == Field::kEnding) return nullptr;
  for (const Use& use : uses_) {
    if (matches(use.row->pattern, caseName)) return use.row;
  }
  return nullptr;
}

void Tolerated::note(std::string_view caseName, bool forgivable) {
  for (Use& use : uses_) {
    if (!matches(use.row->pattern, caseName)) continue;
    use.tried = true;
    use.forgave |= forgivable;
  }
}

std::vector<std::string_view> Tolerated::rotten() const {
  std::vector<std::string_view> patterns;
  for (const Use& use : uses_) {
    if (use.tried && !use.forgave) patterns.push_back(use.row->pattern);
  }
  return patterns;
}

}  // namespace suture::oracle
