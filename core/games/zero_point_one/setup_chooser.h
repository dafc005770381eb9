// Which setups a player places: from a book where it has one that knows the answer (book_setups.h), else by
// its own search.
#pragma once

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

class SetupChooser {
 public:
  virtual ~SetupChooser() = default;
  virtual Setup red_setup(const Engine& engine) = 0;
  // The answer to `red`. Depth and nodes of `limits` count for the whole of finding it.
  virtual Setup blue_reply(const Setup& red, Engine& engine, const Limits& limits) = 0;
};

// For those who have no book: a fixed red setup, and replies searched among sampled setups.
class SearchedSetups final : public SetupChooser {
 public:
  Setup red_setup(const Engine& engine) override;
  Setup blue_reply(const Setup& red, Engine& engine, const Limits& limits) override;
};

}  // namespace tabiya::zero_point_one
