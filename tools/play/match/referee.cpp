#include "tools/play/match/referee.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/play/match/adjudication.h"

namespace tabiya::tools {
namespace {

using std::chrono::milliseconds;

class Referee {
 public:
  Referee(const std::array<MatchPlayer*, 2>& players, const GameTerms& terms)
      : players_(players),
        terms_(terms),
        protocol_(line_protocol_of(*terms.game, "match")),
        line_{terms.opening.from.empty() ? terms.game->start()
                                         : take(terms.game->parse_position(terms.opening.from), "opening")} {
    result_.from = terms.opening.from;
    if (terms.adjudication != nullptr) adjudicator_.emplace(*terms.adjudication);
  }

  std::optional<GameResult> play(const std::function<bool()>& stop) {
    for (std::size_t side = 0; side < players_.size(); ++side) {
      players_[side]->begin(terms_, side);
      left_[side] = terms_.clocks[side].base;
    }
    for (const std::string& move : terms_.opening.moves) play_word(move);
    std::string answer = "Start";
    while (!is_over() && !is_adjudged()) {
      if (stop()) return std::nullopt;
      const auto next = ask(answer);
      if (is_stopped_) return std::nullopt;
      if (!next) break;  // adjudicated
      answer = *next;
    }
    for (MatchPlayer* player : players_) player->end();
    for (std::size_t side = 0; side < used_.size(); ++side)
      result_.used[side] = std::chrono::round<milliseconds>(used_[side]);
    return result_;
  }

 private:
  const GamePosition& position() const { return *line_.back(); }

  // A legal move or setup. The line begins anew with each setup.
  void play_word(const std::string& word) {
    const bool is_setup = position().in_setup_phase();
    result_.moves.push_back(word);
    const auto next = position().after(word);
    if (!next) return;
    if (is_setup) line_.clear();
    line_.push_back(*next);
  }

  std::size_t side_to_act() const { return static_cast<std::size_t>(terms_.game->side_to_act(position())); }

  Turn turn_of(std::size_t side, const std::string& last_answer) {
    const TimeControl& clock = terms_.clocks[side];
    if (clock.kind == TimeControl::Kind::kMove) left_[side] = clock.base;
    left_[side] += clock.increment;
    const bool is_timed = clock.kind != TimeControl::Kind::kNone;
    return {.last_answer = last_answer,
            .line = line_,
            .moves = std::span(result_.moves).last(line_.size() - 1),
            .left = left_,
            .limit = is_timed ? left_[side] + terms_.grace : MatchTime(terms_.patience)};
  }

  // Asks the side that is to answer, and plays its answer; nothing when it has lost by it, or is_stopped_.
  std::optional<std::string> ask(const std::string& last_answer) {
    using Status = PlayerAnswer::Status;
    const std::size_t side = side_to_act();
    const Turn turn = turn_of(side, last_answer);
    const PlayerAnswer answer = players_[side]->ask(turn);
    used_[side] += answer.thought.spent;
    left_[side] -= answer.thought.spent;
    switch (answer.status) {
      case Status::kStopped:
        is_stopped_ = true;
        return std::nullopt;
      case Status::kLate:
        return no_answer(kByTime);
      case Status::kEnded:
        return no_answer(kByCrash);
      case Status::kNonsense:
        return forfeit(kByIllegalMove, answer.text);
      case Status::kMove:
        break;
    }
    if (answer.thought.spent > turn.limit) return forfeit(kByTime, "");
    const bool was_setup = position().in_setup_phase();
    const auto words = protocol_.words_of(position(), answer.text);
    if (!words) return forfeit(kByIllegalMove, answer.text);
    if (terms_.fault_of_choice && position().in_setup_phase() && words->size() == 2) {
      const std::string fault = terms_.fault_of_choice(side, *words);
      if (!fault.empty()) return forfeit(kByIllegalMove, fmt::format("{}: {}", answer.text, fault));
    }
    for (const std::string& word : *words) {
      play_word(word);
      result_.thoughts.push_back(answer.thought);
      if (terms_.clocks[side].kind == TimeControl::Kind::kNone) result_.thoughts.back().spent = {};
    }
    if (adjudicator_ && !was_setup) adjudicator_->note(side, answer.thought, position());
    return answer.text;
  }

  // The engine that is to answer has ended, or is silent.
  std::optional<std::string> no_answer(std::string_view ending) {
    const std::size_t side = side_to_act();
    const std::string last_words = players_[side]->last_words();
    if (terms_.has_answered[side] && !*terms_.has_answered[side]) {
      throw Failure(fmt::format("the engine `{}` {} before it had answered any line{}",
                                players_[side]->name(), ending == kByTime ? "used up its time" : "ended",
                                last_words.empty() ? "; see that it plays by the game's line protocol"
                                                   : ", saying: " + last_words));
    }
    return forfeit(ending, ending == kByCrash ? last_words : "");
  }

  // The side that is to answer has lost.
  std::optional<std::string> forfeit(std::string_view ending, const std::string& detail) {
    constexpr std::size_t kMostDetail = 200;
    result_.winner = 1 - side_to_act();
    result_.ending = ending;
    result_.detail = detail.substr(0, kMostDetail);
    return std::nullopt;
  }

  bool is_over() {
    const Outcome outcome = position().outcome();
    if (outcome == Outcome::kOpen) return false;
    const auto mover = static_cast<std::size_t>(position().side_to_move());
    if (outcome != Outcome::kDraw) result_.winner = outcome == Outcome::kWin ? mover : 1 - mover;
    result_.ending = ending_name(position().ending(), protocol_);
    return true;
  }

  // The game is given up, or drawn, by what the engines have told.
  bool is_adjudged() {
    using Verdict = Adjudicator::Verdict;
    if (!adjudicator_) return false;
    switch (adjudicator_->verdict()) {
      case Verdict::kOpen:
        return false;
      case Verdict::kLost:
        result_.winner = static_cast<std::size_t>(position().side_to_move());
        result_.ending = kByResignation;
        return true;
      case Verdict::kDraw:
        result_.ending = kByAgreement;
        return true;
      case Verdict::kMoveLimit:
        result_.ending = kByMoveLimit;
        return true;
    }
    return false;
  }

  const std::array<MatchPlayer*, 2>& players_;
  const GameTerms& terms_;
  const LineProtocol& protocol_;
  std::vector<PositionHandle> line_;  // Turn::line
  std::array<MatchTime, 2> used_{};
  std::array<MatchTime, 2> left_{};
  GameResult result_;
  bool is_stopped_ = false;
  std::optional<Adjudicator> adjudicator_;
};

}  // namespace

bool is_adjudicated(std::string_view ending) {
  return ending == kByResignation || ending == kByAgreement || ending == kByMoveLimit;
}

bool is_forfeit(std::string_view ending) {
  return ending == kByIllegalMove || ending == kByTime || ending == kByCrash;
}

std::string ending_name(Ending ending, const LineProtocol& protocol) {
  switch (ending) {
    case Ending::kWin:
      return std::string(protocol.win());
    case Ending::kNoMove:
      return "no move";
    case Ending::kRepetition:
      return "repetition";
    case Ending::kPlyLimit:
      return "ply limit";
  }
  return "";
}

std::optional<GameResult> play_game(const std::array<MatchPlayer*, 2>& players, const GameTerms& terms,
                                    const std::function<bool()>& stop) {
  return Referee(players, terms).play(stop);
}

}  // namespace tabiya::tools
