// The rules of Pawn Race as README.md has them: seven pawns against seven on a chess board, and the first one
// on its last rank wins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/square_move.h"
#include "core/search/game.h"
#include "core/search/rules.h"
#include "core/setup/setup_space.h"

namespace tabiya::pawn_race {

using Board = Geometry<8, 8>;

enum class Side : std::uint8_t { kWhite, kBlack };  // White begins, and moves towards rank 8
constexpr int index(Side side) { return static_cast<int>(side); }
constexpr Side other(Side side) { return side == Side::kWhite ? Side::kBlack : Side::kWhite; }

inline constexpr Square kNoSquare = 64;
inline constexpr int kPawns = 7;  // of each side at the start

// Two gaps are chosen; then every move brings one of 14 pawns nearer to its last rank, where each of them can
// make five steps before the one that ends the game.
inline constexpr int kPlyLimit = 2 + 2 * kPawns * 5 + 1;
inline constexpr int kLastMoveNumber = 999;  // at which the numbers of moves stop counting

inline constexpr Bitboard kRank = 0xff;  // rank 1
constexpr Bitboard first_rank(Side side) { return side == Side::kWhite ? kRank << 8 : kRank << 48; }
constexpr Bitboard last_rank(Side side) { return side == Side::kWhite ? kRank << 56 : kRank; }
// The step from a square to the one in front of it.
constexpr int forward(Side side) { return side == Side::kWhite ? Board::kColumns : -Board::kColumns; }

using Move = SquareMove;

// Until both gaps are chosen, the sides whose gap is missing have no pawns.
class Position {
 public:
  Side side_to_move() const { return side_; }
  Bitboard pawns(Side side) const { return pawns_[index(side)]; }
  Bitboard occupied() const { return pawns_[0] | pawns_[1]; }
  Square passed_square() const { return passed_; }  // by the double step just made; kNoSquare if none was
  int move_number() const { return move_number_; }  // from 1; counts on after Black's moves
  std::uint64_t hash() const { return hash_; }      // of the pawns and the side to move

  // A gap is to be chosen: White's first, then Black's.
  bool in_setup_phase() const;
  // Chooses the gap of the side whose turn it is, a file from 0 to 7.
  void choose_gap(int file);

  // These are for parsers.
  void put(Side side, Square square);  // onto an empty square
  void set_side(Side side);
  void set_passed_square(Square square) { passed_ = square; }
  void set_move_number(int number) { move_number_ = static_cast<std::uint16_t>(number); }

  void play(Move move);  // a legal one

  friend bool operator==(const Position&, const Position&) = default;

 private:
  void take(Side side, Square square);

  std::array<Bitboard, 2> pawns_{};
  Side side_ = Side::kWhite;
  Square passed_ = kNoSquare;
  std::uint16_t move_number_ = 1;
  std::uint64_t hash_ = 0;
};

// The squares to which some pawns of the side to move may go.
struct Targets {
  Bitboard steps = 0, double_steps = 0;
  Bitboard captures_west = 0, captures_east = 0;  // towards the a-file, and towards the h-file

  Bitboard captures() const { return captures_west | captures_east; }
  Bitboard all() const { return steps | double_steps | captures(); }
};
Targets targets_of(const Position& position, Bitboard pawns);

// SetupRules (core/setup/setup_rules.h). Pawns never come back, so that no position occurs twice.
struct Rules {
  using Position = pawn_race::Position;
  using Move = pawn_race::Move;

  static std::uint64_t key(const Position& position);
  static std::uint64_t repetition_key(const Position& position) { return key(position); }
  static int reversible_plies(const Position&) { return 0; }
  static Outcome outcome(const Position& position);
  static Outcome without_moves(const Position&) { return Outcome::kDraw; }
  static constexpr Outcome kRepetition = Outcome::kOpen;
  static int side_to_move(const Position& position) { return index(position.side_to_move()); }
  static void generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves);
  static void generate_all(const Position& position, MoveList<Move>& moves);
  static bool is_legal(const Position& position, Move move);
  // True for captures, and for the step onto the last rank.
  static bool is_capture(const Position& position, Move move);
  static int capture_order(const Position& position, Move move);
  // A kind is given by the number of pawns and the side to move.
  static constexpr std::size_t kPositionKinds = 2 * (2 * kPawns + 1);
  static std::size_t position_kind(const Position& position);
  static void play(Position& position, Move move) { position.play(move); }

  static constexpr int kSymmetries = 2;  // the left-right mirror
  static Position image(const Position& position, int symmetry);
  static Move image(Move move, int symmetry);
  static int inverse(int symmetry) { return symmetry; }

  static const SetupSpace& red_setups();   // White's gaps
  static const SetupSpace& blue_setups();  // Black's gaps
  static Position position_after(SetupId white, SetupId black);
};
static_assert(GameRules<Rules> && SymmetricRules<Rules>);

}  // namespace tabiya::pawn_race
