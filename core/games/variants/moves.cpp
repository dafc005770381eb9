#include "core/games/variants/moves.h"

#include <algorithm>

#include "core/games/variants/attacks.h"

namespace tabiya::variants {
namespace {

using Act = Move::Act;

// All moves of one position that leave no king attacked; rules that look at the position after a move come
// later.
class Generator {
 public:
  Generator(const Position& position, MoveList<Move>& moves)
      : position_(position),
        tables_(position.tables()),
        rules_(position.rules()),
        moves_(moves),
        us_(position.side_to_move()),
        occupied_(position.occupied()),
        enemies_(position.men(other(us_))),
        empty_(tables_.board & ~occupied_) {
    if (tables_.king != kNoKind) kings_ = position.men(us_, tables_.king);
    in_check_ = kings_ != 0 && is_attacked(position, kings_, other(us_));
    // Without a check, and where pieces attack along lines alone, only a man that stands first on a line from
    // the king can uncover it.
    must_test_all_ = in_check_ || !tables_.sees_by_lines;
    if (must_test_all_) return;
    for (Bitboard kings = kings_; kings != 0;) {
      const Square king = pop_lowest(kings);
      if (!is_seen_by_riders(king)) continue;
      for (const Rider& rider : tables_.all_riders) shields_ |= rider.targets(king, occupied_);
    }
  }

  void generate() {
    if (rules_.drops) add_drops();
    for (Bitboard men = position_.men(us_); men != 0;) add_moves_from(pop_lowest(men));
    if (rules_.castling && !in_check_) add_castling();
    if (rules_.promotes_in_place) add_promotions_in_place();
  }

 private:
  // True if a rider of the other side would attack the square on an empty board.
  bool is_seen_by_riders(Square square) const {
    const int them = other(us_);
    if ((tables_.lines[square] & enemies_) == 0) return false;
    for (std::size_t kind = 0; kind < tables_.kinds.size(); ++kind) {
      const KindMoves& moves = tables_.moves[at(them)][kind];
      if (moves.attacking_riders.empty()) continue;
      if ((moves.sight[square] & position_.men(them, static_cast<Kind>(kind))) != 0) return true;
    }
    return false;
  }

  void push(Move move) {
    if (moves_.size() < MoveList<Move>::kCapacity) moves_.push_back(move);
  }

  void add_moves_from(Square from) {
    const Kind kind = position_.kind_at(from);
    Bitboard targets = targets_of(position_, us_, kind, from);
    if (kind == tables_.pawn && rules_.double_step && has(rules_.double_step_region[at(us_)], from))
      targets |= double_step(from);
    const Square passed = position_.passed_square();
    const bool en_passant = passed != kNoSquare && contains(tables_.en_passant[at(us_)], kind) &&
                            has(captures_of(position_, us_, kind, from, occupied_), passed);
    if (en_passant) targets |= bit(passed);
    const bool must_test = must_test_all_ || has(kings_, from) || has(shields_, from);
    const bool is_plain = turns_into_nothing(kind, from, targets);
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const bool takes_passed = en_passant && to == passed;
      if (must_test || takes_passed) {
        const Bitboard removed = takes_passed ? bit(position_.passed_man()) : bit(to) & enemies_;
        if (!is_safe(from, to, removed)) continue;
      }
      if (is_plain || takes_passed) {
        push(Move(Act::kPlain, from, to));
      } else {
        add(kind, from, to, has(enemies_, to));
      }
    }
  }

  // True if a man stays what it is on all of these squares, so that each move is one.
  bool turns_into_nothing(Kind kind, Square from, Bitboard targets) const {
    if (rules_.immobility_illegal) return false;
    const KindRules& own = tables_.kinds[kind];
    if (own.promoted == kNoKind && !own.is_promotion_pawn && !has(position_.promoted(), from)) return true;
    return ((targets | bit(from)) & rules_.promotion_region[at(us_)]) == 0 &&
           !has(position_.promoted(), from);
  }

  Bitboard double_step(Square from) const {
    const int ahead = us_ == 0 ? Board::kColumns : -Board::kColumns;
    const int to = from + 2 * ahead;
    if (to < 0 || to >= Board::kSquares) return 0;
    const Bitboard way = bit(static_cast<Square>(from + ahead)) | bit(static_cast<Square>(to));
    return (way & ~empty_) == 0 ? bit(static_cast<Square>(to)) : 0;
  }

