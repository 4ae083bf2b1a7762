#include "fuzz/il/mode_model.h"

#include <algorithm>

#include "fuzz/il/mode_walk.h"

namespace suture::il {
namespace {

// Frames that add nothing whatever their line: scopes inside an expression, which change no modes, and
// functions of lab that call operations.
bool addsNothing(std::string_view function) {
  return function.starts_with('<') || function == "mutate";
}

}  // namespace

ModeModel ModeModel::of(const Program& program) {
  ModeModel model;
  ModeWalk(program.instructions(), model).go();
  return model;
}

const ModeModel::Site* ModeModel::siteOf(const Frame& frame) const {
  if (frame.line >= sites_.size()) return nullptr;
  const Site& site = sites_[frame.line];
  return site.function == frame.function && site.isKnown ? &site : nullptr;
}

std::optional<std::vector<ModeModel::Mode>> ModeModel::at(std::span<const Frame> frames) const {
  if (!why_.empty()) return std::nullopt;
  std::vector<Mode> modes;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (addsNothing(frames[i].function)) continue;
    const Site* site = siteOf(frames[i]);
    if (site == nullptr || site->taken > modes.size()) return std::nullopt;
    modes.resize(modes.size() - site->taken);
    modes.insert(modes.end(), site->modes.begin(), site->modes.end());
    if (site->items == 0) continue;
    // A with-statement's own line: its managers are made and entered there, and left.
    if (site->items > 1 || i + 1 == frames.size()) return std::nullopt;
    if (frames[i + 1].function == "__exit__") {
      if (!site->entry) return std::nullopt;
      modes.push_back(*site->entry);
    }
  }
  return modes;
}

std::optional<std::vector<ModeModel::Mode>> ModeModel::behindCall(std::size_t index,
                                                                  bool hasRaised) const {
  if (!areCallsInOrder_ || index >= calls_.size() || (hasRaised && mayLeaveModes_)) return {};
  const Frame run{"run", calls_[index]};
  return at({&run, 1});
}

std::optional<std::vector<ModeModel::Mode>> ModeModel::atEnd(bool hasRaised) const {
  if (hasRaised && mayLeaveModes_) return std::nullopt;
  return at({});
}

}  // namespace suture::il
