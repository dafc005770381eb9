// PairEngine: values of single pairs of setups, by the engine that plays the game.
//
// Every value is a red value: logit x 10,000 from the view of Red, who places its setup first.
#pragma once

#include <cstdint>

#include "core/search/limits.h"
#include "core/search/score.h"
#include "core/setup/setup_space.h"

namespace tabiya {

// For use by one thread.
class PairEngine {
 public:
  virtual ~PairEngine() = default;

  virtual const SetupSpace& reds() const = 0;
  virtual const SetupSpace& blues() const = 0;

  virtual void new_game() = 0;  // forgets everything learned

  virtual Score evaluate(SetupId red, SetupId blue) const = 0;  // static

  // One search to `depth` within the window alpha < beta, as EngineFor::search_window() has it.
  virtual WindowResult search_window(SetupId red, SetupId blue, int depth, Score alpha, Score beta,
                                     const Limits& limits) = 0;

  // The nodes that all searches have visited so far, those of moves included.
  virtual std::uint64_t nodes() const = 0;
};

}  // namespace tabiya