  // True if no king of ours is attacked once a man has gone from one square to another.
  bool is_safe(Square from, Square to, Bitboard removed) const {
    if (kings_ == 0) return true;
    const Bitboard occupied = (occupied_ & ~bit(from) & ~removed) | bit(to);
    const Bitboard kings = has(kings_, from) ? (kings_ & ~bit(from)) | bit(to) : kings_;
    return !is_attacked(position_, kings, other(us_), occupied, removed);
  }

  bool is_within_limit(Kind kind) const {
    const int limit = tables_.kinds[kind].limit;
    return limit == 0 || count(position_.men(us_, kind)) < limit;
  }

  bool can_ever_move(Kind kind, Square from) const {
    return (quiet_moves_of(position_, us_, kind, from, 0) & tables_.board) != 0;
  }

  // A move to a square, as itself and as its promotions.
  void add(Kind kind, Square from, Square to, bool captures) {
    const bool is_pawn = kind == tables_.pawn;
    bool is_plain = true;
    if ((is_pawn || contains(tables_.promotion_pawns[at(us_)], kind)) &&
        has(rules_.promotion_region[at(us_)], to) && !rules_.promotes_in_place) {
      for (std::size_t place = 0; place < tables_.promotion_targets.size(); ++place) {
        const Kind target = tables_.promotion_targets[place];
        if (std::ranges::count(tables_.promotions[at(us_)], target) > 0 && is_within_limit(target))
          push(Move::promotion(static_cast<int>(place), from, to));
      }
      is_plain = !rules_.must_promote_pawns;
    }
    if (turns(kind, from, to, captures)) {
      push(Move(Act::kPromote, from, to));
      is_plain = is_plain && (is_pawn || !rules_.must_promote_pieces);
    }
    if (is_plain && rules_.immobility_illegal) is_plain = can_ever_move(kind, to);
    if (is_plain) push(Move(Act::kPlain, from, to));
  }

  // True if a move may turn a man into the kind that it becomes, or was.
  bool turns(Kind kind, Square from, Square to, bool captures) const {
    if (rules_.promotes_on_capture_only && !captures) return false;
    const Bitboard region = rules_.promotion_region[at(us_)];
    const Kind target = tables_.kinds[kind].promoted;
    if (kind == tables_.pawn) return target != kNoKind && has(region, to) && !rules_.promotes_in_place;
    if (kind == tables_.king || ((bit(from) | bit(to)) & region) == 0) return false;
    if (position_.turns_back(from)) return true;
    return target != kNoKind && is_within_limit(target);
  }

  // A pawn in the region, or the last one, turns into another piece where it stands, or on an empty square that
  // this piece reaches from there; the piece must attack nobody at once.
  void add_promotions_in_place() {
    const Bitboard pawns = position_.men(us_, tables_.promotion_pawns[at(us_)]);
    for (Bitboard men = count(pawns) > 1 ? pawns & rules_.promotion_region[at(us_)] : pawns; men != 0;) {
      const Square from = pop_lowest(men);
      for (std::size_t place = 0; place < tables_.promotion_targets.size(); ++place) {
        const Kind target = tables_.promotion_targets[place];
        if (std::ranges::count(tables_.promotions[at(us_)], target) == 0 || !is_within_limit(target))
          continue;
        Bitboard squares = (captures_of(position_, us_, target, from, occupied_) & empty_) | bit(from);
        while (squares != 0) {
          const Square to = pop_lowest(squares);
          const Bitboard attacked = captures_of(position_, us_, target, to, occupied_ & ~bit(from));
          if ((attacked & enemies_) == 0 && is_safe(from, to, 0) && !uncovers_check(from, to))
            push(Move::promotion(static_cast<int>(place), from, to));
        }
      }
    }
  }

  // True if a man who leaves a square opens a line to the other side's king.
  bool uncovers_check(Square from, Square to) const {
    const Bitboard occupied = (occupied_ & ~bit(from)) | bit(to);
    return is_attacked(position_, position_.kings(other(us_)), us_, occupied, bit(from));
  }

