#include "tools/learn/training/batches.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/learn/learning.h"
#include "core/random.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

namespace {

constexpr std::size_t kSlice = 512;  // records that one task unpacks
constexpr std::size_t kPerPosition = 2 * kMaxActiveFeatures;

// Fills one list of a batch.
void write_features(std::span<const Feature> features, const std::vector<Feature>& turn, Feature padding,
                    Feature* to) {
  Feature* const end = std::ranges::transform(features, to, [&](Feature f) { return turn[f]; }).out;
  std::fill(end, to + kMaxActiveFeatures, padding);
}

double sigmoid(double logit) { return 1 / (1 + std::exp(-logit)); }

}  // namespace

double target_of(const Lesson& lesson, double mix) {
  const double label = sigmoid(lesson.label / double{kOutputScale});
  return lesson.result == kNoResult ? label : mix * label + (1 - mix) * (lesson.result + 1) / 2;
}

ModelShape model_shape(const TrainingData& data, std::uint32_t width) {
  const FeatureSpace& features = data.learning().features();
  const bool tapers = features.tapers && width == 0;
  const std::size_t rows = tapers ? 2 : 1;
  return {rows * features.count, rows * features.shared, width, tapers};
}

SeenPosition see(const TrainingData& data, std::uint32_t number) {
  return take(data.learning().see(data.record(number)), fmt::format("position {} of the data", number + 1),
              "make the data again with this version of `selfplay`");
}

Batch make_batch(const TrainingData& data, std::span<const std::uint32_t> which,
                 const BatchSettings& settings, const ParallelFor& parallel) {
  const auto& turns = data.learning().features().turns;
  const Feature padding = padding_of(model_shape(data, 0));
  Batch batch;
  batch.features.resize(which.size() * kPerPosition);
  batch.targets.resize(which.size());
  if (data.learning().features().tapers) batch.phases.resize(which.size());
  parallel((which.size() + kSlice - 1) / kSlice, [&](std::size_t slice) {
    const std::size_t end = std::min(which.size(), (slice + 1) * kSlice);
    for (std::size_t i = slice * kSlice; i < end; ++i) {
      const SeenPosition position = see(data, which[i]);
      const std::uint64_t drawn = settings.turn_seed ? Random(*settings.turn_seed + which[i]).next() : 0;
      Feature* to = batch.features.data() + i * kPerPosition;
      write_features(position.mover, turns[drawn % turns.size()], padding, to);
      write_features(position.other, turns[drawn / turns.size() % turns.size()], padding,
                     to + kMaxActiveFeatures);
      if (position.phase) batch.phases[i] = static_cast<float>(*position.phase) / kMiddlegame;
      batch.targets[i] = static_cast<float>(target_of(lesson_of(data.record(which[i])), settings.mix));
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
