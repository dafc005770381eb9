#include "booksearch/match/match_player.h"

#include <algorithm>
#include <utility>

#include "booksearch/engines/engine_process.h"
#include "booksearch/engines/uci_engine.h"
#include "codec/text.h"
#include "core/game/book_in_game.h"

namespace tabiya::booksearch {
namespace {

using Clock = std::chrono::steady_clock;

// A player by an engine that speaks the game's line protocol. It starts a process for each game.
class RefereedPlayerOf final : public MatchPlayer {
 public:
  RefereedPlayerOf(EngineCommand command, std::function<bool()> stop)
      : command_(std::move(command)), stop_(std::move(stop)) {}

  Status begin(const GameTerms& terms, std::size_t side) override {
    terms_ = &terms;
    side_ = side;
    auto started =
        EngineProcess::start(terms.seeds[side] ? with_seed(command_, *terms.seeds[side]) : command_);
    if (!started) return started.error();
    process_ = *std::move(started);
    process_->send(concat("Time ", terms.clocks[side].base.count()));
    if (!terms.opening.from.empty())
      return unsupported(concat("engine '", name(),
                                "': its protocol knows openings as moves from the start, and not from '",
                                terms.opening.from, "'; UCI engines do, such as `uci:tabiya uci`"));
    if (!terms.opening.moves.empty()) process_->send("Opening " + joined(terms.opening.moves, " "));
    return ok_status();
  }

  Result<PlayerAnswer> ask(const Turn& turn) override {
    using Read = EngineProcess::ReadStatus;
    using Status = PlayerAnswer::Status;
    const auto start = Clock::now();
    if (!process_->send(turn.last_answer)) return PlayerAnswer{Status::kEnded, {}};
    auto read = process_->read_line(start + turn.limit, stop_);
    const Thought thought{.spent = Clock::now() - start};
    switch (read.status) {
      case Read::kLine:
        if (terms_->has_answered[side_]) *terms_->has_answered[side_] = true;
        return PlayerAnswer{Status::kMove, std::move(read.line), thought};
      case Read::kTimeout:
        return PlayerAnswer{Status::kLate, {}, thought};
      case Read::kClosed:
        return PlayerAnswer{Status::kEnded, {}, thought};
      case Read::kTooLong:
        return PlayerAnswer{Status::kNonsense, "a line without end", thought};
      case Read::kStopped:
        return PlayerAnswer{Status::kStopped, {}, thought};
    }
    return PlayerAnswer{};
  }

  void end() override {
    process_->quit();
    process_.reset();
  }

  std::string name() const override { return command_text(command_); }
  std::string last_words() override { return process_->last_words(); }

 private:
  EngineCommand command_;
  std::function<bool()> stop_;
  const GameTerms* terms_ = nullptr;
  std::size_t side_ = 0;
  std::unique_ptr<EngineProcess> process_;
};

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

// A player by a UCI engine. It has one process for all games of a thread, and replaces it when it has failed.
class UciPlayer final : public MatchPlayer {
 public:
  UciPlayer(const MatchEngine& engine, std::function<bool()> stop)
      : name_(engine.name), choice_(*engine.uci), book_(engine.book) {
    choice_.settings.stop = std::move(stop);
  }

  Status begin(const GameTerms& terms, std::size_t side) override {
    terms_ = &terms;
    if (book_) book_in_game_.emplace(*book_, OpeningOptions{.variety = 0});
    side_ = side;
    has_begun_ = false;
    moves_.clear();
    told_ = 0;
    last_words_.clear();
    return ok_status();
  }

