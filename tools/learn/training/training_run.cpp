#include "tools/learn/training/training_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include "core/random.h"
#include "core/thread_group.h"
#include "tools/cli/failure.h"
#include "tools/learn/training/batches.h"

namespace tabiya::tools {
namespace {

double sum_of_entropies(const Batch& batch) {
  double sum = 0;
  for (const float target : batch.targets) sum += entropy(target);
  return sum;
}

}  // namespace

std::size_t best_epoch(const std::vector<EpochResult>& epochs) {
  return static_cast<std::size_t>(std::ranges::min_element(epochs, {}, &EpochResult::validation_loss) -
                                  epochs.begin());
}

double rate_at(std::uint64_t step, std::uint64_t steps, double highest) {
  constexpr double kLeast = 0.01;
  const std::uint64_t warm_up = std::min<std::uint64_t>(1000, steps / 20);
  if (step < warm_up) return highest * static_cast<double>(step + 1) / static_cast<double>(warm_up);
  const double way = static_cast<double>(step - warm_up) / static_cast<double>(steps - warm_up);
  return highest * (kLeast + (1 - kLeast) * (1 + std::cos(std::numbers::pi * way)) / 2);
}

TrainingRun::TrainingRun(const TrainingData& data, const TrainingSettings& settings, Trainer& trainer,
                         const ParallelFor& parallel, TrainingState start)
    : data_(data), settings_(settings), trainer_(trainer), parallel_(parallel), state_(std::move(start)) {
  trainer_.restore(state_.trainer);
}

bool TrainingRun::finished() const {
  const std::size_t done = state_.epochs.size();
  if (done == static_cast<std::size_t>(settings_.epochs)) return true;
  return done > 0 && settings_.patience > 0 &&
         done - 1 - best_epoch(state_.epochs) >= static_cast<std::size_t>(settings_.patience);
}

// The data are cut into equal batches, so that no step is taken on a small rest.
std::uint64_t TrainingRun::steps_per_epoch() const {
  return std::max<std::uint64_t>(1, (data_.training.size() + settings_.batch / 2) / settings_.batch);
}

std::optional<EpochResult> TrainingRun::run_epoch(
    const std::function<void(std::uint64_t, std::uint64_t)>& report, const std::atomic<bool>& stop) {
  const std::uint64_t count = data_.training.size(), steps = steps_per_epoch();
  const std::uint64_t total = count + data_.validation.size();
  const std::uint64_t before = state_.epochs.size() * steps;
  const std::uint64_t all_steps = steps * static_cast<std::uint64_t>(settings_.epochs);
  Random seeds(Random(settings_.seed).next() + state_.epochs.size());
  std::vector<std::uint32_t> order = data_.training;
  shuffle(order, seeds.next());
  const BatchSettings batches{settings_.mix, seeds.next()};

  const auto begin_of = [&](std::uint64_t step) { return count * step / steps; };
  // The next batch is made, on a thread in addition to the trainer's, while the trainer takes its step.
  std::optional<Batch> next;
  ThreadGroup maker;
  const auto make = [&](std::uint64_t step) {
    maker.start([&, step] {
      const std::uint64_t begin = begin_of(step), size = begin_of(step + 1) - begin;
      next = make_batch(data_, std::span(order).subspan(begin, size), batches, parallel_);
    });
  };

  Losses training, validation;
  double rate = 0;
  make(0);
  for (std::uint64_t step = 0; step < steps; ++step) {
    maker.join();
    const Batch batch = *std::exchange(next, std::nullopt);
    if (stop) return std::nullopt;
    if (step + 1 < steps) make(step + 1);
    rate = rate_at(before + step, all_steps, settings_.rate);
    training.loss += trainer_.step(batch, rate);
    training.entropy += sum_of_entropies(batch);
    report(begin_of(step + 1), total);
  }
  if (!validate(
          validation, [&](std::uint64_t done) { report(count + done, total); }, stop))
    return std::nullopt;
  add_epoch(rate, training, validation);
  return state_.epochs.back();
}

// False when it was stopped.
bool TrainingRun::validate(Losses& losses, const std::function<void(std::uint64_t)>& report,
                           const std::atomic<bool>& stop) {
  constexpr std::size_t kBatch = 16384;
  const std::span<const std::uint32_t> all = data_.validation;
  for (std::size_t begin = 0; begin < all.size(); begin += kBatch) {
    if (stop) return false;
    const std::size_t size = std::min(kBatch, all.size() - begin);
    const Batch batch = make_batch(data_, all.subspan(begin, size), {settings_.mix}, parallel_);
    losses.loss += trainer_.loss(batch);
    losses.entropy += sum_of_entropies(batch);
    report(begin + size);
  }
  return true;
}

void TrainingRun::add_epoch(double rate, const Losses& training, const Losses& validation) {
  const auto trained = static_cast<double>(data_.training.size());
  const auto validated = static_cast<double>(data_.validation.size());
  const EpochResult result{static_cast<int>(state_.epochs.size()) + 1,
                           rate,
                           training.loss / trained,
                           (training.loss - training.entropy) / trained,
                           validation.loss / validated,
                           (validation.loss - validation.entropy) / validated};
  if (!std::isfinite(result.training_loss) || !std::isfinite(result.validation_loss))
    throw Failure("the training diverged: its loss is not a number; use a lower --rate");
  state_.epochs.push_back(result);
  state_.trainer = trainer_.state();
  if (best_epoch(state_.epochs) + 1 == state_.epochs.size()) state_.best = state_.trainer.network;
}

}  // namespace tabiya::tools
