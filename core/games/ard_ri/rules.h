// The rules of Ard Rì as README.md has them: a tafl game on 7 x 7 squares, a king and its men against twice
// as many.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/square_move.h"
#include "core/board/symmetry.h"
#include "core/search/game.h"
#include "core/search/rules.h"

namespace tabiya::ard_ri {

using Board = Geometry<7, 7>;

enum class Side : std::uint8_t { kDefenders, kAttackers };  // the defenders, who have the king, begin
constexpr int index(Side side) { return static_cast<int>(side); }
constexpr Side other(Side side) { return side == Side::kDefenders ? Side::kAttackers : Side::kDefenders; }

inline constexpr Square kNoSquare = 64;
inline constexpr int kPlyLimit = 300;       // plies; then the game is drawn
inline constexpr int kRepetitionLimit = 3;  // so often a position may not occur: the game is drawn
inline constexpr int kMostAttackers = 16, kMostDefenders = 8;  // as many as begin; the king is not counted

inline constexpr Bitboard kCorners = bit(0) | bit(6) | bit(42) | bit(48);
inline constexpr Bitboard kOffLimits = kCorners | bit(24);  // where only the king may stand

using Move = SquareMove;

class Position {
 public:
  Position() = default;     // an empty board, for parsers
  static Position start();  // of a game

  Side side_to_move() const { return side_; }
  int ply() const { return ply_; }  // plies since the game or the text began
  Bitboard men(Side side) const { return men_[index(side)]; }
  Square king() const { return king_; }  // kNoSquare once it is captured
  Bitboard occupied() const { return men_[0] | men_[1] | (king_ == kNoSquare ? 0 : bit(king_)); }
  std::uint64_t hash() const { return hash_; }                // of the pieces and the side to move
  int reversible_plies() const { return reversible_plies_; }  // since the last capture

  // These are for parsers. The square must be empty.
  void put_man(Side side, Square square);
  void put_king(Square square);
  void set_side(Side side);
  void set_ply(int ply) { ply_ = static_cast<std::uint16_t>(ply); }
  void take_man(Side side, Square square);

  void play(Move move);  // a legal one

  friend bool operator==(const Position&, const Position&) = default;

 private:
  std::array<Bitboard, 2> men_{};
  Square king_ = kNoSquare;
  Side side_ = Side::kDefenders;
  std::uint16_t ply_ = 0;
  std::uint16_t reversible_plies_ = 0;
  std::uint64_t hash_ = 0;
};

// The men that a legal move captures.
struct Capture {
  Bitboard men = 0;
  bool king = false;
};
Capture capture_of(const Position& position, Move move);

// GameRules (core/search/rules.h). That a position occurs for the third time ends the game; a search takes
// the second time for it, as nobody who may repeat once gains by waiting.
struct Rules {
  using Position = ard_ri::Position;
  using Move = ard_ri::Move;

  static std::uint64_t key(const Position& position);
  static std::uint64_t repetition_key(const Position& position) { return position.hash(); }
  static int reversible_plies(const Position& position) { return position.reversible_plies(); }
  static Outcome outcome(const Position& position);
  static Outcome without_moves(const Position&) { return Outcome::kLoss; }
  static constexpr Outcome kRepetition = Outcome::kDraw;
  static int side_to_move(const Position& position) { return index(position.side_to_move()); }
  static void generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves);
  static void generate_all(const Position& position, MoveList<Move>& moves);
  static bool is_legal(const Position& position, Move move);
  // True for captures, and for the king's step onto a corner.
  static bool is_capture(const Position& position, Move move);
  static int capture_order(const Position& position, Move move);
  // A kind is given by the king's square and the side to move.
  static constexpr std::size_t kPositionKinds = 2 * (Board::kSquares + 1);
  static std::size_t position_kind(const Position& position);
  static void play(Position& position, Move move) { position.play(move); }

  static constexpr int kSymmetries = tabiya::kSymmetries;
  static Position image(const Position& position, int symmetry);
  static Move image(Move move, int symmetry) {
    return {apply_symmetry<Board>(symmetry, move.from()), apply_symmetry<Board>(symmetry, move.to())};
  }
  static int inverse(int symmetry) { return inverse_symmetry(symmetry); }
};
static_assert(GameRules<Rules> && SymmetricRules<Rules>);

}  // namespace tabiya::ard_ri
