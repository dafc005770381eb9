// LineProtocol: how programs play a game with each other. line_player.h tells what the protocols have in
// common.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/book/book_follower.h"
#include "core/eval/evaluation_choice.h"
#include "core/game/game_position.h"
#include "core/game/line_session.h"
#include "core/game/setup_phase.h"
#include "core/search/parameters.h"
#include "core/search/player_options.h"

namespace tabiya {

// A player under a line protocol.
struct PlayerRequest {
  EvaluationChoice evaluation{};
  SearcherOptions search{};
  PlayerOptions player{};
  SetupSource setups{};
  FollowedBook book{};  // moves after the setups, chosen as these are; outlives the player
};

class LineProtocol {
 public:
  virtual ~LineProtocol() = default;

  virtual RefereeClock clock() const = 0;

  // Errors: kUnsupported if the network does not fit the game.
  virtual Result<std::unique_ptr<LineSession>> make_player(const PlayerRequest& request) const = 0;

  // The moves and setups, in wire notation, that an answer stands for. Errors: kInvalid for what is no legal
  // answer in this position.
  virtual Result<std::vector<std::string>> words_of(const GamePosition& position,
                                                    std::string_view answer) const = 0;

  // The word for Ending::kWin in records of games.
  virtual std::string_view win() const { return "win"; }
};

}  // namespace tabiya
