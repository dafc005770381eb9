#include "tools/training/training_data.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "core/random.h"
#include "tools/failure.h"
#include "tools/selfplay/data_file.h"
#include "tools/training/batches.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;
using zero_point_one::PackedTrainingRecord;
using zero_point_one::TrainingRecord;

struct Chunk {
  std::uint64_t hash;
  std::size_t begin, end;
};

std::vector<Chunk> chunks_by_hash(std::span<const PackedTrainingRecord> records,
                                  std::span<const std::size_t> sizes) {
  std::vector<Chunk> chunks;
  std::size_t begin = 0;
  for (const std::size_t size : sizes) {
    const std::uint64_t hash = codec::crc64(std::as_bytes(records.subspan(begin, size)));
    if (size > 0) chunks.push_back({hash, begin, begin + size});
    begin += size;
  }
  std::ranges::sort(chunks, {}, &Chunk::hash);
  if (std::ranges::adjacent_find(chunks, {}, &Chunk::hash) != chunks.end())
    throw Failure("some games are twice in the data; name each file once, and make files with other seeds");
  return chunks;
}

ordered_json without_seed(ordered_json settings) {
  settings.erase("seed");
  return settings;
}

}  // namespace

TrainingData split_data(std::vector<PackedTrainingRecord> records, std::span<const std::size_t> chunk_sizes,
                        double validation) {
  if (records.size() > std::numeric_limits<std::uint32_t>::max())
    throw Failure(
        fmt::format("{} positions are more than can be trained with; name fewer files", records.size()));
  TrainingData data;
  data.fingerprint = codec::crc64(std::as_bytes(std::span(records)));
  std::vector<Chunk> chunks = chunks_by_hash(records, chunk_sizes);
  if (chunks.size() < 2)
    throw Failure("the data are too few to set some aside to validate with; play more games");
  const double wanted = validation * static_cast<double>(records.size());
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
  data.records = std::move(records);
  return data;
}

TrainingData load_training_data(const std::vector<std::string>& paths, double validation) {
  std::vector<PackedTrainingRecord> records;
  std::vector<std::size_t> sizes;
  ordered_json settings, seeds;
  std::uint64_t games = 0;
  for (const std::string& path : paths) {
    DataReader reader(path);
    if (settings.is_null()) settings = reader.settings();
    if (without_seed(reader.settings()) != without_seed(settings))
      throw Failure(fmt::format("{}: its games were played with {}, those of {} with {}; train with one kind",
                                path, reader.settings().dump(), paths.front(), settings.dump()));
    seeds.push_back(reader.settings().value("seed", ordered_json()));
    while (const auto chunk = reader.next()) {
      records.insert(records.end(), chunk->records.begin(), chunk->records.end());
      sizes.push_back(chunk->records.size());
      games += chunk->games;
    }
  }
  TrainingData data = split_data(std::move(records), sizes, validation);
  data.settings = without_seed(settings);
  data.settings["seeds"] = seeds;
  data.games = games;
  return data;
}

void shuffle(std::vector<std::uint32_t>& numbers, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = numbers.size(); i > 1; --i)
    std::swap(numbers[i - 1], numbers[random.below(static_cast<std::uint32_t>(i))]);
}

void shuffle_labels(TrainingData& data, std::uint64_t seed) {
  const std::vector<PackedTrainingRecord> before = data.records;
  for (const auto* numbers : {&data.training, &data.validation}) {
    const std::vector<std::uint32_t>& side = *numbers;
    std::vector<std::uint32_t> givers = side;
    shuffle(givers, seed);
    for (std::size_t i = 0; i < side.size(); ++i) {
      TrainingRecord record = unpack(before, side[i]);
      const TrainingRecord giver = unpack(before, givers[i]);
      record.label = giver.label;
      record.result = giver.result;
      data.records[side[i]] = pack_record(record);
    }
  }
}

}  // namespace tabiya::tools
