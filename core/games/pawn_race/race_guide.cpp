#include "core/games/pawn_race/race_guide.h"

#include <algorithm>
#include <cmath>

#include "core/games/pawn_race/side_view.h"

namespace tabiya::pawn_race {
namespace {

constexpr int kRanks = 6;  // on which pawns can stand
constexpr std::uint32_t kRankSets = 1 << kRanks;
constexpr std::uint32_t kFiles = 729;      // different ones: each square is empty or holds one of two pawns
constexpr std::uint32_t kNoFile = kFiles;  // beyond the edge
constexpr std::uint32_t kBorders =
    (kFiles + 1) * (kFiles + 2) / 2;  // unordered pairs: mirror images are equal

// The squares as if ranks were files.
constexpr Bitboard transposed(Bitboard board) {
  const auto swapped = [&](int by, Bitboard mask) {
    const Bitboard differences = (board ^ board >> by) & mask;
    return board ^ differences ^ differences << by;
  };
  board = swapped(7, 0x00AA'00AA'00AA'00AA);
  board = swapped(14, 0x0000'CCCC'0000'CCCC);
  return swapped(28, 0x0000'0000'F0F0'F0F0);
}
static_assert(transposed(bit(0) | bit(10) | bit(31)) == (bit(0) | bit(17) | bit(59)));

constexpr std::size_t rank_set(Bitboard transposed_pawns, int file) {
  return transposed_pawns >> (Board::kRows * file + 1) & (kRankSets - 1);
}

}  // namespace

RaceGuide::RaceGuide() : file_numbers_(kRankSets * kRankSets), weights_(2 * kBorders) {
  std::uint16_t next = 0;
  for (std::uint32_t own = 0; own < kRankSets; ++own)
    for (std::uint32_t other = 0; other < kRankSets; ++other)
      if ((own & other) == 0) file_numbers_[own * kRankSets + other] = next++;
}

RaceGuide::Borders RaceGuide::borders_of(const Position& position, int attacker) const {
  const SideView view = view_of(position, static_cast<Side>(attacker));
  const Bitboard own = transposed(view.own), other = transposed(view.other);
  const std::uint32_t turn = index(position.side_to_move()) == attacker ? kBorders : 0;
  Borders borders;
  std::uint32_t left = kNoFile;
  for (int file = 0; file <= Board::kColumns; ++file) {
    const std::uint32_t right = file == Board::kColumns
                                    ? kNoFile
                                    : file_numbers_[rank_set(own, file) * kRankSets + rank_set(other, file)];
    const std::uint32_t larger = std::max(left, right), smaller = std::min(left, right);
    borders[static_cast<std::size_t>(file)] = turn + larger * (larger + 1) / 2 + smaller;
    left = right;
  }
  return borders;
}

float RaceGuide::sum(const Borders& borders) const {
  float sum = 0;
  for (const std::uint32_t border : borders) sum += weights_[border];
  return sum;
}

ProofNumbers RaceGuide::first_numbers_of(const Position& position, int attacker) const {
  constexpr float kEven = 16, kMostLogits = 6;
  const float odds = std::exp(std::clamp(sum(borders_of(position, attacker)), -kMostLogits, kMostLogits));
  const auto win = static_cast<std::uint32_t>(kEven / odds + 1);
  const auto no_win = static_cast<std::uint32_t>(kEven * odds + 1);
  return index(position.side_to_move()) == attacker ? ProofNumbers{win, no_win} : ProofNumbers{no_win, win};
}

void RaceGuide::learn_position(const Position& position, int attacker, bool wins) {
  constexpr float kRate = 0.1f;
  const Borders borders = borders_of(position, attacker);
  const float foretold = 1 / (1 + std::exp(-sum(borders)));
  const float step = kRate * ((wins ? 1.f : 0.f) - foretold);
  for (const std::uint32_t border : borders) weights_[border] += step;
}

}  // namespace tabiya::pawn_race
