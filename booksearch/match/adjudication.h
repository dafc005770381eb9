// Adjudication ends games early: they are drawn or given up by the values that both engines tell. Fields and
// meanings are those of other match programs, which tools/commands/match.md names:
//
//   draw     movenumber=40 movecount=8 score=10   from that move on, when the last so many moves of both sides were worth
//                                                 at most so many centipawns to either, none of them a capture or a pawn's
//   resign   movecount=3 score=600 twosided=true  when the last so many moves of a side were worth a loss of that much to
//                                                 it; twosided: and a win of as much to the other
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "booksearch/match/match_player.h"
#include "codec/result.h"
#include "core/game/game_position.h"

namespace tabiya::booksearch {

struct DrawRule {
  int move_number = 0, move_count = 1, score = 0;
};
struct ResignRule {
  int move_count = 1, score = 0;
  bool is_two_sided = false;
};

struct AdjudicationRules {
  std::optional<DrawRule> draw{};
  std::optional<ResignRule> resign{};
  int moves = 0;  // of both sides, after the opening, after which the game is drawn; 0: no limit

  bool any() const { return draw || resign || moves != 0; }
};

// Reads rules such as "movenumber=40 movecount=8 score=10", with the fields in any order, and blanks or
// commas between them. Errors: kInvalid for a word that is no field.
Result<DrawRule> parse_draw_rule(std::string_view text);
Result<ResignRule> parse_resign_rule(std::string_view text);

// Watches one game.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}

  // Notes a move of `side` that led to `position`.
  void note(std::size_t side, const Thought& thought, const GamePosition& position);

  enum class Verdict : std::uint8_t {
    kOpen,
    kDraw,
    kMoveLimit,
    kLost
  };  // kLost: by the side that moved last
  Verdict verdict() const;

 private:
  const AdjudicationRules& rules_;
  int plies_ = 0;
  std::int64_t move_number_ = 0;     // of the last move
  int level_plies_ = 0;              // so many of the last ones were worth little to either side
  int decided_plies_ = 0;            // … were worth much to one of them
  std::array<int, 2> lost_moves_{};  // by side: so many of its last ones were lost
  bool is_lost_ = false;             // the last one
};

}  // namespace tabiya::booksearch
