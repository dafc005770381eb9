#include "tools/assets/known_position.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/search/value_text.h"

namespace tabiya::tools {

namespace {

// The number of pieces of each kind that a side has on the board.
std::map<std::pair<std::size_t, std::size_t>, int> counted_pieces(const GamePosition& position) {
  std::map<std::pair<std::size_t, std::size_t>, int> counts;
  for (const auto& piece : position.picture().squares) {
    if (piece) ++counts[{piece->side, piece->glyph}];
  }
  return counts;
}

// True if a position is like one in which the setup phase ends. Both sides bring the same pieces, whatever
// their setups.
bool is_like(const GamePosition& position, const GamePosition& start) {
  return position.in_setup_phase() == start.in_setup_phase() &&
         position.side_to_move() == start.side_to_move() && counted_pieces(position) == counted_pieces(start);
}

}  // namespace

std::optional<std::size_t> find_pair(const LoadedBook& loaded, SetupId red, SetupId reply) {
  const SetupSpace &reds = loaded.setups->reds(), &blues = loaded.setups->blues();
  const std::pair pair(red, reply), mirrored(reds.mirror(red), blues.mirror(reply));
  for (std::size_t i = 0; i < loaded.book.entries.size(); ++i) {
    const std::pair entry(loaded.book.entries[i].red, loaded.book.entries[i].reply);
    if (entry == pair || entry == mirrored) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_position(const LoadedBook& loaded, const GamePosition& position) {
  const SetupPhase& setups = *loaded.setups;
  const SetupSpace &reds = setups.reds(), &blues = setups.blues();
  if (!is_like(position, *setups.position_after(0, 0))) return std::nullopt;
  const std::string text = position.text();
  for (std::size_t i = 0; i < loaded.book.entries.size(); ++i) {
    const BookEntry& entry = loaded.book.entries[i];
    if (entry.red >= reds.count() || entry.reply >= blues.count()) continue;
    if (setups.position_after(entry.red, entry.reply)->text() == text) return i;
    if (setups.position_after(reds.mirror(entry.red), blues.mirror(entry.reply))->text() == text) return i;
  }
  return std::nullopt;
}

std::string known_text(const LoadedBook& loaded, std::size_t index) {
  const BookEntry& entry = loaded.book.entries[index];
  std::string text = fmt::format("rank {}, {} at depth {}", rank_text(loaded.book, index),
                                 value_text(entry.red_value, first_view(*loaded.setups)), entry.depth);
  if (entry.standard_error) text += fmt::format(", standard error {:.3f}", *entry.standard_error / kLogit);
  return text;
}

Json known_json(const LoadedBook& loaded, std::size_t index) {
  const Json entry = entry_json(loaded, index);
  Json object = Json::object();
  for (const char* name : {"rank", "value", "win", "view", "depth", "standard_error"})
    object[name] = entry.at(name);
  return object;
}

}  // namespace tabiya::tools
