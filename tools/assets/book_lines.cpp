#include "tools/assets/book_lines.h"

#include <algorithm>
#include <span>
#include <utility>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/book/book_file.h"

namespace tabiya::tools {
namespace {

bool has_setups(const SetupPhase& setups, const BookEntry& entry) {
  return entry.red < setups.reds().count() && entry.reply < setups.blues().count();
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

std::string without_lines(std::string file) {
  const Result<std::vector<std::byte>> bytes = without_lines_of_play(std::as_bytes(std::span(file)));
  if (!bytes) return file;
  return std::string(as_text(*bytes));
}

}  // namespace tabiya::tools
