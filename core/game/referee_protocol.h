// RefereeProtocolOf: the capability of game_module.h, made of what a game says of its answers.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/module_of.h"
#include "core/game/refereed_player_of.h"
#include "core/search/engine.h"
#include "core/setup/pair_engine_of.h"

namespace tabiya {

// A RefereedPlayerOf with all that it refers to.
template <RefereedGame P>
class OwnedRefereedPlayer final : public RefereedPlayer {
 public:
  using Engine = EngineFor<typename P::Rules>;

  // `phase` is null if the game has no setup phase.
  OwnedRefereedPlayer(std::shared_ptr<Engine> engine, const SetupPhase* phase, const PlayerRequest& request,
                      const typename P::Rules::Position& start)
      : engine_(std::move(engine)) {
    if constexpr (RefereedGameWithSetups<P>) {
      pairs_ = make_pairs(start);
      setups_ = phase->make_chooser(*pairs_, request.setups);
    }
    if (request.book) book_.emplace(request.book, request.setups.opening);
    player_ = std::make_unique<RefereedPlayerOf<P>>(*engine_, setups_.get(), request.player, start,
                                                    book_ ? &*book_ : nullptr);
  }

  Result<std::optional<std::string>> receive(std::string_view line, TimePoint received) override {
    return player_->receive(line, received);
  }
  bool has_quit() const override { return player_->has_quit(); }

 private:
  // A game whose setups are known at run time only has a function setups(start).
  std::unique_ptr<PairEngine> make_pairs(const typename P::Rules::Position& start) const {
    if constexpr (requires { P::setups(start); }) {
      using Setups = decltype(P::setups(start));
      return std::make_unique<PairEngineOf<typename P::Rules, Setups>>(engine_, P::setups(start));
    } else {
      return std::make_unique<PairEngineOf<typename P::Rules>>(engine_);
    }
  }

  std::shared_ptr<Engine> engine_;
  std::unique_ptr<PairEngine> pairs_;
  std::unique_ptr<SetupChooser> setups_;
  std::optional<BookFollower> book_;
  std::unique_ptr<RefereedPlayerOf<P>> player_;
};

template <RefereedGame P, GameText T>
class RefereeProtocolOf : public RefereeProtocol {
 public:
  using Rules = typename P::Rules;
  using MakeEngine = std::function<MadeEngine<Rules>(const EvaluationChoice&, const SearcherOptions&)>;

  explicit RefereeProtocolOf(MakeEngine make_engine, const SetupPhase* phase = nullptr)
      : RefereeProtocolOf(make_engine, phase, P::start()) {}
  // Games begin from `start`.
  RefereeProtocolOf(MakeEngine make_engine, const SetupPhase* phase, const typename Rules::Position& start)
      : make_engine_(std::move(make_engine)), phase_(phase), start_(start) {}

  RefereeClock clock() const override { return P::kClock; }

  Result<std::unique_ptr<RefereedPlayer>> make_player(const PlayerRequest& request) const override {
    const auto begin = std::chrono::steady_clock::now();
    MadeEngine<Rules> engine = make_engine_(request.evaluation, request.search);
    if (!engine) return engine.error();
    PlayerRequest ready = request;
    ready.player.used += std::chrono::steady_clock::now() - begin;
    return std::unique_ptr<RefereedPlayer>(
        std::make_unique<OwnedRefereedPlayer<P>>(*std::move(engine), phase_, ready, start_));
  }

  Result<std::vector<std::string>> words_of(const GamePosition& position,
                                            std::string_view answer) const override {
    return P::words_of(PositionOf<T>::of(position), answer);
  }

  std::string_view win() const override {
    if constexpr (requires { P::kWin; }) return P::kWin;
    return RefereeProtocol::win();
  }

 private:
  MakeEngine make_engine_;
  const SetupPhase* phase_;
  typename Rules::Position start_;
};

// The part of a RefereedGame that is as the game's notation has it: an answer is a move, in either notation.
template <GameText T>
struct RefereedByNotation {
  using Rules = typename T::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;

  static Result<std::vector<std::string>> words_of(const Position& position, std::string_view answer) {
    const Result<Move> move = T::parse_move(position, answer);
    if (!move) return move.error();
    return std::vector{T::move_text(position, *move).wire};
  }
  static Status play(Position& position, std::string_view word) {
    if (T::in_setup_phase(position)) {
      Result<Position> placed = T::place(position, word);
      if (!placed) return placed.error();
      position = *placed;
      return ok_status();
    }
    const Result<Move> move = T::parse_move(position, word);
    if (!move) return move.error();
    Rules::play(position, *move);
    return ok_status();
  }
  static bool in_setup_phase(const Position& position) { return T::in_setup_phase(position); }
  static std::string text(const Position& position) { return T::format(position); }
  static std::string wire(const Position& position, Move move) { return T::move_text(position, move).wire; }
  static std::string readable(const Position& position, Move move) {
    return T::move_text(position, move).readable;
  }
};

}  // namespace tabiya
