// What evaluations, records and self-play of a game with features owe along random games. `play(visit)` calls
// visit(before, move, after) for each move of such games.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/eval/feature_weights.h"
#include "core/learn/learning_of.h"
#include "core/random.h"
#include "core/search/evaluated_game.h"

namespace tabiya::test {

inline FeatureWeights random_weights(std::size_t count) {
  FeatureWeights weights{.weights = std::vector<std::int16_t>(count), .bias = 123};
  Random random(5);
  for (std::int16_t& weight : weights.weights)
    weight = static_cast<std::int16_t>(static_cast<int>(random.below(4'001)) - 2'000);
  return weights;
}

// Values that are asked for now and then along games, and after giving the turn away, are those from scratch: of
// reference(position, side to move), which has none where nothing is asked.
template <class Rules, class Evaluation, class Play, class Reference>
void check_along_games(const Evaluation& evaluation, Play play, Reference reference) {
  using Node = typename EvaluatedGame<Rules, Evaluation>::Node;
  const EvaluatedGame<Rules, Evaluation> game(evaluation);
  Random random(7);
  int asked = 0;
  const auto line = std::make_unique<std::array<Node, 65>>();
  std::size_t last = line->size() - 1;  // of the line, which begins again where it is full
  play([&](const auto& before, auto move, const auto& after) {
    if (last + 1 == line->size() || (*line)[last].position != before) (*line)[last = 0] = game.root(before);
    game.make((*line)[last], move, (*line)[last + 1]);
    Node& node = (*line)[++last];
    const int mover = Rules::side_to_move(after);
    if (random.below(3) > 0 || !reference(after, mover)) return;
    ++asked;
    ASSERT_EQ(game.evaluate(node), *reference(after, mover)) << move.bits();
    if constexpr (PassingRules<Rules>) {
      if (last + 1 == line->size()) return;
      game.pass(node, (*line)[last + 1]);
      ASSERT_EQ(game.evaluate((*line)[last + 1]), *reference(after, 1 - mover)) << move.bits();
    }
  });
  EXPECT_GT(asked, 50);
}

// Records give back positions; where a bit is flipped, they are refused, or pack to the same bytes.
template <class Coder>
struct RecordChecks {
  Coder coder = {};
  Random random{8};
  int accepted = 0, refused = 0;

  // same(other): whether the position read back is that one.
  template <class Position, class Same>
  void check(const Position& position, int ply, Same same) {
    const Lesson lesson{-770, 1, ply};
    const PackedRecord<Coder> record = pack_record<Coder>(position, lesson);
    const auto back = position_of<Coder>(record, coder);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(same(*back));
    EXPECT_EQ(lesson_of(record), lesson);
    for (int i = 0; i < 4; ++i) {
      PackedRecord<Coder> flipped = record;
      const std::uint32_t bit = random.below(8 * kRecordSize<Coder>);
      flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      const auto other = position_of<Coder>(flipped, coder);
      ++(other ? accepted : refused);
      if (other) {
        EXPECT_EQ(pack_record<Coder>(*other, lesson_of(flipped)), flipped);
      }
    }
  }
};

// Games of self-play end, are the same again whatever was played before, and leave records of at least so many
// positions, which are given to check().
template <class Learning, class Check>
void expect_self_play(const Learning& learning, const SelfPlaySettings& settings, std::uint64_t games,
                      std::size_t positions, Check check) {
  const auto make = [&] {
    return std::move(learning.make_generator({}, nullptr, settings, {.table_bytes = 1 << 16})).value();
  };
  const auto first = make(), second = make();
  std::vector<std::byte> records, again, other;
  second->play(0, other);
  for (std::uint64_t game = 1; game <= games; ++game) first->play(game, records), second->play(game, again);
  EXPECT_EQ(again, records);
  EXPECT_GT(records.size(), positions * learning.record_size());
  for (std::size_t i = 0; i + learning.record_size() <= records.size(); i += learning.record_size()) {
    const auto seen = learning.see(std::span(records).subspan(i, learning.record_size()));
    ASSERT_TRUE(seen) << seen.error().message;
    check(*seen);
  }
}

}  // namespace tabiya::test
