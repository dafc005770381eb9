// The setups of a game from a file, and the positions after them.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "codec/result.h"
#include "core/games/variants/position.h"
#include "core/games/variants/side_setups.h"

namespace tabiya::variants {

// The setups of both sides. Tables hold them, so that positions know them.
class GameSetups {
 public:
  static Result<std::shared_ptr<const GameSetups>> make(const Tables& tables);

  const SideSetups& of(int side) const { return *spaces_[alike_ ? 0 : at(side)]; }

  // `position` is in the setup phase; it leaves that when the second side has placed.
  void place(Position& position, SetupId id) const;
  // The setup that a side has placed in a position; nothing if that is no setup.
  std::optional<SetupId> placed(const Position& position, int side) const;

  // Says why no setups can be placed in this position, the one before them; ok if they can. Takes the pieces
  // that are to be placed out of the hands, where startFen of other programs has them.
  Status prepare(Position& start) const;

  // The square of the board that a side sees as this one.
  Square square_of(int side, Square seen) const;

 private:
  Status keep_apart() const;  // the squares of both sides
  void grant_castling(Position& position, int side) const;

  const Tables* tables_ = nullptr;
  std::array<std::unique_ptr<const SideSetups>, 2> spaces_;
  bool alike_ = false;
};

// A game's setups as a value (SetupsOf in core/setup/setup_rules.h).
struct PlacedSetups {
  Position start;  // in the setup phase

  const GameSetups& game() const { return *start.tables().setups; }
  const SetupSpace& reds() const { return game().of(0); }
  const SetupSpace& blues() const { return game().of(1); }
  Position position_after(SetupId red, SetupId blue) const {
    Position position = start;
    game().place(position, red);
    game().place(position, blue);
    return position;
  }
};

}  // namespace tabiya::variants
