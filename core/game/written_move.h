// Moves and lines of moves as people and other programs write them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/game/game_module.h"
#include "core/game/setup_phase.h"

namespace tabiya {

// Returns the position of a text: "startpos" is the position that people call the starting position
// (GameModule::usual_start()). Errors: those of GameModule::parse_position().
Result<PositionHandle> read_position(const GameModule& game, std::string_view text);

// Returns the same position as books of moves know it; an empty text is "startpos". Errors: those of BookWalk::go_to(), and
// kUnsupported in a game without such books.
Result<std::unique_ptr<BookWalk>> read_book_walk(const GameModule& game, std::string_view text);

// A line of a list of positions: the position, and the operations of EPD behind it, such as `ce 12; id "x";`. They begin with a word
// that EPD gives a meaning. Views of the line.
struct ListedPosition {
  std::string_view position, operations;
};
ListedPosition split_listed_position(std::string_view line);

// The operations without their semicolons: "hmvc 3", "fmvn 12" and "id \"a; b\"" of `hmvc 3; fmvn 12; id "a; b";`. Lists of
// move counts put the semicolon first, ";D1 20 ;D2 400", and some lists leave the last one out.
std::vector<std::string_view> epd_operations(std::string_view text);

// Returns the position of a line of a list: with the operations of EPD behind it, or without any. Errors: as read_position().
Result<PositionHandle> read_listed_position(const GameModule& game, std::string_view line);

// Finds the setups that lead to a position, where it follows upon them and the game can tell so.
std::optional<SetupPair> setups_before(const GameModule& game, const GamePosition& position);

// True if a Variant tag of PGN names other rules than the game's.
bool is_other_variant(const GameModule& game, std::string_view tag);

// Writes a move or setup of a position, given in any notation that the game reads, in wire notation. Other texts stay as
// they are.
std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text);

// Returns the position after a move or a setup of a game that was played, in any notation that the game reads. A draw that a
// player has to claim does not end such a game. Errors: kInvalid, which say why.
Result<PositionHandle> after_recorded(const GameModule& game, const GamePosition& position,
                                      std::string_view move);

// The part of a word of the moves behind the number of a move: "12.e4" is "e4", "12..." is nothing.
std::string_view without_move_number(std::string_view word);

// The result of a game as PGN has it, of other spellings ("1/2", "½-½") too: "1-0", "0-1", "1/2-1/2" or "*". Empty if the word
// is not a result.
std::string_view result_in(std::string_view word);

// A line of moves: "e2e4 e7e5", "1. e4 e5", "startpos moves e2e4", "position fen FEN moves e2e4". Views of the line.
struct WrittenLine {
  bool from_usual_start = false;        // it says "startpos"
  std::string_view position;            // behind "fen"; empty if it says none
  std::vector<std::string_view> moves;  // without their numbers and a result behind them
};
WrittenLine split_written_line(std::string_view line);

// A move that a person has typed, as it was understood.
struct TypedMove {
  MoveText move;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

// Returns the legal moves that a text may mean, whatever its case and separators. It may be in wire notation ("b5d3")
// or in readable notation ("Ab5-d3"), in the latter also without the piece that is captured, or that moves. A move
// that is written exactly so is the only one: "a6" is no "Na6".
std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed);

// Returns the legal move or setup that a text means. Errors: kInvalid, which explains why there is none, or lists the possible
// ones.
Result<TypedMove> read_typed(const GameModule& game, const GamePosition& position, const std::string& typed);

// Returns the help on what may be typed in a position of a game that continues, in whole lines.
std::string how_to_type(const GameModule& game, const GamePosition& position);

// Returns a setup in both of its notations.
MoveText setup_text(const SetupPhase& setups, int side, SetupId id);

}  // namespace tabiya