  Result<PlayerAnswer> ask(const Turn& turn) override {
    using Status = PlayerAnswer::Status;
    Clock::time_point start = Clock::now();
    try {
      if (!has_begun_)
        if (const auto begun = begin_game(*turn.line.front()); !begun) return begun.error();
      if (std::optional<std::string> move = book_move(turn))
        return PlayerAnswer{Status::kMove, *std::move(move), {.spent = Clock::now() - start}};
      const std::string position = position_line(turn), go = go_line(turn);
      start = Clock::now();
      UciAnswer answer = engine_->play(position, go, start + turn.limit);
      const Thought thought{answer.centipawns, answer.mate_in, answer.depth, Clock::now() - start};
      return PlayerAnswer{Status::kMove, std::move(answer.best_move), thought};
    } catch (const UciFault& fault) {
      if (fault.kind == UciFault::Kind::kUnusable) return fault.error();
      if (fault.kind == UciFault::Kind::kStopped) return PlayerAnswer{Status::kStopped, {}};
      engine_.reset();
      last_words_ = fault.what();
      return PlayerAnswer{status_of(fault.kind), last_words_, {.spent = Clock::now() - start}};
    }
  }

  void end() override {}

  std::string name() const override { return name_; }
  std::string last_words() override { return last_words_; }

 private:
  // Begins a game from a position after the setups.
  Status begin_game(const GamePosition& first) {
    const GameModule& game = *terms_->game;
    if (first.in_setup_phase())
      return unsupported(concat("engine '", name_,
                                "': UCI engines do not place setups, which the opening leaves to the "
                                "players; use openings that have them"));
    if (engine_ == nullptr) engine_ = std::make_unique<UciEngine>(choice_.settings);
    const std::string variant = concat("UCI_", game.facts().uci_variant);
    in_variant_ = engine_->offers(variant);
    if (!in_variant_ && game.needs_variant(first))
      return unsupported(concat("engine '", name_, "' has no option ", variant,
                                ", which is needed to play from '", first.text(),
                                "'; choose other openings with --openings"));
    engine_->new_game();
    if (terms_->has_answered[side_]) *terms_->has_answered[side_] = true;
    has_begun_ = true;
    return ok_status();
  }

  // Returns a move as the engine reads and writes it.
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
    return concat("position ",
                  first == terms_->game->usual_start()->text() ? std::string("startpos") : "fen " + first,
                  moves_.empty() ? "" : " moves", moves_);
  }

  std::string go_line(const Turn& turn) const {
    std::string line = choice_.limits.command();
    const TimeControl& clock = terms_->clocks[side_];
    if (clock.kind == TimeControl::Kind::kMove) line += concat(" movetime ", clock.base.count());
    if (clock.kind != TimeControl::Kind::kGame) return line;
    // The engine is shown our clock for an opponent without one.
    std::array<std::int64_t, 2> left{}, increment{};
    for (std::size_t side = 0; side < left.size(); ++side) {
      const std::size_t of = terms_->clocks[side].kind == TimeControl::Kind::kGame ? side : side_;
      left[side] =
          std::max<std::int64_t>(1, std::chrono::floor<std::chrono::milliseconds>(turn.left[of]).count());
      increment[side] = terms_->clocks[of].increment.count();
    }
    return concat(line, " wtime ", left[0], " btime ", left[1], " winc ", increment[0], " binc ",
                  increment[1]);
  }

  std::string name_;
  UciChoice choice_;
  const std::shared_ptr<const FollowedBook> book_;  // null: none
  std::optional<BookInGame> book_in_game_;          // of this game
  std::unique_ptr<UciEngine> engine_;               // null before the first game, and after a fault
  const GameTerms* terms_ = nullptr;
  std::size_t side_ = 0;
  bool has_begun_ = false;   // the game, as far as the engine knows
  bool in_variant_ = false;  // it plays GameFacts::uci_variant
  std::string moves_;        // of the game so far, as the engine reads them
  std::size_t told_ = 0;     // how many these are
  std::string last_words_;   // of an engine that failed
};

}  // namespace

std::unique_ptr<MatchPlayer> make_player(const MatchEngine& engine, std::function<bool()> stop) {
  if (engine.uci) return std::make_unique<UciPlayer>(engine, std::move(stop));
  return std::make_unique<RefereedPlayerOf>(engine.command, std::move(stop));
}

}  // namespace tabiya::booksearch
