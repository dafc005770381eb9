#include "core/games/variants/trainable.h"

#include <algorithm>

#include "core/games/variants/ends.h"
#include "core/games/variants/rules.h"
#include "core/learn/learning_of.h"

namespace tabiya::variants {
namespace {

static_assert(PositionCoder<Coder>);

constexpr int kMostMen = 32;
constexpr unsigned kSideBits = 1, kKindBits = 5, kManBits = kSideBits + 2 * kKindBits, kCountBits = 6,
                   kSquareBits = 7, kClockBits = 14, kChecksBits = 7, kZeroBits = 4;

std::uint64_t code_of_man(int side, Kind kind, Kind before) {
  return static_cast<std::uint64_t>(side) | static_cast<std::uint64_t>(kind) << kSideBits |
         static_cast<std::uint64_t>(before) << (kSideBits + kKindBits);
}

// The kind that a man was, as Position::put_promoted() takes it.
Kind promoted_from(const Position& position, Square square) {
  if (!has(position.promoted(), square)) return position.kind_at(square);
  const Kind kind = position.kind_before(square);
  const auto& sources = position.tables().kinds[position.kind_at(square)].sources;
  return std::ranges::count(sources, kind) != 0 ? kind : kNoKind;
}

class PositionReader {
 public:
  PositionReader(const Tables& tables, codec::BitReader& reader)
      : tables_(tables), reader_(reader), position_(tables) {}

  Result<Position> read(int ply) {
    if (const Status men = get_men(); !men) return men.error();
    if (const Status castling = get_castling(ply % 2); !castling) return castling.error();
    position_.set_clock(static_cast<int>(reader_.get(kClockBits)));
    for (const int side : {0, 1}) {
      const int checks = static_cast<int>(reader_.get(kChecksBits));
      if (checks != 0) position_.set_checks_left(side, checks);
    }
    if (reader_.get(kZeroBits) != 0) return corrupt("bits of a position that are to be zero are not");
    position_.set_move_number(ply / 2);
    return position_;
  }

 private:
  bool is_kind(Kind kind) const { return kind < tables_.kinds.size(); }

  Status get_men() {
    const Bitboard occupied = reader_.get(Board::kSquares), walls = reader_.get(Board::kSquares);
    const int men = static_cast<int>(reader_.get(kCountBits));
    if (men > kMostMen || count(occupied) > men) return corrupt("not a number of men");
    if ((occupied & ~tables_.board) != 0 || (walls & ~tables_.board) != 0 || (occupied & walls) != 0)
      return corrupt("men or walls stand off the board");
    for (Bitboard left = walls; left != 0;) position_.put_wall(pop_lowest(left));
    Bitboard left = occupied;
    for (int i = 0; i < kMostMen; ++i) {
      const std::uint64_t code = reader_.get(kManBits);
      if (i >= men) {
        if (code != 0) return corrupt("a man stands on no square");
        continue;
      }
      const int side = static_cast<int>(code & 1);
      const Kind kind = code >> kSideBits & 31, was = static_cast<Kind>(code >> (kSideBits + kKindBits));
      if (!is_kind(kind)) return corrupt("not a kind of men");
      if (left == 0) {
        position_.add_to_hand(side, kind, 1);
      } else if (const Square square = pop_lowest(left); was == kind) {
        position_.put(side, kind, square);
      } else {
        position_.put_promoted(side, kind, square, was);
      }
    }
    return ok_status();
  }

