#include "booksearch/engines/uci_pair_oracle.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "codec/text.h"

#include "booksearch/engines/uci_game_engine.h"
#include "booksearch/engines/uci_session.h"
#include "codec/crc64.h"
#include "core/search/settled_value.h"

namespace tabiya::booksearch {
namespace {

// This must be raised with every change of the value that comes from the same answer of an engine.
constexpr int kVersion = 1;

// Windows are nothing to an engine: each pair is searched once to a depth, and its value is always exact.
class UciPairSearcher final : public PairSearcher {
 public:
  UciPairSearcher(const GameModule& game, const UciChoice& choice)
      : game_(game),
        setups_(*game.setup_phase()),
        choice_(choice),
        nodes_(std::exchange(choice_.limits.nodes, 0)) {}

  void set_red(SetupId red) override {
    red_ = red;
    known_.clear();
  }

  Result<PairSearchResult> search(SetupId blue, int depth, Score alpha, Score beta) override {
    const auto known = known_.find({blue, depth});
    if (known != known_.end()) return within(known->second, alpha, beta);
    Result<PairSearchResult> found = ask(blue, depth);
    if (!found) return found;
    PairSearchResult& kept = known_[{blue, depth}] = *std::move(found);
    const std::uint64_t nodes = std::exchange(kept.nodes, 0);  // where it is asked for again
    PairSearchResult result = within(kept, alpha, beta);
    result.nodes = nodes;
    return result;
  }

  Result<std::optional<PairSearchResult>> look(SetupId blue, std::uint64_t nodes) override {
    const PositionHandle position = setups_.position_after(red_, blue);
    const Score sign = position->side_to_move() == 0 ? 1 : -1;
    SettledValue settled;
    const auto found = search(position, {.nodes = nodes}, [&](const GameSearchResult& iteration) {
      settled.add(sign * iteration.best.score);
      return true;
    });
    if (!found) return found.error();
    return std::optional(PairSearchResult{settled.value(), found->nodes});
  }

 private:
  static PairSearchResult within(PairSearchResult result, Score alpha, Score beta) {
    if (result.red_value <= alpha || result.red_value >= beta) result.line.clear();
    return result;
  }

  Result<PairSearchResult> ask(SetupId blue, int depth) {
    const PositionHandle position = setups_.position_after(red_, blue);
    Limits limits{.depth = depth};
    if (nodes_ != 0) limits.nodes = nodes_;
    const Result<GameSearchResult> found = search(position, limits, {});
    if (!found) return found.error();
    const GameLine& best = found->best;
    return PairSearchResult{position->side_to_move() == 0 ? best.score : -best.score, found->nodes,
                            places_of(position, best.pv)};
  }

  Result<GameSearchResult> search(const PositionHandle& position, const Limits& limits,
                                  const GameEngine::Report& report) {
    if (engine_ == nullptr) {
      auto engine = make_uci_game_engine(game_, choice_, WhenStopped::kError);
      if (!engine) return engine.error();
      engine_ = *std::move(engine);
    }
    return engine_->search({&position, 1}, limits, report);
  }

  static LinePlaces places_of(PositionHandle position, const std::vector<MoveText>& pv) {
    LinePlaces places;
    for (const MoveText& move : pv) {
      if (places.size() == kLinePlies) break;
      const std::vector<MoveText> legal = position->moves();
      const auto place = std::ranges::find(legal, move.wire, &MoveText::wire) - legal.begin();
      auto played = position->play(static_cast<std::size_t>(place));
      if (!played) break;
      places.push_back(static_cast<std::uint16_t>(place));
      position = std::move(played->second);
    }
    return places;
  }

  const GameModule& game_;
  const SetupPhase& setups_;
  UciChoice choice_;                    // without a limit of nodes
  const std::uint64_t nodes_;           // of a search to a depth; 0: no limit
  std::unique_ptr<GameEngine> engine_;  // null before the first question
  SetupId red_ = 0;
  std::map<std::pair<SetupId, int>, PairSearchResult> known_;  // of the red, by blue and depth
};

class UciPairOracle final : public PairOracle {
 public:
  // `engine` is the identity of the engine.
  UciPairOracle(const GameModule& game, std::unique_ptr<PairOracle> statics, UciChoice choice,
                std::string engine)
      : game_(game), statics_(std::move(statics)), choice_(std::move(choice)), engine_(std::move(engine)) {
    if (choice_.limits.any()) engine_ += ", " + choice_.limits.command();
    const std::string identity = concat("values ", kVersion, " of ", engine_);
    search_ = codec::crc64(std::as_bytes(std::span(identity)));
  }

  const SetupSpace& reds() const override { return statics_->reds(); }
  const SetupSpace& blues() const override { return statics_->blues(); }
  ValueOrigin origin() const override { return {statics_->origin().evaluation, search_}; }
  std::string engine() const override { return engine_; }
  std::uint32_t red_group(SetupId red) const override { return statics_->red_group(red); }
  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override {
    return statics_->prepare(blues);
  }
  std::unique_ptr<PairSearcher> searcher(std::size_t) const override {
    return std::make_unique<UciPairSearcher>(game_, choice_);
  }

 private:
  const GameModule& game_;
  const std::unique_ptr<PairOracle> statics_;
  const UciChoice choice_;
  std::string engine_;
  std::uint64_t search_ = 0;  // fingerprint
};

}  // namespace

Result<std::unique_ptr<PairOracle>> make_uci_pair_oracle(const GameModule& game,
                                                         std::unique_ptr<PairOracle> statics,
                                                         UciChoice choice) {
  Result<std::string> engine = UciSession(choice.settings).identity();
  if (!engine) return engine.error();
  return std::unique_ptr<PairOracle>(std::make_unique<UciPairOracle>(
      game, std::move(statics), std::move(choice), std::move(engine).value()));
}

}  // namespace tabiya::booksearch
