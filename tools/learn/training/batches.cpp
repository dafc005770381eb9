#include "tools/learn/training/batches.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/random.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

using namespace zero_point_one;

namespace {

constexpr std::size_t kSlice = 512;  // records that one task unpacks
constexpr std::size_t kPerPosition = 2 * kMaxActiveFeatures;

constexpr auto kTwins = [] {
  constexpr int kTranspose = 4;
  constexpr Triangle<Board> kTriangle;
  std::array<Feature, kFeatures> twins{};
  for (int feature = 0; feature < kFeatures; ++feature) twins[feature] = static_cast<Feature>(feature);
  for (int diagonal = 0; diagonal < Triangle<Board>::kHalf; ++diagonal) {
    const int first = kTriangle.index(Board::square(diagonal, diagonal)) * kFeaturesPerWazirSquare;
    for (int i = 0; i < kBoardFeatures; ++i) {
      const auto square = static_cast<Square>(i % Board::kSquares);
      twins[first + i] = static_cast<Feature>(first + i - square + apply_symmetry<Board>(kTranspose, square));
    }
  }
  return twins;
}();

void write_features(const Position& position, Side view, bool as_twin, Feature* to) {
  const FeatureList list = list_features(position, view);
  const std::span<const Feature> features = list;
  std::ranges::transform(features, to, [as_twin](Feature f) { return as_twin ? twin(f) : f; });
}

double sigmoid(double logit) { return 1 / (1 + std::exp(-logit)); }

}  // namespace

Feature twin(Feature feature) { return kTwins[feature]; }

double target_of(const TrainingRecord& record, double mix) {
  const double label = sigmoid(record.label / double{kOutputScale});
  return record.result == kNoResult ? label : mix * label + (1 - mix) * (record.result + 1) / 2;
}

TrainingRecord unpack(std::span<const PackedTrainingRecord> records, std::uint32_t number) {
  return take(unpack_record(records[number]), fmt::format("position {} of the data", number + 1),
              "make the data again with this version of `selfplay`");
}

Batch make_batch(std::span<const PackedTrainingRecord> records, std::span<const std::uint32_t> which,
                 const BatchSettings& settings, const ParallelFor& parallel) {
  Batch batch;
  batch.features.resize(which.size() * kPerPosition);
  batch.targets.resize(which.size());
  parallel((which.size() + kSlice - 1) / kSlice, [&](std::size_t slice) {
    const std::size_t end = std::min(which.size(), (slice + 1) * kSlice);
    for (std::size_t i = slice * kSlice; i < end; ++i) {
      const TrainingRecord record = unpack(records, which[i]);
      const std::uint64_t drawn =
          settings.twin_seed ? Random(*settings.twin_seed + which[i]).next() : 0;  // a bit for each view
      const Side mover = record.position.side_to_move();
      Feature* to = batch.features.data() + i * kPerPosition;
      write_features(record.position, mover, (drawn & 1) != 0, to);
      write_features(record.position, other(mover), (drawn & 2) != 0, to + kMaxActiveFeatures);
      batch.targets[i] = static_cast<float>(target_of(record, settings.mix));
    }
  });
  return batch;
}

double entropy(double target) {
  const auto part = [](double p) { return p > 0 ? -p * std::log(p) : 0; };
  return part(target) + part(1 - target);
}

double cross_entropy(double target, double logit) {
  // log(1 + exp(logit)) - target * logit, without overflow.
  return std::max(logit, 0.0) + std::log1p(std::exp(-std::abs(logit))) - target * logit;
}

}  // namespace tabiya::tools
