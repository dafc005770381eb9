#include "tools/uci/uci_analyst.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/uci/centipawns.h"

namespace tabiya::tools {

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
  try {
    return search_or_throw(position, limits, report);
  } catch (const UciStopped& stopped) {
    return Error{ErrorCode::kStopped, stopped.what(), {}};
  } catch (const Failure& failure) {
    return invalid(failure.what());
  }
}

UciFinding UciAnalyst::search_or_throw(const GamePosition& position, const UciLimits& limits,
                                       const Report& report) {
  prepare_for(position);
  Question question{position, limits, {}};
  question.limits.first_moves.clear();
  const bool is_restricted = !limits.first_moves.empty();
  const std::vector<MoveText> legal = position.moves();
  for (const MoveText& move : legal)
    if (!is_restricted || std::ranges::find(limits.first_moves, move.wire) != limits.first_moves.end())
      question.moves.push_back(told(position, move));
  if (question.moves.size() < legal.size()) {
    check_first_moves(question);
    question.limits.first_moves = question.moves;
  }
  UciFinding finding = ask(question, lines_ == 1 || tells_lines_ ? report : Report());
  if (tells_lines_ || lines_ == 1) return finding;
  // Without MultiPV, the next best moves are those that are best without the ones before.
  for (std::string best = finding.answer.best_move; question.moves.size() > 1;) {
    if (finding.result.others.size() + 1 >= static_cast<std::size_t>(lines_)) break;
    if (question.limits.first_moves.empty()) check_first_moves(question);
    std::erase(question.moves, best);
    question.limits.first_moves = question.moves;
    UciFinding next = ask(question, {});
    best = next.answer.best_move;
    finding.result.nodes += next.result.nodes;
    finding.result.others.push_back(std::move(next.result.best));
  }
  return finding;
}

UciFinding UciAnalyst::ask(const Question& question, const Report& report) {
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
  UciFinding finding;
  finding.answer = session_.search(question.position.text(), question.limits, is_wanted, on_line);
  finding.result = result_of(question, finding.answer);
  return finding;
}

void UciAnalyst::prepare_for(const GamePosition& position) {
  const std::string variant = fmt::format("UCI_{}", game_.uci_variant());
  if (!is_known_) {
    in_variant_ = session_.offers(variant);
    tells_lines_ = lines_ > 1 && session_.offers("MultiPV");
    is_known_ = true;
  }
  if (!in_variant_ && game_.needs_variant(position))
    throw Failure(fmt::format("engine {} has no option {}, which is needed for '{}'; name another engine",
                              session_.name(), variant, position.text()));
}

// An engine that ignores `searchmoves` would say the same of all its moves. It is asked for two moves, one by one: what it
// likes best without being told is at most one of them.
void UciAnalyst::check_first_moves(const Question& question) {
  const std::vector<MoveText> legal = question.position.moves();
  if (keeps_to_moves_ || legal.size() < 2) return;
  for (const MoveText& move : {legal.front(), legal.back()}) {
    const std::string only = told(question.position, move);
    const auto is_any = [](std::string_view) { return true; };
    const UciLimits limits{.depth = 1, .first_moves = {only}};
    const std::string best = session_.search(question.position.text(), limits, is_any).best_move;
    if (best != only)
      throw Failure(fmt::format(
          "engine {} ignores searchmoves, which are needed to leave moves out: it was told '{}' in '{}' and "
          "plays '{}'; name another engine",
          session_.name(), only, question.position.text(), best));
  }
  keeps_to_moves_ = true;
}

std::string UciAnalyst::told(const GamePosition& position, const MoveText& move) const {
  return in_variant_ || game_.uci_variant().empty() ? move.wire
                                                    : game_.move_without_variant(position, move.wire);
}

// Beginning with the move `first`, whose line it is; with nothing else if the engine told another one. It goes on as
// far as its moves are legal.
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

// Also of an answer that is not at its end: then its best move is that of its line.
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

}  // namespace tabiya::tools
