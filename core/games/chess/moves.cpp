#include "core/games/chess/moves.h"

#include <algorithm>
#include <array>

#include "core/games/chess/attacks.h"

namespace tabiya::chess {
namespace {

constexpr bool is_several(Bitboard set) { return (set & (set - 1)) != 0; }

// The own men that stand alone between their king and an enemy slider.
Bitboard pinned_men(const Position& position) {
  const Side us = position.side_to_move(), them = other(us);
  const Square king = position.king(us);
  const Bitboard queens = position.men(Kind::kQueen);
  const Bitboard snipers =
      position.men(them) & ((rook_lines(king) & (position.men(Kind::kRook) | queens)) |
                            (bishop_lines(king) & (position.men(Kind::kBishop) | queens)));
  Bitboard pinned = 0;
  for (Bitboard left = snipers; left != 0;) {
    const Bitboard shields = between(king, pop_lowest(left)) & position.occupied();
    if (!is_several(shields)) pinned |= shields & position.men(us);
  }
  return pinned;
}

// True if the own king would be safe after a move that obeys all other rules.
bool leaves_king_safe(const Position& position, Move move) {
  const Side us = position.side_to_move();
  Bitboard occupied = position.occupied() & ~bit(move.from());
  Bitboard captured = bit(move.to()) & position.men(other(us));
  if (has(position.men(Kind::kPawn), move.from()) && move.to() == position.passed_square())
    captured = bit(static_cast<Square>(move.to() - forward(us)));
  occupied = (occupied & ~captured) | bit(move.to());
  const Square king = has(position.men(Kind::kKing), move.from()) ? move.to() : position.king(us);
  return (attackers_of(position, king, other(us), occupied) & ~captured) == 0;
}

// All that generating the moves of one position needs to know.
class Generator {
 public:
  Generator(const Position& position, MoveClass which, Bitboard movers, MoveList<Move>& moves)
      : position_(position),
        us_(position.side_to_move()),
        which_(which),
        movers_(movers & position.men(us_)),
        king_(position.king(us_)),
        checkers_(position.checkers()),
        pinned_(pinned_men(position)),
        moves_(moves) {
    quiet_targets_.fill(~Bitboard{0});
    if (which_ == MoveClass::kChecks || which_ == MoveClass::kCalm) divide_targets();
  }

  void run() {
    const Bitboard enemies = position_.men(other(us_)), empty = ~position_.occupied();
    const Bitboard wanted =
        (wants(MoveClass::kCaptures) ? enemies : 0) | (wants(MoveClass::kQuiets) ? empty : 0);
    if (which_ != MoveClass::kChecks) append_king_moves(wanted);
    if (is_several(checkers_)) return;
    // In check, the checking man is captured, or its line is closed.
    targets_ = checkers_ == 0 ? ~Bitboard{0} : checkers_ | between(king_, lowest(checkers_));
    for (const Kind kind : {Kind::kKnight, Kind::kBishop, Kind::kRook, Kind::kQueen})
      append_moves_of(kind, wanted & targets_ & quiet_targets_[index(kind)]);
    append_pawn_moves();
    if (wants(MoveClass::kQuiets) && which_ != MoveClass::kChecks && checkers_ == 0 && has(movers_, king_))
      append_castling();
  }

 private:
  // True if captures or quiet moves are among those that are wanted.
  bool wants(MoveClass captures_or_quiets) const {
    if (which_ == MoveClass::kAll) return true;
    return (which_ == MoveClass::kCaptures) == (captures_or_quiets == MoveClass::kCaptures);
  }

  // Sets the targets of the one kind of quiet moves that is wanted: those that check, or the others.
  void divide_targets() {
    const Square enemy_king = position_.king(other(us_));
    const Bitboard bishops = bishop_attacks(enemy_king, position_.occupied());
    const Bitboard rooks = rook_attacks(enemy_king, position_.occupied());
    quiet_targets_ = {pawn_attacks(other(us_), bit(enemy_king)),
                      kKnightAttacks[enemy_king],
                      bishops,
                      rooks,
                      bishops | rooks,
                      kKingAttacks[enemy_king]};
    if (which_ == MoveClass::kCalm)
      for (Bitboard& targets : quiet_targets_) targets = ~targets;
  }

  void append_if_safe(Move move) {
    if (leaves_king_safe(position_, move)) moves_.push_back(move);
  }

  void append_king_moves(Bitboard wanted) {
    if (!has(movers_, king_)) return;
    for (Bitboard left = kKingAttacks[king_] & wanted; left != 0;)
      append_if_safe(Move(king_, pop_lowest(left)));
  }

  void append_moves_of(Kind kind, Bitboard wanted) {
    for (Bitboard men = movers_ & position_.men(kind); men != 0;) {
      const Square from = pop_lowest(men);
      const bool is_pinned = has(pinned_, from);
      for (Bitboard left = attacks_of(kind, from, position_.occupied()) & wanted; left != 0;) {
        const Move move(from, pop_lowest(left));
        if (!is_pinned || leaves_king_safe(position_, move)) moves_.push_back(move);
      }
    }
  }

