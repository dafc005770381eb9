#include "core/games/ard_ri/rules.h"

#include <algorithm>

#include "core/random.h"

namespace tabiya::ard_ri {
namespace {

constexpr int kDirections = 4;

// The next square up, to the right, down and to the left; kNoSquare off the board.
constexpr std::array<std::array<Square, Board::kSquares>, kDirections> kSteps = [] {
  constexpr std::array<std::array<int, 2>, kDirections> kDeltas{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  std::array<std::array<Square, Board::kSquares>, kDirections> steps{};
  for (int direction = 0; direction < kDirections; ++direction) {
    for (Square square = 0; square < Board::kSquares; ++square) {
      const int row = Board::row(square) + kDeltas[direction][0];
      const int column = Board::column(square) + kDeltas[direction][1];
      steps[direction][square] = Board::contains(row, column) ? Board::square(row, column) : kNoSquare;
    }
  }
  return steps;
}();

constexpr std::array<Bitboard, Board::kSquares> kNeighbours = [] {
  std::array<Bitboard, Board::kSquares> neighbours{};
  for (const auto& steps : kSteps)
    for (Square square = 0; square < Board::kSquares; ++square)
      if (steps[square] != kNoSquare) neighbours[square] |= bit(steps[square]);
  return neighbours;
}();

struct Zobrist {
  std::array<std::array<std::uint64_t, Board::kSquares>, 2> man{};
  std::array<std::uint64_t, Board::kSquares> king{};
  std::uint64_t attackers_to_move = 0;
  std::array<std::uint64_t, kPlyLimit + 1> ply{};
};

// From here on the value of a position may depend on how many plies are left, so that keys tell plies apart.
constexpr int kFirstKeyedPly = kPlyLimit - 40;

constexpr Zobrist kZobrist = [] {
  Zobrist keys;
  Random random(0x0717);
  for (auto& squares : keys.man)
    for (std::uint64_t& key : squares) key = random.next();
  for (std::uint64_t& key : keys.king) key = random.next();
  keys.attackers_to_move = random.next();
  for (int ply = kFirstKeyedPly; ply <= kPlyLimit; ++ply) keys.ply[ply] = random.next();
  return keys;
}();

// True if the king is captured by an attacker that has just moved to a neighbouring square.
bool is_surrounded(Square king, Bitboard attackers) {
  const Bitboard open = kNeighbours[king] & ~attackers & ~kOffLimits;
  return open == 0;
}

// The squares that a piece on `from` may move to.
Bitboard targets(const Position& position, Square from) {
  const Bitboard free = kNeighbours[from] & ~position.occupied();
  return from == position.king() ? free : free & ~kOffLimits;
}

// All pieces of the side to move.
Bitboard movers(const Position& position) {
  const Side us = position.side_to_move();
  const bool has_king = us == Side::kDefenders && position.king() != kNoSquare;
  return position.men(us) | (has_king ? bit(position.king()) : 0);
}

}  // namespace

Position Position::start() {
  Position position;
  for (const int square : {2, 3, 4, 10, 14, 20, 21, 22, 26, 27, 28, 34, 38, 44, 45, 46})
    position.put_man(Side::kAttackers, static_cast<Square>(square));
  for (const int square : {16, 17, 18, 23, 25, 30, 31, 32})
    position.put_man(Side::kDefenders, static_cast<Square>(square));
  position.put_king(24);
  return position;
}

void Position::put_man(Side side, Square square) {
  men_[index(side)] |= bit(square);
  hash_ ^= kZobrist.man[index(side)][square];
}

void Position::take_man(Side side, Square square) {
  men_[index(side)] &= ~bit(square);
  hash_ ^= kZobrist.man[index(side)][square];
}

void Position::put_king(Square square) {
  if (king_ != kNoSquare) hash_ ^= kZobrist.king[king_];
  king_ = square;
  if (king_ != kNoSquare) hash_ ^= kZobrist.king[king_];
}

void Position::set_side(Side side) {
  if (side != side_) hash_ ^= kZobrist.attackers_to_move;
  side_ = side;
}

void Position::play(Move move) {
  const Side us = side_;
  const Capture capture = capture_of(*this, move);
  if (move.from() == king_) {
    put_king(move.to());
  } else {
    take_man(us, move.from());
    put_man(us, move.to());
  }
  for (Bitboard men = capture.men; men != 0;) take_man(other(us), pop_lowest(men));
  if (capture.king) put_king(kNoSquare);
  reversible_plies_ =
      capture.men != 0 || capture.king ? 0 : static_cast<std::uint16_t>(reversible_plies_ + 1);
  ++ply_;
  set_side(other(us));
}

Capture capture_of(const Position& position, Move move) {
  const Side us = position.side_to_move();
  Capture capture;
  Bitboard captors = position.men(us) & ~bit(move.from());
  if (us == Side::kDefenders && move.from() != position.king()) captors |= bit(position.king());
  for (const auto& steps : kSteps) {
    const Square between = steps[move.to()];
    if (between == kNoSquare || !has(position.men(other(us)), between)) continue;
    const Square beyond = steps[between];
    if (beyond != kNoSquare && has(captors, beyond)) capture.men |= bit(between);
  }
  if (us == Side::kAttackers && has(kNeighbours[move.to()], position.king())) {
    const Bitboard attackers = (position.men(us) & ~bit(move.from())) | bit(move.to());
    capture.king = is_surrounded(position.king(), attackers);
  }
  return capture;
}

std::uint64_t Rules::key(const Position& position) {
  return position.hash() ^ kZobrist.ply[static_cast<std::size_t>(std::min(position.ply(), kPlyLimit))];
}

Position Rules::image(const Position& position, int symmetry) {
  Position image;
  for (const Side side : {Side::kDefenders, Side::kAttackers})
    for (Bitboard men = position.men(side); men != 0;)
      image.put_man(side, apply_symmetry<Board>(symmetry, pop_lowest(men)));
  if (position.king() != kNoSquare) image.put_king(apply_symmetry<Board>(symmetry, position.king()));
  image.set_side(position.side_to_move());
  image.set_ply(position.ply());
  return image;
}

Outcome Rules::outcome(const Position& position) {
  if (position.king() == kNoSquare || has(kCorners, position.king())) return Outcome::kLoss;
  return position.ply() >= kPlyLimit ? Outcome::kDraw : Outcome::kOpen;
}

void Rules::generate_all(const Position& position, MoveList<Move>& moves) {
  if (outcome(position) != Outcome::kOpen) return;
  for (Bitboard from = movers(position); from != 0;) {
    const Square square = pop_lowest(from);
    for (Bitboard to = targets(position, square); to != 0;) moves.push_back(Move(square, pop_lowest(to)));
  }
}

void Rules::generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves) {
  if (move_kind != MoveKind::kCaptures && move_kind != MoveKind::kOtherQuiets) return;  // there are no checks
  MoveList<Move> all;
  generate_all(position, all);
  for (const Move move : all)
    if (is_capture(position, move) == (move_kind == MoveKind::kCaptures)) moves.push_back(move);
}

bool Rules::is_legal(const Position& position, Move move) {
  if (move.is_none() || move.from() >= Board::kSquares || move.to() >= Board::kSquares) return false;
  return outcome(position) == Outcome::kOpen && has(movers(position), move.from()) &&
         has(targets(position, move.from()), move.to());
}

bool Rules::is_capture(const Position& position, Move move) {
  const Capture capture = capture_of(position, move);
  return capture.men != 0 || capture.king || has(kCorners, move.to());
}

int Rules::capture_order(const Position& position, Move move) {
  constexpr int kWin = 100;
  const Capture capture = capture_of(position, move);
  return count(capture.men) + (capture.king || has(kCorners, move.to()) ? kWin : 0);
}

std::size_t Rules::position_kind(const Position& position) {
  const Square king = std::min<Square>(position.king(), Board::kSquares);
  return 2 * static_cast<std::size_t>(king) + static_cast<std::size_t>(side_to_move(position));
}

}  // namespace tabiya::ard_ri
