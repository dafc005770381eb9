// BookWalkOf: the BookWalk of a game that is given by its rules and notation.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/book/book_walk.h"
#include "core/book/move_book.h"
#include "core/search/rules.h"

namespace tabiya {

// The view that books of moves have of a position: images of each other by a symmetry of the rules have one key, and
// the same codes of moves. The key is the smallest of the keys of all images: the repetition keys, so that clocks do
// not count, unless the rules have a book_key(position) of their own. The code of a move is its bits on the first image
// that has this key. Different moves have different codes, also where a position is an image of itself.
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

// Reads a position of the game of another one, `known`, which only games need whose rules come from a file.
template <class T>
Result<typename T::Rules::Position> parse_like(const typename T::Rules::Position& known,
                                               std::string_view text) {
  if constexpr (requires { T::parse(known, text); })
    return T::parse(known, text);
  else
    return T::parse(text);
}

// The parts of a GameText (module_of.h) that a walk needs, and how positions are read.
template <class T>
concept WalkText = GameRules<typename T::Rules> &&
    requires(const typename T::Rules::Position& position, typename T::Rules::Move move,
             std::string_view text) {
  { parse_like<T>(position, text) } -> std::same_as<Result<typename T::Rules::Position>>;
  { T::in_setup_phase(position) } -> std::same_as<bool>;
  { T::format(position) } -> std::same_as<std::string>;
  { T::move_text(position, move) } -> std::same_as<MoveText>;
  { T::parse_move(position, text) } -> std::same_as<Result<typename T::Rules::Move>>;
};

template <WalkText T>
class BookWalkOf final : public BookWalk {
 public:
  using Rules = typename T::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;

  explicit BookWalkOf(const Position& position) : position_(position) {}

  const Position& position() const { return position_; }

  std::unique_ptr<BookWalk> clone() const override { return std::make_unique<BookWalkOf>(*this); }

  Status go_to(std::string_view text) override {
    const Result<Position> position = parse_like<T>(position_, text);
    if (!position) return position.error();
    if (T::in_setup_phase(*position))
      return unsupported("the setups are not placed yet, and books of moves begin after them");
    position_ = *position;
    view_ = BookView<Rules>(position_);
    return ok_status();
  }

  PositionKey key() const override { return view_.key(); }
  int side_to_move() const override { return Rules::side_to_move(position_); }
  std::string text() const override { return T::format(position_); }
  std::unique_ptr<BookWalk> first_image() const override {
    std::unique_ptr<BookWalkOf> first;
    if constexpr (SymmetricRules<Rules>) {
      std::string least = text();
      for (int symmetry = 1; symmetry < Rules::kSymmetries; ++symmetry) {
        const Position image = Rules::image(position_, symmetry);
        std::string image_text = T::format(image);
        if (image_text >= least) continue;
        least = std::move(image_text);
        if (first == nullptr) first = std::make_unique<BookWalkOf>(*this);
        first->position_ = image;
      }
      if (first != nullptr) first->view_ = BookView<Rules>(first->position_);
    }
    return first;
  }

  std::vector<MoveCode> moves() const override {
    std::vector<MoveCode> codes;
    for (const Move move : legal_moves()) codes.push_back(view_.code(move));
    return codes;
  }
  std::optional<MoveCode> legal(MoveCode code) const override {
    for (const Move move : legal_moves())
      if (view_.code(move) == code) return code;
    return std::nullopt;
  }
  Result<MoveCode> read(std::string_view text) const override {
    if (T::in_setup_phase(position_)) return invalid("the setups are not placed yet");
    const Result<Move> move = T::parse_move(position_, text);
    if (!move) return move.error();
    return view_.code(*move);
  }

  MoveText move_text(MoveCode code) const override { return T::move_text(position_, view_.move(code)); }
  void play(MoveCode code) override {
    Rules::play(position_, view_.move(code));
    view_ = BookView<Rules>(position_);
  }

 private:
  MoveList<Move> legal_moves() const {
    MoveList<Move> moves;
    const bool is_decided =
        Rules::outcome(position_) == Outcome::kWin || Rules::outcome(position_) == Outcome::kLoss;
    if (!T::in_setup_phase(position_) && !is_decided) Rules::generate_all(position_, moves);
    return moves;
  }

  Position position_;
  BookView<Rules> view_{position_};
};

}  // namespace tabiya
