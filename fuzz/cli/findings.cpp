#include "fuzz/cli/findings.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>

#include "fuzz/campaign/reduce_finding.h"
#include "fuzz/report/file.h"

namespace suture::cli {
std::string fileName(const std::string& signature) {
  std::string name;
  for (const char c : signature) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) != 0) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

std::optional<std::string> keepPrograms(const RunOptions& options,
                                        const campaign::WorkerOrders& orders,
                                        report::Totals& totals) {
  const std::filesystem::path folder = options.findings;
  const std::vector<report::Finding> findings = totals.findings();  // they change meanwhile
  std::size_t number = 0;
  for (const report::Finding& finding : findings) {
    ++number;
    const report::CaseRecord& record = finding.record;
    if (record.source.empty() || finding.isKnown) continue;
    std::string small = record.reduced;
    std::string partShows;
    if (small.empty() && options.reduceSeconds > 0 && !record.isSequence) {
      fmt::print(stderr, "suture: makes finding {} of {} small\n", number, findings.size());
      const auto made = campaign::reduceFinding(
          orders, record,
          std::chrono::milliseconds(static_cast<int>(options.reduceSeconds * 1000)));
      if (!made) {
        fmt::print(stderr, "suture: finding {} could not be made small: it is kept as it is\n",
                   number);
      }
      small = made ? made->text : "";
      partShows = made ? made->partShows : "";
    }
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::filesystem::path path = folder / (fileName(finding.signature) + ".py");
    const std::filesystem::path original = folder / (fileName(finding.signature) + ".generated.py");
    if (!small.empty()) {
      if (auto problem = report::writeWhole(original.string(), record.source)) return problem;
    }
    if (auto problem = report::writeWhole(path.string(), small.empty() ? record.source : small)) {
      return problem;
    }
    // The file alone does not show it; the line that generates those before it too does.
    if (record.isSequence) continue;
    totals.setStored(finding.signature, path.string(), std::move(small));
    totals.setPart(finding.signature, partShows);
  }
  return std::nullopt;
}

}  // namespace suture::cli
