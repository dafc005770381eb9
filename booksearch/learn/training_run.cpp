#include "booksearch/learn/training_run.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "codec/bits.h"
#include "codec/text.h"
#include "core/random.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {
namespace {

using codec::BitReader;
using codec::BitWriter;
using Bytes = std::vector<std::byte>;

constexpr std::string_view kKind = "TRNG";
constexpr std::uint32_t kVersion = 1;
constexpr const char* kSections[] = {"HEAD", "EPOC", "STEP", "NETW", "MEAN", "VARI", "BEST"};

Error stopped() { return {ErrorCode::kStopped, "the epoch was stopped", {}}; }

double sum_of_entropies(const Batch& batch) {
  double sum = 0;
  for (const float target : batch.targets) sum += entropy(target);
  return sum;
}

Bytes encode_number(std::uint64_t number) {
  BitWriter writer;
  writer.put(number, 64);
  return writer.take_bytes();
}

Bytes encode_network(const FloatNetwork& network) {
  BitWriter writer;
  writer.put(network.shape.width, 32);
  for (const std::vector<float>& array : network.arrays)
    for (const float number : array) writer.put(std::bit_cast<std::uint32_t>(number), 32);
  return writer.take_bytes();
}

// Returns nothing if the bytes are no network of that shape.
std::optional<FloatNetwork> decode_network(const Bytes& bytes, const ModelShape& model) {
  FloatNetwork network(model);
  std::size_t size = 4;
  for (const std::vector<float>& array : network.arrays) size += array.size() * sizeof(float);
  BitReader reader(bytes);
  if (bytes.size() != size || reader.get(32) != model.width) return std::nullopt;
  for (std::vector<float>& array : network.arrays)
    for (float& number : array) number = std::bit_cast<float>(static_cast<std::uint32_t>(reader.get(32)));
  return network;
}

}  // namespace

std::size_t best_epoch(const std::vector<EpochResult>& epochs) {
  return static_cast<std::size_t>(std::ranges::min_element(epochs, {}, &EpochResult::validation_loss) -
                                  epochs.begin());
}

Status check_learned(const std::vector<EpochResult>& epochs, const TrainingData& data, double mix) {
  const double validation = epochs[best_epoch(epochs)].validation_loss,
               training = epochs.back().training_loss;
  const double of_validation = constant_loss(data, data.validation, mix);
  const double of_training = constant_loss(data, data.training, mix);
  if (validation < of_validation || training < of_training) return ok_status();
  const auto text = [](double loss) { return decimal(loss, 5); };
  return invalid(concat("nothing was learned: the loss is ", text(training), " in training and ",
                        text(validation), " in validation, and that of a constant ", text(of_training),
                        " and ", text(of_validation),
                        "; start over with a lower --rate, or with more --epochs"));
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

Result<EpochResult> TrainingRun::run_epoch(const std::function<void(std::uint64_t, std::uint64_t)>& report,
                                           const std::atomic<bool>& stop) {
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
  std::optional<Result<Batch>> next;
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
    const Result<Batch> made = *std::exchange(next, std::nullopt);
    if (!made) return made.error();
    if (stop) return stopped();
    const Batch& batch = *made;
    if (step + 1 < steps) make(step + 1);
    rate = rate_at(before + step, all_steps, settings_.rate);
    training.loss += trainer_.step(batch, rate);
    training.entropy += sum_of_entropies(batch);
    report(begin_of(step + 1), total);
  }
  const auto report_after = [&](std::uint64_t done) { report(count + done, total); };
  if (Status done = validate(validation, report_after, stop); !done) return done.error();
  if (Status done = add_epoch(rate, training, validation); !done) return done.error();
  return state_.epochs.back();
}

Status TrainingRun::validate(Losses& losses, const std::function<void(std::uint64_t)>& report,
                             const std::atomic<bool>& stop) {
  constexpr std::size_t kBatch = 16384;
  const std::span<const std::uint32_t> all = data_.validation;
  for (std::size_t begin = 0; begin < all.size(); begin += kBatch) {
    if (stop) return stopped();
    const std::size_t size = std::min(kBatch, all.size() - begin);
    const auto batch = make_batch(data_, all.subspan(begin, size), {settings_.mix}, parallel_);
    if (!batch) return batch.error();
    losses.loss += trainer_.loss(*batch);
    losses.entropy += sum_of_entropies(*batch);
    report(begin + size);
  }
  return ok_status();
}

Status TrainingRun::add_epoch(double rate, const Losses& training, const Losses& validation) {
  const auto trained = static_cast<double>(data_.training.size());
  const auto validated = static_cast<double>(data_.validation.size());
  const EpochResult result{static_cast<int>(state_.epochs.size()) + 1,
                           rate,
                           training.loss / trained,
                           (training.loss - training.entropy) / trained,
                           validation.loss / validated,
                           (validation.loss - validation.entropy) / validated};
  if (!std::isfinite(result.training_loss) || !std::isfinite(result.validation_loss))
    return invalid("the training diverged: its loss is not a number; use a lower --rate");
  state_.epochs.push_back(result);
  state_.trainer = trainer_.state();
  if (best_epoch(state_.epochs) + 1 == state_.epochs.size()) state_.best = state_.trainer.network;
  return ok_status();
}

std::vector<std::byte> encode_checkpoint(const CheckpointTexts& texts, const TrainingState& state) {
  return codec::encode_container({std::string(kKind),
                                  kVersion,
                                  {{"HEAD", codec::bytes_of(texts.header)},
                                   {"EPOC", codec::bytes_of(texts.epochs)},
                                   {"STEP", encode_number(state.trainer.steps)},
                                   {"NETW", encode_network(state.trainer.network)},
                                   {"MEAN", encode_network(state.trainer.mean)},
                                   {"VARI", encode_network(state.trainer.variance)},
                                   {"BEST", encode_network(state.best)}}});
}

Result<Checkpoint> Checkpoint::open(std::span<const std::byte> file) {
  Result<codec::Container> found = codec::decode_container(file);
  if (!found) return found.error();
  if (found->kind != kKind || found->version != kVersion)
    return unsupported("is not a checkpoint of a training, or is one of another version");
  for (const char* name : kSections)
    if (!found->find(name)) return corrupt(concat("lacks the section ", name));
  return Checkpoint(*std::move(found));
}

CheckpointTexts Checkpoint::texts() const {
  const auto text = [this](const char* name) { return std::string(as_text(*file_.find(name))); };
  return {text("HEAD"), text("EPOC")};
}

Result<TrainingState> Checkpoint::state(std::vector<EpochResult> epochs, const ModelShape& model) const {
  if (epochs.empty() || file_.find("STEP")->size() != 8) return corrupt("has no epochs");
  TrainingState state;
  state.epochs = std::move(epochs);
  state.trainer.steps = BitReader(*file_.find("STEP")).get(64);
  const std::pair<FloatNetwork*, const char*> networks[] = {{&state.trainer.network, "NETW"},
                                                            {&state.trainer.mean, "MEAN"},
                                                            {&state.trainer.variance, "VARI"},
                                                            {&state.best, "BEST"}};
  for (const auto& [network, name] : networks) {
    auto decoded = decode_network(*file_.find(name), model);
    if (!decoded) return corrupt(concat("its section ", name, " is not a network of its shape"));
    *network = *std::move(decoded);
  }
  return state;
}

}  // namespace tabiya::booksearch
