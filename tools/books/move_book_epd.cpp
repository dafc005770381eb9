#include "tools/books/move_book_epd.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "tools/books/book_tour.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
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

std::uint64_t weight_in(std::string_view word, const std::string& where) {
  const auto weight = number_in<std::uint64_t>(word);
  if (!weight) throw Failure(fmt::format("{}: '{}' is not a weight; weights are whole numbers", where, word));
  return *weight;
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

void take_line(MoveBook& book, BookWalk& walk, const InputLine& line) {
  const std::vector<std::string_view> words = words_of(line.text);
  const std::string_view operations =
      words.size() > kFields ? std::string_view(words[kFields].data(), line.text.data() + line.text.size())
                             : "";
  Status there = walk.go_to(epd_fields(words) + "0 1");
  if (!there)
    throw Failure(fmt::format("{}; EPD is read of {} alone", describe(there.error(), line.where),
                              game_of_move_books().title()));
  there = walk.in_polyglot();
  if (!there) throw Failure(describe(there.error(), line.where));
  const auto moves = operation(operations, "bm");
  if (!moves || moves->empty())
    throw Failure(line.where + ": names no move; write 'bm MOVE…;' after the position");
  const auto weights = operation(operations, "weight");
  if (weights && weights->size() != moves->size())
    throw Failure(fmt::format("{}: {} moves, but {} weights; write one for each", line.where, moves->size(),
                              weights->size()));
  for (std::size_t i = 0; i < moves->size(); ++i) {
    const Result<MoveCode> move = walk.read((*moves)[i]);
    if (!move) throw Failure(describe(move.error(), line.where));
    book.moves.push_back(
        {.key = walk.key(), .move = *move, .weight = weights ? weight_in((*weights)[i], line.where) : 1});
  }
}

}  // namespace

EpdText epd_of(const LoadedMoveBook& loaded, const std::string& from) {
  EpdText epd;
  std::vector<MovesOfPosition> positions;
  std::map<PositionKey, std::size_t> places;
  const auto add = [&](const TouredMove& move) {
    if (move.entry == nullptr) return;
    const auto [place, is_new] = places.try_emplace(move.before.key(), positions.size());
    if (is_new) positions.push_back({epd_fields(words_of(move.before.text())), {}, {}});
    MovesOfPosition& position = positions[place->second];
    position.moves += ' ' + move.before.move_text(move.move).readable;
    position.weights += fmt::format(" {}", move.entry->weight);
    ++epd.moves;
  };
  tour_book(loaded.moves, loaded.starts(from), {}, add);
  for (const MovesOfPosition& position : positions)
    epd.text += fmt::format("{}bm{}; weight{};\n", position.fields, position.moves, position.weights);
  return epd;
}

MoveBook read_epd(const std::string& path) {
  MoveBook book;
  const std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
  for (const InputLine& line : read_lines(path))
    if (!trimmed(line.text).empty()) take_line(book, *walk, line);
  if (book.moves.empty())
    throw Failure(input_name(path) + ": is empty; `tabiya book export --to epd` shows what is read");
  return merge_move_books(book, {});
}

}  // namespace tabiya::tools
