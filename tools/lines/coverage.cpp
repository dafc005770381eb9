#include "tools/lines/coverage.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/game/written_move.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
}

}  // namespace

void CoverageCounter::take(const PgnGame& game) {
  Coverage counts = counts_;
  if (!replay(game, counts)) {
    ++counts_.skipped;
    return;
  }
  counts_ = counts;
  ++counts_.games;
}

bool CoverageCounter::replay(const PgnGame& game, Coverage& counts) {
  if (game.fault) return false;
  const Result<std::unique_ptr<BookWalk>> start = read_book_walk(*loaded_.game, game.tag("FEN"));
  if (!start) return false;
  BookWalk& walk = **start;
  bool is_inside = true, is_reached = false;
  for (std::size_t ply = 0, after = 0; ply < game.plies() && after < Coverage::kPlies; ++ply) {
    const Result<MoveCode> move = walk.read(game.move(ply));
    if (!move) return false;
    const auto node = loaded_.lines->find(walk.key());
    if (node && !is_reached) ++counts.reached;
    is_reached = is_reached || node;
    walk.play(*move);
    if (!is_reached) continue;
    is_inside = is_inside && node;
    ++counts.plies;
    counts.known += node.has_value();
    ++counts.played_after[after];
    counts.known_after[after++] += node.has_value();
    counts.until_left += is_inside;
    if (node) counts.followed += std::ranges::count(loaded_.lines->moves(*node), *move, &BookLink::move) > 0;
  }
  return true;
}

Json coverage_json(const Coverage& coverage) {
  return {{"games", coverage.games},
          {"skipped", coverage.skipped},
          {"reached", coverage.reached},
          {"plies", coverage.plies},
          {"known_plies", coverage.known},
          {"followed_plies", coverage.followed},
          {"plies_until_left", coverage.until_left},
          {"played_after", coverage.played_after},
          {"known_after", coverage.known_after},
          {"share", percent(coverage.known, coverage.plies) / 100}};
}

void print_coverage(const Coverage& coverage) {
  const double reached = static_cast<double>(std::max<std::uint64_t>(coverage.reached, 1));
  print_line(
      "{:<18}{} of {} reach the book, {} skipped; {:.1f} % of the next {} plies are in positions of it, {:.1f} % by its moves",
      "games", coverage.reached, counted(coverage.games, "game"), coverage.skipped,
      percent(coverage.known, coverage.plies), Coverage::kPlies, percent(coverage.followed, coverage.plies));
  std::string shares;
  for (const std::size_t after : {5, 10, 15, 20})
    shares += fmt::format("{}{:.0f} % after {}", shares.empty() ? "" : ", ",
                          percent(coverage.known_after[after], coverage.played_after[after]), after);
  print_line("{:<18}after {:.1f} plies on average; {} are in it", "left the book",
             static_cast<double>(coverage.until_left) / reached, shares);
}

}  // namespace tabiya::tools
