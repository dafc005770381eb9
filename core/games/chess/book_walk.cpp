#include <algorithm>
#include <string>

#include "core/board/board_notation.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/notation.h"
#include "core/games/chess/polyglot_key.h"
#include "core/games/chess/rules.h"
#include "core/games/chess/setups.h"

namespace tabiya::chess {
namespace {

// The fourth field of a FEN that was read: the square that a pawn has passed, which Position keeps only where taking it
// is legal.
Square written_passed_square(std::string_view fen) {
  for (int field = 0; field < 3; ++field) {
    const std::size_t blank = fen.find(' ');
    if (blank == fen.npos) return kNoSquare;
    fen.remove_prefix(blank + 1);
  }
  const auto square = parse_square_name<Board>(fen.substr(0, fen.find(' ')));
  return square ? *square : kNoSquare;
}

class Walk final : public BookWalk {
 public:
  Walk(const Position& position, Square passed) : position_(position), passed_(passed) {}

  const Position& position() const { return position_; }

  std::unique_ptr<BookWalk> clone() const override { return std::make_unique<Walk>(*this); }

  Status go_to(std::string_view text) override {
    const Result<Position> position = parse_fen(text);
    if (!position) return position.error();
    if (position->in_setup_phase())
      return unsupported("the arrays are not placed yet, and books begin after them");
    position_ = *position;
    passed_ = written_passed_square(text);
    return ok_status();
  }

  PositionKey key() const override { return polyglot_key(position_, passed_); }
  Status in_polyglot() const override { return check_polyglot(position_); }
  int side_to_move() const override { return index(position_.side_to_move()); }
  // The text has the passed square wherever the key has it: another walk that goes there has the same key.
  std::string text() const override {
    const bool is_in_key = key() != polyglot_key(position_, kNoSquare);
    return format_fen(position_, is_in_key ? passed_ : kNoSquare);
  }

  std::vector<MoveCode> moves() const override {
    std::vector<MoveCode> codes;
    for (const Move move : legal_moves()) codes.push_back(move.bits());
    return codes;
  }
  std::optional<MoveCode> legal(MoveCode code) const override {
    if (position_.in_setup_phase()) return std::nullopt;
    const std::optional<Move> move = legal_polyglot_move(position_, code);
    return move ? std::optional(move->bits()) : std::nullopt;
  }
  Result<MoveCode> read(std::string_view text) const override {
    if (position_.in_setup_phase()) return invalid("the arrays are not placed yet");
    const Result<Move> move = read_move(position_, text);
    if (!move) return move.error();
    return move->bits();
  }

  MoveText move_text(MoveCode code) const override {
    const Move move = Move::from_bits(code);
    return {format_uci(move), format_san(position_, move)};
  }
  void play(MoveCode code) override {
    const Move move = Move::from_bits(code);
    position_.play(move);
    passed_ = polyglot_passed_square(position_, move);
  }

 private:
  MoveList<Move> legal_moves() const {
    MoveList<Move> moves;
    if (!position_.in_setup_phase()) Rules::generate_all(position_, moves);
    return moves;
  }

  Position position_;
  Square passed_;  // polyglot_passed_square() of the last move, or that of a text
};

}  // namespace

std::unique_ptr<BookWalk> book_walk(const Position& position, Move last) {
  const Square passed = polyglot_passed_square(position, last);
  return std::make_unique<Walk>(position, passed != kNoSquare ? passed : position.passed_square());
}

const Position& walked_to(const BookWalk& walk) { return static_cast<const Walk&>(walk).position(); }

}  // namespace tabiya::chess
