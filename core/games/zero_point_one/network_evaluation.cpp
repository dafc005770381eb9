#include "core/games/zero_point_one/network_evaluation.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/games/zero_point_one/evaluator.h"
#include "core/games/zero_point_one/features.h"

namespace tabiya::zero_point_one {
namespace {

static_assert(Evaluator<NetworkEvaluation>);

// Rows to add and to remove, as one side sees the pieces.
class RowChanges {
 public:
  RowChanges(const PackedNetwork& network, Side side, Square wazir)
      : network_(network), side_(side), wazir_(wazir) {}

  void add(Placement placement) { added_[added_count_++] = row(placement); }
  void remove(Placement placement) { removed_[removed_count_++] = row(placement); }
  void note(const Change& change) {
    for (int i = 0; i < change.removed_count; ++i) remove(change.removed[i]);
    for (int i = 0; i < change.added_count; ++i) add(change.added[i]);
  }

  void apply(const Kernel& kernel, const std::int16_t* from, std::int16_t* to) const {
    kernel.accumulate(to, from, added_.data(), added_count_, removed_.data(), removed_count_);
  }

 private:
  const std::int16_t* row(Placement placement) const {
    const bool foreign = placement.owner != side_;
    return network_.row(placement.in_hand ? hand_feature(wazir_, foreign, placement.kind, placement.at)
                                          : board_feature(wazir_, foreign, placement.kind, placement.at));
  }

  const PackedNetwork& network_;
  const Side side_;
  const Square wazir_;
  std::array<const std::int16_t*, kMaxActiveFeatures> added_;
  std::array<const std::int16_t*, kMaxActiveFeatures> removed_;
  int added_count_ = 0;
  int removed_count_ = 0;
};

// A longer way back to an accumulator is dearer than a refresh.
constexpr int kMaxPliesBack = 8;
static_assert(kMaxPliesBack * 2 <= kMaxActiveFeatures);

// Notes how the board of one side differs from what `entry` stands for, which then stands for it.
void note_board(const Position& position, Side owner, Bitboard left_out, RefreshCache::Entry& entry,
                RowChanges& rows) {
  for (Kind kind : kAllKinds) {
    Bitboard& known = entry.pieces[index(owner)][index(kind)];
    const Bitboard now = position.pieces(owner, kind) & ~left_out;
    for (Bitboard gone = known & ~now; gone != 0;) rows.remove({owner, kind, false, pop_lowest(gone)});
    for (Bitboard come = now & ~known; come != 0;) rows.add({owner, kind, false, pop_lowest(come)});
    known = now;
  }
}

void note_hand(const Position& position, Side owner, RefreshCache::Entry& entry, RowChanges& rows) {
  for (int i = 0; i < kHandKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    std::uint8_t& known = entry.hands[index(owner)][i];
    const std::uint8_t now = position.hand(owner)[i];
    for (std::uint8_t at = now; at < known; ++at) rows.remove({owner, kind, true, at});
    for (std::uint8_t at = known; at < now; ++at) rows.add({owner, kind, true, at});
    known = now;
  }
}

Change change_of(const Position& before, Move move) {
  Change change;
  if (move.is_none()) return change;
  const Side us = before.side_to_move();
  if (move.is_drop()) {
    const std::uint8_t held = before.hand(us)[index(move.kind())];
    change.remove({us, move.kind(), true, static_cast<std::uint8_t>(held - 1)});
    change.add({us, move.kind(), false, move.to()});
    return change;
  }
  const Kind kind = before.at(move.from()).kind();
  change.remove({us, kind, false, move.from()});
  change.add({us, kind, false, move.to()});
  if (const Piece captured = before.at(move.to()); !captured.is_none()) {
    change.remove({captured.side(), captured.kind(), false, move.to()});
    if (captured.kind() != Kind::kWazir) {
      change.add({us, captured.kind(), true, before.hand(us)[index(captured.kind())]});
    }
  }
  return change;
}

}  // namespace

Status check_features(const PackedNetwork& network) {
  if (network.weights().shape.features == kFeatures) return ok_status();
  return unsupported("a network of " + std::to_string(network.weights().shape.features) +
                     " features; this game has " + std::to_string(kFeatures));
}

NetworkEvaluation::NetworkEvaluation(const PackedNetwork& network, const KernelSet& kernels)
    : network_(&network), kernel_(&kernels.for_width(network.width())) {}

void NetworkEvaluation::reset(const Position& position, State& state) const {
  state.parent = nullptr;
  state.root = nullptr;
  state.ready = {};
  for (Side side : kBothSides) {
    if (!position.has_wazir(side)) continue;
    std::array<const std::int16_t*, kMaxActiveFeatures> rows;
    const FeatureList features = list_features(position, side);
    const std::span<const Feature> list = features;
    std::ranges::transform(list, rows.begin(), [&](Feature feature) { return network_->row(feature); });
    kernel_->accumulate(state.accumulators[index(side)].data(), network_->bias(), rows.data(),
                        static_cast<int>(list.size()), nullptr, 0);
    state.ready[index(side)] = true;
  }
}

void NetworkEvaluation::update(const Position& before, const State& parent, Move move, const Position&,
                               State& state) const {
  state.parent = &parent;
  state.root = parent.root ? parent.root : &parent;
  state.ready = {};
  state.change = change_of(before, move);
  state.wazir_moved = {};
  state.wazir_moved[index(before.side_to_move())] =
      !move.is_none() && before.moved_kind(move) == Kind::kWazir;
}

Score NetworkEvaluation::value(const Position& position, State& state) const {
  const Side mover = position.side_to_move();
  if (!position.has_wazir(mover)) return -kMaxEvaluation;
  if (!position.has_wazir(other(mover))) return kMaxEvaluation;
  for (Side side : kBothSides) {
    if (!state.ready[index(side)]) make_ready(position, side, state);
  }
  return kernel_->forward(network_->layers(), state.accumulators[index(mover)].data(),
                          state.accumulators[index(other(mover))].data());
}

void NetworkEvaluation::make_ready(const Position& position, Side side, State& state) const {
  RowChanges rows(*network_, side, position.wazir(side));
  const State* ancestor = &state;
  for (int plies = 0; !ancestor->ready[index(side)]; ++plies) {
    if (ancestor->parent == nullptr || ancestor->wazir_moved[index(side)] || plies == kMaxPliesBack) {
      return refresh(position, side, state);
    }
    rows.note(ancestor->change);
    ancestor = ancestor->parent;
  }
  rows.apply(*kernel_, ancestor->accumulators[index(side)].data(), state.accumulators[index(side)].data());
  state.ready[index(side)] = true;
}

void NetworkEvaluation::refresh(const Position& position, Side side, State& state) const {
  const Square wazir = position.wazir(side);
  RefreshCache& cache = (state.root ? *state.root : state).cache.get(*network_);
  RefreshCache::Entry& entry = cache.entries[index(side)][wazir];
  if (!entry.filled) {
    entry.pieces = {};
    entry.hands = {};
    std::copy_n(network_->bias(), network_->width(), entry.accumulator.data());
    entry.filled = true;
  }
  RowChanges rows(*network_, side, wazir);
  for (Side owner : kBothSides) {
    note_board(position, owner, bit(wazir), entry, rows);
    note_hand(position, owner, entry, rows);
  }
  rows.apply(*kernel_, entry.accumulator.data(), entry.accumulator.data());
  Accumulator& accumulator = state.accumulators[index(side)];
  std::copy_n(entry.accumulator.data(), network_->width(), accumulator.data());
  state.ready[index(side)] = true;
}

}  // namespace tabiya::zero_point_one
