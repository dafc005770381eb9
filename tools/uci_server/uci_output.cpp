#include "tools/uci_server/uci_output.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/centipawns.h"
#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

std::string score_words(Score score) {
  const auto plies = plies_to_win(score);
  if (!plies) return fmt::format("cp {}", centipawns(score));
  return fmt::format("mate {}", *plies > 0 ? (*plies + 1) / 2 : *plies / 2);
}

// The chances of a value that is worth a share p of the point. If draws are common, the game is treated as
// two halves, each won with the chance p, and drawn if either side wins one; in all other games draws have no
// chance.
std::string chances_words(const GameModule& game, Score score) {
  const double share = chance_of(score);
  const auto per_mille = [](double chance) { return static_cast<int>(std::lround(1'000 * chance)); };
  const int wins = per_mille(game.facts().expects_draws ? share * share : share);
  const int losses = game.facts().expects_draws ? per_mille((1 - share) * (1 - share)) : 1'000 - wins;
  return fmt::format(" wdl {} {} {}", wins, 1'000 - wins - losses, losses);
}

// The moves of a line of play, each as the position before it has it.
std::vector<std::string> line_in_style(const InfoStyle& style, PositionHandle position,
                                       const std::vector<MoveText>& pv) {
  std::vector<std::string> words;
  for (const MoveText& move : pv) {
    words.push_back(move_in_style(style, *position, move));
    if (style.in_variant || style.game->facts().uci_variant.empty()) continue;
    const bool is_drawn = position->outcome() == Outcome::kDraw && !position->moves_after_draw().empty();
    const Result<PositionHandle> next =
        is_drawn ? position->after_draw(move.wire) : position->after(move.wire);
    if (!next) break;  // final, where the search looked on
    position = *next;
  }
  return words;
}

}  // namespace

void UciOutput::say(std::string_view said) {
  std::string line(said);
  // Text that a GUI has sent and gets back must not end the line or change the terminal.
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  const std::lock_guard lock(mutex_);
  if (log_.is_open()) log_ << "<< " << line << std::endl;
  write_(line);
}

void UciOutput::note(std::string_view text) { say("info string " + std::string(text)); }

void UciOutput::heard(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (log_.is_open()) log_ << ">> " << line << std::endl;
}

void UciOutput::log_to(const std::string& path) {
  const std::lock_guard lock(mutex_);
  log_ = {};
  if (path.empty()) return;
  std::ofstream file(path, std::ios::app);
  if (!file) throw Failure(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  log_ = std::move(file);
}

std::string move_in_style(const InfoStyle& style, const GamePosition& position, const MoveText& move) {
  return style.in_variant ? move.wire : style.game->move_without_variant(position, move.wire);
}

std::vector<std::string> info_lines(const InfoStyle& style, const PositionHandle& root,
                                    const GameSearchResult& result, const SearchFigures& figures) {
  const double seconds = std::max(std::chrono::duration<double>(figures.spent).count(), 1e-6);
  std::vector<std::string> lines;
  const auto tell = [&](const GameLine& line, std::size_t number) {
    const std::string pv = joined(line_in_style(style, root, line.pv), " ");
    lines.push_back(fmt::format(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {:.0f} hashfull {} time {:.0f}{}{}",
        result.depth, std::max(result.deepest, result.depth), number, score_words(line.score),
        style.shows_chances ? chances_words(*style.game, line.score) : "", result.nodes,
        static_cast<double>(result.nodes) / seconds, figures.table_use, std::floor(seconds * 1'000),
        pv.empty() ? "" : " pv ", pv));
  };
  tell(result.best, 1);
  for (std::size_t i = 0; i < result.others.size(); ++i) tell(result.others[i], i + 2);
  return lines;
}

std::string best_move_line(const InfoStyle& style, const PositionHandle& root,
                           const std::vector<MoveText>& pv) {
  const std::vector<std::string> words = line_in_style(style, root, pv);
  if (words.empty()) return "bestmove (none)";
  return fmt::format("bestmove {}{}{}", words[0], words.size() > 1 ? " ponder " : "",
                     words.size() > 1 ? words[1] : "");
}

}  // namespace tabiya::tools
