#include "core/frame/stops.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "core/frame/code_info.h"
#include "core/py/check.h"

namespace suture::frame {

using bytecode::CodeOffset;

namespace {

// Every copy alive, so that all can be disarmed at once. Guarded by the interpreter's lock.
std::vector<StopCopy*>& allCopies() {
  static std::vector<StopCopy*> copies;
  return copies;
}

}  // namespace

int StopCopy::disarmedInUse_ = 0;

StopCopy::StopCopy(py::Ref<PyCodeObject> copy, py::Borrowed<PyCodeObject> original,
                   const bytecode::CodeAnalysis& analysis, std::vector<std::uint16_t> words,
                   std::uint64_t key, std::span<const CodeOffset> stops)
    : copy_(std::move(copy)),
      original_(original),
      analysis_(analysis),
      words_(std::move(words)),
      roles_(words_.size(), 0),
      told_(words_.size(), 0),
      armedTable_(py::Ref<>::share(copy_->co_exceptiontable)),
      key_(key),
      owner_(std::this_thread::get_id()) {
  const std::vector<CodeOffset> possible = possibleStops(original, analysis);
  for (CodeOffset stop : possible) roles_[static_cast<std::size_t>(stop.value())] = kPossible;
  if (!possible.empty()) firstPossible_ = possible.front();
  stops_.reserve(std::min(stops.size(), possible.size()));
  for (CodeOffset stop : stops) {
    if (role(stop) & kPossible) {
      roles_[static_cast<std::size_t>(stop.value())] |= kStop;
      stops_.push_back(stop);
    }
  }
  stopsEverywhere_ = stops_.size() == possible.size();
  for (std::size_t unit = 0; unit < words_.size(); ++unit) {
    std::uint16_t disarmed =
        suture_disarmed_word(copy_.get(), static_cast<int>(unit), words_[unit]);
    if (disarmed != words_[unit]) exits_.push_back({unit, disarmed});
  }
  arm();
  allCopies().push_back(this);
}

StopCopy::~StopCopy() {
  disarm();
  suture_forget_floor(copy_.get(), original_.get());
  std::erase(allCopies(), this);
}

int StopCopy::alive() { return static_cast<int>(allCopies().size()); }

void StopCopy::disarmAll() {
  if (!CodeInfo::isHere()) return;
  for (StopCopy* copy : allCopies()) copy->disarm();
}

void StopCopy::overwrite(CodeOffset offset) {
  auto index = static_cast<std::size_t>(offset.value());
  if (roles_[index] & kOverwritten) return;
  std::uint16_t& unit = suture_code_units(copy_.get())[index];
  words_[index] = unit;  // it may have been specialised meanwhile: keep that
  unit = suture_stop_word();
  roles_[index] |= kOverwritten;
}

void StopCopy::uncover(CodeOffset offset) {
  auto index = static_cast<std::size_t>(offset.value());
  if (!(roles_[index] & kOverwritten)) return;
  suture_code_units(copy_.get())[index] = words_[index];
  roles_[index] &= static_cast<std::uint8_t>(~kOverwritten);
}

void StopCopy::uncoverExtras() {
  for (CodeOffset extra : extras_) uncover(extra);
  extras_.clear();
}

std::span<const CodeOffset> StopCopy::followersNotStops(CodeOffset offset) {
  auto [entry, isNew] = followersNotStops_.try_emplace(offset.value());
  if (isNew) {
    auto begin = static_cast<std::uint32_t>(followerPool_.size());
    std::ranges::copy_if(followers(offset), std::back_inserter(followerPool_),
                         [this](CodeOffset follower) { return !isStop(follower); });
    entry->second = {begin, static_cast<std::uint32_t>(followerPool_.size()) - begin};
  }
  return std::span(followerPool_).subspan(entry->second.begin, entry->second.size);
}

void StopCopy::arm() {
  // What was fused while there were no stops would run over one.
  for (const bytecode::Instruction& instruction : analysis_.instructions()) {
    std::uint16_t& word = words_[static_cast<std::size_t>(instruction.opcodeOffset.value())];
    word = suture_word_without_fusion(word);
  }
  std::memcpy(suture_code_units(copy_.get()), words_.data(), words_.size() * sizeof(words_[0]));
  for (CodeOffset stop : stops_) overwrite(stop);
  suture_set_floor_is_local(copy_.get(), original_.get(), 0);
  setTable(armedTable_);
  armed_ = true;
}

void StopCopy::disarm() {
  if (!armed_) return;
  uncoverExtras();
  for (CodeOffset stop : stops_) uncover(stop);
  // Arming puts these words back: specialised forms only together with their caches.
  std::memcpy(words_.data(), suture_code_units(copy_.get()), words_.size() * sizeof(words_[0]));
  for (const Exit& exit : exits_) suture_code_units(copy_.get())[exit.unit] = exit.disarmed;
  suture_set_floor_is_local(copy_.get(), original_.get(), 1);
  // Tools would see the exception handled by the landing.
  if (suture_landing_units() > 0) setTable(original_->co_exceptiontable);
  setShielded(false);
  live_.reset();
  armed_ = false;
  if (users_ == 0) return;
  ++disarmedInUse_;
  // It runs in the original's place now: what tools once did to that code, they did to this one.
  suture_share_instrumentation(original_.get(), copy_.get());
}

void StopCopy::setTable(py::Borrowed<> table) {
  Py_SETREF(copy_->co_exceptiontable, py::Ref<>::share(table).release());
}

void StopCopy::setShielded(bool shielded) {
  if (shielded) {
    suture_shield_from_tools(copy_.get());
  } else {
    suture_unshield_from_tools(copy_.get(), original_.get());
  }
}

void StopCopy::rest() {
  if (!armed_) return;
  if (!extras_.empty()) uncoverExtras();
  if (live_) {
    if (isStop(*live_)) overwrite(*live_);
    live_.reset();
  }
}

void StopCopy::goLive(CodeOffset offset) noexcept {
  if (!armed_) return;
  rest();
  uncover(offset);
  std::uint16_t& unit = suture_code_units(copy_.get())[offset.value()];
  unit = suture_word_without_fusion(unit);
  live_ = offset;
  if (stopsEverywhere_) return;
  for (CodeOffset follower : followersNotStops(offset)) {
    // An instruction that is its own follower (a one-instruction loop) has to stay live.
    if (follower == offset) continue;
    overwrite(follower);
    extras_.push_back(follower);
  }
}

void StopCopy::restWithFirstStop() noexcept {
  SUTURE_CHECK(firstPossible_.has_value(), "a frame that can be stopped");
  if (!armed_) return;
  rest();
  CodeOffset first = *firstPossible_;
  if (isStop(first)) return;
  overwrite(first);
  extras_.push_back(first);
}

StopCopy::Live StopCopy::enter() noexcept {
  if (!armed_ && users_ == 0) arm();
  setShielded(armed_);
  ++users_;
  Live interrupted = live_;
  rest();
  return interrupted;
}

void StopCopy::leave(Live interrupted) noexcept {
  SUTURE_CHECK(users_ > 0, "an activation leaves a copy that it entered");
  if (isDisarmedInUse() && users_ == 1) --disarmedInUse_;
  --users_;
  if (interrupted) {
    goLive(*interrupted);
  } else {
    rest();
  }
  // By powers of two, so that it costs little beside what the activations did.
  if (std::has_single_bit(++ended_)) shareSpecialised();
}

void StopCopy::shareSpecialised() noexcept {
  if (!armed_) return;
  const std::uint16_t* units = suture_code_units(copy_.get());
  for (std::size_t unit = 0; unit < words_.size(); ++unit) {
    if ((roles_[unit] & kOverwritten) == 0) words_[unit] = units[unit];
  }
  suture_share_specialised(original_.get(), copy_.get(), words_.data(), told_.data());
}

std::vector<CodeOffset> StopCopy::followers(CodeOffset offset) const {
  std::vector<CodeOffset> found;
  std::vector<CodeOffset> seen;
  const bytecode::Successors direct = analysis_.successors(offset);
  std::vector<CodeOffset> pending(direct.begin(), direct.end());
  while (!pending.empty()) {
    CodeOffset next = pending.back();
    pending.pop_back();
    if (std::ranges::find(seen, next) != seen.end()) continue;
    seen.push_back(next);
    if (role(next) & kPossible) {
      found.push_back(next);
      continue;
    }
    for (CodeOffset successor : analysis_.successors(next)) pending.push_back(successor);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<CodeOffset> possibleStops(py::Borrowed<PyCodeObject> code,
                                      const bytecode::CodeAnalysis& analysis) {
  std::vector<CodeOffset> possible(analysis.legalStops().begin(), analysis.legalStops().end());
  if (suture_stops_need_a_value(code.get())) {
    std::erase_if(possible, [&](CodeOffset stop) {
      return analysis.depthAt(stop) == bytecode::StackDepth(0);
    });
  }
  return possible;
}

}  // namespace suture::frame
