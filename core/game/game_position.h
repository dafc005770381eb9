// GamePosition: a position of any game, behind a handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/board/move_text.h"
#include "core/game/board_picture.h"
#include "core/search/game.h"

namespace tabiya {

// The ways in which a game ends by its rules.
enum class Ending : std::uint8_t {
  kWin,         // won, by what the moves have led to
  kNoMove,      // the side to move has none
  kRepetition,  // drawn: the position has stood too often
  kPlyLimit,    // drawn by another rule: as many plies as there may be, men that can win nothing
};

class BookWalk;  // core/book/book_walk.h
class GamePosition;
using PositionHandle = std::shared_ptr<const GamePosition>;

// A position with the move that led to it. Does not change.
class GamePosition {
 public:
  virtual ~GamePosition() = default;

  virtual std::string text() const = 0;  // which GameModule::parse_position() reads
  virtual BoardPicture picture() const = 0;
  virtual int side_to_move() const = 0;
  // A key of 64 bits, equal for positions from which the same games can be played: numbers of moves do not
  // count.
  virtual std::uint64_t key() const = 0;
  // A key that a position shares with its images under the symmetries of the game, as far as the module knows
  // them.
  virtual std::uint64_t symmetric_key() const = 0;
  virtual bool in_setup_phase() const = 0;  // a setup is to be placed
  // The position as books of moves know it; null if the game has no such books. While a setup is to be placed, it has no
  // moves.
  virtual std::unique_ptr<BookWalk> book_walk() const = 0;

  // The outcome for the side to move; having no legal move counts. kOpen while the game continues.
  virtual Outcome outcome() const = 0;
  // The end of the game, for people: "Red has won: Blue's wazir was captured". Nothing while it continues.
  virtual std::optional<std::string> result() const = 0;
  // The end of a game that is over, for programs.
  virtual Ending ending() const = 0;

  // The legal ones; none if a setup is to be placed.
  virtual std::vector<MoveText> moves() const = 0;
  // One of them by its place in that list, and the position after it. Nothing if there is no such place.
  virtual std::optional<std::pair<MoveText, PositionHandle>> play(std::size_t place) const = 0;
  // The position after a legal move or setup in either notation. Errors: kInvalid, which say why.
  virtual Result<PositionHandle> after(std::string_view move) const = 0;
  // If a rule has drawn the game, whoever drives an engine may go on, as GUIs do that let the players claim a
  // draw. These are the moves that are legal then, and the position after one of them, in either notation.
  // Errors: kInvalid. A game whose draws are final has none.
  virtual std::vector<MoveText> moves_after_draw() const = 0;
  virtual Result<PositionHandle> after_draw(std::string_view move) const = 0;
  // True if the game is drawn by a rule that a player has to claim, so that recorded games may go
  // on; a game's text says which rules these are.
  virtual bool draw_needs_claim() const = 0;
  // The position with the turn given away, which no rule need allow: what the other side could do then is a
  // threat. Null if the game is over, the side to move is in check where that may not stay, or the game is one
  // in which having to move is a burden, so that a pass would mean nothing.
  virtual PositionHandle passed() const = 0;
  // The position without the piece on a square (by its place in picture().squares), for evaluations alone: it
  // need not be one that a game can lead to. Null if no piece stands there that a game can do without.
  virtual PositionHandle without(std::size_t square) const = 0;
  // The number of sequences of legal moves of `depth` plies; a setup is one of them.
  virtual std::uint64_t perft(int depth) const = 0;
};

// Faults in the text of a position from which games are to begin. A game has kinds of its own, which name what can be
// taken out of the text.
inline constexpr std::string_view kUnreadable = "unreadable";  // the text is no position
inline constexpr std::string_view kImpossible = "impossible";  // no game leads to the position
inline constexpr std::string_view kDeadDraw = "drawn";  // neither side can force a win against any play

struct PositionFault {
  std::string_view kind;  // lives as long as the program
  std::string what;       // for people, without a full stop
};

struct CheckedPosition {
  PositionHandle position;            // what the text means without its faults; null if that is nothing
  std::vector<PositionFault> faults;  // the first one tells why there is no position
  std::string mended;                 // the text without what can be taken out; empty where that is nothing
  std::string operations;             // those of EPD that say nothing of the position: "id \"x\";"
};

}  // namespace tabiya
