#include "core/games/variants/ends.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/games/variants/attacks.h"
#include "core/games/variants/moves.h"

namespace tabiya::variants {
namespace {

class Men {
 public:
  explicit Men(const Position& position) : position_(position) {}

  int all(int side) const { return count(position_.men(side)); }
  int named(int side, PieceName name) const {
    const auto& kinds = position_.tables().kinds;
    const auto kind = std::ranges::find(kinds, name, &KindRules::name);
    return kind == kinds.end() ? 0 : count(position_.men(side, static_cast<Kind>(kind - kinds.begin())));
  }

 private:
  const Position& position_;
};

// While both have men, the board's honour; against a lone king, that of the strongest pieces.
int makruk_limit(const Men& men, int side) {
  constexpr int kOfTheBoard = 64;
  const int them = other(side);
  if (men.all(them) == 1) return 0;
  if (men.all(side) > 1) return kOfTheBoard;
  if (const int rooks = men.named(them, kRook); rooks > 0) return rooks > 1 ? 8 : 16;
  const int silvers = men.named(them, kSilver);
  if (silvers > 1) return 22;
  if (men.named(them, kKnight) > 1) return 32;
  return silvers == 1 ? 44 : kOfTheBoard;
}

int asean_limit(const Men& men, int side) {
  const int them = other(side);
  if (men.all(side) > 1) return 0;
  if (men.named(them, kRook) > 0) return 16;
  if (men.named(them, kSilver) > 0) return 44;
  return men.named(them, kKnight) > 0 ? 64 : 0;
}

Outcome for_other_side(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin:
      return Outcome::kLoss;
    case Outcome::kLoss:
      return Outcome::kWin;
    default:
      return outcome;
  }
}

bool is_extinct(const Position& position, int side, Kind kind, bool all) {
  const Variant& rules = position.rules();
  const int own = all ? position.count_all(side) : position.count_of(side, kind);
  const int others = all ? position.count_all(other(side)) : position.count_of(other(side), kind);
  const bool claims = rules.extinction_claim && side == position.side_to_move();
  return own <= rules.extinction_count && others >= rules.extinction_opponent_count + (claims ? 1 : 0);
}

// The side that has just moved comes first, where both are extinct.
Outcome by_extinction(const Position& position) {
  const Variant& rules = position.rules();
  if (rules.extinction == Value::kNone || rules.pseudo_royal) return Outcome::kOpen;
  const KindSet types = position.tables().extinction_types;
  const int us = position.side_to_move();
  for (const int side : {other(us), us}) {
    bool extinct = (types & kEveryKind) != 0 && is_extinct(position, side, 0, true);
    for (KindSet kinds = types & ~kEveryKind; kinds != 0; kinds &= kinds - 1)
      extinct |= is_extinct(position, side, static_cast<Kind>(std::countr_zero(kinds)), false);
    const Outcome outcome = outcome_of(rules.extinction);
    if (extinct) return side == us ? outcome : for_other_side(outcome);
  }
  return Outcome::kOpen;
}

bool has_reached_flag(const Position& position, int side) {
  const Variant& rules = position.rules();
  const Bitboard region = rules.flag_region[at(side)] & position.tables().board;
  const Bitboard men = region & position.men(side, position.tables().flag_piece[at(side)]);
  if (men == 0) return false;
  const bool is_blocked = rules.flag_blocked_win && (region & ~position.occupied()) == 0;
  if (count(men) < rules.flag_count && !is_blocked) return false;
  // A man that has stood there while the other side moved has won, safe or not.
  if (!rules.flag_safe || (rules.flag_move && side == position.side_to_move())) return true;
  // If there are more men than needed, the other side can capture only one of them.
  if (count(men) != rules.flag_count) return true;
  return !is_attacked(position, men, other(side));
}

// True if the second side's king may follow the first side's to the flag with its next move.
bool can_follow(const Position& position) {
  const int us = position.side_to_move();
  const Bitboard kings = position.kings(us), region = position.rules().flag_region[at(us)];
  if (kings == 0 || in_check(position)) return false;
  MoveList<Move> moves;
  append_legal_moves(position, moves);
  return std::ranges::any_of(moves, [&](Move move) {
    return !move.is(Move::Act::kDrop) && !move.is(Move::Act::kCastle) && has(kings, move.from()) &&
           has(region, move.to());
  });
}

// A flag that a side has reached ends the game at once, or, where the other side has a last move, after that;
// at once if that move cannot be a king's to the flag.
Outcome by_flag(const Position& position) {
  const Variant& rules = position.rules();
  if ((rules.flag_region[0] | rules.flag_region[1]) == 0) return Outcome::kOpen;
  const int us = position.side_to_move(), them = other(us);
  const auto is_king = [&](int side) { return rules.flag_piece[at(side)] == only(kKing); };
  const bool they = has_reached_flag(position, them);
  if ((rules.flag_move || rules.flag_safe) && has_reached_flag(position, us)) {
    const bool shares = rules.flag_move ? us == 0 && is_king(them) : rules.flag_safe;
    return they && shares ? Outcome::kDraw : Outcome::kWin;
  }
  if (!they || (rules.flag_move && !rules.flag_safe && !is_king(us))) return Outcome::kOpen;
  return rules.flag_move && is_king(us) && us == 1 && can_follow(position) ? Outcome::kOpen : Outcome::kLoss;
}

bool has_row(Bitboard men, int length, int shift, Bitboard may_step) {
  for (int i = 1; i < length && men != 0; ++i) men &= ((men & may_step) << shift);
  return men != 0;
}

// Judges rows of men of the side that has just moved.
Outcome by_row(const Position& position) {
  const Variant& rules = position.rules();
  if (rules.connect == 0) return Outcome::kOpen;
  const Bitboard men = position.men(other(position.side_to_move()), position.tables().connect_types);
  const Bitboard east = ~column_squares(7), west = ~column_squares(0);
  const bool found = (rules.connect_horizontal && has_row(men, rules.connect, 1, east)) ||
                     (rules.connect_vertical && has_row(men, rules.connect, 8, ~Bitboard{0})) ||
                     (rules.connect_diagonal &&
                      (has_row(men, rules.connect, 9, east) || has_row(men, rules.connect, 7, west)));
  return found ? for_other_side(outcome_of(rules.connect_value)) : Outcome::kOpen;
}

Outcome by_checks(const Position& position) {
  const bool none_left =
      position.rules().check_counting && position.checks_left(other(position.side_to_move())) == 0;
  return none_left ? Outcome::kLoss : Outcome::kOpen;
}

// True if the men of a side can mate, other than by those that only help: the other side's king.
bool can_mate(const Position& position, int side) {
  const Tables& tables = position.tables();
  const Variant& rules = position.rules();
  const bool has_pawn = position.men(side, tables.promotion_pawns[at(side)]) != 0;
  Bitboard bound = 0;
  for (std::size_t i = 0; i < tables.kinds.size(); ++i) {
    const Kind kind = static_cast<Kind>(i);
    if (kind == tables.king) continue;
    const bool becomes = has_pawn && std::ranges::count(tables.promotions[at(side)], kind) > 0;
    if (tables.kinds[kind].mates && (position.men(side, kind) != 0 || becomes)) return true;
    if (tables.kinds[kind].is_colour_bound) bound |= position.men(0, kind) | position.men(1, kind);
  }
  const Bitboard all = position.men(0) | position.men(1);
  const Bitboard unbound = all & ~position.kings(0) & ~position.kings(1) & ~bound;
  const bool needs_no_mate = rules.stalemate != Value::kDraw || rules.check_counting;
  if ((bound & position.men(side)) != 0 &&
      (unbound != 0 || needs_no_mate || ((bound & kDarkSquares) != 0 && (bound & ~kDarkSquares) != 0)))
    return true;
  if ((unbound & position.men(side)) != 0 && (count(unbound | bound) >= 2 || needs_no_mate)) return true;
  return rules.stalemate != Value::kDraw && rules.pieces[kKing].is_own_king && position.kings(side) != 0;
}

bool has_other_aims(const Position& position, int side) {
  const Variant& rules = position.rules();
  const bool has_flag_men =
      rules.flag_region[at(side)] != 0 && position.men(side, position.tables().flag_piece[at(side)]) != 0;
  return rules.captures_to_hand || position.count_all(side) > count(position.men(side)) || has_flag_men ||
         (rules.extinction != Value::kNone && !rules.pseudo_royal) ||
         (rules.n_fold != 0 && rules.n_fold_value != Value::kDraw);
}

}  // namespace

