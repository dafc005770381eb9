// The data of a training: packed records in memory, some of which are set aside for validation; their batches
// for a trainer; and the losses of models that take no batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/learn/data_file.h"
#include "booksearch/learn/trainer.h"
#include "codec/result.h"
#include "core/eval/evaluation_choice.h"
#include "core/game/game_module.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"

namespace tabiya::booksearch {

// The settings and seeds that files of one kind were made with (DataSettings).
struct DataKind {
  std::string settings;
  std::vector<std::string> seeds;
};

struct TrainingData {
  const GameModule* game = nullptr;       // a trainable one
  std::vector<std::byte> records;         // one after another
  std::vector<std::uint32_t> training;    // numbers of records
  std::vector<std::uint32_t> validation;  // of other games than those
  std::uint64_t games = 0;
  std::uint64_t fingerprint = 0;  // equal for equal records
  std::vector<DataKind> kinds;    // of the files with the records

  const Learning& learning() const { return *game->learning(); }
  std::size_t size() const { return records.size() / learning().record_size(); }  // in records
  std::span<const std::byte> record(std::size_t number) const {
    const std::size_t bytes = learning().record_size();
    return std::span(records).subspan(number * bytes, bytes);
  }
  std::span<std::byte> record(std::size_t number) {
    const std::size_t bytes = learning().record_size();
    return std::span(records).subspan(number * bytes, bytes);
  }
};

// Sets aside whole chunks, so that no game is on both sides: at least the share `validation` of the records.
// Which ones depends on their bytes alone, so that trainings with other settings can be compared. Sizes of
// chunks are numbers of records. Errors: there are too few chunks, or one is there twice.
Result<TrainingData> split_data(const GameModule& game, std::vector<std::byte> records,
                                std::span<const std::size_t> chunk_sizes, double validation);

// Files of games are of one kind if their settings differ in the seed alone.
enum class Kinds { kOne, kMixed };

// Reads files of games. Errors: damaged ones, those of different games, and those of several kinds unless they may be
// mixed.
Result<TrainingData> load_training_data(const std::vector<std::string>& paths, double validation, Kinds kinds,
                                        const SettingsReader& read_settings);

// Makes data for a control experiment: it shuffles labels, with their results, among the training records and
// among the validation records, so that there is nothing to be learned but how often who wins.
void shuffle_labels(TrainingData& data, std::uint64_t seed);

// Mixes into each label, as a win probability, those of the later positions of its game: the share `lambda`
// (0 … 1) of the next ply's, which holds that share of the one after it, and so on (TD(lambda), Sutton 1988,
// without the result at the end). Deeper searches of the same line tell more about a position than its own
// search. Records without a result stay unchanged; the others are in the order of their games.
void trace_labels(TrainingData& data, double lambda);

// Shuffles by the method of Fisher and Yates.
void shuffle(std::vector<std::uint32_t>& numbers, std::uint64_t seed);

struct BatchSettings {
  double mix = 0.75;  // the label's share of the target; the rest is the result's
  // Turns the board at random for each side, where that changes nothing (FeatureSpace::turns).
  std::optional<std::uint64_t> turn_seed = {};
};

// Returns the target of a record: mix * sigmoid(label) + (1 - mix) * (1 won, 0.5 drawn, 0 lost). For a record
// without a result, it is the label alone.
double target_of(const Lesson& lesson, double mix);

// Returns the shape of a model for the data's game. ModelShape describes `width`.
ModelShape model_shape(const TrainingData& data, std::uint32_t width);

// Makes a batch of the records with the numbers `which`, in that order. Errors: bytes that are no record,
// with the first such number.
Result<Batch> make_batch(const TrainingData& data, std::span<const std::uint32_t> which,
                         const BatchSettings& settings, const ParallelFor& parallel);

// Returns the position of the record with that number. Errors: it is no record.
Result<SeenPosition> see(const TrainingData& data, std::uint32_t number);

// Returns the least possible loss against this target, in nats.
double entropy(double target);

// Returns the loss, in nats, of the prediction `logit` for a win with the probability `target`.
double cross_entropy(double target, double logit);

// Returns the mean cross-entropy (nats) of a network or weights in integers, by the kernels that play, over
// the records with the numbers `which`. BatchSettings describes `mix`. Errors: bytes that are no record.
Result<double> integer_loss(const EvaluationChoice& evaluation, const TrainingData& data,
                            std::span<const std::uint32_t> which, double mix, const ParallelFor& parallel);

// Returns the mean cross-entropy of the best model that predicts one win probability for all positions. It is
// the baseline of any gain.
double constant_loss(const TrainingData& data, std::span<const std::uint32_t> which, double mix);

}  // namespace tabiya::booksearch