  void append_pawn_moves() {
    for (Bitboard pawns = movers_ & position_.men(Kind::kPawn); pawns != 0;) {
      const Square from = pop_lowest(pawns);
      const Bitboard attacks = pawn_attacks(us_, bit(from));
      append_pawn_targets(from, attacks & position_.men(other(us_)) & targets_, true);
      append_pawn_targets(from, steps_from(from) & targets_ & quiet_targets_[index(Kind::kPawn)], false);
      const Square passed = position_.passed_square();
      if (wants(MoveClass::kCaptures) && passed != kNoSquare && has(attacks, passed))
        append_if_safe(Move(from, passed));
    }
  }

  Bitboard steps_from(Square from) const {
    const int ahead = forward(us_);
    const Bitboard occupied = position_.occupied();
    const Square step = static_cast<Square>(from + ahead);
    if (has(occupied, step)) return 0;
    const Square double_step = static_cast<Square>(from + 2 * ahead);
    const bool is_free = Board::row(from) == pawn_row(us_) && !has(occupied, double_step);
    return bit(step) | (is_free ? bit(double_step) : 0);
  }

  void append_pawn_targets(Square from, Bitboard targets, bool are_captures) {
    const bool is_pinned = has(pinned_, from);
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const bool promotes = Board::row(to) == last_row(us_);
      if (!wants(are_captures || promotes ? MoveClass::kCaptures : MoveClass::kQuiets)) continue;
      if (is_pinned && !leaves_king_safe(position_, Move(from, to))) continue;
      if (!promotes) {
        moves_.push_back(Move(from, to));
        continue;
      }
      for (const Kind kind : {Kind::kQueen, Kind::kKnight, Kind::kRook, Kind::kBishop})
        moves_.push_back(Move(from, to, kind));
    }
  }

  void append_castling() {
    for (const Wing wing : kWings) {
      const Square rook = position_.castling_rook(us_, wing);
      if (rook != kNoSquare && can_castle(rook, castling_targets(us_, wing)))
        moves_.push_back(Move(king_, rook));
    }
  }

  // The way of both is free but for themselves, and the king is attacked nowhere on its way.
  bool can_castle(Square rook, Castling target) const {
    const Bitboard kings_way = between(king_, target.king) | bit(target.king);
    const Bitboard rooks_way = between(rook, target.rook) | bit(target.rook);
    const Bitboard others = position_.occupied() & ~bit(king_) & ~bit(rook);
    if (((kings_way | rooks_way) & others) != 0) return false;
    for (Bitboard way = kings_way; way != 0;)
      if (attackers_of(position_, pop_lowest(way), other(us_), others | bit(rook)) != 0) return false;
    return attackers_of(position_, target.king, other(us_), others | bit(target.rook)) == 0;
  }

  const Position& position_;
  const Side us_;
  const MoveClass which_;
  const Bitboard movers_;
  const Square king_;
  const Bitboard checkers_;
  const Bitboard pinned_;
  Bitboard targets_ = 0;                               // of all but the king
  std::array<Bitboard, kKinds.size()> quiet_targets_;  // of moves that are no captures, of each kind
  MoveList<Move>& moves_;
};

}  // namespace

void append_moves(const Position& position, MoveClass which, Bitboard movers, MoveList<Move>& moves) {
  Generator(position, which, movers, moves).run();
}

bool is_legal(const Position& position, Move move) {
  const Side us = position.side_to_move();
  if (move.is_none() || !has(position.men(us), move.from())) return false;
  const Kind kind = *position.kind_at(move.from());
  if (kind == Kind::kPawn || kind == Kind::kKing) {
    MoveList<Move> moves;
    append_moves(position, MoveClass::kAll, bit(move.from()), moves);
    return std::ranges::find(moves, move) != moves.end();
  }
  const Bitboard targets = attacks_of(kind, move.from(), position.occupied()) & ~position.men(us);
  return !move.promotion() && has(targets, move.to()) && leaves_king_safe(position, move);
}

bool has_legal_move(const Position& position) {
  MoveList<Move> moves;
  for (Bitboard men = position.men(position.side_to_move()); men != 0;) {
    append_moves(position, MoveClass::kAll, bit(pop_lowest(men)), moves);
    if (!moves.empty()) return true;
  }
  return false;
}

bool can_capture_en_passant(const Position& position, Square passed) {
  const Side us = position.side_to_move();
  Bitboard capturers = pawn_attacks(other(us), bit(passed)) & position.men(us, Kind::kPawn);
  if (capturers == 0) return false;
  Position with_passed = position;
  with_passed.set_passed_square(passed);
  while (capturers != 0)
    if (leaves_king_safe(with_passed, Move(pop_lowest(capturers), passed))) return true;
  return false;
}

}  // namespace tabiya::chess
