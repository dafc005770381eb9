// Chooses the setups that a player places: from a book if it has one that knows the answer
// (core/book/book_setups.h), else by its own search.
#pragma once

#include "core/search/limits.h"
#include "core/setup/pair_engine.h"

namespace tabiya {

// Depth and nodes of `limits` count for the whole of finding a setup.
class SetupChooser {
 public:
  virtual ~SetupChooser() = default;
  virtual SetupId red_setup(const Limits& limits) = 0;
  virtual SetupId blue_reply(SetupId red, const Limits& limits) = 0;  // the answer to `red`
};

// For those who have no book: always the same red setup, and replies searched among sampled setups.
class SearchedSetups final : public SetupChooser {
 public:
  // `engine` outlives this.
  SearchedSetups(PairEngine& engine, SetupId red) : engine_(engine), red_(red) {}

  SetupId red_setup(const Limits&) override { return red_; }
  SetupId blue_reply(SetupId red, const Limits& limits) override;

 private:
  PairEngine& engine_;
  SetupId red_;
};

}  // namespace tabiya
