#include "core/games/zero_point_one/training_record.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "codec/bits.h"
#include "codec/prefix.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::array<unsigned, kHandKinds> kHandBits{5, 4, 3, 2};
constexpr unsigned kKindBits = 64;
constexpr int kMaxPieces = kSides * kSetupSize;

// Rounded to the nearest, halves away from 0.
std::int16_t rounded_label(Score label) {
  const Score cut = std::clamp(label, -kMaxLabel, kMaxLabel);
  return static_cast<std::int16_t>((cut + (cut < 0 ? -kLabelUnit / 2 : kLabelUnit / 2)) / kLabelUnit);
}

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

// The pieces on the board; nothing where they are no position's. `left` loses what stands on the board.
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

// What is left is held by Red, as far as the bits say so, or by Blue.
bool get_hands(codec::BitReader& reader, const std::array<int, kKinds>& left, Position& position) {
  for (int kind = 0; kind < kHandKinds; ++kind) {
    const int red = static_cast<int>(reader.get(kHandBits[kind]));
    if (red > left[kind]) return false;
    for (int i = 0; i < left[kind]; ++i)
      position.put_in_hand(i < red ? Side::kRed : Side::kBlue, static_cast<Kind>(kind));
  }
  return true;
}

}  // namespace

PackedTrainingRecord pack_record(const TrainingRecord& record) {
  codec::BitWriter writer;
  put_board(record.position, writer);
  for (int kind = 0; kind < kHandKinds; ++kind)
    writer.put(record.position.hand(Side::kRed)[kind], kHandBits[kind]);
  writer.put(static_cast<std::uint64_t>(record.result + 1), 2);
  writer.put(static_cast<std::uint16_t>(rounded_label(record.label)), 16);
  writer.put(static_cast<std::uint64_t>(record.position.ply()), 16);
  PackedTrainingRecord packed;
  std::ranges::copy(writer.take_bytes(), packed.begin());
  return packed;
}

Result<TrainingRecord> unpack_record(std::span<const std::byte, kTrainingRecordSize> bytes) {
  codec::BitReader reader(bytes);
  std::array<int, kKinds> left;
  for (int kind = 0; kind < kKinds; ++kind) left[kind] = kSides * kSetupCounts[kind];
  auto position = get_board(reader, left);
  if (!position) return corrupt("the pieces on the board are not those of a game");
  if (!get_hands(reader, left, *position)) return corrupt("a hand holds more pieces than a game has");
  TrainingRecord record;
  record.result = static_cast<int>(reader.get(2)) - 1;
  const auto label = static_cast<std::int16_t>(reader.get(16));
  if (label < -kMaxLabel / kLabelUnit) return corrupt("not a label");
  record.label = label * kLabelUnit;
  const auto ply = static_cast<int>(reader.get(16));
  if (ply < kSides || ply >= kPlyLimit) return corrupt("not a ply between the setups and the end of a game");
  position->set_turn(ply % 2 == 0 ? Side::kRed : Side::kBlue, ply);
  record.position = *position;
  return record;
}

}  // namespace tabiya::zero_point_one
