// Which setups a player places: from a book where it has one that knows the answer, else by its own search.
#pragma once

#include "core/games/zero_point_one/engine.h"
#include "core/games/zero_point_one/setup.h"
#include "core/search/time_control.h"

namespace tabiya::zero_point_one {

class SetupChooser {
 public:
  virtual ~SetupChooser() = default;
  virtual Setup red_setup() = 0;
  // The answer to `red`, found within about `time`.
  virtual Setup blue_reply(const Setup& red, Engine& engine, Milliseconds time) = 0;
};

// A fixed red setup, and replies searched among sampled setups: the best ones by static evaluation, then by
// searches that go deeper the fewer are left.
class SearchedSetups final : public SetupChooser {
 public:
  Setup red_setup() override;
  Setup blue_reply(const Setup& red, Engine& engine, Milliseconds time) override;
};

}  // namespace tabiya::zero_point_one
