#include "booksearch/learn/data_making.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "booksearch/work/parallel.h"

namespace tabiya::booksearch {
namespace data_making_test {

using ::testing::ElementsAre;

// Games of one byte, their number.
struct NumberedGames : GameGenerator {
  void play(std::uint64_t number, std::vector<std::byte>& records) override {
    records.push_back(static_cast<std::byte>(number));
  }
};

Result<std::unique_ptr<GameGenerator>> make_games() {
  return std::unique_ptr<GameGenerator>(std::make_unique<NumberedGames>());
}

TEST(PlayGames, HandsOverChunksInOrder) {
  std::uint64_t next = kGamesPerChunk;
  const auto sink = [&](const DataChunk& chunk) -> Status {
    EXPECT_EQ(chunk.first_game, next);
    EXPECT_EQ(chunk.records.size(), kGamesPerChunk);
    EXPECT_EQ(chunk.records.back(), static_cast<std::byte>(next + kGamesPerChunk - 1));
    next += kGamesPerChunk;
    return ok_status();
  };
  with_threads(4, [&] { ASSERT_TRUE(play_games(make_games, next, 20 * kGamesPerChunk, sink, {})); });
  EXPECT_EQ(next, 20 * kGamesPerChunk);
}

TEST(PlayGames, EndsWithTheFirstErrorOfTheSink) {
  std::vector<std::uint64_t> games;
  const auto sink = [&](const DataChunk& chunk) -> Status {
    games.push_back(chunk.first_game);
    return games.size() < 3 ? ok_status() : invalid("the disk is full");
  };
  const Status played = play_games(make_games, 0, 20 * kGamesPerChunk, sink, {});
  ASSERT_FALSE(played.ok());
  EXPECT_EQ(played.error().message, "the disk is full");
  EXPECT_THAT(games, ElementsAre(0, kGamesPerChunk, 2 * kGamesPerChunk));
}

}  // namespace data_making_test
}  // namespace tabiya::booksearch
