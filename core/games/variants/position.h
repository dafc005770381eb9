// A position of a game whose rules come from a file, and its moves. It points to the rules, which outlive it.
#pragma once

#include <array>
#include <cstdint>

#include "core/games/variants/tables.h"

namespace tabiya::variants {

// The side that begins is 0 and moves towards the last row.
constexpr int other(int side) { return 1 - side; }
constexpr std::size_t at(int side) { return static_cast<std::size_t>(side); }

// 16 bits: what is done, from a square (or of a kind, for a drop) to a square. Move{} is no move. Castling goes
// from the king's square to where it arrives.
class Move {
 public:
  enum class Act : std::uint8_t { kPlain, kDrop, kCastle, kPromote, kFirstPromotion };

  constexpr Move() = default;
  constexpr Move(Act act, int from, Square to) : Move(static_cast<int>(act), from, to) {}
  // A man in hand is dropped as what it becomes.
  static constexpr Move promoted_drop(Kind kind, Square to) {
    return {Act::kDrop, kind | kDropsPromoted, to};
  }
  // The promotion of a pawn, to a kind by its place in Tables::promotion_targets.
  static constexpr Move promotion(int place, Square from, Square to) {
    return Move(static_cast<int>(Act::kFirstPromotion) + place, from, to);
  }

  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  constexpr bool is_none() const { return bits_ == 0; }
  constexpr Square from() const { return bits_ >> 6 & 63; }
  constexpr Kind dropped() const { return from() & ~kDropsPromoted; }  // what leaves the hand
  constexpr bool drops_promoted() const { return (from() & kDropsPromoted) != 0; }
  constexpr Square to() const { return bits_ & 63; }
  constexpr bool is(Act act) const { return bits_ >> 12 == static_cast<int>(act); }
  constexpr bool is_promotion() const { return bits_ >> 12 >= static_cast<int>(Act::kFirstPromotion); }
  constexpr std::size_t promotion_place() const {
    return static_cast<std::size_t>((bits_ >> 12) - static_cast<int>(Act::kFirstPromotion));
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr int kDropsPromoted = 32;

  constexpr Move(int act, int from, Square to)
      : bits_(static_cast<std::uint16_t>(act << 12 | from << 6 | to)) {}

  std::uint16_t bits_ = 0;
};

class Position {
 public:
  Position() = default;                     // of no game; only to be assigned to
  explicit Position(const Tables& tables);  // an empty board

  const Tables& tables() const { return *tables_; }
  const Variant& rules() const { return tables_->variant; }
  int side_to_move() const { return side_; }
  Bitboard men(int side) const { return sides_[at(side)]; }
  Bitboard men(int side, Kind kind) const { return sides_[at(side)] & kinds_[kind]; }
  Bitboard men(int side, KindSet kinds) const;  // kEveryKind: all
  Bitboard occupied() const { return sides_[0] | sides_[1] | walls_; }
  Bitboard walls() const { return walls_; }        // squares that are no part of this board
  Bitboard promoted() const { return promoted_; }  // men that turn into others when they are captured
  Kind kind_at(Square square) const { return board_[square] & kKindMask; }  // kNoKind: there is none
  // The kind of a man before it was promoted; its own kind if it was not.
  Kind kind_before(Square square) const;
  // True if a man turns into what it was where a move turns it.
  bool turns_back(Square square) const { return rules().demotes && (promoted_ & bit(square)) != 0; }
  int in_hand(int side, Kind kind) const { return hands_[at(side)][kind]; }
  // The men of a kind on the board and in hand.
  int count_of(int side, Kind kind) const { return count(men(side, kind)) + in_hand(side, kind); }
  int count_all(int side) const;

  // Men whose loss, or being left under attack, the rules forbid: the king, and the last ones of kinds that
  // must not die out.
  Bitboard kings(int side) const;
  Bitboard pseudo_royals(int side) const;
  Bitboard royals(int side) const { return kings(side) | pseudo_royals(side); }