  void add_castling() {
    for (const int wing : {0, 1}) {
      const Square rook = position_.castling_rook(us_, wing);
      if (rook == kNoSquare) continue;
      const Square king = position_.castling_king(us_);
      const int row = Board::row(king);
      const Square king_to =
          Board::square(row, wing == 1 ? rules_.castling_kingside : rules_.castling_queenside);
      const Square rook_to = static_cast<Square>(wing == 1 ? king_to - 1 : king_to + 1);
      const Bitboard others = occupied_ & ~bit(king) & ~bit(rook);
      if ((others & (span(king, king_to) | span(rook, rook_to))) != 0) continue;
      // A rook that leaves its square may open a line to the king.
      if (has(position_.royals(us_), king) &&
          (is_attacked(position_, span(king, king_to), other(us_)) ||
           is_attacked(position_, bit(king_to), other(us_), others | bit(king_to) | bit(rook_to), 0)))
        continue;
      push(Move(Act::kCastle, king, king_to));
    }
  }

  // The squares of a row from one to another, both included.
  static Bitboard span(Square a, Square b) {
    const Square low = std::min(a, b), high = std::max(a, b);
    return ((Bitboard{2} << high) - 1) & ~(bit(low) - 1);
  }

  void add_drops() {
    for (std::size_t i = 0; i < tables_.kinds.size(); ++i) {
      const Kind kind = static_cast<Kind>(i);
      if (position_.in_hand(us_, kind) == 0) continue;
      const Kind promoted = rules_.drops_promoted ? tables_.kinds[kind].promoted : kNoKind;
      for (Bitboard squares = drop_squares(kind); squares != 0;) {
        const Square to = pop_lowest(squares);
        if ((must_test_all_ || kind == tables_.king) && !is_safe_drop(kind, to)) continue;
        if (!rules_.immobility_illegal || can_ever_move(kind, to)) push(Move(Act::kDrop, kind, to));
        if (promoted != kNoKind && (!rules_.immobility_illegal || can_ever_move(promoted, to)))
          push(Move::promoted_drop(kind, to));
      }
    }
  }

  bool is_safe_drop(Kind kind, Square to) const {
    const Bitboard kings = kind == tables_.king ? kings_ | bit(to) : kings_;
    return !is_attacked(position_, kings, other(us_), occupied_ | bit(to), 0);
  }

  Bitboard drop_squares(Kind kind) const {
    const Bitboard squares = squares_of_kind(kind);
    return rules_.opposite_bishops ? squares & by_colour_of_bishops(tables_.kinds[kind].name) : squares;
  }

  Bitboard squares_of_kind(Kind kind) const {
    Bitboard squares = empty_ & rules_.drop_region[at(us_)];
    const PieceName name = tables_.kinds[kind].name;
    const Bitboard first_row = row_squares(us_ == 0 ? 0 : rules_.rows - 1);
    if (name == kPawn && !rules_.promotion_zone_pawn_drops) squares &= ~rules_.promotion_region[at(us_)];
    if (name == kPawn && !rules_.first_row_pawn_drops) squares &= ~first_row;
    if (name == kRook && rules_.rooks_on_first_row) squares &= first_row;
    if (contains(tables_.no_doubled, kind)) {
      for (int column = 0; column < rules_.columns; ++column)
        if (count(position_.men(us_, kind) & column_squares(column)) >= rules_.no_doubled_count)
          squares &= ~column_squares(column);
    }
    return squares;
  }

  // Half of the bishops stand on squares of either colour, and other pieces leave them room to do so.
  Bitboard by_colour_of_bishops(PieceName name) const {
    const auto bishop = std::ranges::find(tables_.kinds, kBishop, &KindRules::name);
    if (bishop == tables_.kinds.end()) return ~Bitboard{0};
    const Kind kind = static_cast<Kind>(bishop - tables_.kinds.begin());
    const Bitboard bishops = position_.men(us_, kind), room = squares_of_kind(kind);
    const int all = position_.count_of(us_, kind);
    Bitboard allowed = ~Bitboard{0};
    for (const Bitboard colour : {kDarkSquares, ~kDarkSquares}) {
      const int left = count(colour & (bishops | room)) - all / 2;
      if (name == kBishop) {
        if (count(colour & bishops) >= (all + 1) / 2) allowed &= ~colour;
      } else if (left <= 0) {
        allowed &= left < 0 ? 0 : ~(colour & room);
      }
    }
    return allowed;
  }

