#include "core/games/pawn_race/rules.h"

#include <algorithm>

#include "core/random.h"

namespace tabiya::pawn_race {
namespace {

// The left-right mirror, under which the game is the same.
constexpr Square mirrored(Square square) {
  return Board::square(Board::row(square), Board::kColumns - 1 - Board::column(square));
}

constexpr Move mirrored(Move move) { return {mirrored(move.from()), mirrored(move.to())}; }

// The mirror image of a position after the choice of the gaps.
Position mirrored(const Position& position) {
  Position mirror;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (Bitboard rest = position.pawns(side); rest != 0;) mirror.put(side, mirrored(pop_lowest(rest)));
  mirror.set_side(position.side_to_move());
  if (position.passed_square() != kNoSquare) mirror.set_passed_square(mirrored(position.passed_square()));
  mirror.set_move_number(position.move_number());
  return mirror;
}

constexpr Bitboard kWestFile = 0x0101'0101'0101'0101, kEastFile = kWestFile << 7;

struct Zobrist {
  std::array<std::array<std::uint64_t, Board::kSquares>, 2> pawn{};
  std::array<std::uint64_t, Board::kColumns> passed{};  // by the file of the passed square
  std::uint64_t black_to_move = 0;
};

constexpr Zobrist kZobrist = [] {
  Zobrist keys;
  Random random(0x9a3e);
  for (auto& squares : keys.pawn)
    for (std::uint64_t& key : squares) key = random.next();
  for (std::uint64_t& key : keys.passed) key = random.next();
  keys.black_to_move = random.next();
  return keys;
}();

constexpr Bitboard shifted(Bitboard set, int by) { return by > 0 ? set << by : set >> -by; }

// The moves to some squares from those that lie `by` before them.
void append(Bitboard targets, int by, MoveList<Move>& moves) {
  while (targets != 0) {
    const Square to = pop_lowest(targets);
    moves.push_back(Move(static_cast<Square>(to - by), to));
  }
}

void append_captures(const Targets& targets, Side us, MoveList<Move>& moves) {
  append(targets.captures_west, forward(us) - 1, moves);
  append(targets.captures_east, forward(us) + 1, moves);
}

Targets all_targets(const Position& position) {
  return targets_of(position, position.pawns(position.side_to_move()));
}

}  // namespace

bool Position::in_setup_phase() const {
  if (pawns_[1] != 0) return false;
  const bool only_gap_missing =
      (pawns_[0] & ~first_rank(Side::kWhite)) == 0 && count(pawns_[0]) == kPawns && side_ == Side::kBlack;
  return pawns_[0] == 0 || only_gap_missing;
}

void Position::choose_gap(int file) {
  Bitboard row = first_rank(side_) & ~(kWestFile << file);
  while (row != 0) put(side_, pop_lowest(row));
  set_side(other(side_));
}

void Position::put(Side side, Square square) {
  pawns_[index(side)] |= bit(square);
  hash_ ^= kZobrist.pawn[index(side)][square];
}

void Position::take(Side side, Square square) {
  pawns_[index(side)] &= ~bit(square);
  hash_ ^= kZobrist.pawn[index(side)][square];
}

void Position::set_side(Side side) {
  if (side != side_) hash_ ^= kZobrist.black_to_move;
  side_ = side;
}

void Position::play(Move move) {
  const Side us = side_, them = other(us);
  const int ahead = forward(us);
  if (has(pawns(them), move.to())) take(them, move.to());
  if (move.to() == passed_ && Board::column(move.from()) != Board::column(passed_))
    take(them, static_cast<Square>(passed_ - ahead));
  take(us, move.from());
  put(us, move.to());
  const bool is_double_step = move.to() - move.from() == 2 * ahead;
  passed_ = is_double_step ? static_cast<Square>(move.from() + ahead) : kNoSquare;
  if (us == Side::kBlack)
    move_number_ = static_cast<std::uint16_t>(std::min(move_number_ + 1, kLastMoveNumber));
  set_side(them);
}

Targets targets_of(const Position& position, Bitboard pawns) {
  const Side us = position.side_to_move();
  const int ahead = forward(us);
  const Bitboard empty = ~position.occupied();
  const Bitboard passed = position.passed_square() == kNoSquare ? 0 : bit(position.passed_square());
  const Bitboard victims = position.pawns(other(us)) | passed;
  Targets targets;
  targets.steps = shifted(pawns, ahead) & empty;
  targets.double_steps = shifted(targets.steps & shifted(first_rank(us), ahead), ahead) & empty;
  targets.captures_west = shifted(pawns & ~kWestFile, ahead - 1) & victims;
  targets.captures_east = shifted(pawns & ~kEastFile, ahead + 1) & victims;
  return targets;
}

// A square that was passed counts only where a pawn can capture there.
std::uint64_t Rules::key(const Position& position) {
  const Square passed = position.passed_square();
  if (passed == kNoSquare || !has(all_targets(position).captures(), passed)) return position.hash();
  return position.hash() ^ kZobrist.passed[static_cast<std::size_t>(Board::column(passed))];
}

Position Rules::image(const Position& position, int symmetry) {
  return symmetry == 0 ? position : mirrored(position);
}

Move Rules::image(Move move, int symmetry) { return symmetry == 0 ? move : mirrored(move); }

Outcome Rules::outcome(const Position& position) {
  const Side us = position.side_to_move(), them = other(us);
  const bool is_lost = position.pawns(us) == 0 || (position.pawns(them) & last_rank(them)) != 0;
  return is_lost ? Outcome::kLoss : Outcome::kOpen;
}

void Rules::generate_all(const Position& position, MoveList<Move>& moves) {
  generate(position, MoveKind::kCaptures, moves);
  generate(position, MoveKind::kOtherQuiets, moves);
}

void Rules::generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves) {
  if (outcome(position) != Outcome::kOpen) return;
  const Side us = position.side_to_move();
  const int ahead = forward(us);
  const Targets targets = all_targets(position);
  if (move_kind == MoveKind::kCaptures) {
    append(targets.steps & last_rank(us), ahead, moves);
    append_captures(targets, us, moves);
  } else if (move_kind == MoveKind::kOtherQuiets) {  // there are no checks
    append(targets.steps & ~last_rank(us), ahead, moves);
    append(targets.double_steps, 2 * ahead, moves);
  }
}

bool Rules::is_legal(const Position& position, Move move) {
  if (move.is_none() || outcome(position) != Outcome::kOpen) return false;
  return has(position.pawns(position.side_to_move()), move.from()) &&
         has(targets_of(position, bit(move.from())).all(), move.to());
}

bool Rules::is_capture(const Position& position, Move move) {
  return Board::column(move.from()) != Board::column(move.to()) ||
         has(last_rank(position.side_to_move()), move.to());
}

// The pawns nearest to the last rank first.
int Rules::capture_order(const Position& position, Move move) {
  const int row = Board::row(move.to());
  return position.side_to_move() == Side::kWhite ? row : Board::kRows - 1 - row;
}

std::size_t Rules::position_kind(const Position& position) {
  return static_cast<std::size_t>(2 * count(position.occupied()) + side_to_move(position));
}

Position Rules::position_after(SetupId white, SetupId black) {
  Position position;
  position.choose_gap(static_cast<int>(white));
  position.choose_gap(static_cast<int>(black));
  return position;
}

}  // namespace tabiya::pawn_race
