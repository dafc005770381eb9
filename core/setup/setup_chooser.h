// Chooses the setups that a player places: from a book if it has one that knows the answer
// (core/book/book_setups.h), else by its own search.
#pragma once

#include <span>
#include <vector>

#include "core/search/limits.h"
#include "core/setup/pair_engine.h"

namespace tabiya {

struct FoundReply {
  SetupId reply = 0;
  Score red_value =
      0;          // of this reply, searched to `depth` or, where the limits came in between, a ply deeper
  int depth = 0;  // plies that all candidates were searched to; 0: the value may be static
};

// The best of `candidates`, of which there is at least one, the likeliest first; that one if there is no time
// for any search. Depth and nodes of `limits` count for the whole of it. If there are many candidates, only
// the likeliest and the statically best are searched.
FoundReply find_reply(SetupId red, std::span<const SetupId> candidates, PairEngine& engine,
                      const Limits& limits);

// The reply that find_reply() finds, alone.
SetupId best_reply(SetupId red, std::span<const SetupId> candidates, PairEngine& engine,
                   const Limits& limits);

// Candidates for those who have no book: setups drawn at random and their mirror images, always the same; all
// setups if there are not many.
std::vector<SetupId> sampled_replies(const SetupSpace& blues);

// Depth and nodes of `limits` count for the whole of finding a setup.
class SetupChooser {
 public:
  virtual ~SetupChooser() = default;
  virtual SetupId red_setup(const Limits& limits) = 0;
  virtual SetupId blue_reply(SetupId red, const Limits& limits) = 0;  // the answer to `red`
};

// The chooser of players without a book: always the same red setup, and replies searched among sampled setups.
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
