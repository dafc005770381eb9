// The view that books of moves have of a position of a game that is given by its rules: positions that are
// images of each other by a symmetry of the rules have one key, and the same codes of moves.
#pragma once

#include <optional>

#include "core/book/move_book.h"
#include "core/search/rules.h"

namespace tabiya {

// The key is the smallest of the keys of all images: the repetition keys, so that clocks do not count, unless the rules have a
// book_key(position) of their own. The code of a move is its bits on the first image that has this key. Different moves have
// different codes, also where a position is an image of itself.
template <GameRules R>
class BookView {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  explicit BookView(const Position& position) : key_(key_of(position)) {
    if constexpr (SymmetricRules<R>) {
      for (int symmetry = 1; symmetry < R::kSymmetries; ++symmetry) {
        const PositionKey key = key_of(R::image(position, symmetry));
        if (key >= key_) continue;
        key_ = key;
        symmetry_ = symmetry;
      }
    }
  }

  PositionKey key() const { return key_; }
  MoveCode code(Move move) const {
    if constexpr (SymmetricRules<R>) return R::image(move, symmetry_).bits();
    return move.bits();
  }
  // The legal move of the position that a book means by a code. Rules whose books write a move in several ways have a
  // book_move(position, code) of their own.
  std::optional<Move> legal(const Position& position, MoveCode code) const {
    if constexpr (requires { R::book_move(position, code); }) return R::book_move(position, code);
    MoveList<Move> moves;
    R::generate_all(position, moves);
    for (const Move move : moves)
      if (this->code(move) == code) return move;
    return std::nullopt;
  }
  // The move of a code of a legal move.
  Move move(MoveCode code) const {
    const Move move = Move::from_bits(code);
    if constexpr (SymmetricRules<R>) return R::image(move, R::inverse(symmetry_));
    return move;
  }

 private:
  static PositionKey key_of(const Position& position) {
    if constexpr (requires { R::book_key(position); }) return R::book_key(position);
    return R::repetition_key(position);
  }

  PositionKey key_;
  int symmetry_ = 0;  // to the image that gives the codes
};

}  // namespace tabiya
