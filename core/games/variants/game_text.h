// Writes and shows positions and moves of a game from a file: GameText in core/game/module_of.h. Moves are
// written as in UCI, as other programs for variants do ("e2e4", "e7e8q", "P@e4", "e5e6+"); for people, with the
// man's letter in front ("Ng1f3", "Ng1xf3").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/board/move_text.h"
#include "core/game/module_of.h"
#include "core/games/variants/fen.h"
#include "core/games/variants/position.h"
#include "core/games/variants/rules.h"

namespace tabiya::variants {

// The text of a legal move.
MoveText move_text(const Position& position, Move move);
// A legal move in either notation. Errors: kInvalid.
Result<Move> parse_move(const Position& position, std::string_view text);

inline constexpr std::array<std::string_view, 2> kSides{"White", "Black"};

struct Text {
  using Rules = variants::Rules;

  static RepetitionRule repetition_rule(const Position& position);
  static bool in_setup_phase(const Position& position) { return position.in_setup_phase(); }
  static std::string format(const Position& position) { return format_fen(position); }
  // Reads a position of the game that begins with `start`.
  static Result<Position> parse(const Position& start, std::string_view text) {
    return parse_fen(start.tables(), text);
  }
  static MoveText move_text(const Position& position, Move move) {
    return variants::move_text(position, move);
  }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    return variants::parse_move(position, text);
  }
  // A setup by its name, in the case of its side's letters or in capitals.
  static Result<Position> place(const Position& position, std::string_view text);
  static BoardPicture picture(const Position& position, Move last);
  static std::optional<std::string> result(const Position& position);
  static std::uint64_t perft(const Position& position, int depth);
  static std::optional<Error> fault_to_evaluate(const Position& position);
};
static_assert(GameText<Text>);

}  // namespace tabiya::variants
