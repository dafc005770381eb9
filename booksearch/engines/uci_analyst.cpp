#include "booksearch/engines/uci_analyst.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "codec/text.h"

#include "booksearch/engines/centipawns.h"

namespace tabiya::booksearch {

Score score_of(const UciLine& line) {
  if (line.centipawns)
    return std::clamp(score_of_centipawns(*line.centipawns), -kMaxEvaluation, kMaxEvaluation);
  const int moves = std::clamp(*line.mate_in, -kMaxPly, kMaxPly);
  return moves > 0 ? win_in(2 * moves - 1) : loss_in(-2 * moves);
}

// A position, and the moves that may be the answer, in the engine's notation.
struct UciAnalyst::Question {
  const GamePosition& position;
  UciLimits limits;
  std::vector<std::string> moves;
};

UciAnalyst::UciAnalyst(const GameModule& game, UciSettings settings)
    : game_(game), lines_(settings.lines), session_(std::move(settings)) {}

Result<UciFinding> UciAnalyst::search(const GamePosition& position, const UciLimits& limits,
                                      const Report& report) {
  if (Status prepared = prepare_for(position); !prepared) return prepared.error();
  Question question{position, limits, {}};
  question.limits.first_moves.clear();
  const bool is_restricted = !limits.first_moves.empty();
  const std::vector<MoveText> legal = position.moves();
  for (const MoveText& move : legal)
    if (!is_restricted || std::ranges::find(limits.first_moves, move.wire) != limits.first_moves.end())
      question.moves.push_back(told(position, move));
  if (question.moves.size() < legal.size()) {
    if (Status checked = check_first_moves(question); !checked) return checked.error();
    question.limits.first_moves = question.moves;
  }
  const bool tells_all = lines_ == 1 || tells_lines_;
  Result<UciFinding> finding = ask(question, tells_all ? report : Report());
  if (!finding || tells_all) return finding;
  if (Status added = add_next_best(question, *finding); !added) return added.error();
  return finding;
}

Status UciAnalyst::add_next_best(Question& question, UciFinding& finding) {
  for (std::string best = finding.answer.best_move; question.moves.size() > 1;) {
    if (finding.result.others.size() + 1 >= static_cast<std::size_t>(lines_)) break;
    if (question.limits.first_moves.empty()) {
      if (Status checked = check_first_moves(question); !checked) return checked;
    }
    std::erase(question.moves, best);
    question.limits.first_moves = question.moves;
    Result<UciFinding> next = ask(question, {});
    if (!next) return next.error();
    best = next->answer.best_move;
    finding.result.nodes += next->result.nodes;
    finding.result.others.push_back(std::move(next->result.best));
  }
  return ok_status();
}

Result<UciFinding> UciAnalyst::ask(const Question& question, const Report& report) {
  const std::size_t wanted = std::min(static_cast<std::size_t>(lines_), question.moves.size());
  int reported = 0;  // depth
  const auto on_line = [&](const UciAnswer& answer) {
    const auto is_told = [&](const UciLine& line) {
      return line.has_score() && !line.is_bound && line.depth == answer.depth;
    };
    if (!report || answer.depth <= reported || !is_told(answer)) return;
    if (tells_lines_ && answer.others.size() + 1 < wanted) return;
    if (!std::ranges::all_of(answer.others, is_told)) return;
    reported = answer.depth;
    report(result_of(question, answer));
  };
  const auto is_wanted = [&](std::string_view move) {
    return std::ranges::find(question.moves, move) != question.moves.end();
  };
  Result<UciAnswer> answer = session_.search(question.position.text(), question.limits, is_wanted, on_line);
  if (!answer) return answer.error();
  GameSearchResult result = result_of(question, *answer);
  return UciFinding{std::move(answer).value(), std::move(result)};
}

Status UciAnalyst::prepare_for(const GamePosition& position) {
  const std::string variant = concat("UCI_", game_.facts().uci_variant);
  if (!is_known_) {
    const Result<bool> offers_variant = session_.offers(variant), offers_lines = session_.offers("MultiPV");
    if (!offers_variant) return offers_variant.error();
    if (!offers_lines) return offers_lines.error();
    in_variant_ = *offers_variant;
    tells_lines_ = lines_ > 1 && *offers_lines;
    is_known_ = true;
  }
  if (in_variant_ || !game_.needs_variant(position)) return ok_status();
  return unusable(concat("has no option ", variant, ", which is needed for '", position.text(), "'"));
}

Error UciAnalyst::unusable(const std::string& what) {
  const Result<std::string> name = session_.name();
  return name ? invalid(concat("engine ", *name, " ", what, "; name another engine")) : name.error();
}

// An engine that ignores `searchmoves` would give the same answer for all its moves. So it is asked for two
// moves, one by one: its free choice is at most one of them.
Status UciAnalyst::check_first_moves(const Question& question) {
  const std::vector<MoveText> legal = question.position.moves();
  if (keeps_to_moves_ || legal.size() < 2) return ok_status();
  for (const MoveText& move : {legal.front(), legal.back()}) {
    const std::string only = told(question.position, move), position = question.position.text();
    const auto is_any = [](std::string_view) { return true; };
    const UciLimits limits{.depth = 1, .first_moves = {only}};
    const Result<UciAnswer> answer = session_.search(position, limits, is_any);
    if (!answer) return answer.error();
    if (answer->best_move != only)
      return unusable(concat("ignores searchmoves, which are needed to leave moves out: it was sent '", only,
                             "' in '", position, "' and plays '", answer->best_move, "'"));
  }
  keeps_to_moves_ = true;
  return ok_status();
}

std::string UciAnalyst::told(const GamePosition& position, const MoveText& move) const {
  return in_variant_ || game_.facts().uci_variant.empty() ? move.wire
                                                          : game_.move_without_variant(position, move.wire);
}

// Returns the line that begins with the move `first`. It has no other move if the engine told the line of
// another one; otherwise it goes on as far as its moves are legal.
GameLine UciAnalyst::line_of(const GamePosition& position, const UciLine& line,
                             const std::string& first) const {
  GameLine found{score_of(line), {}};
  const bool is_its_line = !line.pv.empty() && line.pv.front() == first;
  PositionHandle here;
  for (const std::string& move : is_its_line ? line.pv : std::vector{first}) {
    const GamePosition& from = here ? *here : position;
    const std::vector<MoveText> legal = from.moves();
    const auto meant =
        std::ranges::find_if(legal, [&](const MoveText& each) { return told(from, each) == move; });
    if (meant == legal.end()) break;
    auto played = from.play(static_cast<std::size_t>(meant - legal.begin()));
    found.pv.push_back(std::move(played->first));
    here = std::move(played->second);
  }
  return found;
}

// Translates an answer, even an unfinished one: its best move is then that of its line.
GameSearchResult UciAnalyst::result_of(const Question& question, const UciAnswer& answer) const {
  std::string best = answer.best_move;
  if (best.empty() && !answer.pv.empty()) best = answer.pv.front();
  GameSearchResult result;
  result.best = line_of(question.position, answer, best);
  result.depth = answer.depth;
  result.deepest = std::max(answer.deepest, answer.selective);
  result.nodes = static_cast<std::uint64_t>(answer.nodes);
  if (!tells_lines_) return result;
  for (const UciLine& other : answer.others)
    if (other.has_score() && !other.pv.empty() && other.pv.front() != best)
      result.others.push_back(line_of(question.position, other, other.pv.front()));
  return result;
}

}  // namespace tabiya::booksearch
