#include "core/games/zero_point_one/trainable.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "codec/bits.h"
#include "codec/prefix.h"
#include "core/learn/self_play.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::array<unsigned, kHandKinds> kHandBits{5, 4, 3, 2};
constexpr unsigned kKindBits = 64;
constexpr int kMaxPieces = kSides * kSetupSize;

void put_board(const Position& position, codec::BitWriter& writer) {
  writer.put(position.occupied(), 64);
  std::uint32_t blue = 0;
  codec::BitWriter kinds;
  int i = 0;
  for (Bitboard pieces = position.occupied(); pieces != 0; ++i) {
    const Piece piece = position.at(pop_lowest(pieces));
    blue |= static_cast<std::uint32_t>(index(piece.side())) << i;
    codec::put_prefix(kinds, static_cast<unsigned>(index(piece.kind())), kKinds);
  }
  writer.put(blue, 32);
  const unsigned used = static_cast<unsigned>(kinds.size());
  codec::Bits bits = kinds.take();
  codec::BitReader reader(bits);
  writer.put(reader.get(used), kKindBits);
}

// The pieces on the board; nothing if they are no position's. `left` loses what stands on the board.
std::optional<Position> get_board(codec::BitReader& reader, std::array<int, kKinds>& left) {
  Position position;
  const Bitboard occupied = reader.get(64);
  if (std::popcount(occupied) > kMaxPieces) return std::nullopt;
  std::uint64_t blue = reader.get(32);
  std::array<std::byte, kKindBits / 8> kinds;
  for (std::byte& byte : kinds) byte = static_cast<std::byte>(reader.get(8));
  codec::BitReader kind_reader(kinds);
  for (Bitboard pieces = occupied; pieces != 0; blue >>= 1) {
    const auto kind = codec::get_prefix(kind_reader, kKinds);
    const Side side = (blue & 1) != 0 ? Side::kBlue : Side::kRed;
    if (!kind || left[*kind]-- == 0) return std::nullopt;
    const Piece piece(side, static_cast<Kind>(*kind));
    if (piece.kind() == Kind::kWazir && position.has_wazir(side)) return std::nullopt;
    position.put(piece, pop_lowest(pieces));
  }
  const bool rest_is_zero = blue == 0 && kind_reader.get(static_cast<unsigned>(kind_reader.remaining())) == 0;
  if (!rest_is_zero || left[index(Kind::kWazir)] != 0) return std::nullopt;
  return position;
}

// Red holds as many of the pieces that are left as the bits say, Blue the others.
bool get_hands(codec::BitReader& reader, const std::array<int, kKinds>& left, Position& position) {
  for (int kind = 0; kind < kHandKinds; ++kind) {
    const int red = static_cast<int>(reader.get(kHandBits[kind]));
    if (red > left[kind]) return false;
    for (int i = 0; i < left[kind]; ++i)
      position.put_in_hand(i < red ? Side::kRed : Side::kBlue, static_cast<Kind>(kind));
  }
  return true;
}

static_assert(TrainableGame<Trainable>);

constexpr auto kTransposed = [] {
  constexpr int kTranspose = 4;
  constexpr Triangle<Board> triangle;
  std::array<Feature, kFeatures> features{};
  for (int feature = 0; feature < kFeatures; ++feature) features[feature] = static_cast<Feature>(feature);
  for (int diagonal = 0; diagonal < Triangle<Board>::kHalf; ++diagonal) {
    const int first = triangle.index(Board::square(diagonal, diagonal)) * kFeaturesPerWazirSquare;
    for (int i = 0; i < kBoardFeatures; ++i) {
      const auto square = static_cast<Square>(i % Board::kSquares);
      features[first + i] =
          static_cast<Feature>(first + i - square + apply_symmetry<Board>(kTranspose, square));
    }
  }
  return features;
}();

}  // namespace

void Coder::put(const Position& position, codec::BitWriter& writer) {
  put_board(position, writer);
  for (int kind = 0; kind < kHandKinds; ++kind) writer.put(position.hand(Side::kRed)[kind], kHandBits[kind]);
}

Result<Position> Coder::get(codec::BitReader& reader, int ply) {
  std::array<int, kKinds> left;
  for (int kind = 0; kind < kKinds; ++kind) left[kind] = kSides * kSetupCounts[kind];
  auto position = get_board(reader, left);
  if (!position) return corrupt("the pieces on the board are not those of a game");
  if (!get_hands(reader, left, *position)) return corrupt("a hand holds more pieces than a game has");
  if (ply < kSides || ply >= kPlyLimit) return corrupt("not a ply between the setups and the end of a game");
  position->set_turn(ply % 2 == 0 ? Side::kRed : Side::kBlue, ply);
  return *position;
}

Feature Trainable::turned(int turn, Feature feature) { return turn == 0 ? feature : kTransposed[feature]; }

Score Trainable::material(Feature feature) {
  constexpr Score kHalfPiece = 500;
  constexpr int kOwn = kHandKinds * Board::kSquares, kForeign = (kHandKinds + kHandKinds) * Board::kSquares;
  const int i = feature % kFeaturesPerWazirSquare;
  if (i < kOwn) return kHalfPiece;
  if (i < kForeign) return -kHalfPiece;
  if (i < kBoardFeatures) return 0;
  return i < kBoardFeatures + kHandFeatures ? kHalfPiece : -kHalfPiece;
}

}  // namespace tabiya::zero_point_one
