// Engines that speak the game's line protocol: a process for each game.
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/engine_process.h"
#include "tools/cli/failure.h"
#include "tools/play/match/match_player.h"

namespace tabiya::tools {
namespace {

class LinePlayer final : public MatchPlayer {
 public:
  LinePlayer(EngineCommand command, std::function<bool()> stop)
      : command_(std::move(command)), stop_(std::move(stop)) {}

  void begin(const GameTerms& terms, std::size_t side) override {
    terms_ = &terms;
    side_ = side;
    process_ =
        take(EngineProcess::start(terms.seeds[side] ? with_seed(command_, *terms.seeds[side]) : command_));
    process_->send(fmt::format("Time {}", terms.clocks[side].base.count()));
    if (!terms.opening.from.empty())
      throw Failure(
          fmt::format("engine '{}': its protocol knows openings as moves from the start, and not from '{}'; "
                      "UCI engines do, such as `uci:tabiya uci`",
                      name(), terms.opening.from));
    if (terms.opening.moves.empty()) return;
    std::string line = "Opening";
    for (const std::string& move : terms.opening.moves) line += " " + move;
    process_->send(line);
  }

  PlayerAnswer ask(const Turn& turn) override {
    using Read = EngineProcess::ReadStatus;
    using Status = PlayerAnswer::Status;
    const auto start = EngineProcess::Clock::now();
    if (!process_->send(turn.last_answer)) return {Status::kEnded, {}};
    auto read = process_->read_line(start + turn.limit, stop_);
    const Thought thought{.spent = EngineProcess::Clock::now() - start};
    switch (read.status) {
      case Read::kLine:
        if (terms_->has_answered[side_]) *terms_->has_answered[side_] = true;
        return {Status::kMove, std::move(read.line), thought};
      case Read::kTimeout:
        return {Status::kLate, {}, thought};
      case Read::kClosed:
        return {Status::kEnded, {}, thought};
      case Read::kTooLong:
        return {Status::kNonsense, "a line without end", thought};
      case Read::kStopped:
        return {Status::kStopped, {}, thought};
    }
    return {};
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

}  // namespace

std::unique_ptr<MatchPlayer> make_line_player(const MatchEngine& engine, std::function<bool()> stop) {
  return std::make_unique<LinePlayer>(engine.command, std::move(stop));
}

std::unique_ptr<MatchPlayer> make_player(const MatchEngine& engine, std::function<bool()> stop) {
  return engine.uci ? make_uci_player(engine, std::move(stop)) : make_line_player(engine, std::move(stop));
}

}  // namespace tabiya::tools
