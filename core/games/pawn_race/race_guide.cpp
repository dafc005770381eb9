#include "core/games/pawn_race/race_guide.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/games/pawn_race/evaluation.h"

namespace tabiya::pawn_race {
namespace {

constexpr int kRanks = 6;  // on which pawns can stand
constexpr std::uint32_t kRankSets = 1 << kRanks;
constexpr std::uint32_t kFiles = 729;      // different ones: each square is empty or holds one of two pawns
constexpr std::uint32_t kNoFile = kFiles;  // beyond the edge
constexpr std::uint32_t kBorders =
    (kFiles + 1) * (kFiles + 2) / 2;  // unordered pairs: mirror images are equal
constexpr int kTripleBits = 22;
constexpr std::uint32_t kTriples = 1 << kTripleBits;

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

// The place of the weight of a file between two others: hashed, as few of the 390 million ever occur.
constexpr std::uint32_t triple(std::uint32_t middle, std::uint32_t one, std::uint32_t other, bool own_turn) {
  constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15;
  std::uint64_t number = std::max(one, other);
  for (const std::uint32_t digit : {std::min(one, other), middle}) number = number * (kFiles + 1) + digit;
  return static_cast<std::uint32_t>((2 * number + own_turn) * kFactor >> (64 - kTripleBits));
}

// The numbers that decide races between pawns that are far from each other.
struct Runners {
  std::uint32_t foremost = 0;       // ranks of its foremost pawn beyond the first one
  std::uint32_t foremost_free = 0;  // … of those that no pawn can stop by standing in the way
  std::uint32_t pawns = 0;
  std::uint32_t safe_steps = 0;  // squares that pawns come to before they meet one or can be captured
};
constexpr std::uint32_t kMostSteps = 15;  // that are distinguished

Runners runners_of(const Position& position, Side side) {
  const SideView view = view_of(position, side);
  Runners runners;
  runners.pawns = static_cast<std::uint32_t>(count(view.own));
  if (view.own != 0) runners.foremost = static_cast<std::uint32_t>(63 - std::countl_zero(view.own)) / 8;
  runners.foremost_free = static_cast<std::uint32_t>(foremost_free_pawn(position, side));
  const Bitboard obstacles = view.own | view.other | attacks_down(view.other);
  Bitboard reach = view.own;
  for (int row = 1; row < Board::kRows; ++row) reach |= reach << 8 & ~obstacles;
  runners.safe_steps = std::min(static_cast<std::uint32_t>(count(reach)) - runners.pawns, kMostSteps);
  return runners;
}

// Three numbers below kRaces of a race: each pairs what the sides have of one thing with their foremost free
// pawns and the side to move.
constexpr std::uint32_t kFreePawns = 8 * 8 * 2;
constexpr std::uint32_t kRaces = kFreePawns * (8 * 8 + 8 * 8 + (kMostSteps + 1) * (kMostSteps + 1));

std::array<std::uint32_t, 3> race_numbers(const Runners& own, const Runners& other, bool own_turn) {
  const std::uint32_t free_pawns = (own.foremost_free * 8 + other.foremost_free) * 2 + own_turn;
  const std::uint32_t foremost = own.foremost * 8 + other.foremost;
  const std::uint32_t pawns = 8 * 8 + own.pawns * 8 + other.pawns;
  const std::uint32_t steps = 2 * 8 * 8 + own.safe_steps * (kMostSteps + 1) + other.safe_steps;
  return {foremost * kFreePawns + free_pawns, pawns * kFreePawns + free_pawns,
          steps * kFreePawns + free_pawns};
}

}  // namespace

RaceGuide::RaceGuide() : file_numbers_(kRankSets * kRankSets), weights_(2 * kBorders + kTriples + kRaces) {
  std::uint16_t next = 0;
  for (std::uint32_t own = 0; own < kRankSets; ++own)
    for (std::uint32_t other = 0; other < kRankSets; ++other)
      if ((own & other) == 0) file_numbers_[own * kRankSets + other] = next++;
}

RaceGuide::Features RaceGuide::features_of(const Position& position, int attacker) const {
  const SideView view = view_of(position, static_cast<Side>(attacker));
  const Bitboard own_files = transposed(view.own), other_files = transposed(view.other);
  const bool own_turn = index(position.side_to_move()) == attacker;
  std::array<std::uint32_t, Board::kColumns + 2> files;
  files.front() = files.back() = kNoFile;
  for (int file = 0; file < Board::kColumns; ++file)
    files[static_cast<std::size_t>(file) + 1] =
        file_numbers_[rank_set(own_files, file) * kRankSets + rank_set(other_files, file)];
  Features features;
  auto feature = features.begin();
  for (std::size_t i = 0; i + 1 < files.size(); ++i) {
    const std::uint32_t larger = std::max(files[i], files[i + 1]), smaller = std::min(files[i], files[i + 1]);
    *feature++ = (own_turn ? kBorders : 0) + larger * (larger + 1) / 2 + smaller;
  }
  for (std::size_t i = 1; i + 1 < files.size(); ++i)
    *feature++ = 2 * kBorders + triple(files[i], files[i - 1], files[i + 1], own_turn);
  const Side side = static_cast<Side>(attacker);
  for (const std::uint32_t number :
       race_numbers(runners_of(position, side), runners_of(position, other(side)), own_turn))
    *feature++ = 2 * kBorders + kTriples + number;
  return features;
}

float RaceGuide::sum(const Features& features) const {
  float sum = 0;
  for (const std::uint32_t feature : features) sum += weights_[feature];
  return sum;
}

ProofNumbers RaceGuide::first_numbers_of(const Position& position, int attacker) const {
  constexpr float kEven = 16, kMostLogits = 6;
  const float odds = std::exp(std::clamp(sum(features_of(position, attacker)), -kMostLogits, kMostLogits));
  const auto win = static_cast<std::uint32_t>(kEven / odds + 1);
  const auto no_win = static_cast<std::uint32_t>(kEven * odds + 1);
  return index(position.side_to_move()) == attacker ? ProofNumbers{win, no_win} : ProofNumbers{no_win, win};
}

void RaceGuide::learn_position(const Position& position, int attacker, bool wins) {
  constexpr float kRate = 0.03f;
  const Features features = features_of(position, attacker);
  const float foretold = 1 / (1 + std::exp(-sum(features)));
  const float step = kRate * ((wins ? 1.f : 0.f) - foretold);
  for (const std::uint32_t feature : features) weights_[feature] += step;
}

}  // namespace tabiya::pawn_race
