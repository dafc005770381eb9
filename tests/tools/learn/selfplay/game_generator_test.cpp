#include "tools/learn/selfplay/game_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;
using PieceSetup = zero_point_one::Setup;  // gtest has a Setup of its own
using Records = std::vector<PackedTrainingRecord>;

std::unique_ptr<Engine> small_engine(int lines, PositionSample& sample) {
  SearcherOptions options{.table_bytes = 1 << 16};
  options.parameters.correction = 0;
  options.lines = lines;
  return make_sampled_engine(sample, options);
}

Records play(GameGenerator& generator, std::uint64_t number) {
  Records records;
  generator.play(number, records);
  return records;
}

TEST(GameGenerator, PlaysTheSameGameWhateverWasPlayedBefore) {
  const SelfPlaySettings settings{.depth = 2};
  GameGenerator first(settings, small_engine), second(settings, small_engine);
  const Records game = play(first, 7);
  play(second, 3);
  EXPECT_EQ(play(second, 7), game);
  EXPECT_NE(play(second, 8), game);
}

TEST(GameGenerator, SeedsAndTemperaturesMakeOtherGames) {
  const SelfPlaySettings settings{.depth = 1, .drawn_percent = 50};
  SelfPlaySettings other_seed = settings, cold = settings;
  other_seed.seed = 2;
  cold.temperature = 0;
  GameGenerator a(settings, small_engine), b(other_seed, small_engine), c(cold, small_engine);
  const Records game = play(a, 0);
  EXPECT_NE(play(b, 0), game);
  EXPECT_NE(play(c, 0), game);
}

// Without pruning, what earlier searches left behind changes no score.
std::unique_ptr<Engine> plain_engine(int lines, PositionSample& sample) {
  return make_sampled_engine(sample, {.table_bytes = 1 << 16, .parameters = kNoPruning, .lines = lines});
}

// Every record is of a quiet position, labelled as a search of its own says, and with the result of its game.
TEST(GameGenerator, KeepsQuietPositionsWithLabelsAndResults) {
  constexpr int kFirstRepetitions = 30;  // ply; from there on, a search must know the game so far
  const SelfPlaySettings settings{.depth = 1, .leaves = 0};
  GameGenerator generator(settings, plain_engine);
  const auto engine = make_engine({.parameters = kNoPruning});
  int decided = 0, labelled = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    std::set<int> red_results;
    int last_ply = 0;
    for (const PackedTrainingRecord& packed : play(generator, number)) {
      const auto record = unpack_record(packed);
      ASSERT_TRUE(record.ok()) << record.error().message;
      const Position& position = record->position;
      EXPECT_EQ(outcome(position), Outcome::kOpen);
      EXPECT_FALSE(in_check(position)) << format_position(position);
      EXPECT_GT(position.ply(), last_ply);
      last_ply = position.ply();
      red_results.insert(position.side_to_move() == Side::kRed ? record->result : -record->result);
      if (position.ply() >= kFirstRepetitions) continue;
      const Engine::Result found = engine->search(position, {.depth = 1});
      EXPECT_FALSE(position.is_capture(found.pv.front())) << format_position(position);
      EXPECT_NEAR(record->label, found.score, kLabelUnit) << format_position(position);
      ++labelled;
    }
    ASSERT_LE(red_results.size(), 1u);
    decided += !red_results.empty() && *red_results.begin() != 0;
  }
  EXPECT_GT(decided, 10);
  EXPECT_GT(labelled, 100);
}

// They are quiet too, and have no result.
TEST(GameGenerator, KeepsPositionsOfTheTrees) {
  const SelfPlaySettings settings{.depth = 2, .leaves = 5};
  GameGenerator generator(settings, small_engine);
  std::set<std::uint64_t> different;
  int on_path = 0, leaves = 0;
  for (std::uint64_t number = 0; number < 10; ++number) {
    for (const PackedTrainingRecord& packed : play(generator, number)) {
      const auto record = unpack_record(packed);
      ASSERT_TRUE(record.ok()) << record.error().message;
      EXPECT_EQ(outcome(record->position), Outcome::kOpen);
      EXPECT_FALSE(in_check(record->position)) << format_position(record->position);
      EXPECT_FALSE(can_win(record->position)) << format_position(record->position);
      ++(record->result == kNoResult ? leaves : on_path);
      different.insert(record->position.hash());
    }
  }
  EXPECT_GT(on_path, 100);
  EXPECT_GT(leaves, 2 * on_path);
  EXPECT_GT(different.size(), static_cast<std::size_t>((on_path + leaves) * 9 / 10));
}

TEST(GameGenerator, SearchesNoDeeperOnceItHasVisitedSoManyNodes) {
  const SelfPlaySettings few{.nodes = 1}, many{.nodes = 2'000}, shallow{.nodes = 2'000, .depth = 1};
  GameGenerator a(few, small_engine), b(many, small_engine), c(shallow, small_engine);
  for (std::uint64_t number = 0; number < 3; ++number) {
    const Records game = play(b, number);
    EXPECT_NE(play(a, number), game);
    EXPECT_NE(play(c, number), game);
  }
}

TEST(GameGenerator, DrawsMovesInTheFirstPliesOnly) {
  const SelfPlaySettings settings{.depth = 1, .leaves = 0, .drawn_percent = 100, .drawn_plies = 20};
  GameGenerator generator(settings, small_engine);
  std::set<int> plies;
  for (std::uint64_t number = 0; number < 5; ++number)
    for (const PackedTrainingRecord& packed : play(generator, number))
      plies.insert(unpack_record(packed)->position.ply());
  ASSERT_FALSE(plies.empty());
  EXPECT_GE(*plies.begin(), 20);
  EXPECT_LE(*plies.begin(), 22);
}

TEST(GameGenerator, BeginsWithSetupsThatAreNearToEven) {
  const auto largest_value = [engine = make_engine({})](Score balance) {
    const SelfPlaySettings settings{.depth = 1, .leaves = 0, .drawn_percent = 0, .balance = balance};
    GameGenerator generator(settings, small_engine);
    Score largest = 0;
    for (std::uint64_t number = 0; number < 20; ++number) {
      const auto first = unpack_record(play(generator, number).front());
      if (first->position.ply() == kSides)
        largest = std::max(largest, std::abs(engine->evaluate(first->position)));
    }
    return largest;
  };
  EXPECT_LE(largest_value(2'000), 2'000);
  EXPECT_GT(largest_value(2'000), 0);
  EXPECT_GT(largest_value(100'000), 2'000);
}

TEST(GameGenerator, BeginsWithTheSetupsOfAList) {
  const PieceSetup setup = unrank(1'234'567);
  const SelfPlaySettings settings{.depth = 1,
                                  .drawn_percent = 0,
                                  .balance = kMaxEvaluation,
                                  .random_percent = 0,
                                  .setups = {rank(setup)}};
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
