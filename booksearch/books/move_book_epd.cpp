#include "booksearch/books/move_book_epd.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kFields = 4;  // of a position in EPD: men, side to move, castling, en passant

struct MovesOfPosition {
  std::string fields, moves, weights;
};

// The first fields of a position's notation.
std::string epd_fields(std::span<const std::string_view> words) {
  std::string fields;
  for (std::size_t i = 0; i < kFields && i < words.size(); ++i) fields.append(words[i]) += ' ';
  return fields;
}

// The words after an operation's name; empty if the line does not have the operation. `operations`: all of
// them.
std::optional<std::vector<std::string_view>> operation(std::string_view operations, std::string_view name) {
  for (const std::string_view text : epd_operations(operations)) {
    std::vector<std::string_view> words = words_of(text);
    if (words[0] != name) continue;
    words.erase(words.begin());
    return words;
  }
  return std::nullopt;
}

}  // namespace

Result<EpdText> epd_of(const BookMoves& book, const TourStarts& starts) {
  EpdText epd;
  std::vector<MovesOfPosition> positions;
  std::map<PositionKey, std::size_t> places;
  const auto add = [&](const TouredMove& move) {
    if (move.entry == nullptr) return;
    const auto [place, is_new] = places.try_emplace(move.before.key(), positions.size());
    if (is_new) positions.push_back({epd_fields(words_of(move.before.text())), {}, {}});
    MovesOfPosition& position = positions[place->second];
    position.moves += ' ' + move.before.move_text(move.move).readable;
    position.weights += concat(" ", move.entry->weight);
    ++epd.moves;
  };
  const Result<TourCounts> toured = tour_book(book, starts, {}, add);
  if (!toured) return toured.error();
  for (const MovesOfPosition& position : positions)
    epd.text += concat(position.fields, "bm", position.moves, "; weight", position.weights, ";\n");
  return epd;
}

Status EpdBookReader::read(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty()) return ok_status();
  const std::string_view operations =
      words.size() > kFields ? line.substr(static_cast<std::size_t>(words[kFields].data() - line.data()))
                             : "";
  if (const Status there = walk_->go_to(epd_fields(words) + "0 1"); !there) {
    const Error& error = there.error();
    return Error{error.code, concat(error.message, "; EPD is read of ", game_.title(), " alone"),
                 error.offset};
  }
  if (const Status there = walk_->in_polyglot(); !there) return there;
  const auto moves = operation(operations, "bm");
  if (!moves || moves->empty()) return invalid("names no move; write 'bm MOVE…;' after the position");
  const auto weights = operation(operations, "weight");
  if (weights && weights->size() != moves->size())
    return invalid(concat(moves->size(), " moves, but ", weights->size(), " weights; write one for each"));
  for (std::size_t i = 0; i < moves->size(); ++i) {
    const Result<MoveCode> move = walk_->read((*moves)[i]);
    if (!move) return move.error();
    const auto weight = weights ? number_in<std::uint64_t>((*weights)[i]) : std::optional<std::uint64_t>(1);
    if (!weight) return invalid(concat("'", (*weights)[i], "' is not a weight; weights are whole numbers"));
    book_.moves.push_back({.key = walk_->key(), .move = *move, .weight = *weight});
  }
  return ok_status();
}

}  // namespace tabiya::booksearch
