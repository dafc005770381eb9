// The data of a training: packed records in memory, of which some are set aside to validate with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "core/learn/learning.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

struct TrainingData {
  const GameModule* game = nullptr;       // a trainable one
  std::vector<std::byte> records;         // one after another
  std::vector<std::uint32_t> training;    // numbers of records
  std::vector<std::uint32_t> validation;  // of other games than those
  std::uint64_t games = 0;
  std::uint64_t fingerprint = 0;  // equal for equal records
  Json settings;                  // that made them: an array of their kinds, each with its "seeds"

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
// chunks are numbers of records. Throws Failure if there are too few chunks, or one is there twice.
TrainingData split_data(const GameModule& game, std::vector<std::byte> records,
                        std::span<const std::size_t> chunk_sizes, double validation);

// Files of games are of one kind if their settings differ in the seed alone.
enum class Kinds { kOne, kMixed };

// Reads files of `selfplay`. Throws Failure for damaged ones, for those of different games, and for those of
// several kinds unless they may be mixed.
TrainingData load_training_data(const std::vector<std::string>& paths, double validation,
                                Kinds kinds = Kinds::kOne);

// The control: hands labels and results around among the records of either side, so that there is nothing
// to be learned but how often who wins.
void shuffle_labels(TrainingData& data, std::uint64_t seed);

// Each label, as a win probability, comes to hold those of the later positions of its game: the share
// `lambda` (0 … 1) of the next ply's, which holds that share of the one after it, and so on (TD(lambda),
// Sutton 1988, without the result at the end). Deeper searches of the same line say more of a position than
// its own. Records without a result are left as they are; the others are in the order of their games.
void trace_labels(TrainingData& data, double lambda);

// Fisher and Yates.
void shuffle(std::vector<std::uint32_t>& numbers, std::uint64_t seed);

}  // namespace tabiya::tools
