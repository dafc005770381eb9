// Two books of moves beside each other, and as one.
#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "booksearch/books/book_differences.h"
#include "booksearch/books/book_tour.h"
#include "booksearch/books/written_value.h"
#include "codec/text.h"
#include "core/book/book_paths.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book.h"
#include "core/search/value_text.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

// Lists the positions of `book` that the other does not have.
void list_positions(const LoadedMoveBook& book, const LoadedMoveBook& other, char mark, bool json) {
  const BookPaths paths(*book.lines);
  const std::unique_ptr<BookWalk> walk = book.game->make_book_walk();
  for (const BookNode node : paths.order()) {
    const BookPosition& position = (*book.lines)[node];
    if (other.lines->find(position.key)) continue;
    const std::string text = take(paths.position(node, *walk), book.name)->text();
    if (json) {
      Json object{{mark == '<' ? "only_a" : "only_b", text}};
      object.update(book_position_json(known_position(*book.lines, position.key)));
      print_json(object);
    } else {
      print_line("{} {}  {}", mark, text, booksearch::book_value_text(position.value));
    }
  }
}

// Lists the moves of `book` that the other does not have, by the lines that lead to them.
void list_only(const LoadedMoveBook& book, const LoadedMoveBook& other, const std::string& from, char mark,
               bool json) {
  MoveLine line;
  const auto list = [&](const TouredMove& toured) {
    line.set(toured.ply, toured.before.move_text(toured.move));
    if (toured.entry == nullptr) return;
    const std::vector<BookMove> others = other.find(toured.before);
    if (booksearch::find_move(others, toured.entry->move) != nullptr) return;
    print_json_or_line(json,
                       {{mark == '<' ? "only_a" : "only_b", line.wire()}, {"weight", toured.entry->weight}},
                       "{} {}  {}", mark, line.readable(), toured.entry->weight);
  };
  take(tour_book(book.moves, book.starts(from), {}, list));
}

int diff_lines(const LoadedMoveBook& a, const LoadedMoveBook& b, bool list, bool json) {
  if (a.game != b.game) throw Failure(fmt::format("{} and {}: books of different games", a.name, b.name));
  if (list) {
    list_positions(a, b, '<', json);
    list_positions(b, a, '>', json);
  }
  const booksearch::ValueDifferences differences = booksearch::compare_values(*a.lines, *b.lines);
  Facts facts(json);
  facts.add("equal", !differences.any());
  facts.add("only_a", differences.only_a, "only in A", "{} of {} positions", differences.only_a,
            a.lines->size());
  facts.add("only_b", differences.only_b, "only in B", "{} of {} positions", differences.only_b,
            b.lines->size());
  facts.add("common_positions", differences.common, "in both", "{}; there, {} in A alone, and {} in B",
            counted(differences.common, "position"), counted(differences.moves_only_a, "move"),
            differences.moves_only_b);
  facts.add("moves_only_a", differences.moves_only_a);
  facts.add("moves_only_b", differences.moves_only_b);
  facts.add("other_best_moves", differences.best_moves, "other best moves");
  facts.add("other_values", differences.values, "other values",
            "{}; {} logit apart on average, {:.1f} % within 1.96 standard errors", differences.values,
            loss_text(differences.mean_distance), 100 * differences.within);
  facts.add("mean_absolute_shift", differences.mean_distance);
  facts.add("within_errors", differences.within);
  facts.print();
  if (!json && !differences.any()) print_line("the books are equal");
  return differences.any() ? kFoundWanting : kSuccess;
}

}  // namespace

int diff_moves(const LoadedMoveBook& a, const LoadedMoveBook& b, const std::string& from, bool list,
               bool json) {
  for (const LoadedMoveBook* book : {&a, &b})
    if (book->moves.indexed() != nullptr) (void)book->all();  // which says why not
  if ((a.lines == nullptr) != (b.lines == nullptr))
    throw Failure(fmt::format(
        "{} and {}: one has weights, the other one values; `tabiya book export --to polyglot` turns "
        "lines into a book with weights",
        a.name, b.name));
  if (a.lines != nullptr) return diff_lines(a, b, list, json);
  if (list) {
    list_only(a, b, from, '<', json);
    list_only(b, a, from, '>', json);
  }
  const booksearch::MoveDifferences differences = booksearch::compare_moves(a.all(), b.all());
  Facts facts(json);
  facts.add("equal", !differences.any());
  facts.add("only_a", differences.only_a, "only in A", "{} of {} moves", differences.only_a, a.moves.size());
  facts.add("only_b", differences.only_b, "only in B", "{} of {} moves", differences.only_b, b.moves.size());
  facts.add("common_positions", differences.positions, "in both", "{}",
            counted(differences.positions, "position"));
  facts.add("other_first_moves", differences.first_moves, "other first moves");
  facts.add("other_shares", differences.weights, "other shares");
  facts.print();
  if (!json && !differences.any()) print_line("the books are equal");
  return differences.any() ? kFoundWanting : kSuccess;
}

namespace {

// The book in PolyGlot's format in a file, as far as it can be used. Throws Failure if it cannot be read.
booksearch::MendedMoves mended_file(const std::string& path) {
  const std::string file = read_input(path, booksearch::kMaxMoveBook);
  return booksearch::mended_moves(std::as_bytes(std::span(file)), game_of_move_books().make_book_walk());
}

}  // namespace

int merge_moves(const std::vector<std::string>& paths, bool fix, const OutputOptions& output, bool json) {
  if (output.path.ends_with(kIndexedSuffix))
    throw Failure(fmt::format(
        "--out {}: an indexed book is made of books of moves with values; write FILE.bin", output.path));
  MoveBook merged;
  std::size_t read = 0;
  for (const std::string& path : paths) {
    const booksearch::MendedMoves mended =
        fix ? mended_file(path) : booksearch::MendedMoves{require_move_book(path).all()};
    if (!mended.was_sound()) print_note(fmt::format("{}: {}", input_name(path), describe(mended)));
    read += mended.book.moves.size();
    merged = &path == &paths.front() ? mended.book : merge_move_books(merged, mended.book);
  }
  write_output(output, write_polyglot(merged));
  if (output.path == "-") return kSuccess;
  print_json_or_line(
      json,
      {{"book", output.path}, {"entries", merged.moves.size()}, {"read", read}, {"books", paths.size()}},
      "{}: {} of {} in {}; weights of the same move were added", output.path,
      counted(merged.moves.size(), "entry"), read, counted(paths.size(), "book"));
  return kSuccess;
}

int merge_books_of_values(const std::vector<std::string>& paths, const OutputOptions& output, bool json) {
  std::optional<LoadedMoveBook> first;
  ValuedBook merged;
  std::size_t read = 0;
  for (const std::string& path : paths) {
    LoadedMoveBook loaded = require_valued_book(path, "merging with values");
    read += loaded.lines->size();
    if (first && loaded.game != first->game)
      throw Failure(fmt::format("{} and {}: books of different games", first->name, loaded.name));
    merged = first ? take(merge_valued_books(merged, *loaded.lines), loaded.name) : *loaded.lines;
    if (!first) first = std::move(loaded);
  }
  write_output(output, valued_book_file_for(output.path, merged, *first->game));
  if (output.path == "-") return kSuccess;
  print_json_or_line(
      json, {{"book", output.path}, {"positions", merged.size()}, {"read", read}, {"books", paths.size()}},
      "{}: {} of {} in {}", output.path, counted(merged.size(), "position"), read,
      counted(paths.size(), "book"));
  return kSuccess;
}

}  // namespace tabiya::tools
