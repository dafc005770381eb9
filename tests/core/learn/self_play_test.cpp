#include "core/learn/self_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/trainable.h"
#include "core/learn/learning.h"
#include "core/learn/learning_of.h"

namespace tabiya::zero_point_one::self_play_test {

using PieceSetup = zero_point_one::Setup;  // gtest has a Setup of its own

// A position with what to learn from it.
struct Record {
  Position position;
  Lesson lesson;

  friend bool operator==(const Record&, const Record&) = default;
};
using Records = std::vector<Record>;

SearchParameters without_correction() {
  SearchParameters parameters;
  parameters.correction = 0;
  return parameters;
}

Records records_of(GameGenerator& generator, std::uint64_t number) {
  std::vector<std::byte> bytes;
  generator.play(number, bytes);
  Records records;
  for (std::span<const std::byte> rest = bytes; !rest.empty(); rest = rest.subspan(kRecordSize<Coder>)) {
    const auto record = rest.first(kRecordSize<Coder>);
    const auto position = position_of<Coder>(record);
    EXPECT_TRUE(position.ok()) << position.error().message;
    records.push_back({*position, lesson_of(record)});
  }
  return records;
}

class Generator {
 public:
  explicit Generator(const SelfPlaySettings& settings,
                     const SearchParameters& parameters = without_correction(),
                     const EvaluationChoice* opponent = nullptr)
      : generator_(std::move(LearningOf<Trainable>().make_generator(
                                 {}, opponent, settings, {.table_bytes = 1 << 16, .parameters = parameters}))
                       .value()) {}

  Records play(std::uint64_t number) { return records_of(*generator_, number); }

 private:
  std::unique_ptr<GameGenerator> generator_;
};

TEST(GameGenerator, PlaysTheSameGameWhateverWasPlayedBefore) {
  const SelfPlaySettings settings{.depth = 2};
  Generator first(settings), second(settings);
  const Records game = first.play(7);
  second.play(3);
  EXPECT_EQ(second.play(7), game);
  EXPECT_NE(second.play(8), game);
}

TEST(GameGenerator, SeedsAndTemperaturesMakeOtherGames) {
  const SelfPlaySettings settings{.depth = 1, .sampled_percent = 50};
  SelfPlaySettings other_seed = settings, cold = settings;
  other_seed.seed = 2;
  cold.temperature = 0;
  Generator a(settings), b(other_seed), c(cold);
  const Records game = a.play(0);
  EXPECT_NE(b.play(0), game);
  EXPECT_NE(c.play(0), game);
}

// Every record is of a quiet position, labelled as a search of its own says, and with the result of its game.
// Without pruning, what earlier searches left behind changes no score.
TEST(GameGenerator, KeepsQuietPositionsWithLabelsAndResults) {
  constexpr int kFirstRepetitions = 30;  // ply; from there on, a search must know the game so far
  const SelfPlaySettings settings{.depth = 1, .leaves = 0};
  Generator generator(settings, kNoPruning);
  const auto engine = make_engine({.parameters = kNoPruning});
  int decided = 0, labelled = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    std::set<int> red_results;
    int last_ply = 0;
    for (const auto& [position, lesson] : generator.play(number)) {
      EXPECT_EQ(outcome(position), Outcome::kOpen);
      EXPECT_FALSE(in_check(position)) << format_position(position);
      EXPECT_GT(position.ply(), last_ply);
      last_ply = position.ply();
      red_results.insert(position.side_to_move() == Side::kRed ? lesson.result : -lesson.result);
      if (position.ply() >= kFirstRepetitions) continue;
      const Engine::Result found = engine->search(position, {.depth = 1});
      EXPECT_FALSE(position.is_capture(found.pv.front())) << format_position(position);
      EXPECT_NEAR(lesson.label, found.score, kLabelUnit) << format_position(position);
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
  Generator generator(settings);
  std::set<std::uint64_t> different;
  int on_path = 0, leaves = 0;
  for (std::uint64_t number = 0; number < 10; ++number) {
    for (const auto& [position, lesson] : generator.play(number)) {
      EXPECT_EQ(outcome(position), Outcome::kOpen);
      EXPECT_FALSE(in_check(position)) << format_position(position);
      EXPECT_FALSE(can_win(position)) << format_position(position);
      ++(lesson.result == kNoResult ? leaves : on_path);
      different.insert(position.hash());
    }
  }
  EXPECT_GT(on_path, 100);
  EXPECT_GT(leaves, 2 * on_path);
  EXPECT_GT(different.size(), static_cast<std::size_t>((on_path + leaves) * 9 / 10));
}

// They are two plies after the positions that were searched, or after further captures.
TEST(GameGenerator, KeepsTheEndsOfVariationsOnceInAGame) {
  const SelfPlaySettings settings{.depth = 2, .leaves = 0, .end_nodes = 100, .sampled_percent = 0};
  Generator generator(settings);
  int on_path = 0, ends = 0, further = 0;
  for (std::uint64_t number = 0; number < 10; ++number) {
    int last_end = 0;
    std::set<std::uint64_t> different;
    for (const auto& [position, lesson] : generator.play(number)) {
      if (lesson.result != kNoResult) {
        ++on_path;
        continue;
      }
      ++ends;
      EXPECT_TRUE(different.insert(Rules::repetition_key(position)).second) << format_position(position);
      EXPECT_EQ(outcome(position), Outcome::kOpen);
      EXPECT_FALSE(in_check(position)) << format_position(position);
      EXPECT_FALSE(can_win(position)) << format_position(position);
      EXPECT_GE(position.ply(), 4);  // the setups are two
      further += position.ply() > last_end;
      last_end = position.ply();
    }
  }
  EXPECT_GT(on_path, 100);
  EXPECT_GT(ends, on_path);
  EXPECT_GT(further, ends * 2 / 3);
}

EvaluationChoice counted_material() {
  EvaluationChoice choice;
  choice.weights = std::make_shared<const FeatureWeights>(material_of<Trainable>());
  return choice;
}

int side_of(const Record& record) { return static_cast<int>(record.position.side_to_move()); }

// Equals begin as one does that plays both sides; half of the positions are kept.
TEST(GameGenerator, KeepsNothingOfAnOpponentsSearches) {
  const SelfPlaySettings settings{.depth = 1, .leaves = 0, .sampled_percent = 0};
  const EvaluationChoice material = counted_material();
  std::size_t of_both = 0, of_one = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto play = [&](const EvaluationChoice* opponent) {
      const auto generator = LearningOf<Trainable>().make_generator(
          material, opponent, settings, {.table_bytes = 1 << 16, .parameters = kNoPruning});
      return records_of(**generator, number);
    };
    const auto is_own = [&](const Record& record) {
      return static_cast<std::uint64_t>(side_of(record)) == number % 2;
    };
    const Records both = play(nullptr), one = play(&material);
    EXPECT_EQ(std::ranges::find_if(both, is_own)->position, one.front().position);
    EXPECT_TRUE(std::ranges::all_of(one, is_own));
    of_both += both.size();
    of_one += one.size();
  }
  EXPECT_GT(of_one, 50u);
  EXPECT_NEAR(static_cast<double>(of_one) / static_cast<double>(of_both), 0.5, 0.15);
}

// The results are of its side: it wins against a far weaker one.
TEST(GameGenerator, WinsAgainstAWeakOpponent) {
  const SelfPlaySettings settings{.depth = 2, .leaves = 0, .random_percent = 100};
  const EvaluationChoice material = counted_material();
  Generator generator(settings, without_correction(), &material);
  int points = 0, games = 0;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const Records records = generator.play(number);
    if (records.empty()) continue;
    ++games;
    points += records.front().lesson.result;
  }
  EXPECT_GT(points, games / 4);
}

