#include "booksearch/learn/trainer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "booksearch/learn/training_data.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kSummed = 1024;  // positions of one task; their gradients are added up in order

class LinearTrainer final : public Trainer {
 public:
  LinearTrainer(const ModelShape& model, LinearKind kind, const ParallelFor& parallel)
      : model_(model), kind_(kind), parallel_(parallel) {}

  void restore(const TrainerState& state) override {
    state_ = state;
    fold();
  }
  TrainerState state() const override { return state_; }

  double step(const Batch& batch, double rate) override {
    std::vector<Slice> slices((batch.size() + kSummed - 1) / kSummed);
    parallel_(slices.size(), [&](std::size_t i) { slices[i] = differentiate(batch, i * kSummed); });
    FloatNetwork gradient(model_);
    double loss = 0;
    for (const Slice& slice : slices) {
      loss += slice.loss;
      add_up(slice.gradient, 1.0 / static_cast<double>(batch.size()), gradient);
    }
    update(gradient, rate);
    fold();
    return loss;
  }

  double loss(const Batch& batch) override {
    std::vector<double> losses((batch.size() + kSummed - 1) / kSummed);
    parallel_(losses.size(), [&](std::size_t slice) {
      const std::size_t end = std::min(batch.size(), (slice + 1) * kSummed);
      for (std::size_t i = slice * kSummed; i < end; ++i)
        losses[slice] += cross_entropy(batch.targets[i], output(batch, i));
    });
    double sum = 0;
    for (const double loss : losses) sum += loss;
    return sum;
  }

 private:
  struct Slice {
    double loss = 0;               // the sum
    std::vector<double> gradient;  // of it, by the table
  };

  // Calls visit(row, share) for the rows of the features that one side sees.
  template <class Visit>
  void visit_rows(const Batch& batch, std::size_t position, std::size_t view, Visit visit) const {
    if (!model_.tapers) {
      for (const Feature feature : batch.list(position, view)) visit(std::size_t{feature}, 1.0);
      return;
    }
    const double phase = batch.phases[position];
    for (const std::size_t feature : batch.list(position, view)) {
      if (feature == padding_of(model_)) return;
      visit(2 * feature, phase);
      visit(2 * feature + 1, 1 - phase);
    }
  }

  double output(const Batch& batch, std::size_t position) const {
    double sum = table_[model_.features];
    visit_rows(batch, position, 0, [&](std::size_t row, double share) { sum += share * table_[row]; });
    visit_rows(batch, position, 1, [&](std::size_t row, double share) { sum -= share * table_[row]; });
    return sum;
  }

  Slice differentiate(const Batch& batch, std::size_t begin) const {
    Slice slice;
    slice.gradient.resize(table_.size());
    for (std::size_t i = begin; i < std::min(batch.size(), begin + kSummed); ++i) {
      const double logit = output(batch, i);
      const double error = 1 / (1 + std::exp(-logit)) - batch.targets[i];
      slice.loss += cross_entropy(batch.targets[i], logit);
      visit_rows(batch, i, 0, [&](std::size_t row, double share) { slice.gradient[row] += share * error; });
      visit_rows(batch, i, 1, [&](std::size_t row, double share) { slice.gradient[row] -= share * error; });
      slice.gradient[model_.features] += error;
    }
    return slice;
  }

  void add_up(const std::vector<double>& table, double share, FloatNetwork& gradient) const {
    gradient[kTransformerBias].front() += static_cast<float>(share * table[model_.features]);
    for (std::size_t feature = 0; feature < model_.features; ++feature) {
      const auto part = static_cast<float>(share * table[feature]);
      gradient[kShared][feature % model_.shared] += part;
      if (kind_ == LinearKind::kOwn) gradient[kOwn][feature] += part;
    }
  }

  // Takes a step of Adam, then applies the limits.
  void update(const FloatNetwork& gradient, double rate) {
    const AdamStep adam(++state_.steps, rate);
    for (const FloatArray array : {kOwn, kShared, kTransformerBias}) {
      for (std::size_t i = 0; i < gradient[array].size(); ++i) {
        float& number = state_.network[array][i];
        adam.take(gradient[array][i], state_.mean[array][i], state_.variance[array][i], number);
        number = std::clamp(number, -kLimit, kLimit);
      }
    }
  }

  // Makes the table: sums of own and shared numbers, then the bias, then the padding.
  void fold() {
    const FloatNetwork& network = state_.network;
    table_.assign(model_.features + 2, 0);
    for (std::size_t feature = 0; feature < model_.features; ++feature)
      table_[feature] =
          static_cast<double>(network[kOwn][feature]) + network[kShared][feature % model_.shared];
    table_[model_.features] = network[kTransformerBias].front();
  }

  static constexpr float kLimit = kMaxFeatureWeight / kOutputScale;  // logits

  ModelShape model_;
  LinearKind kind_;
  const ParallelFor& parallel_;
  TrainerState state_;
  std::vector<double> table_;
};

}  // namespace

std::unique_ptr<Trainer> make_linear_trainer(const ModelShape& model, LinearKind kind,
                                             const ParallelFor& parallel) {
  return std::make_unique<LinearTrainer>(model, kind, parallel);
}

}  // namespace tabiya::booksearch
