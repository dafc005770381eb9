#include "core/games/zero_point_one/evaluation.h"

#include <array>
#include <span>
#include <utility>

#include "codec/crc64.h"
#include "core/board/symmetry.h"

template class tabiya::SearchEngine<tabiya::zero_point_one::Rules, tabiya::zero_point_one::LinearEvaluation>;
template class tabiya::SearchEngine<tabiya::zero_point_one::Rules, tabiya::zero_point_one::NetworkEvaluation>;

namespace tabiya::zero_point_one {
namespace {

static_assert(EvaluatorOf<LinearEvaluation, Rules>);
static_assert(EvaluatorOf<NetworkEvaluation, Rules>);

constexpr int kMostHeld = 2 * kSetupCounts[0];
constexpr Triangle<Board> kTriangle;

// The published numbers, by kind and square of the triangle, and by kind and number held; the bonus of the
// side to move.
constexpr std::array<std::array<std::int16_t, Triangle<Board>::kSize>, kKinds> kBoardWeights{{
    {83, 89, 163, 222, 112, 194, 203, 311, 313, 365},
    {74, 60, 115, 185, 59, 181, 212, 320, 330, 309},
    {18, 49, 62, 126, 206, 226, 247, 289, 286, 250},
    {188, 221, 282, 318, 265, 343, 419, 449, 442, 405},
    {655, 626, 25, -148, 599, 44, -304, -283, -514, -701},
}};
constexpr std::array<std::array<std::int16_t, kMostHeld>, kHandKinds> kHandWeights{{
    {186, 111, 80, 71, 64, 73, 70, 91, 53, 55, -107, -85},
    {307, 148, 89, 40, 23, 68, -236},
    {324, 207, 154, 34},
    {442, 344},
}};
constexpr std::int32_t kSideToMove = 352;
constexpr Score kScale = 10;  // from logit / 1,000 to logit / 10,000

constexpr std::int32_t board_weight(Kind kind, Square square) {
  return kBoardWeights[index(kind)][kTriangle.index(square)];
}

constexpr std::int32_t signed_for(Side side, std::int32_t weight) {
  return side == Side::kRed ? weight : -weight;
}

}  // namespace

void LinearEvaluation::reset(const Position& position, State& state) const {
  state.red_minus_blue = 0;
  for (Bitboard occupied = position.occupied(); occupied != 0;) {
    const Square square = pop_lowest(occupied);
    const Piece piece = position.at(square);
    state.red_minus_blue += signed_for(piece.side(), board_weight(piece.kind(), square));
  }
  for (Side side : kBothSides) {
    for (int kind = 0; kind < kHandKinds; ++kind) {
      for (int i = 0; i < position.hand(side)[kind]; ++i) {
        state.red_minus_blue += signed_for(side, kHandWeights[kind][i]);
      }
    }
  }
}

void LinearEvaluation::update(const Position& before, const State& parent, Move move, const Position&,
                              State& state) const {
  state = parent;
  if (move.is_none()) return;
  const Side us = before.side_to_move();
  const Hand& hand = before.hand(us);
  std::int32_t gain = board_weight(before.moved_kind(move), move.to());
  if (move.is_drop()) {
    gain -= kHandWeights[index(move.kind())][hand[index(move.kind())] - 1];
  } else {
    gain -= board_weight(before.at(move.from()).kind(), move.from());
    const Piece captured = before.at(move.to());
    if (!captured.is_none()) {
      gain += board_weight(captured.kind(), move.to());
      if (captured.kind() != Kind::kWazir)
        gain += kHandWeights[index(captured.kind())][hand[index(captured.kind())]];
    }
  }
  state.red_minus_blue += signed_for(us, gain);
}

Score LinearEvaluation::value(const Position& position, State& state) const {
  return kScale * (signed_for(position.side_to_move(), state.red_minus_blue) + kSideToMove);
}

std::uint64_t LinearEvaluation::fingerprint() const {
  std::uint64_t crc = codec::crc64(std::as_bytes(std::span(kBoardWeights)));
  crc = codec::crc64(std::as_bytes(std::span(kHandWeights)), crc);
  return codec::crc64(std::as_bytes(std::span(&kSideToMove, 1)), crc);
}

std::int32_t LinearEvaluation::setup_value(const Setup& setup) {
  std::int32_t sum = 0;
  for (int i = 0; i < kSetupSize; ++i) sum += board_weight(setup[i], setup_square(Side::kRed, i));
  return sum;
}

Score LinearEvaluation::pair_value(std::int32_t red_setup_value, std::int32_t blue_setup_value) {
  return kScale * (red_setup_value - blue_setup_value + kSideToMove);
}

std::unique_ptr<Engine> make_engine(const SearcherOptions& options) {
  return std::make_unique<SearchEngine<Rules, LinearEvaluation>>(LinearEvaluation(), nullptr, options);
}

std::unique_ptr<Engine> make_engine(std::shared_ptr<const PackedNetwork> network, const KernelSet& kernels,
                                    const SearcherOptions& options) {
  const NetworkEvaluation evaluation(*network, kernels);
  return std::make_unique<SearchEngine<Rules, NetworkEvaluation>>(evaluation, std::move(network), options);
}

}  // namespace tabiya::zero_point_one
