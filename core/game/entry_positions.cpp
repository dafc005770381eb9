#include "core/game/entry_positions.h"

#include <algorithm>
#include <map>
#include <utility>

#include "codec/parsing.h"

namespace tabiya {
namespace {

bool has_setups(const SetupPhase& setups, const BookEntry& entry) {
  return entry.red < setups.reds().count() && entry.reply < setups.blues().count();
}

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

std::optional<std::vector<MoveText>> line_of(const SetupPhase& setups, const BookEntry& entry) {
  std::vector<MoveText> moves;
  if (entry.line.empty()) return moves;
  PositionHandle position = setups.position_after(entry.red, entry.reply);
  for (const std::uint16_t place : entry.line) {
    auto played = position->play(place);
    if (!played) return std::nullopt;
    moves.push_back(std::move(played->first));
    position = std::move(played->second);
  }
  return moves;
}

std::string line_text(const SetupPhase& setups, const BookEntry& entry, std::string MoveText::*notation) {
  if (!has_setups(setups, entry)) return "";
  std::string text;
  for (const MoveText& move : line_of(setups, entry).value_or(std::vector<MoveText>()))
    text += (text.empty() ? "" : " ") + move.*notation;
  return text;
}

std::optional<LinePlaces> parse_line(const SetupPhase& setups, const BookEntry& entry,
                                     std::string_view text) {
  LinePlaces line;
  PositionHandle position = setups.position_after(entry.red, entry.reply);
  while (!text.empty()) {
    const std::string_view word = take_until(" ", text);
    const std::vector<MoveText> moves = position->moves();
    const auto move = std::ranges::find_if(
        moves, [&](const MoveText& each) { return each.wire == word || each.readable == word; });
    if (move == moves.end() || line.size() == kLinePlies) return std::nullopt;
    line.push_back(static_cast<std::uint16_t>(move - moves.begin()));
    position = position->play(line.back())->second;
  }
  return line;
}

std::optional<std::size_t> find_pair(const Book& book, const SetupPhase& setups, SetupId red, SetupId reply) {
  const SetupSpace &reds = setups.reds(), &blues = setups.blues();
  const std::pair pair(red, reply), mirrored(reds.mirror(red), blues.mirror(reply));
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const std::pair entry(book.entries[i].red, book.entries[i].reply);
    if (entry == pair || entry == mirrored) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_position(const Book& book, const SetupPhase& setups,
                                         const GamePosition& position) {
  const SetupSpace &reds = setups.reds(), &blues = setups.blues();
  if (!is_like(position, *setups.position_after(0, 0))) return std::nullopt;
  const std::string text = position.text();
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const BookEntry& entry = book.entries[i];
    if (entry.red >= reds.count() || entry.reply >= blues.count()) continue;
    if (setups.position_after(entry.red, entry.reply)->text() == text) return i;
    if (setups.position_after(reds.mirror(entry.red), blues.mirror(entry.reply))->text() == text) return i;
  }
  return std::nullopt;
}

}  // namespace tabiya
