// The rules of a game from a file, compiled once into what its moves are made of: numbers for kinds, masks of
// leapers, lines of riders. Immutable; positions point to it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "codec/result.h"
#include "core/board/bitboard.h"
#include "core/game/board_picture.h"
#include "core/games/variants/variant.h"
#include "core/search/score.h"

namespace tabiya::variants {

// A kind of pieces by its number in this game.
using Kind = std::uint8_t;
inline constexpr int kMostKinds = 26;
inline constexpr Kind kNoKind = 31;

using KindSet = std::uint32_t;
inline constexpr KindSet kEveryKind = KindSet{1} << 31;  // all pieces taken together, as kEveryPiece
constexpr bool contains(KindSet kinds, Kind kind) { return (kinds >> kind & 1) != 0; }

using SquareTable = std::array<Bitboard, Board::kSquares>;

class FeatureLayout;
class GameSetups;

// One direction of a rider. Blockers are found at the end of a line that is nearest: the lowest square of those
// on an upward line.
struct Rider {
  const SquareTable* reach = nullptr;  // on an empty board
  const SquareTable* line = nullptr;   // the same without a limit: what a blocker hides lies on its own line
  bool upward = false;

  Bitboard targets(Square from, Bitboard occupied) const {
    const Bitboard squares = (*reach)[from];
    const Bitboard blockers = squares & occupied;
    if (blockers == 0) return squares;
    const Square blocker = upward ? lowest(blockers) : static_cast<Square>(63 - std::countl_zero(blockers));
    return squares & ~(*line)[blocker];
  }
};

// A step that looks at what stands on its way: it hops, or is lame, or may be made from some squares only.
struct SpecialStep {
  std::array<Square, Board::kSquares> next;  // kNoSquare beyond the board
  SquareTable between;                       // of a lame leap: squares that must be empty
  PieceStep step;

  Bitboard targets(Square from, Bitboard occupied) const;  // the first occupied square on the way included
};

// The moves of a kind of one side.
struct KindMoves {
  SquareTable leaps{}, quiet_leaps{}, capturing_leaps{};  // both ways; to empty squares only; captures only
  std::vector<Rider> riders, quiet_riders, capturing_riders;
  std::vector<SpecialStep> quiet_steps, capturing_steps;
  Bitboard initial_squares = 0;
  SquareTable initial_targets{};  // on an empty board, by initial moves alone
  bool is_simple = true;          // leaps, and riders that capture as they move
  // Captures seen from their targets: the squares from which this kind attacks one.
  SquareTable leap_attackers{}, sight{};  // by leaps; by anything but special steps on an empty board
  std::vector<Rider> attacking_riders;
};

struct KindRules {
  PieceName name = 0;
  char letter = 'a';
  Score value = 0;  // logit x 10,000, guessed from its moves
  // The number of squares that it reaches from one (as its owner sees it) beyond its average: logit x 10,000.
  std::array<std::int16_t, Board::kSquares> mobility{};
  Kind promoted = kNoKind;         // what it becomes
  std::vector<Kind> sources;       // the kinds that become this one
  bool is_promotion_pawn = false;  // of one side at least
  bool is_colour_bound = false,
       mates = false;  // its squares have one colour; it can mate with the king alone
  int limit = 0;       // pieces that a side may have before it promotes no more to this kind; 0: any
};

struct Tables {
  Variant variant;
  std::vector<KindRules> kinds;
  BySide<std::vector<KindMoves>> moves;
  Bitboard board = 0;  // the squares that there are

  Kind pawn = kNoKind, king = kNoKind;
  KindSet royal_candidates = 0;  // that may be pseudo-royal
  BySide<KindSet> promotion_pawns{}, en_passant{}, clock_types{};
  BySide<std::vector<Kind>> promotions;  // what pawns become
  std::vector<Kind> promotion_targets;   // those of both sides: moves number them
  BySide<bool> has_wing{};  // the wings (0: queenside) on which king and rook arrive on the board
  KindSet castling_king = 0, castling_rooks = 0, extinction_types = 0, no_doubled = 0, must_drop_type = 0,
          connect_types = 0;
  BySide<KindSet> flag_piece{};
  Kind first_promotion_pawn = kNoKind;  // what other promoted pieces were, when they are captured
  bool sees_by_lines = true;            // no piece attacks by special steps
  SquareTable lines{};            // squares that some rider of the game sees from one, on an empty board
  std::vector<Rider> all_riders;  // one for each direction of a rider of any kind, both ways
  // Moves that keep the king safe are legal; without, each move is tried and looked at.
  bool is_legal_if_safe = true;

  Tables() = default;
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  std::shared_ptr<const GameSetups> setups;  // null: the game has no setup phase

  std::shared_ptr<const FeatureLayout> layout;  // of what networks see

  PieceSet piece_set;

  std::vector<std::unique_ptr<const SquareTable>> storage;  // what riders point to
  std::deque<std::string> glyph_texts;                      // what glyphs point to
  std::vector<Glyph> glyphs;
};

// Errors: kUnsupported where the rules need more than the tables hold.
Result<std::shared_ptr<const Tables>> compile(const Variant& variant);

}  // namespace tabiya::variants