int count_limit(const Position& position, int side) {
  const Men men(position);
  if (men.named(0, kPawn) + men.named(1, kPawn) > 0) return 0;
  return position.rules().counting == Counting::kMakruk ? makruk_limit(men, side) : asean_limit(men, side);
}

Outcome outcome_of(Value value) {
  switch (value) {
    case Value::kWin:
      return Outcome::kWin;
    case Value::kLoss:
      return Outcome::kLoss;
    default:
      return Outcome::kDraw;
  }
}

bool is_material_insufficient(const Position& position) {
  for (const int side : {0, 1})
    if (has_other_aims(position, side) || can_mate(position, side)) return false;
  return true;
}

End decided(const Position& position) {
  constexpr std::array<std::pair<Outcome (*)(const Position&), std::string_view>, 4> kEnds{{
      {by_extinction, "by the loss of pieces"},
      {by_flag, "by reaching the flag"},
      {by_checks, "by the number of checks"},
      {by_row, "by a row of pieces"},
  }};
  for (const auto& [end, reason] : kEnds)
    if (const Outcome outcome = end(position); outcome != Outcome::kOpen) return {outcome, reason};
  return {};
}

End ended(const Position& position) {
  if (const End end = decided(position); end.outcome != Outcome::kOpen) return end;
  if (is_material_insufficient(position)) return {Outcome::kDraw, "since neither side can mate"};
  const int n_move = position.rules().n_move;
  const bool moves_run_out = n_move != 0 && position.clock() >= 2 * n_move;
  const bool count_runs_out =
      position.counting_limit() != 0 && position.counted() > position.counting_limit();
  if ((!moves_run_out && !count_runs_out) || !has_legal_move(position)) return {};
  if (count_runs_out) return {Outcome::kDraw, "by the count of moves"};
  return {Outcome::kDraw, "by the number of moves without a capture or a pawn's move"};
}

End without_moves(const Position& position) {
  const Variant& rules = position.rules();
  if (position.is_checked_by_drop()) return {Outcome::kWin, "since no pawn may be dropped to mate"};
  if (in_check(position)) return {outcome_of(rules.checkmate), "by checkmate"};
  const int us = position.side_to_move();
  if (!rules.stalemate_by_count) return {outcome_of(rules.stalemate), "by stalemate"};
  const int difference = position.count_all(us) - position.count_all(other(us));
  const Outcome fewer = outcome_of(rules.stalemate);
  return {difference == 0 ? Outcome::kDraw : difference < 0 ? fewer : for_other_side(fewer), "by stalemate"};
}

}  // namespace tabiya::variants
