// Learning (core/learn/learning.h) of a game whose positions have a notation: records to positions, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "codec/bits.h"
#include "core/game/module_of.h"
#include "core/learn/learning_of.h"

namespace tabiya {

template <TrainableGame L, GameText T>
class LearningWithText final : public LearningOf<L> {
 public:
  using typename LearningOf<L>::Coder;
  using typename LearningOf<L>::Position;

  explicit LearningWithText(const L& game = {}) : LearningOf<L>(game) {}

  Result<PositionHandle> position(std::span<const std::byte> record) const override {
    const Result<Position> position = position_of<Coder>(record, this->coder());
    if (!position) return position.error();
    return handle_of<T>(*position);
  }

  // Coders take only what they give; what has another text then is more than they can hold.
  Result<std::vector<std::byte>> record(const GamePosition& handle, Score label, int result,
                                        std::optional<int> told_ply) const override {
    if (handle.in_setup_phase()) return invalid("the setups are not placed yet");
    if (handle.outcome() != Outcome::kOpen) return invalid("the game is over");
    const Position& position = PositionOf<T>::of(handle);
    const int ply = told_ply.value_or(this->game().ply(position));
    if (ply < 0 || ply > std::numeric_limits<std::uint16_t>::max()) return invalid("the game is too long");
    codec::BitWriter writer;
    Coder::put(position, writer);
    put_lesson({label, result, ply}, writer);
    std::vector<std::byte> record = writer.take_bytes();
    const Result<Position> again = position_of<Coder>(record, this->coder());
    if (!again) return invalid("training data cannot hold the position: " + again.error().message);
    if (T::format(*again) != T::format(position))
      return invalid("training data cannot hold the position, but only " + T::format(*again));
    if (const Status sees = check_seen<typename L::Features>(*again); !sees)
      return invalid(sees.error().message);
    return record;
  }
};

}  // namespace tabiya
