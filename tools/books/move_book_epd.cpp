#include "tools/books/book_texts.h"

#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tools/books/book_tour.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

// Streams take memory that runs out for the end of the text, unless they are told not to.
std::istringstream stream_of(const std::string& text) {
  std::istringstream in(text);
  in.exceptions(std::ios::badbit);
  return in;
}

constexpr int kFields = 4;  // of a position in EPD: men, side to move, castling, en passant

std::vector<std::string> separate_words(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in = stream_of(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

struct MovesOfPosition {
  std::string fields, moves, weights;
};

// The first fields of a position's notation.
std::string epd_fields(const std::string& position) {
  const std::vector<std::string> words = separate_words(position);
  std::string fields;
  for (std::size_t i = 0; i < kFields && i < words.size(); ++i) fields += words[i] + ' ';
  return fields;
}

std::uint64_t weight_in(const std::string& word, const std::string& where) {
  std::uint64_t weight = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, weight);
  if (error != std::errc{} || rest != end)
    throw Failure(fmt::format("{}: '{}' is not a weight; weights are whole numbers", where, word));
  return weight;
}

// The words after an operation's name; empty if the line does not have the operation. `operations`: all of
// them.
std::optional<std::vector<std::string>> operation(const std::string& operations, std::string_view name) {
  std::istringstream in = stream_of(operations);
  for (std::string text; std::getline(in, text, ';');) {
    std::vector<std::string> words = separate_words(text);
    if (words.empty() || words[0] != name) continue;
    words.erase(words.begin());
    return words;
  }
  return std::nullopt;
}

void take_line(MoveBook& book, BookWalk& walk, const InputLine& line) {
  const std::string fields = epd_fields(line.text);
  std::istringstream in = stream_of(line.text);
  std::string skipped, operations;
  for (int i = 0; i < kFields; ++i) in >> skipped;
  std::getline(in, operations, '\0');
  Status there = walk.go_to(fields + "0 1");
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
    if (is_new) positions.push_back({epd_fields(move.before.text()), {}, {}});
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
    if (!separate_words(line.text).empty()) take_line(book, *walk, line);
  if (book.moves.empty())
    throw Failure(input_name(path) + ": is empty; `tabiya book export --to epd` shows what is read");
  return merge_move_books(book, {});
}

}  // namespace tabiya::tools
