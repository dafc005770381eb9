// Two books of moves beside each other, and as one.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "booksearch/books/written_value.h"
#include "codec/text.h"
#include "core/book/book_paths.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book.h"
#include "core/search/value_text.h"
#include "tools/books/book_tour.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct ValueDifferences {
  std::size_t only_a = 0, only_b = 0;              // positions
  std::size_t common = 0;                          // positions
  std::size_t moves_only_a = 0, moves_only_b = 0;  // of common positions
  std::size_t best_moves = 0;                      // common positions with another best move
  std::size_t values = 0;                          // with another value, or error
  double mean_distance = 0;                        // of the values that are not proven, logit x 10,000
  double within = 0;  // of these, the share that lies within 1.96 standard errors

  bool any() const { return only_a + only_b + moves_only_a + moves_only_b + best_moves + values > 0; }
};

std::size_t moves_only_in(const ValuedBook& a, BookNode in_a, const ValuedBook& b, BookNode in_b) {
  return static_cast<std::size_t>(std::ranges::count_if(a.moves(in_a), [&](const BookLink& link) {
    return std::ranges::count(b.moves(in_b), link.move, &BookLink::move) == 0;
  }));
}

std::optional<MoveCode> best_move_of(const ValuedBook& lines, BookNode node) {
  const std::vector<BookChoice> choices = book_choices(lines, node);
  return choices.empty() ? std::nullopt : std::optional(choices[0].move);
}

ValueDifferences compare(const ValuedBook& a, const ValuedBook& b) {
  ValueDifferences differences;
  std::size_t compared = 0, within = 0;
  for (BookNode in_a = 0; in_a < a.size(); ++in_a) {
    const auto in_b = b.find(a[in_a].key);
    if (!in_b) {
      ++differences.only_a;
      continue;
    }
    ++differences.common;
    differences.moves_only_a += moves_only_in(a, in_a, b, *in_b);
    differences.moves_only_b += moves_only_in(b, *in_b, a, in_a);
    differences.best_moves += best_move_of(a, in_a) != best_move_of(b, *in_b);
    const BookValue &of_a = a[in_a].value, &of_b = b[*in_b].value;
    differences.values += of_a != of_b;
    if (is_proven(of_a.value) || is_proven(of_b.value)) continue;
    const double distance = std::abs(static_cast<double>(of_a.value) - of_b.value);
    differences.mean_distance += (distance - differences.mean_distance) / static_cast<double>(++compared);
    within += distance <= 1.96 * std::hypot(of_a.error, of_b.error);
  }
  differences.only_b = b.size() - differences.common;
  if (compared > 0) differences.within = static_cast<double>(within) / static_cast<double>(compared);
  return differences;
}

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

// The differences of two books of moves, counted.
struct MoveDifferences {
  std::size_t only_a = 0, only_b = 0;  // moves
  std::size_t weights = 0;             // moves of both with another share of their position
  std::size_t first_moves = 0;         // positions of both whose first move is another one
  std::size_t positions = 0;           // of both

  bool any() const { return only_a + only_b + weights + first_moves > 0; }
};

const BookMove* find_move(std::span<const BookMove> moves, MoveCode code) {
  const auto found = std::ranges::find(moves, code, &BookMove::move);
  return found == moves.end() ? nullptr : &*found;
}

// True if no move of the position is heavier.
bool is_first(MoveCode code, std::span<const BookMove> moves) {
  const BookMove* move = find_move(moves, code);
  return move != nullptr && move->weight == std::ranges::max(moves, {}, &BookMove::weight).weight;
}

bool is_same_share(const BookMove& a, std::span<const BookMove> in_a, const BookMove& b,
                   std::span<const BookMove> in_b) {
  constexpr double kRounding = 1e-4;  // of weights that were scaled
  const auto share = [](const BookMove& move, std::span<const BookMove> moves) {
    const double total = static_cast<double>(total_weight(moves));
    return total > 0 ? static_cast<double>(move.weight) / total : 0;
  };
  return std::abs(share(a, in_a) - share(b, in_b)) < kRounding;
}

MoveDifferences compare_moves(const MoveBook& a, const MoveBook& b) {
  MoveDifferences differences;
  for_each_position(a, [&](std::span<const BookMove> in_a) {
    const std::span<const BookMove> in_b = b.find(in_a.front().key);
    if (!in_b.empty()) {
      ++differences.positions;
      differences.first_moves += !is_first(in_a.front().move, in_b);
    }
    for (const BookMove& move : in_a) {
      const BookMove* other = find_move(in_b, move.move);
      differences.only_a += other == nullptr;
      differences.weights += other != nullptr && !is_same_share(move, in_a, *other, in_b);
    }
  });
  for (const BookMove& move : b.moves)
    differences.only_b += find_move(a.find(move.key), move.move) == nullptr;
  return differences;
}

// Lists the moves of `book` that the other does not have, by the lines that lead to them.
void list_only(const LoadedMoveBook& book, const LoadedMoveBook& other, const std::string& from, char mark,
               bool json) {
  MoveLine line;
  tour_book(book.moves, book.starts(from), {}, [&](const TouredMove& toured) {
    line.set(toured.ply, toured.before.move_text(toured.move));
    if (toured.entry == nullptr) return;
    const std::vector<BookMove> others = other.moves.find(toured.before);
    if (find_move(others, toured.entry->move) != nullptr) return;
    print_json_or_line(json,
                       {{mark == '<' ? "only_a" : "only_b", line.wire()}, {"weight", toured.entry->weight}},
                       "{} {}  {}", mark, line.readable(), toured.entry->weight);
  });
}

int diff_lines(const LoadedMoveBook& a, const LoadedMoveBook& b, bool list, bool json) {
  if (a.game != b.game) throw Failure(fmt::format("{} and {}: books of different games", a.name, b.name));
  if (list) {
    list_positions(a, b, '<', json);
    list_positions(b, a, '>', json);
  }
  const ValueDifferences differences = compare(*a.lines, *b.lines);
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
    if (book->moves.indexed() != nullptr) (void)book->moves.all();  // which says why not
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
  const MoveDifferences differences = compare_moves(a.moves.all(), b.moves.all());
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

int merge_moves(const std::vector<std::string>& paths, bool fix, const OutputOptions& output, bool json) {
  if (output.path.ends_with(kIndexedSuffix))
    throw Failure(fmt::format(
        "--out {}: an indexed book is made of books of moves with values; write FILE.bin", output.path));
  MoveBook merged;
  std::size_t read = 0;
  for (const std::string& path : paths) {
    const MendedMoves mended = fix ? mended_moves(path) : MendedMoves{require_move_book(path).moves.all()};
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