TEST(GameGenerator, SearchesNoDeeperOnceItHasVisitedSoManyNodes) {
  const SelfPlaySettings few{.nodes = 1}, many{.nodes = 2'000}, shallow{.nodes = 2'000, .depth = 1};
  Generator a(few), b(many), c(shallow);
  for (std::uint64_t number = 0; number < 3; ++number) {
    const Records game = b.play(number);
    EXPECT_NE(a.play(number), game);
    EXPECT_NE(c.play(number), game);
  }
}

TEST(GameGenerator, DrawsMovesInTheFirstPliesOnly) {
  const SelfPlaySettings settings{.depth = 1, .leaves = 0, .sampled_percent = 100, .sampled_plies = 20};
  Generator generator(settings);
  std::set<int> plies;
  for (std::uint64_t number = 0; number < 5; ++number)
    for (const Record& record : generator.play(number)) plies.insert(record.position.ply());
  ASSERT_FALSE(plies.empty());
  EXPECT_GE(*plies.begin(), 20);
  EXPECT_LE(*plies.begin(), 22);
}

TEST(GameGenerator, BeginsWithSetupsThatAreNearToEven) {
  const auto largest_value = [engine = make_engine({})](Score balance) {
    const SelfPlaySettings settings{.depth = 1, .leaves = 0, .sampled_percent = 0, .balance = balance};
    Generator generator(settings);
    Score largest = 0;
    for (std::uint64_t number = 0; number < 20; ++number) {
      const Position first = generator.play(number).front().position;
      if (first.ply() == kSides) largest = std::max(largest, std::abs(engine->evaluate(first)));
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
                                  .sampled_percent = 0,
                                  .balance = kMaxEvaluation,
                                  .random_percent = 0,
                                  .setups = {rank(setup)}};
  Generator generator(settings);
  std::set<SetupId> seen;
  for (std::uint64_t number = 0; number < 10; ++number) {
    const Position position = generator.play(number).front().position;
    // A ply or two after the setups most pieces still stand.
    for (const PieceSetup& candidate : {setup, mirror(setup)}) {
      int same = 0;
      for (int i = 0; i < kSetupSize; ++i)
        same += position.at(setup_square(Side::kRed, i)) == Piece(Side::kRed, candidate[i]);
      if (same >= kSetupSize - 2) seen.insert(rank(candidate));
    }
  }
  EXPECT_EQ(seen, (std::set{rank(setup), rank(mirror(setup))}));
}

}  // namespace tabiya::zero_point_one::self_play_test
