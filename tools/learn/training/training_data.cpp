#include "tools/learn/training/training_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "core/random.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/learn/selfplay/data_file.h"
#include "tools/learn/training/float_network.h"

namespace tabiya::tools {
namespace {

struct Chunk {
  std::uint64_t hash;
  std::size_t begin, end;
};

std::vector<Chunk> chunks_by_hash(std::span<const std::byte> records, std::size_t record_size,
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
    throw Failure("some games are twice in the data; name each file once, and make files with other seeds");
  return chunks;
}

// The kinds of files of games.
class KindList {
 public:
  explicit KindList(Kinds allowed) : allowed_(allowed) {}

  // Throws Failure if a file with these settings must not be taken.
  void add(const std::string& path, const Json& settings) {
    Json kind = settings;
    kind.erase("seed");
    kind.erase("rules");  // of one game in all files: DataReader has compared them
    if (first_path_.empty()) first_path_ = path;
    const bool is_new = std::ranges::find(kinds_, kind) == kinds_.end();
    if (is_new && !kinds_.empty()) check_mixture(path, kind);
    if (is_new) kinds_.push_back(kind);
    const auto place = std::ranges::find(kinds_, kind) - kinds_.begin();
    seeds_.resize(kinds_.size(), Json::array());
    seeds_[static_cast<std::size_t>(place)].push_back(settings.value("seed", Json()));
  }

  Json with_seeds() const {
    Json all = Json::array();
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      all.push_back(kinds_[i]);
      all.back()["seeds"] = seeds_[i];
    }
    return all;
  }

 private:
  void check_mixture(const std::string& path, const Json& kind) const {
    const auto game = [](const Json& settings) { return settings.value("game", default_game()); };
    if (game(kind) != game(kinds_.front()))
      throw Failure(fmt::format("{}: is of the game '{}', {} of '{}'; train with one game", path, game(kind),
                                first_path_, game(kinds_.front())));
    if (allowed_ == Kinds::kOne)
      throw Failure(
          fmt::format("{}: its games were played with {}, those of {} with {}; train with one kind, or take "
                      "--mixed",
                      path, json_text(kind), first_path_, json_text(kinds_.front())));
  }

  Kinds allowed_;
  std::string first_path_;
  std::vector<Json> kinds_;
  std::vector<Json> seeds_;  // arrays, one for each kind
};

Score score_of(double probability) {
  const double logit = std::log(probability / (1 - probability));
  return static_cast<Score>(
      std::lround(std::clamp(logit * kOutputScale, double{-kMaxLabel}, double{kMaxLabel})));
}

}  // namespace

TrainingData split_data(const GameModule& game, std::vector<std::byte> records,
                        std::span<const std::size_t> chunk_sizes, double validation) {
  TrainingData data;
  data.game = &game;
  data.fingerprint = codec::crc64(records);
  data.records = std::move(records);
  if (data.size() > std::numeric_limits<std::uint32_t>::max())
    throw Failure(
        fmt::format("{} positions are more than can be trained with; name fewer files", data.size()));
  std::vector<Chunk> chunks = chunks_by_hash(data.records, data.learning().record_size(), chunk_sizes);
  if (chunks.size() < 2)
    throw Failure("the data are too few to set some aside to validate with; play more games");
  const double wanted = validation * static_cast<double>(data.size());
  std::size_t set_aside = 0, taken = 0;
  for (; set_aside == 0 || (static_cast<double>(taken) < wanted && set_aside + 1 < chunks.size());
       ++set_aside)
    taken += chunks[set_aside].end - chunks[set_aside].begin;
  // Back into the order of the records, which is kinder to memory.
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

TrainingData load_training_data(const std::vector<std::string>& paths, double validation, Kinds kinds) {
  std::vector<std::byte> records;
  std::vector<std::size_t> sizes;
  const GameModule* game = nullptr;
  KindList kind_list(kinds);
  std::uint64_t games = 0;
  for (const std::string& path : paths) {
    DataReader reader(path);
    kind_list.add(path, reader.settings());
    game = &reader.game();
    while (const auto chunk = reader.next()) {
      records.insert(records.end(), chunk->records.begin(), chunk->records.end());
      sizes.push_back(chunk->records.size() / reader.learning().record_size());
      games += chunk->games;
    }
  }
  TrainingData data = split_data(*game, std::move(records), sizes, validation);
  data.settings = kind_list.with_seeds();
  data.games = games;
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
      const double later = win_probability(plies % 2 == 0 ? next->label : -next->label);
      lesson.label = score_of((1 - share) * win_probability(lesson.label) + share * later);
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

}  // namespace tabiya::tools
