#include "core/games/zero_point_one/position.h"

#include "core/random.h"

namespace tabiya::zero_point_one {
namespace {

// The most pieces of one kind that a hand can hold: all of them, of both sides.
constexpr int kMaxHeld = 2 * kSetupCounts[0];

struct Zobrist {
  std::array<std::array<std::uint64_t, Board::kSquares>, kPieceCodes> piece{};
  // One key for each piece held: the i-th of its kind.
  std::array<std::array<std::array<std::uint64_t, kMaxHeld + 1>, kHandKinds>, kSides> hand{};
  std::uint64_t blue_to_move = 0;
};

constexpr Zobrist kZobrist = [] {
  Zobrist keys;
  Random random(0x0121);
  for (auto& squares : keys.piece) {
    for (std::uint64_t& key : squares) key = random.next();
  }
  for (auto& kinds : keys.hand) {
    for (auto& counts : kinds) {
      for (std::uint64_t& key : counts) key = random.next();
    }
  }
  keys.blue_to_move = random.next();
  return keys;
}();

}  // namespace

Bitboard Position::attackers(Side side, Square square) const {
  Bitboard found = 0;
  for (Kind kind : kAllKinds) found |= attacks(kind, square) & pieces(kind);
  return found & pieces(side);
}

void Position::place(const Setup& setup) {
  for (int i = 0; i < kSetupSize; ++i) put(Piece(side_, setup[i]), setup_square(side_, i));
  reversible_plies_ = 0;
  pass_turn();
}

void Position::play(Move move) {
  if (move.is_drop()) {
    take_from_hand(side_, move.kind());
    put(Piece(side_, move.kind()), move.to());
    reversible_plies_ = 0;
  } else {
    const Piece piece = at(move.from());
    const Piece captured = at(move.to());
    ++reversible_plies_;
    if (!captured.is_none()) {
      take(move.to());
      if (captured.kind() != Kind::kWazir) put_in_hand(side_, captured.kind());
      reversible_plies_ = 0;
    }
    take(move.from());
    put(piece, move.to());
  }
  pass_turn();
}

std::uint64_t Position::hash_after(Move move) const {
  const auto& hand_keys = kZobrist.hand[index(side_)];
  const Hand& held = hands_[index(side_)];
  const std::uint64_t passed = hash_ ^ kZobrist.blue_to_move;
  if (move.is_drop()) {
    const auto kind = index(move.kind());
    return passed ^ hand_keys[kind][held[kind]] ^ kZobrist.piece[Piece(side_, move.kind()).code()][move.to()];
  }
  const auto& piece_keys = kZobrist.piece[at(move.from()).code()];
  const std::uint64_t moved = passed ^ piece_keys[move.from()] ^ piece_keys[move.to()];
  const Piece captured = at(move.to());
  if (captured.is_none()) return moved;
  const std::uint64_t taken = moved ^ kZobrist.piece[captured.code()][move.to()];
  const auto kind = index(captured.kind());
  return captured.kind() == Kind::kWazir ? taken : taken ^ hand_keys[kind][held[kind] + 1];
}

void Position::pass() {
  reversible_plies_ = 0;  // what stood before is no repetition of what comes
  pass_turn();
}

void Position::put(Piece piece, Square square) {
  mailbox_[square] = piece;
  by_side_[index(piece.side())] |= bit(square);
  by_kind_[index(piece.kind())] |= bit(square);
  hash_ ^= kZobrist.piece[piece.code()][square];
}

void Position::take(Square square) {
  const Piece piece = at(square);
  mailbox_[square] = Piece();
  by_side_[index(piece.side())] ^= bit(square);
  by_kind_[index(piece.kind())] ^= bit(square);
  hash_ ^= kZobrist.piece[piece.code()][square];
}

void Position::put_in_hand(Side side, Kind kind) {
  std::uint8_t& held = hands_[index(side)][index(kind)];
  ++held;
  hash_ ^= kZobrist.hand[index(side)][index(kind)][held];
}

void Position::take_from_hand(Side side, Kind kind) {
  std::uint8_t& held = hands_[index(side)][index(kind)];
  hash_ ^= kZobrist.hand[index(side)][index(kind)][held];
  --held;
}

void Position::set_turn(Side side, int ply) {
  if (side != side_) hash_ ^= kZobrist.blue_to_move;
  side_ = side;
  ply_ = static_cast<std::uint8_t>(ply);
}

void Position::pass_turn() { set_turn(other(side_), ply_ + 1); }

Position position_after(SetupId red, SetupId blue) {
  Position position;
  position.place(unrank(red));
  position.place(unrank(blue));
  return position;
}

}  // namespace tabiya::zero_point_one
