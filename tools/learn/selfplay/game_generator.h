// Games of the engine against itself, and what is to be learnt from them.
//
// A game begins with two setups that are drawn at random, alike from all setups or from a list, until their
// static value is near enough to even. One search of each position finds the move and labels the position,
// which is kept where it is quiet: a network is asked about such positions, at the ends of variations, and a
// search says more of them than their evaluation. The table is kept from move to move. A few of the quiet
// positions that it evaluated on its way are searched and kept too, without a result: sampled_engine.h says
// why. In the first plies some moves are drawn from the best few of a cheaper search instead: one that is
// worse than the best by `temperature` is e times as rare.
//
// What lost: the positions at the ends of the principal variations, labelled by a second search, and moves
// drawn all game long from searches of several lines. A position took three times as long.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/training_record.h"
#include "core/random.h"
#include "tools/learn/selfplay/sampled_engine.h"

namespace tabiya::tools {

struct SelfPlaySettings {
  std::uint64_t nodes = 1'000;    // of a search: no iteration begins after so many
  int depth = 20;                 // plies of a search at most
  int leaves = 0;                 // positions of each search's tree that are kept, at most
  int drawn_percent = 25;         // of the moves of the first `drawn_plies`
  int drawn_plies = 40;           // the setups are plies 0 and 1
  int lines = 3;                  // moves to draw from
  Score temperature = 1'000;      // logit x 10,000
  Score balance = 10'000;         // largest static value of two setups, for either side
  int random_percent = 25;        // of the setups that are drawn from all, if there is a list
  std::vector<SetupId> setups{};  // the list; both mirror images count. Empty: all setups are drawn from all
  std::uint64_t seed = 1;
};

class GameGenerator {
 public:
  // Makes an engine that searches so many lines, and offers the positions that it evaluates.
  using EngineMaker =
      std::function<std::unique_ptr<zero_point_one::Engine>(int lines, PositionSample& sample)>;

  // `settings` outlive this.
  GameGenerator(const SelfPlaySettings& settings, const EngineMaker& make_engine);

  // Plays game `number`, which depends on the settings, the engine and the number alone, and appends its
  // records, in their order in the game.
  void play(std::uint64_t number, std::vector<zero_point_one::PackedTrainingRecord>& records);

 private:
  using Engine = zero_point_one::Engine;
  using Position = zero_point_one::Position;
  using Record = zero_point_one::PackedTrainingRecord;

  zero_point_one::Setup draw_setup(Random& random) const;
  Position draw_start(Random& random) const;
  bool draws_a_move(const Position& position, Random& random) const;
  zero_point_one::Move draw_move(const Engine::Result& found, Random& random) const;
  void keep_leaf(const Position& leaf, std::vector<Record>& records);

  const SelfPlaySettings& settings_;
  std::unique_ptr<PositionSample> sample_ = std::make_unique<PositionSample>();
  std::unique_ptr<Engine> engine_;    // one line
  std::unique_ptr<Engine> explorer_;  // several
};

}  // namespace tabiya::tools
