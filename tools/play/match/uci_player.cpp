// UCI engines: a process for all games of a thread, which is replaced when it has failed.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/uci_engine.h"
#include "tools/cli/failure.h"
#include "tools/play/book_in_game.h"
#include "tools/play/match/match_player.h"

namespace tabiya::tools {
namespace {

using Clock = std::chrono::steady_clock;

PlayerAnswer::Status status_of(UciFault::Kind fault) {
  switch (fault) {
    case UciFault::Kind::kSilent:
      return PlayerAnswer::Status::kLate;
    case UciFault::Kind::kEnded:
      return PlayerAnswer::Status::kEnded;
    case UciFault::Kind::kStopped:
      return PlayerAnswer::Status::kStopped;
    case UciFault::Kind::kUnusable:
    case UciFault::Kind::kNonsense:
      break;
  }
  return PlayerAnswer::Status::kNonsense;
}

class UciPlayer final : public MatchPlayer {
 public:
  UciPlayer(const MatchEngine& engine, std::function<bool()> stop)
      : name_(engine.name), choice_(*engine.uci), book_(engine.book) {
    choice_.settings.stop = std::move(stop);
  }

  void begin(const GameTerms& terms, std::size_t side) override {
    terms_ = &terms;
    if (book_) book_in_game_.emplace(*terms.game, book_->followed(), OpeningOptions{.variety = 0});
    side_ = side;
    has_begun_ = false;
    moves_.clear();
    told_ = 0;
    last_words_.clear();
  }

  PlayerAnswer ask(const Turn& turn) override {
    Clock::time_point start = Clock::now();
    try {
      if (!has_begun_) begin_game(*turn.line.front());
      if (std::optional<std::string> move = book_move(turn))
        return {PlayerAnswer::Status::kMove, *std::move(move), {.spent = Clock::now() - start}};
      const std::string position = position_line(turn), go = go_line(turn);
      start = Clock::now();
      UciAnswer answer = engine_->play(position, go, start + turn.limit);
      const Thought thought{answer.centipawns, answer.mate_in, answer.depth, Clock::now() - start};
      return {PlayerAnswer::Status::kMove, std::move(answer.best_move), thought};
    } catch (const UciFault& fault) {
      if (fault.kind == UciFault::Kind::kUnusable) throw Failure(fault.what());
      if (fault.kind == UciFault::Kind::kStopped) return {PlayerAnswer::Status::kStopped, {}};
      engine_.reset();
      last_words_ = fault.what();
      return {status_of(fault.kind), last_words_, {.spent = Clock::now() - start}};
    }
  }

  void end() override {}

  std::string name() const override { return name_; }
  std::string last_words() override { return last_words_; }

 private:
  // From a position after the setups.
  void begin_game(const GamePosition& first) {
    const GameModule& game = *terms_->game;
    if (first.in_setup_phase())
      throw Failure(
          fmt::format("engine '{}': UCI engines do not place setups, which the opening leaves to the "
                      "players; use openings that have them",
                      name_));
    if (engine_ == nullptr) engine_ = std::make_unique<UciEngine>(choice_.settings);
    const std::string variant = fmt::format("UCI_{}", game.facts().uci_variant);
    in_variant_ = engine_->offers(variant);
    if (!in_variant_ && game.needs_variant(first))
      throw Failure(
          fmt::format("engine '{}' has no option {}, which is needed to play from '{}'; choose other "
                      "openings with --openings",
                      name_, variant, first.text()));
    engine_->new_game();
    if (terms_->has_answered[side_]) *terms_->has_answered[side_] = true;
    has_begun_ = true;
  }

  // A move as the engine reads and writes it.
  std::string spelled(const GamePosition& position, const std::string& wire) const {
    return in_variant_ ? wire : terms_->game->move_without_variant(position, wire);
  }

  std::optional<std::string> book_move(const Turn& turn) {
    const auto move = book_in_game_ ? book_in_game_->move(turn.line) : std::nullopt;
    return move ? std::optional(spelled(*turn.line.back(), move->wire)) : std::nullopt;
  }

  std::string position_line(const Turn& turn) {
    for (; told_ < turn.moves.size(); ++told_) moves_ += " " + spelled(*turn.line[told_], turn.moves[told_]);
    const std::string first = turn.line.front()->text();
    return fmt::format(
        "position {}{}{}",
        first == terms_->game->usual_start()->text() ? std::string("startpos") : "fen " + first,
        moves_.empty() ? "" : " moves", moves_);
  }

  std::string go_line(const Turn& turn) const {
    std::string line = choice_.limits.command();
    const TimeControl& clock = terms_->clocks[side_];
    if (clock.kind == TimeControl::Kind::kMove) line += fmt::format(" movetime {}", clock.base.count());
    if (clock.kind != TimeControl::Kind::kGame) return line;
    // An opponent without a clock is shown with ours.
    std::array<std::int64_t, 2> left{}, increment{};
    for (std::size_t side = 0; side < left.size(); ++side) {
      const std::size_t of = terms_->clocks[side].kind == TimeControl::Kind::kGame ? side : side_;
      left[side] =
          std::max<std::int64_t>(1, std::chrono::floor<std::chrono::milliseconds>(turn.left[of]).count());
      increment[side] = terms_->clocks[of].increment.count();
    }
    return line +
           fmt::format(" wtime {} btime {} winc {} binc {}", left[0], left[1], increment[0], increment[1]);
  }

  std::string name_;
  UciChoice choice_;
  const std::shared_ptr<const LoadedMoveBook> book_;  // null: none
  std::optional<BookInGame> book_in_game_;            // of this game
  std::unique_ptr<UciEngine> engine_;                 // null before the first game, and after a fault
  const GameTerms* terms_ = nullptr;
  std::size_t side_ = 0;
  bool has_begun_ = false;   // the game, as far as the engine knows
  bool in_variant_ = false;  // it plays GameFacts::uci_variant
  std::string moves_;        // of the game so far, as the engine reads them
  std::size_t told_ = 0;     // how many these are
  std::string last_words_;   // of an engine that failed
};

}  // namespace

std::unique_ptr<MatchPlayer> make_uci_player(const MatchEngine& engine, std::function<bool()> stop) {
  return std::make_unique<UciPlayer>(engine, std::move(stop));
}

}  // namespace tabiya::tools
