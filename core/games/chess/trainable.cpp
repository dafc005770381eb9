#include "core/games/chess/trainable.h"

#include <array>
#include <cstddef>

#include "core/games/chess/moves.h"
#include "core/games/chess/rules.h"
#include "core/learn/learning_of.h"

namespace tabiya::chess {
namespace {

constexpr unsigned kManBits = 4, kFileBits = 4, kClockBits = 7, kZeroBits = 3;
constexpr int kMostMen = 32, kMostMenOfSide = 16, kMostPawns = 8;
constexpr unsigned kKindCount = kKinds.size(), kCastlingRook = 2 * kKindCount, kManCodes = kCastlingRook + 2;

bool may_castle_with(const Position& position, Square rook) {
  for (const Side side : kSides)
    for (const Wing wing : kWings)
      if (position.castling_rook(side, wing) == rook) return true;
  return false;
}

unsigned code_of(const Position& position, Square square) {
  const auto side = static_cast<unsigned>(has(position.men(Side::kBlack), square));
  if (may_castle_with(position, square)) return kCastlingRook + side;
  return side * kKindCount + static_cast<unsigned>(index(*position.kind_at(square)));
}

// The square where a pawn of the side that has just moved can have passed.
Square passed_square(Side mover, int file) {
  const Side passer = other(mover);
  return static_cast<Square>(Board::square(pawn_row(passer), file) + forward(passer));
}

// The men, without what they may do.
Status get_men(codec::BitReader& reader, Position& position, Bitboard& castling_rooks) {
  const Bitboard occupied = reader.get(Board::kSquares);
  if (count(occupied) > kMostMen) return corrupt("there are more than 32 men");
  std::array<unsigned, kMostMen> codes;
  for (unsigned& code : codes) code = static_cast<unsigned>(reader.get(kManBits));
  std::size_t i = 0;
  for (Bitboard left = occupied; left != 0;) {
    const Square square = pop_lowest(left);
    const unsigned code = codes[i++];
    if (code >= kManCodes) return corrupt("not a man");
    const bool castles = code >= kCastlingRook;
    const Side side = kSides[castles ? code - kCastlingRook : code / kKindCount];
    const Kind kind = castles ? Kind::kRook : kKinds[code % kKindCount];
    const int row = Board::row(square);
    if (kind == Kind::kPawn && (row == 0 || row == Board::kRows - 1))
      return corrupt("a pawn stands where no pawn can be");
    position.put(side, kind, square);
    if (castles) castling_rooks |= bit(square);
  }
  for (; i < codes.size(); ++i)
    if (codes[i] != 0) return corrupt("a man stands on no square");
  for (const Side side : kSides)
    if (count(position.men(side, Kind::kKing)) != 1 || count(position.men(side)) > kMostMenOfSide ||
        count(position.men(side, Kind::kPawn)) > kMostPawns)
      return corrupt("not the men of a side");
  return ok_status();
}

Status set_castling(Bitboard castling_rooks, Position& position) {
  while (castling_rooks != 0) {
    const Square rook = pop_lowest(castling_rooks);
    const Side side = has(position.men(Side::kWhite), rook) ? Side::kWhite : Side::kBlack;
    const Square king = position.king(side);
    const Wing wing = rook < king ? Wing::kQueenside : Wing::kKingside;
    if (Board::row(rook) != first_row(side) || Board::row(king) != first_row(side) ||
        position.castling_rook(side, wing) != kNoSquare)
      return corrupt("a rook that cannot castle");
    position.set_castling_rook(side, wing, rook);
  }
  return ok_status();
}

Status set_passed(unsigned file, Position& position) {
  if (file == Board::kColumns) return ok_status();
  if (file > Board::kColumns) return corrupt("not a file");
  const Side us = position.side_to_move(), them = other(us);
  const Square passed = passed_square(us, static_cast<int>(file));
  const auto behind = static_cast<Square>(passed - forward(them));
  const auto ahead = static_cast<Square>(passed + forward(them));
  const bool can_have_passed =
      has(position.men(them, Kind::kPawn), ahead) && (position.occupied() & (bit(passed) | bit(behind))) == 0;
  if (!can_have_passed || !can_capture_en_passant(position, passed))
    return corrupt("no pawn can be captured en passant there");
  position.set_passed_square(passed);
  return ok_status();
}

Status check_game(Position position) {
  if (Rules::outcome(position) != Outcome::kOpen) return corrupt("the game is over");
  position.set_passed_square(kNoSquare);
  position.set_side(other(position.side_to_move()));
  if (in_check(position)) return corrupt("the side that has just moved is in check");
  return ok_status();
}

static_assert(TrainableGame<Trainable>);

}  // namespace

void Coder::put(const Position& position, codec::BitWriter& writer) {
  writer.put(position.occupied(), Board::kSquares);
  int left = kMostMen;
  for (Bitboard men = position.occupied(); men != 0; --left)
    writer.put(code_of(position, pop_lowest(men)), kManBits);
  for (; left > 0; --left) writer.put(0, kManBits);
  const Square passed = position.passed_square();
  writer.put(static_cast<unsigned>(passed == kNoSquare ? Board::kColumns : Board::column(passed)), kFileBits);
  writer.put(static_cast<unsigned>(position.halfmove_clock()), kClockBits);
  writer.put(0, kZeroBits);
}

Result<Position> Coder::get(codec::BitReader& reader, int ply) {
  Position position;
  Bitboard castling_rooks = 0;
  if (const Status men = get_men(reader, position, castling_rooks); !men) return men.error();
  const auto file = static_cast<unsigned>(reader.get(kFileBits));
  const auto clock = static_cast<int>(reader.get(kClockBits));
  if (reader.get(kZeroBits) != 0) return corrupt("bits of a position that are to be zero are not");
  if (ply < 2 || ply >= kPlyLimit) return corrupt("not a ply of a game");
  position.set_side(kSides[static_cast<std::size_t>(ply % 2)]);
  position.set_move_number(ply / 2);
  position.set_halfmove_clock(clock);
  if (const Status castling = set_castling(castling_rooks, position); !castling) return castling.error();
  if (const Status passed = set_passed(file, position); !passed) return passed.error();
  if (const Status game = check_game(position); !game) return game.error();
  return position;
}

WeightedEvaluation<Features> Trainable::built_in() {
  static const FeatureWeights kMaterial = material_of<Trainable>();
  return WeightedEvaluation<Features>(kMaterial);
}

Score Trainable::material(Feature feature) {
  constexpr Score kHalfPawn = 1'500;  // each man is seen by both sides
  constexpr std::array<Score, kKinds.size()> kPawns{1, 3, 3, 5, 9, 0};
  const int piece = feature % kSharedFeatures / Features::kSquares;
  const bool is_own = piece < Features::kOwnKinds;
  const int kind = is_own ? piece : piece - Features::kOwnKinds;
  const Score worth = kHalfPawn * kPawns[static_cast<std::size_t>(kind)];
  return is_own ? worth : -worth;
}

}  // namespace tabiya::chess
