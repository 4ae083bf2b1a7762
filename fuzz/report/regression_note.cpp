#include "fuzz/report/regression_note.h"

namespace suture::report {
namespace {

constexpr std::string_view kFixed = "Status: fixed";
constexpr std::string_view kOpen = "Status: open";
constexpr std::string_view kSignature = "Signature: ";
constexpr std::string_view kRun = "Run: ";

std::string_view takeLine(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  return line;
}

// The rest of the next line, if it begins like that.
std::string taken(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return {};
  return std::string(takeLine(text).substr(beginning.size()));
}

}  // namespace

std::optional<RegressionNote> RegressionNote::parse(std::string_view text) {
  const std::string_view status = takeLine(text);
  if (status != kFixed && status != kOpen) return std::nullopt;
  RegressionNote note = {.isOpen = status == kOpen};
  note.signature = taken(text, kSignature);
  note.run = taken(text, kRun);
  if (!takeLine(text).empty() || text.empty()) return std::nullopt;
  note.cause = text;
  return note;
}

std::string RegressionNote::text() const {
  std::string text(isOpen ? kOpen : kFixed);
  text += '\n';
  if (!signature.empty()) text += std::string(kSignature) + signature + '\n';
  if (!run.empty()) text += std::string(kRun) + run + '\n';
  return text + '\n' + cause;
}

}  // namespace suture::report