  const Position& position_;
  const Tables& tables_;
  const Variant& rules_;
  MoveList<Move>& moves_;
  const int us_;
  const Bitboard occupied_, enemies_, empty_;
  Bitboard kings_ = 0, shields_ = 0;
  bool in_check_ = false, must_test_all_ = false;
};

// True if no pseudo-royal man of the side that moves is left under attack. Those that are so before the move
// count, and a man who becomes one by it; with the last pawn's promotion to a second one, both cease to be.
bool keeps_pseudo_royals(const Position& position, Move move, const Position& next) {
  const Tables& tables = position.tables();
  const int us = position.side_to_move(), them = other(us);
  if ((position.pseudo_royals(them) & ~next.occupied()) != 0) return true;  // captured en passant
  Bitboard royals = position.pseudo_royals(us);
  const bool is_drop = move.is(Act::kDrop);
  if (is_drop && contains(tables.royal_candidates, move.dropped())) royals |= bit(move.to());
  if (!is_drop && has(royals, move.from())) royals = (royals & ~bit(move.from())) | bit(move.to());
  if (move.is_promotion()) {
    const Kind kind = tables.promotion_targets[move.promotion_place()];
    if (contains(tables.royal_candidates, kind)) {
      const bool is_another = count(position.men(us, kind)) > position.rules().extinction_count;
      royals = is_another ? royals & ~position.men(us, kind) : royals | bit(move.to());
    }
  }
  return !is_attacked(next, royals, them);
}

// The rules about the position after a move.
bool is_allowed_after(const Position& position, Move move) {
  const Variant& rules = position.rules();
  const int us = position.side_to_move(), them = other(us);
  Position next = position;
  next.play(move);
  if (position.tables().royal_candidates != 0 && !keeps_pseudo_royals(position, move, next)) return false;
  if (rules.checking && (rules.drop_checks || !move.is(Act::kDrop))) return true;
  return !is_attacked(next, next.kings(them), us);
}

// A drop of a kind that must be dropped while there is one in hand.
bool is_due_drop(const Position& position, Move move) {
  const KindSet due = position.tables().must_drop_type;
  return move.is(Act::kDrop) && ((due & kEveryKind) != 0 || contains(due, move.dropped()));
}

bool has_due_drop(const Position& position) {
  const int us = position.side_to_move();
  const KindSet due = position.tables().must_drop_type;
  for (Kind kind = 0; kind < position.tables().kinds.size(); ++kind)
    if (((due & kEveryKind) != 0 || contains(due, kind)) && position.in_hand(us, kind) > 0) return true;
  return false;
}

}  // namespace

void append_legal_moves(const Position& position, MoveList<Move>& moves) {
  const std::size_t first = moves.size();
  Generator(position, moves).generate();
  const auto keep = [&](auto is_kept) {
    std::size_t size = first;
    for (std::size_t i = first; i < moves.size(); ++i)
      if (is_kept(moves[i])) moves[size++] = moves[i];
    moves.resize(size);
  };
  if (!position.tables().is_legal_if_safe) keep([&](Move move) { return is_allowed_after(position, move); });
  const auto prefer = [&](auto is_preferred) {
    if (std::any_of(moves.begin() + first, moves.end(), is_preferred)) keep(is_preferred);
  };
  if (position.rules().must_capture) prefer([&](Move move) { return position.is_capture(move); });
  if (position.rules().must_drop && has_due_drop(position)) {
    keep([&](Move move) { return !move.is(Act::kDrop) || is_due_drop(position, move); });
    prefer([&](Move move) { return move.is(Act::kDrop); });
  }
}

bool has_legal_move(const Position& position) {
  MoveList<Move> moves;
  append_legal_moves(position, moves);
  return !moves.empty();
}

bool is_legal(const Position& position, Move move) {
  if (move.is_none()) return false;
  MoveList<Move> moves;
  append_legal_moves(position, moves);
  return std::ranges::find(moves, move) != moves.end();
}

bool in_check(const Position& position) {
  const int us = position.side_to_move();
  return is_attacked(position, position.royals(us), other(us));
}

}  // namespace tabiya::variants
