// What a game with a person needs of a game besides its module: its rules in words, what people type, and who
// chooses setups. The session itself knows no game.
#pragma once

#include <string>

#include "codec/result.h"
#include "core/games/game_module.h"
#include "core/search/limits.h"

namespace tabiya::tools {

// What a person has typed, understood.
struct TypedMove {
  MoveText move;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

class HumanGame {
 public:
  virtual ~HumanGame() = default;

  // For people, in whole lines: how pieces move and who wins; what may be typed now.
  virtual std::string rules() const = 0;
  virtual std::string how_to_type(const GamePosition& position) const = 0;

  // The legal move or setup that a text means. The error explains why there is none.
  virtual Result<TypedMove> read(const GamePosition& position, const std::string& typed) const = 0;

  // A setup for the side to move: the one that the computer would place, or any.
  virtual MoveText choose_setup(const GamePosition& position, const Limits& limits) = 0;
  virtual MoveText random_setup(const GamePosition& position) = 0;
};

}  // namespace tabiya::tools
