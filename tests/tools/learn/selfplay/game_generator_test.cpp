#include "tools/learn/selfplay/game_generator.h"

#include <gtest/gtest.h>

#include <set>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;
using PieceSetup = zero_point_one::Setup;  // gtest has a Setup of its own
using Records = std::vector<PackedTrainingRecord>;

std::unique_ptr<Engine> small_engine(int lines) {
  SearcherOptions options{.table_bytes = 1 << 16};
  options.parameters.correction = 0;
  options.lines = lines;
  return make_engine(options);
}

Records play(GameGenerator& generator, std::uint64_t number) {
  Records records;
  generator.play(number, records);
  return records;
}

TEST(GameGenerator, PlaysTheSameGameWhateverWasPlayedBefore) {
  const SelfPlaySettings settings{.depth = 2, .label_depth = 2};
  GameGenerator first(settings, small_engine), second(settings, small_engine);
  const Records game = play(first, 7);
  play(second, 3);
  EXPECT_EQ(play(second, 7), game);
  EXPECT_NE(play(second, 8), game);
}

TEST(GameGenerator, SeedsAndTemperaturesMakeOtherGames) {
  const SelfPlaySettings settings{.depth = 1, .label_depth = 1, .drawn_percent = 100};
  SelfPlaySettings other_seed = settings, cold = settings;
  other_seed.seed = 2;
  cold.temperature = 0;
  GameGenerator a(settings, small_engine), b(other_seed, small_engine), c(cold, small_engine);
  const Records game = play(a, 0);
  EXPECT_NE(play(b, 0), game);
  EXPECT_NE(play(c, 0), game);
}

// Every record is of a quiet position, labelled as a search of its own says, and with the result of its game.
TEST(GameGenerator, KeepsQuietPositionsWithLabelsAndResults) {
  const SelfPlaySettings settings{.depth = 2, .label_depth = 0};
  GameGenerator generator(settings, small_engine);
  const auto engine = small_engine(1);
  int decided = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    std::set<int> red_results;
    for (const PackedTrainingRecord& packed : play(generator, number)) {
      const auto record = unpack_record(packed);
      ASSERT_TRUE(record.ok()) << record.error().message;
      const Position& position = record->position;
      EXPECT_EQ(outcome(position), Outcome::kOpen);
      EXPECT_FALSE(in_check(position)) << format_position(position);
      EXPECT_NEAR(record->label, engine->evaluate(position), kLabelUnit) << format_position(position);
      red_results.insert(position.side_to_move() == Side::kRed ? record->result : -record->result);
    }
    ASSERT_LE(red_results.size(), 1u);
    decided += !red_results.empty() && *red_results.begin() != 0;
  }
  EXPECT_GT(decided, 10);
}

TEST(GameGenerator, BeginsWithTheSetupsOfAList) {
  const PieceSetup setup = unrank(1'234'567);
  const SelfPlaySettings settings{
      .depth = 1, .label_depth = 0, .lines = 1, .random_percent = 0, .setups = {rank(setup)}};
  GameGenerator generator(settings, small_engine);
  std::set<SetupId> seen;
  for (std::uint64_t number = 0; number < 10; ++number) {
    const auto record = unpack_record(play(generator, number).front());
    // A ply or two after the setups most pieces still stand.
    for (const PieceSetup& candidate : {setup, mirror(setup)}) {
      int same = 0;
      for (int i = 0; i < kSetupSize; ++i)
        same += record->position.at(setup_square(Side::kRed, i)) == Piece(Side::kRed, candidate[i]);
      if (same >= kSetupSize - 2) seen.insert(rank(candidate));
    }
  }
  EXPECT_EQ(seen, (std::set{rank(setup), rank(mirror(setup))}));
}

}  // namespace
}  // namespace tabiya::tools
