#include "booksearch/learn/training_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "booksearch/learn/float_network.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "core/random.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {
namespace {

struct Chunk {
  std::uint64_t hash;
  std::size_t begin, end;
};

Result<std::vector<Chunk>> chunks_by_hash(std::span<const std::byte> records, std::size_t record_size,
                                          std::span<const std::size_t> sizes) {
  std::vector<Chunk> chunks;
  std::size_t begin = 0;
  for (const std::size_t size : sizes) {
    const std::uint64_t hash = codec::crc64(records.subspan(begin * record_size, size * record_size));
    if (size > 0) chunks.push_back({hash, begin, begin + size});
    begin += size;
  }
  std::ranges::sort(chunks, {}, &Chunk::hash);
  if (std::ranges::adjacent_find(chunks, {}, &Chunk::hash) != chunks.end())
    return invalid("some games are in the data twice; name each file once, and make files with other seeds");
  return chunks;
}

// The kinds of files of games.
class KindList {
 public:
  explicit KindList(Kinds allowed) : allowed_(allowed) {}

  // Adds a file. Errors: the file must not be taken.
  Status add(const std::string& path, const DataSettings& settings) {
    if (game_ == nullptr) game_ = settings.game, first_path_ = path;
    if (settings.game != game_)
      return invalid(concat(path, ": is of the game '", settings.game->name(), "', ", first_path_, " of '",
                            game_->name(), "'; train with one game"));
    auto kind = std::ranges::find(kinds_, settings.kind, &DataKind::settings);
    if (kind == kinds_.end()) {
      if (!kinds_.empty() && allowed_ == Kinds::kOne)
        return invalid(concat(path, ": its games were played with ", settings.kind, ", those of ",
                              first_path_, " with ", kinds_.front().settings,
                              "; train with one kind, or take --mixed"));
      kind = kinds_.insert(kinds_.end(), {settings.kind, {}});
    }
    kind->seeds.push_back(settings.seed);
    return ok_status();
  }

  std::vector<DataKind> take() { return std::move(kinds_); }

 private:
  Kinds allowed_;
  const GameModule* game_ = nullptr;
  std::string first_path_;
  std::vector<DataKind> kinds_;
};

Score score_of(double probability) {
  const double logit = std::log(probability / (1 - probability));
  return static_cast<Score>(
      std::lround(std::clamp(logit * kOutputScale, double{-kMaxLabel}, double{kMaxLabel})));
}

constexpr std::size_t kSlice = 512;  // records that one task unpacks
constexpr std::size_t kPerPosition = 2 * kMaxActiveFeatures;

// Fills one list of a batch.
void write_features(std::span<const Feature> features, const std::vector<Feature>& turn, Feature padding,
                    Feature* to) {
  Feature* const end = std::ranges::transform(features, to, [&](Feature f) { return turn[f]; }).out;
  std::fill(end, to + kMaxActiveFeatures, padding);
}

std::optional<Error> first_of(const std::vector<std::optional<Error>>& errors) {
  const auto found = std::ranges::find_if(errors, [](const auto& error) { return error.has_value(); });
  return found == errors.end() ? std::nullopt : *found;
}

}  // namespace

Result<TrainingData> split_data(const GameModule& game, std::vector<std::byte> records,
                                std::span<const std::size_t> chunk_sizes, double validation) {
  TrainingData data;
  data.game = &game;
  data.fingerprint = codec::crc64(records);
  data.records = std::move(records);
  if (data.size() > std::numeric_limits<std::uint32_t>::max())
    return invalid(concat(data.size(), " positions are more than can be trained with; name fewer files"));
  auto by_hash = chunks_by_hash(data.records, data.learning().record_size(), chunk_sizes);
  if (!by_hash) return by_hash.error();
  std::vector<Chunk>& chunks = *by_hash;
  if (chunks.size() < 2)
    return invalid("the data are too few to set some aside to validate with; play more games");
  const double wanted = validation * static_cast<double>(data.size());
  std::size_t set_aside = 0, taken = 0;
  for (; set_aside == 0 || (static_cast<double>(taken) < wanted && set_aside + 1 < chunks.size());
       ++set_aside)
    taken += chunks[set_aside].end - chunks[set_aside].begin;
  // This puts the chunks back into the order of the records, which is kinder to memory.
  const auto middle = chunks.begin() + static_cast<std::ptrdiff_t>(set_aside);
  std::ranges::sort(chunks.begin(), middle, {}, &Chunk::begin);
  std::ranges::sort(middle, chunks.end(), {}, &Chunk::begin);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    std::vector<std::uint32_t>& side = i < set_aside ? data.validation : data.training;
    for (std::size_t k = chunks[i].begin; k < chunks[i].end; ++k)
      side.push_back(static_cast<std::uint32_t>(k));
  }
  return data;
}

Result<TrainingData> load_training_data(const std::vector<std::string>& paths, double validation, Kinds kinds,
                                        const SettingsReader& read_settings) {
  std::vector<std::byte> records;
  std::vector<std::size_t> sizes;
  const GameModule* game = nullptr;
  KindList kind_list(kinds);
  std::uint64_t games = 0;
  for (const std::string& path : paths) {
    Result<DataReader> reader = DataReader::open(path, read_settings);
    if (!reader) return reader.error();
    if (Status fits = kind_list.add(path, reader->settings()); !fits) return fits.error();
    game = &reader->game();
    for (;;) {
      const auto chunk = reader->next();
      if (!chunk) return chunk.error();
      if (!*chunk) break;
      records.insert(records.end(), (*chunk)->records.begin(), (*chunk)->records.end());
      sizes.push_back((*chunk)->records.size() / reader->learning().record_size());
      games += (*chunk)->games;
    }
  }
  auto data = split_data(*game, std::move(records), sizes, validation);
  if (!data) return data;
  data->kinds = kind_list.take();
  data->games = games;
  return data;
}

