#include "core/games/variants/position.h"

#include <algorithm>
#include <cstdlib>

#include "core/games/variants/attacks.h"
#include "core/games/variants/ends.h"
#include "core/random.h"

namespace tabiya::variants {
namespace {

constexpr int kLastNumber = 9'999;  // at which clocks and numbers of moves stop

struct Zobrist {
  BySide<std::array<std::array<std::uint64_t, Board::kSquares>, kMostKinds>> man{};
  BySide<std::array<std::uint64_t, kMostKinds>> held{};  // by count_key()
  BySide<std::uint64_t> checks{};
  std::array<std::array<std::uint64_t, Board::kSquares>, 8> promoted{};  // by what they were
  std::array<std::uint64_t, Board::kSquares> castling_rook{}, passed{};
  std::uint64_t second_to_move = 0;
};

constexpr Zobrist kZobrist = [] {
  Zobrist keys;
  Random random(0x7ab1);
  for (auto& kinds : keys.man)
    for (auto& squares : kinds)
      for (std::uint64_t& key : squares) key = random.next();
  for (auto& kinds : keys.held)
    for (std::uint64_t& key : kinds) key = random.next() | 1;
  for (std::uint64_t& key : keys.checks) key = random.next() | 1;
  for (auto& squares : keys.promoted)
    for (std::uint64_t& key : squares) key = random.next();
  for (auto* keys_of_squares : {&keys.castling_rook, &keys.passed})
    for (std::uint64_t& key : *keys_of_squares) key = random.next();
  keys.second_to_move = random.next();
  return keys;
}();

// The key is odd, so that each count gives another one.
std::uint64_t count_key(std::uint64_t key, int count) { return key * static_cast<std::uint64_t>(count); }
std::uint64_t man_key(int side, Kind kind, Square square) { return kZobrist.man[at(side)][kind][square]; }

}  // namespace

Position::Position(const Tables& tables) : tables_(&tables) { board_.fill(kNoKind); }

Bitboard Position::men(int side, KindSet kinds) const {
  if ((kinds & kEveryKind) != 0) return men(side);
  Bitboard squares = 0;
  for (; kinds != 0; kinds &= kinds - 1) squares |= kinds_[at(std::countr_zero(kinds))];
  return squares & men(side);
}

int Position::count_all(int side) const {
  int sum = count(men(side));
  for (const std::uint8_t held : hands_[at(side)]) sum += held;
  return sum;
}

Bitboard Position::kings(int side) const { return tables_->king == kNoKind ? 0 : men(side, tables_->king); }

Bitboard Position::pseudo_royals(int side) const {
  Bitboard squares = 0;
  for (KindSet kinds = tables_->royal_candidates; kinds != 0; kinds &= kinds - 1) {
    const Bitboard candidates = men(side, static_cast<Kind>(std::countr_zero(kinds)));
    if (count(candidates) <= rules().extinction_count + 1) squares |= candidates;
  }
  return squares;
}

Kind Position::kind_before(Square square) const {
  const int form = form_of(square);
  if (form == 0) return kind_at(square);
  if (form != kWasPawn) return tables_->kinds[kind_at(square)].sources[static_cast<std::size_t>(form) - 1];
  return tables_->first_promotion_pawn != kNoKind ? tables_->first_promotion_pawn : kind_at(square);
}

void Position::put_promoted(int side, Kind kind, Square square, Kind before) {
  const std::vector<Kind>& sources = tables_->kinds[kind].sources;
  const auto found = std::ranges::find(sources, before);
  put(side, kind, square, found == sources.end() ? kWasPawn : static_cast<int>(found - sources.begin()) + 1);
}

void Position::put(int side, Kind kind, Square square, int form) {
  kinds_[kind] |= bit(square);
  sides_[at(side)] |= bit(square);
  board_[square] = static_cast<std::uint8_t>(kind | form << kFormShift);
  hash_ ^= man_key(side, kind, square);
  if (form == 0) return;
  promoted_ |= bit(square);
  hash_ ^= kZobrist.promoted[at(form)][square];
}

void Position::take(Square square) {
  const int side = has(sides_[1], square) ? 1 : 0;
  const Kind kind = kind_at(square);
  const int form = form_of(square);
  kinds_[kind] &= ~bit(square);
  sides_[at(side)] &= ~bit(square);
  board_[square] = kNoKind;
  hash_ ^= man_key(side, kind, square);
  if (form == 0) return;
  promoted_ &= ~bit(square);
  hash_ ^= kZobrist.promoted[at(form)][square];
}

void Position::put_wall(Square square) { walls_ |= bit(square); }

void Position::add_to_hand(int side, Kind kind, int count) {
  std::uint8_t& held = hands_[at(side)][kind];
  hash_ ^= count_key(kZobrist.held[at(side)][kind], held);
  held = static_cast<std::uint8_t>(held + count);
  hash_ ^= count_key(kZobrist.held[at(side)][kind], held);
}

void Position::set_side(int side) {
  if (side != side_) hash_ ^= kZobrist.second_to_move;
  side_ = static_cast<std::uint8_t>(side);
}

void Position::set_castling(int side, int wing, Square king, Square rook) {
  clear_castling(side, wing);
  castling_kings_[at(side)] = king;
  castling_rooks_[at(side)][at(wing)] = rook;
  hash_ ^= kZobrist.castling_rook[rook];
}

void Position::clear_castling(int side, int wing) {
  Square& rook = castling_rooks_[at(side)][at(wing)];
  if (rook != kNoSquare) hash_ ^= kZobrist.castling_rook[rook];
  rook = kNoSquare;
  if (castling_rook(side, 1 - wing) == kNoSquare) castling_kings_[at(side)] = kNoSquare;
}

void Position::set_passed(Square square, Square man) {
  if (passed_ != kNoSquare) hash_ ^= kZobrist.passed[passed_];
  passed_ = square;
  passed_man_ = man;
  if (passed_ != kNoSquare) hash_ ^= kZobrist.passed[passed_];
}

void Position::set_checks_left(int side, int checks) {
  hash_ ^= count_key(kZobrist.checks[at(side)], checks_left_[at(side)]);
  checks_left_[at(side)] = static_cast<std::uint8_t>(checks);
  hash_ ^= count_key(kZobrist.checks[at(side)], checks);
}

bool Position::is_en_passant(Move move) const {
  if (passed_ == kNoSquare || move.to() != passed_ || !move.is(Move::Act::kPlain)) return false;
  const Kind kind = kind_at(move.from());
  return contains(tables_->en_passant[at(side_)], kind) &&
         has(captures_of(*this, side_, kind, move.from(), occupied()), passed_) &&
         !has(quiet_moves_of(*this, side_, kind, move.from(), occupied()), passed_);
}

bool Position::is_capture(Move move) const {
  if (move.is(Move::Act::kDrop) || move.is(Move::Act::kCastle)) return false;
  return has(men(other(side_)), move.to()) || is_en_passant(move);
}

void Position::play(Move move) {
  const int us = side_;
  const bool counts = rules().counting != Counting::kNone;
  const Kind captured = counts && is_capture(move) ? kind_at(captured_square(move)) : kNoKind;
  clock_ = static_cast<std::uint16_t>(std::min(clock_ + 1, kLastNumber));
  checked_by_drop_ = false;
  if (move.is(Move::Act::kDrop)) {
    drop(move);
  } else if (move.is(Move::Act::kCastle)) {
    castle(move);
  } else {
    move_man(move);
  }
  if (us == 1) move_number_ = static_cast<std::uint16_t>(std::min(move_number_ + 1, kLastNumber));
  set_side(other(us));
  if (rules().check_counting && checks_left(us) > 0 && is_attacked(*this, kings(other(us)), us))
    set_checks_left(us, checks_left(us) - 1);
  if (counts) count_on(captured, move.is_promotion());
}

// Counts on after a move of the other side. A count begins when a side is left with so few men, and anew when
// its king is bared.
void Position::count_on(Kind captured, bool promoted) {
  if (counting_limit_ != 0 && counted_ < kLastNumber) ++counted_;
  const bool is_asean = rules().counting == Counting::kAsean;
  const int men_left = count(sides_[0] | sides_[1]);
  const auto begin = [&](int side, int counted) {
    const int limit = count_limit(*this, side);
    if (limit != 0) set_counting(2 * limit, counted);
  };
  const int us = side_, them = other(us);
  const bool takes_pawn = captured != kNoKind && captured == tables_->pawn;
  if (!is_asean && takes_pawn && count(men(them)) == 1) begin(them, 2 * men_left - 1);
  const bool is_lone = count(men(us)) == 1;
  if (counting_limit_ == 0 || ((captured != kNoKind || promoted) && is_lone))
    begin(us, is_asean || !is_lone ? 0 : 2 * men_left);
}

void Position::drop(Move move) {
  set_passed(kNoSquare, kNoSquare);
  add_to_hand(side_, move.dropped(), -1);
  if (move.drops_promoted()) {
    put_promoted(side_, tables_->kinds[move.dropped()].promoted, move.to(), move.dropped());
  } else {
    put(side_, move.dropped(), move.to());
  }
  clock_ = 0;
  checked_by_drop_ = rules().no_mate_by_shogi_pawn && tables_->kinds[move.dropped()].name == kShogiPawn &&
                     is_attacked(*this, kings(other(side_)), side_);
  if (!rules().castles_dropped) return;
  const Square king = castling_king_home(side_);
  for (const int wing : {0, 1})
    if (move.to() == king || move.to() == castling_corner(side_, wing)) gain_castling(side_, wing);
}

Square Position::castling_king_home(int side) const {
  const int row = side == 0 ? rules().castling_row : rules().rows - 1 - rules().castling_row;
  return Board::square(row, rules().castling_king_column);
}

Square Position::castling_corner(int side, int wing) const {
  return Board::square(Board::row(castling_king_home(side)), wing == 0 ? 0 : rules().columns - 1);
}

void Position::gain_castling(int side, int wing) {
  if (!tables_->has_wing[at(wing)]) return;
  const Square king = castling_king_home(side), rook = castling_corner(side, wing);
  if (has(men(side, tables_->castling_king), king) && has(men(side, tables_->castling_rooks), rook))
    set_castling(side, wing, king, rook);
}

int Position::wing_of(Move move) const {
  return Board::column(move.to()) == rules().castling_kingside ? 1 : 0;
}

void Position::castle(Move move) {
  const int us = side_, wing = wing_of(move);
  const Square rook = castling_rook(us, wing);
  const Kind king_kind = kind_at(move.from()), rook_kind = kind_at(rook);
  const int king_form = form_of(move.from()), rook_form = form_of(rook);
  set_passed(kNoSquare, kNoSquare);
  take(move.from());
  take(rook);
  put(us, king_kind, move.to(), king_form);
  put(us, rook_kind, static_cast<Square>(wing == 1 ? move.to() - 1 : move.to() + 1), rook_form);
  for (const int each : {0, 1}) clear_castling(us, each);
  if (rules().opposite_castling) clear_castling(other(us), wing);
}

// The man turns into what it was before it was promoted, where captures go to the hand.
void Position::capture(Square square) {
  const Kind before = kind_before(square);
  take(square);
  lose_castling(square);
  clock_ = 0;
  if (rules().captures_to_hand) add_to_hand(side_, before, 1);
}

void Position::move_man(Move move) {
  const int us = side_;
  const Kind kind = kind_at(move.from()), before = kind_before(move.from());
  const int form = form_of(move.from());
  const bool turns_back = this->turns_back(move.from());
  if (is_capture(move)) capture(captured_square(move));
  set_passed(kNoSquare, kNoSquare);
  if (is_irreversible(move, kind)) clock_ = 0;
  take(move.from());
  if (move.is_promotion()) {
    put(us, tables_->promotion_targets[move.promotion_place()], move.to(), kWasPawn);
  } else if (move.is(Move::Act::kPromote)) {
    if (turns_back) {
      put(us, before, move.to());
    } else {
      put_promoted(us, tables_->kinds[kind].promoted, move.to(), kind);
    }
  } else {
    put(us, kind, move.to(), form);
  }
  lose_castling(move.from());
  if (!move.is_promotion()) note_double_step(move, kind);
}

// True for a promotion, or a pawn's move that it cannot make back.
bool Position::is_irreversible(Move move, Kind kind) const {
  if (move.is_promotion() || (move.is(Move::Act::kPromote) && !rules().demotes)) return true;
  return contains(tables_->clock_types[at(side_)], kind) &&
         !has(quiet_moves_of(*this, side_, kind, move.to(), 0), move.from());
}

// A man leaves a square, or is captured on it.
void Position::lose_castling(Square square) {
  if (!rules().castling) return;
  for (const int side : {0, 1})
    for (const int wing : {0, 1})
      if (castling_rook(side, wing) == square || castling_king(side) == square) clear_castling(side, wing);
}

// A pawn has gone two squares from where it may, or another man by one of its initial moves: those who capture on the square
// between may take it there.
void Position::note_double_step(Move move, Kind kind) {
  const int rows = Board::row(move.to()) - Board::row(move.from());
  const int columns = Board::column(move.to()) - Board::column(move.from());
  if (std::max(std::abs(rows), std::abs(columns)) != 2 || rows % 2 != 0 || columns % 2 != 0) return;
  const bool is_pawn = kind == tables_->pawn;
  if (is_pawn ? columns != 0 : !has(tables_->moves[at(side_)][kind].initial_targets[move.from()], move.to()))
    return;
  const Square behind = static_cast<Square>((move.from() + move.to()) / 2);
  const int them = other(side_);
  if (!has(rules().en_passant_region[at(them)], behind)) return;
  for (KindSet kinds = tables_->en_passant[at(them)] & ~kEveryKind; kinds != 0; kinds &= kinds - 1) {
    const Kind captor = static_cast<Kind>(std::countr_zero(kinds));
    if (attackers_of_kind(*this, behind, them, captor, occupied()) == 0) continue;
    set_passed(behind, move.to());
    return;
  }
}

}  // namespace tabiya::variants
