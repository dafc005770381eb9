// Training data for tests: positions of random games, labelled by a simple rule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/learn/float_network.h"
#include "booksearch/learn/training_data.h"
#include "codec/text.h"
#include "core/games/games.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/module.h"
#include "core/games/zero_point_one/trainable.h"
#include "tests/core/games/zero_point_one/random_game.h"

namespace tabiya::booksearch {

inline constexpr std::size_t kRandomRecordSize = kRecordSize<zero_point_one::Coder>;

// A linear or other model of the game of the data below.
inline ModelShape random_shape(std::uint32_t width) {
  return {zero_point_one::kFeatures, zero_point_one::kFeaturesPerWazirSquare, width};
}

// The position of a record of the data below.
inline zero_point_one::Position position_in(const TrainingData& data, std::uint32_t number) {
  return position_of<zero_point_one::Coder>(data.record(number)).value();
}

// For each game the records of its open positions. Labels are the linear evaluation, and the results of the
// random games go with them.
inline std::vector<std::vector<std::byte>> random_games(std::size_t games, std::uint64_t seed) {
  using namespace zero_point_one;
  Random random(seed);
  const LinearEvaluation evaluation;
  std::vector<std::vector<std::byte>> all(games);
  for (auto& records : all) {
    play_random_game(random, [&](const Position& position, Move) {
      if (!position.has_wazir(Side::kRed) || !position.has_wazir(Side::kBlue)) return;
      LinearEvaluation::State state;
      evaluation.reset(position, state);
      const Score label = evaluation.value(position, state);
      const auto record =
          pack_record<Coder>(position, {label, (label > 5'000) - (label < -5'000), position.ply()});
      records.insert(records.end(), record.begin(), record.end());
    });
  }
  return all;
}

inline TrainingData random_data(std::size_t games, std::uint64_t seed, double validation = 0.2) {
  std::vector<std::byte> records;
  std::vector<std::size_t> sizes;
  for (const auto& game : random_games(games, seed)) {
    records.insert(records.end(), game.begin(), game.end());
    sizes.push_back(game.size() / kRandomRecordSize);
  }
  return split_data(zero_point_one::module(), std::move(records), sizes, validation).value();
}

// Settings of data files in tests: a game, how it was played, and a seed, such as "chess deep 3". Others are refused.
inline Result<DataSettings> read_words(std::string_view text, const std::string& path) {
  const auto words = words_of(text);
  const GameModule* game = words.size() == 3 ? find_game(words[0]) : nullptr;
  if (game == nullptr) return invalid(path + ": its settings are not three words");
  return DataSettings{game, concat(words[0], " ", words[1]), std::string(words[2])};
}

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void overwrite(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

// What is wrong, or nothing.
template <class T>
std::string complaint(const Result<T>& result) {
  return result ? "" : result.error().message;
}

// One thing after another, the last first: what comes out must not depend on the order.
inline void backwards(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = count; i-- > 0;) work(i);
}
inline void one_by_one(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace tabiya::booksearch
