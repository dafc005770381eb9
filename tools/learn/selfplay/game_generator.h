// Games of the engine against itself, and what is to be learnt from them.
//
// A game begins with two setups that are drawn at random, alike from all setups or from a list. The moves are
// those of a shallow search, but some are drawn from the best few of it: one that is worse than the best by
// `temperature` is e times as rare. The positions that are kept are not those of the game, which are full of
// captures under way, but the quiet ones at the ends of the principal variations; a second search from there
// labels them. (Quiet ends of variations as training positions: the author of WazirDrop made his data so.)
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/training_record.h"
#include "core/random.h"

namespace tabiya::tools {

struct SelfPlaySettings {
  int depth = 3;           // plies, of the search for a move
  int label_depth = 4;     // plies, of the search that labels
  int drawn_percent = 20;  // of the moves that are drawn: a search of several lines takes three times as long
  int lines = 3;           // moves to draw from
  Score temperature = 1'000;      // logit x 10,000
  int random_percent = 25;        // of the setups that are drawn from all, if there is a list
  std::vector<SetupId> setups{};  // the list; both mirror images count. Empty: all setups are drawn from all
  std::uint64_t seed = 1;
};

class GameGenerator {
 public:
  // Makes an engine that searches so many lines.
  using EngineMaker = std::function<std::unique_ptr<zero_point_one::Engine>(int lines)>;

  // `settings` outlive this.
  GameGenerator(const SelfPlaySettings& settings, const EngineMaker& make_engine);

  // Plays game `number`, which depends on the settings, the engine and the number alone, and appends its
  // records.
  void play(std::uint64_t number, std::vector<zero_point_one::PackedTrainingRecord>& records);

 private:
  using Position = zero_point_one::Position;

  zero_point_one::Setup draw_setup(Random& random) const;
  zero_point_one::Move draw_move(const zero_point_one::Engine::Result& found, Random& random) const;
  bool is_quiet(const Position& position);
  Score label(const Position& position);

  const SelfPlaySettings& settings_;
  std::unique_ptr<zero_point_one::Engine> engine_;    // one line
  std::unique_ptr<zero_point_one::Engine> explorer_;  // several
};

}  // namespace tabiya::tools
