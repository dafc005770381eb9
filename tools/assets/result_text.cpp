#include "tools/assets/result_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/book/pooled_results.h"

namespace tabiya::tools {
namespace {

// Looking at all pairs is quick; fitting the model to them is not.
bool was_played(const Book& book, SetupId red) {
  return std::ranges::any_of(book.results.pairs, [red](const PairResults& pair) { return pair.red == red; });
}

std::string side_text(const PooledResults& pooled, const PairResults& pair, int stronger) {
  const GameCounts& counts = pair.counts[static_cast<std::size_t>(stronger)];
  return fmt::format("{}, {:.0f} % expected", counts_text(counts.wins, counts.draws, counts.losses),
                     100 * pooled.score(pair, stronger).score);
}

Json side_json(const PooledResults& pooled, const PairResults& pair, int stronger) {
  const GameCounts& counts = pair.counts[static_cast<std::size_t>(stronger)];
  const PooledScore score = pooled.score(pair, stronger);
  return {{"wins", counts.wins},
          {"draws", counts.draws},
          {"losses", counts.losses},
          {"score", score.score},
          {"deviation", score.deviation}};
}

}  // namespace

std::string counts_text(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
  return fmt::format("+{} ={} -{}", wins, draws, losses);
}

std::vector<std::string> result_lines(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  if (!was_played(loaded.book, entry.red)) return {};
  const View view = first_view(*loaded.setups);
  const GameConditions& conditions = loaded.book.results.conditions;
  const PooledResults pooled(loaded.book.results);
  std::vector<std::string> lines;
  for (const PairResults* pair : pooled.replies_to(entry.red)) {
    const std::string what =
        pair->reply == entry.reply
            ? fmt::format("games, {} nodes against {}", conditions.nodes, conditions.weaker_nodes)
            : fmt::format("with reply {}, value {}", setup_text(loaded.setups->blues(), pair->reply),
                          value_text(pair->red_value, view));
    lines.push_back(fmt::format("{}: {} {}; {} {}", what, view.viewer, side_text(pooled, *pair, 0),
                                view.opponent, side_text(pooled, *pair, 1)));
  }
  return lines;
}

Json results_json(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  if (!was_played(loaded.book, entry.red)) return nullptr;
  const PooledResults pooled(loaded.book.results);
  Json pairs = Json::array();
  for (const PairResults* pair : pooled.replies_to(entry.red))
    pairs.push_back({{"reply", setup_text(loaded.setups->blues(), pair->reply)},
                     {"reply_wire", reply_wire(*loaded.setups, pair->reply)},
                     {"value", pair->red_value},
                     {"red_stronger", side_json(pooled, *pair, 0)},
                     {"blue_stronger", side_json(pooled, *pair, 1)}});
  return pairs;
}

}  // namespace tabiya::tools
