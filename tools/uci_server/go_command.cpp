#include "tools/uci_server/go_command.h"

#include <algorithm>
#include <limits>

#include "codec/text.h"
#include "core/search/limits.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kGoWords[] = {"wtime",    "btime", "winc",       "binc",     "movestogo",
                                         "movetime", "depth", "nodes",      "infinite", "perft",
                                         "ponder",   "mate",  "searchmoves"};

bool is_go_word(std::string_view word) { return std::ranges::find(kGoWords, word) != std::end(kGoWords); }

void take_number(GoCommand& go, std::string_view name, std::int64_t number) {
  constexpr std::int64_t kMostMilliseconds = 1'000'000'000, kMostMoves = 10'000, kMostPerft = 30;
  const auto within = [number](std::int64_t least, std::int64_t most) {
    return static_cast<int>(std::clamp(number, least, most));
  };
  const GoCommand::Milliseconds time(within(1, kMostMilliseconds));
  const GoCommand::Milliseconds increment(within(0, kMostMilliseconds));
  if (name == "wtime") go.time[0] = time;
  if (name == "btime") go.time[1] = time;
  if (name == "winc") go.increment[0] = increment;
  if (name == "binc") go.increment[1] = increment;
  // 0 stands for a game without further time controls.
  if (name == "movestogo" && number > 0) go.moves_to_go = within(1, kMostMoves);
  if (name == "movetime") go.move_time = time;
  if (name == "depth") go.depth = within(1, kMaxDepth);
  if (name == "nodes") go.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(number, 1));
  if (name == "mate") go.mate = within(1, kMaxDepth);
  if (name == "perft") go.perft = within(1, kMostPerft);
}

}  // namespace

GoCommand parse_go(std::span<const std::string_view> words) {
  GoCommand go;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "infinite") go.infinite = true;
    if (words[i] == "ponder") go.ponder = true;
    if (words[i] == "searchmoves") {
      while (i + 1 < words.size() && !is_go_word(words[i + 1])) go.first_moves.emplace_back(words[++i]);
    } else if (is_go_word(words[i]) && i + 1 < words.size()) {
      if (const auto number = number_in(words[i + 1])) take_number(go, words[i], *number);
    }
  }
  return go;
}

}  // namespace tabiya::tools