  Square castling_rook(int side, int wing) const {
    return castling_rooks_[at(side)][at(wing)];
  }  // 0: queenside
  Square castling_king(int side) const { return castling_kings_[at(side)]; }
  Square passed_square() const { return passed_; }  // by a double step, if it may be captured there
  Square passed_man() const { return passed_man_; }
  int checks_left(int side) const { return checks_left_[at(side)]; }
  // The last move dropped a shogi pawn with check, and no such drop may mate. Positions from text do not know.
  bool is_checked_by_drop() const { return checked_by_drop_; }
  bool in_setup_phase() const { return in_setup_phase_; }  // the side to move is to place its setup
  int clock() const { return clock_; }                     // plies since a capture, a drop or a pawn's move
  int counting_limit() const { return counting_limit_; }   // plies that may be counted; 0: nobody counts
  int counted() const { return counted_; }                 // plies
  int move_number() const { return move_number_; }
  std::uint64_t hash() const { return hash_; }  // of all that decides which moves there will be

  // These are for parsers.
  void put(int side, Kind kind, Square square) { put(side, kind, square, 0); }  // onto an empty square
  void put_promoted(int side, Kind kind, Square square, Kind before);
  void put_wall(Square square);
  void add_to_hand(int side, Kind kind, int count);
  void set_side(int side);
  void set_castling(int side, int wing, Square king, Square rook);
  // If a king and a rook stand where games usually begin, even where they were placed there.
  void gain_castling(int side, int wing);
  void set_in_setup_phase(bool is_in) { in_setup_phase_ = is_in; }
  void set_passed(Square square, Square man);
  void set_checks_left(int side, int checks);
  void set_clock(int plies) { clock_ = static_cast<std::uint16_t>(plies); }
  void set_counting(int limit, int counted) {
    counting_limit_ = static_cast<std::uint16_t>(limit);
    counted_ = static_cast<std::uint16_t>(counted);
  }
  void set_move_number(int number) { move_number_ = static_cast<std::uint16_t>(number); }

  int wing_of(Move move) const;  // of castling: 0 for the queenside
  bool is_en_passant(Move move) const;
  bool is_capture(Move move) const;
  Square captured_square(Move move) const { return is_en_passant(move) ? passed_man_ : move.to(); }
  void play(Move move);  // a legal one

  friend bool operator==(const Position&, const Position&) = default;

 private:
  static constexpr std::uint8_t kKindMask = 31;
  // The form of a promoted man says what it was: a place in the sources of its kind, from 1, or a pawn; 0 if
  // it is not promoted.
  static constexpr int kFormShift = 5;
  static constexpr int kWasPawn = 7;
  int form_of(Square square) const { return board_[square] >> kFormShift; }

  void put(int side, Kind kind, Square square, int form);
  void take(Square square);
  void capture(Square square);
  void drop(Move move);
  void castle(Move move);
  void move_man(Move move);
  bool is_irreversible(Move move, Kind kind) const;
  void lose_castling(Square square);
  void note_double_step(Move move, Kind kind);
  void clear_castling(int side, int wing);
  Square castling_king_home(int side) const;
  Square castling_corner(int side, int wing) const;
  void count_on(Kind captured, bool promoted);

  const Tables* tables_ = nullptr;
  std::array<Bitboard, kMostKinds> kinds_{};
  BySide<Bitboard> sides_{};
  Bitboard walls_ = 0, promoted_ = 0;
  std::array<std::uint8_t, Board::kSquares> board_{};  // the kind, and how it came to be
  BySide<std::array<std::uint8_t, kMostKinds>> hands_{};
  BySide<BySide<Square>> castling_rooks_{{{kNoSquare, kNoSquare}, {kNoSquare, kNoSquare}}};
  BySide<Square> castling_kings_{kNoSquare, kNoSquare};
  BySide<std::uint8_t> checks_left_{};
  Square passed_ = kNoSquare, passed_man_ = kNoSquare;
  std::uint8_t side_ = 0;
  bool checked_by_drop_ = false, in_setup_phase_ = false;
  std::uint16_t clock_ = 0, move_number_ = 1, counting_limit_ = 0, counted_ = 0;
  std::uint64_t hash_ = 0;
};

}  // namespace tabiya::variants
