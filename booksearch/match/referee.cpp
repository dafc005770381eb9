#include "booksearch/match/referee.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "booksearch/match/adjudication.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

using std::chrono::milliseconds;

// Returns a comment such as "+0.25/12 0.340s" or "-M3/20".
std::string comment_on(const Thought& thought) {
  std::string text;
  if (thought.mate_in)
    text = concat(*thought.mate_in > 0 ? "+M" : "-M", std::abs(*thought.mate_in), "/", thought.depth);
  else if (thought.centipawns)
    text = concat(*thought.centipawns < 0 ? "" : "+", decimal(*thought.centipawns / 100.0, 2), "/",
                  thought.depth);
  if (thought.spent.count() == 0) return text;
  const auto spent = std::chrono::duration<double>(thought.spent).count();
  return concat(text, text.empty() ? "" : " ", decimal(spent, 3), "s");
}

class Referee {
 public:
  using Played = std::optional<GameRecord>;

  // `start` is the position of the opening before its moves.
  Referee(const std::array<MatchPlayer*, 2>& players, const GameTerms& terms, PositionHandle start)
      : players_(players),
        terms_(terms),
        protocol_(*terms.game->referee_protocol()),
        line_{std::move(start)} {
    record_.from = terms.opening.from;
    if (terms.adjudication != nullptr) adjudicator_.emplace(*terms.adjudication);
  }

  Result<Played> play(const std::function<bool()>& stop) {
    for (std::size_t side = 0; side < players_.size(); ++side) {
      if (const Status begun = players_[side]->begin(terms_, side); !begun) return begun.error();
      left_[side] = terms_.clocks[side].base;
    }
    for (const std::string& move : terms_.opening.moves)
      if (const Status played = play_word(move); !played)
        return invalid(concat("the opening's move '", move, "': ", played.error().message));
    std::string answer = "Start";
    while (!is_over() && !is_adjudged()) {
      if (stop()) return Played();
      auto next = ask(answer);
      if (!next) return std::move(next).error();
      if (is_stopped_) return Played();
      if (!*next) break;  // adjudicated
      answer = **std::move(next);
    }
    for (MatchPlayer* player : players_) player->end();
    for (std::size_t side = 0; side < used_.size(); ++side)
      record_.used[side] = std::chrono::round<milliseconds>(used_[side]);
    note_comments();
    return Played(record_);
  }

 private:
  using Answer = Result<std::optional<std::string>>;

  const GamePosition& position() const { return *line_.back(); }

  // Plays a move or setup; an illegal one is no part of the game. The line begins anew with each setup.
  Status play_word(const std::string& word) {
    const bool is_setup = position().in_setup_phase();
    Result<PositionHandle> next = position().after(word);
    if (!next) return std::move(next).error();
    record_.moves.push_back(word);
    if (is_setup) line_.clear();
    line_.push_back(*std::move(next));
    return ok_status();
  }

  std::size_t side_to_act() const { return static_cast<std::size_t>(terms_.game->side_to_act(position())); }

  Turn turn_of(std::size_t side, const std::string& last_answer) {
    const TimeControl& clock = terms_.clocks[side];
    if (clock.kind == TimeControl::Kind::kMove) left_[side] = clock.base;
    left_[side] += clock.increment;
    const bool is_timed = clock.kind != TimeControl::Kind::kNone;
    return {.last_answer = last_answer,
            .line = line_,
            .moves = std::span(record_.moves).last(line_.size() - 1),
            .left = left_,
            .limit = is_timed ? left_[side] + terms_.grace : MatchTime(terms_.patience)};
  }