void trace_labels(TrainingData& data, double lambda) {
  std::optional<Lesson> next;  // in the order of the data
  for (std::size_t i = data.size(); i-- > 0;) {
    Lesson lesson = lesson_of(data.record(i));
    if (lesson.result == kNoResult) continue;
    if (next && same_game(lesson, *next)) {
      const int plies = next->ply - lesson.ply;
      const double share = std::pow(lambda, plies);
      const double later = chance_of(plies % 2 == 0 ? next->label : -next->label);
      lesson.label = score_of((1 - share) * chance_of(lesson.label) + share * later);
      replace_label(data.record(i), lesson.label, lesson.result);
    }
    next = lesson;
  }
}

void shuffle(std::vector<std::uint32_t>& numbers, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = numbers.size(); i > 1; --i)
    std::swap(numbers[i - 1], numbers[random.below(static_cast<std::uint32_t>(i))]);
}

void shuffle_labels(TrainingData& data, std::uint64_t seed) {
  std::vector<Lesson> before;
  for (std::size_t i = 0; i < data.size(); ++i) before.push_back(lesson_of(std::as_const(data).record(i)));
  for (const auto* numbers : {&data.training, &data.validation}) {
    std::vector<std::uint32_t> givers = *numbers;
    shuffle(givers, seed);
    for (std::size_t i = 0; i < givers.size(); ++i) {
      const Lesson& giver = before[givers[i]];
      replace_label(data.record((*numbers)[i]), giver.label, giver.result);
    }
  }
}

double target_of(const Lesson& lesson, double mix) {
  const double label = chance_of(lesson.label);
  return lesson.result == kNoResult ? label : mix * label + (1 - mix) * (lesson.result + 1) / 2;
}

ModelShape model_shape(const TrainingData& data, std::uint32_t width) {
  const FeatureSpace& features = data.learning().features();
  const bool tapers = features.tapers && width == 0;
  const std::size_t rows = tapers ? 2 : 1;
  return {rows * features.count, rows * features.shared, width, tapers};
}

Result<SeenPosition> see(const TrainingData& data, std::uint32_t number) {
  auto seen = data.learning().see(data.record(number));
  if (seen) return seen;
  return corrupt(concat("position ", number + 1, " of the data: ", seen.error().message,
                        "; make the data again with this version of `selfplay`"));
}

Result<Batch> make_batch(const TrainingData& data, std::span<const std::uint32_t> which,
                         const BatchSettings& settings, const ParallelFor& parallel) {
  const auto& turns = data.learning().features().turns;
  const Feature padding = padding_of(model_shape(data, 0));
  Batch batch;
  batch.features.resize(which.size() * kPerPosition);
  batch.targets.resize(which.size());
  if (data.learning().features().tapers) batch.phases.resize(which.size());
  const std::size_t slices = (which.size() + kSlice - 1) / kSlice;
  std::vector<std::optional<Error>> errors(slices);
  parallel(slices, [&](std::size_t slice) {
    const std::size_t end = std::min(which.size(), (slice + 1) * kSlice);
    for (std::size_t i = slice * kSlice; i < end; ++i) {
      const Result<SeenPosition> seen = see(data, which[i]);
      if (!seen) return void(errors[slice] = seen.error());
      const SeenPosition& position = *seen;
      const std::uint64_t drawn = settings.turn_seed ? Random(*settings.turn_seed + which[i]).next() : 0;
      Feature* to = batch.features.data() + i * kPerPosition;
      write_features(position.mover, turns[drawn % turns.size()], padding, to);
      write_features(position.other, turns[drawn / turns.size() % turns.size()], padding,
                     to + kMaxActiveFeatures);
      if (position.phase) batch.phases[i] = static_cast<float>(*position.phase) / kMiddlegame;
      batch.targets[i] = static_cast<float>(target_of(lesson_of(data.record(which[i])), settings.mix));
    }
  });
  if (const auto error = first_of(errors)) return *error;
  return batch;
}

double entropy(double target) {
  const auto part = [](double p) { return p > 0 ? -p * std::log(p) : 0; };
  return part(target) + part(1 - target);
}

double cross_entropy(double target, double logit) {
  // This is log(1 + exp(logit)) - target * logit, without overflow.
  return std::max(logit, 0.0) + std::log1p(std::exp(-std::abs(logit))) - target * logit;
}

Result<double> integer_loss(const EvaluationChoice& evaluation, const TrainingData& data,
                            std::span<const std::uint32_t> which, double mix, const ParallelFor& parallel) {
  constexpr std::size_t kSummed = 4096;
  std::vector<double> losses((which.size() + kSummed - 1) / kSummed);
  std::vector<std::optional<Error>> errors(losses.size());
  parallel(losses.size(), [&](std::size_t slice) {
    const std::size_t end = std::min(which.size(), (slice + 1) * kSummed);
    for (std::size_t i = slice * kSummed; i < end; ++i) {
      const Result<SeenPosition> position = see(data, which[i]);
      if (!position) return void(errors[slice] = position.error());
      const double logit = value_of(evaluation, *position) / double{kOutputScale};
      losses[slice] += cross_entropy(target_of(lesson_of(data.record(which[i])), mix), logit);
    }
  });
  if (const auto error = first_of(errors)) return *error;
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(which.size());
}

double constant_loss(const TrainingData& data, std::span<const std::uint32_t> which, double mix) {
  double sum = 0;
  for (const std::uint32_t number : which) sum += target_of(lesson_of(data.record(number)), mix);
  return entropy(sum / static_cast<double>(which.size()));
}

}  // namespace tabiya::booksearch