  // Reads the rights to castle, and the square of en passant.
  Status get_castling(int side_to_move) {
    std::array<Square, 8> squares;
    for (Square& square : squares) square = static_cast<Square>(reader_.get(kSquareBits));
    for (const int side : {0, 1}) {
      for (const int wing : {0, 1}) {
        const Square rook = squares[static_cast<std::size_t>(2 * side + wing)], king = squares[at(4 + side)];
        if (rook == kNoSquare) continue;
        if (rook > kNoSquare || king >= kNoSquare || !tables_.has_wing[at(wing)] ||
            !has(position_.men(side, tables_.castling_king), king) ||
            !has(position_.men(side, tables_.castling_rooks), rook))
          return corrupt("no king and rook stand where they castle from");
        position_.set_castling(side, wing, king, rook);
      }
    }
    position_.set_side(side_to_move);
    const Square passed = squares[6], man = squares[7];
    if (passed == kNoSquare) return ok_status();
    if (passed > kNoSquare || man >= kNoSquare || !has(position_.men(other(side_to_move)), man))
      return corrupt("no pawn can be captured en passant there");
    position_.set_passed(passed, man);
    return ok_status();
  }

  const Tables& tables_;
  codec::BitReader& reader_;
  Position position_;
};

static_assert(TrainableGame<Trainable>);

}  // namespace

void Coder::put(const Position& position, codec::BitWriter& writer) {
  const Tables& tables = position.tables();
  const Bitboard occupied = position.men(0) | position.men(1);
  writer.put(occupied, Board::kSquares);
  writer.put(position.walls(), Board::kSquares);
  const int men = position.count_all(0) + position.count_all(1);
  writer.put(static_cast<unsigned>(men), kCountBits);
  for (Bitboard left = occupied; left != 0;) {
    const Square square = pop_lowest(left);
    const int side = has(position.men(1), square) ? 1 : 0;
    writer.put(code_of_man(side, position.kind_at(square), promoted_from(position, square)), kManBits);
  }
  for (const int side : {0, 1})
    for (Kind kind = 0; kind < tables.kinds.size(); ++kind)
      for (int i = position.in_hand(side, kind); i > 0; --i)
        writer.put(code_of_man(side, kind, kind), kManBits);
  for (int i = men; i < kMostMen; ++i) writer.put(0, kManBits);
  for (const int side : {0, 1})
    for (const int wing : {0, 1}) writer.put(position.castling_rook(side, wing), kSquareBits);
  for (const int side : {0, 1}) writer.put(position.castling_king(side), kSquareBits);
  writer.put(position.passed_square(), kSquareBits);
  writer.put(position.passed_square() == kNoSquare ? kNoSquare : position.passed_man(), kSquareBits);
  writer.put(static_cast<unsigned>(position.clock()), kClockBits);
  for (const int side : {0, 1}) writer.put(static_cast<unsigned>(position.checks_left(side)), kChecksBits);
  writer.put(0, kZeroBits);
}

Result<Position> Coder::get(codec::BitReader& reader, int ply) const {
  codec::BitReader again = reader;
  Result<Position> position = PositionReader(*tables, reader).read(ply);
  if (!position) return position;
  codec::BitWriter writer;
  put(*position, writer);
  writer.put(0, 8 - kPositionBits % 8);
  const std::vector<std::byte> bytes = writer.take_bytes();
  codec::BitReader same(bytes);
  for (std::size_t left = kPositionBits; left > 0;) {
    const auto bits = static_cast<unsigned>(std::min<std::size_t>(left, 64));
    if (again.get(bits) != same.get(bits)) return corrupt("not as positions are packed");
    left -= bits;
  }
  if (Rules::outcome(*position) != Outcome::kOpen) return corrupt("the game is over");
  return position;
}

Score Trainable::material(Feature feature) const {
  const FeatureLayout::Meaning man = tables().layout->meaning(feature);
  // A foreign man stands on a square as we see it: seen by its owner, it is on the other side of the board.
  const Square square = man.square ? *man.square : 0;
  Score value =
      man.square ? man_value(tables(), 0, man.kind, man.is_own ? square : tables().layout->seen_by(1, square))
                 : hand_value(tables(), man.kind);
  if (man.is_own == men_are_burdens(tables())) value = -value;
  return value / 2;
}

}  // namespace tabiya::variants