  // Asks the side that is to answer, and plays its answer. Returns nothing when the side has lost by it, or
  // is_stopped_. Errors: its engine is unusable.
  Answer ask(const std::string& last_answer) {
    using Status = PlayerAnswer::Status;
    const std::size_t side = side_to_act();
    const Turn turn = turn_of(side, last_answer);
    const Result<PlayerAnswer> asked = players_[side]->ask(turn);
    if (!asked) return asked.error();
    const PlayerAnswer& answer = *asked;
    used_[side] += answer.thought.spent;
    left_[side] -= answer.thought.spent;
    switch (answer.status) {
      case Status::kStopped:
        is_stopped_ = true;
        return std::optional<std::string>();
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
      if (!fault.empty()) return forfeit(kByIllegalMove, concat(answer.text, ": ", fault));
    }
    for (const std::string& word : *words) {
      if (!play_word(word)) return forfeit(kByIllegalMove, answer.text);
      thoughts_.push_back(answer.thought);
      if (terms_.clocks[side].kind == TimeControl::Kind::kNone) thoughts_.back().spent = {};
    }
    if (adjudicator_ && !was_setup) adjudicator_->note(side, answer.thought, position());
    return std::optional(answer.text);
  }

  // Called when the engine that is to answer has ended, or is silent.
  Answer no_answer(std::string_view ending) {
    const std::size_t side = side_to_act();
    const std::string last_words = players_[side]->last_words();
    if (terms_.has_answered[side] && !*terms_.has_answered[side]) {
      return invalid(concat("the engine `", players_[side]->name(), "` ",
                            ending == kByTime ? "used up its time" : "ended",
                            " before it had answered any line",
                            last_words.empty() ? "; see that it plays by the game's line protocol"
                                               : ", saying: " + last_words));
    }
    return forfeit(ending, ending == kByCrash ? last_words : "");
  }

  // Ends the game: the side that is to answer has lost.
  Answer forfeit(std::string_view ending, const std::string& detail) {
    constexpr std::size_t kMostDetail = 200;
    record_.winner = 1 - side_to_act();
    record_.ending = ending;
    record_.detail = detail.substr(0, kMostDetail);
    return std::optional<std::string>();
  }

  void note_comments() {
    const auto has_value = [](const Thought& thought) { return thought.centipawns || thought.mate_in; };
    if (std::ranges::none_of(thoughts_, has_value)) return;
    for (const Thought& thought : thoughts_) record_.comments.push_back(comment_on(thought));
  }

  bool is_over() {
    const Outcome outcome = position().outcome();
    if (outcome == Outcome::kOpen) return false;
    const auto mover = static_cast<std::size_t>(position().side_to_move());
    if (outcome != Outcome::kDraw) record_.winner = outcome == Outcome::kWin ? mover : 1 - mover;
    record_.ending = ending_name(position().ending(), protocol_);
    return true;
  }

  // True if the game is given up, or drawn, by the values that the engines have told.
  bool is_adjudged() {
    using Verdict = Adjudicator::Verdict;
    if (!adjudicator_) return false;
    switch (adjudicator_->verdict()) {
      case Verdict::kOpen:
        return false;
      case Verdict::kLost:
        record_.winner = static_cast<std::size_t>(position().side_to_move());
        record_.ending = kByResignation;
        return true;
      case Verdict::kDraw:
        record_.ending = kByAgreement;
        return true;
      case Verdict::kMoveLimit:
        record_.ending = kByMoveLimit;
        return true;
    }
    return false;
  }

  const std::array<MatchPlayer*, 2>& players_;
  const GameTerms& terms_;
  const RefereeProtocol& protocol_;
  std::vector<PositionHandle> line_;  // Turn::line
  std::array<MatchTime, 2> used_{};
  std::array<MatchTime, 2> left_{};
  GameRecord record_;
  std::vector<Thought> thoughts_;  // of the moves after the opening; no time is told of sides without a clock
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

std::string ending_name(Ending ending, const RefereeProtocol& protocol) {
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

Result<std::optional<GameRecord>> play_game(const std::array<MatchPlayer*, 2>& players,
                                            const GameTerms& terms, const std::function<bool()>& stop) {
  const GameModule& game = *terms.game;
  if (game.referee_protocol() == nullptr)
    return unsupported(concat("match: ", game.name(), " has no line protocol, which games of engines need"));
  Result<PositionHandle> start =
      terms.opening.from.empty() ? game.start() : game.parse_position(terms.opening.from);
  if (!start) return Error{start.error().code, "opening: " + start.error().message, start.error().offset};
  return Referee(players, terms, *std::move(start)).play(stop);
}

}  // namespace tabiya::booksearch
