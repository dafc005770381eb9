// Two books of lines beside each other, and as one.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/line_book.h"
#include "core/book/line_paths.h"
#include "core/search/value_text.h"
#include "tools/books/line_book_input.h"
#include "tools/books/line_book_reports.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct LineDifferences {
  std::size_t only_a = 0, only_b = 0;              // positions
  std::size_t common = 0;                          // positions
  std::size_t moves_only_a = 0, moves_only_b = 0;  // of common positions
  std::size_t best_moves = 0;                      // common positions with another best move
  std::size_t values = 0;                          // with another value, or error
  double mean_distance = 0;                        // of the values that are not proven, logit x 10,000
  double within = 0;  // of these, the share that lies within 1.96 standard errors

  bool any() const { return only_a + only_b + moves_only_a + moves_only_b + best_moves + values > 0; }
};

std::size_t moves_only_in(const LineBook& a, LineNode in_a, const LineBook& b, LineNode in_b) {
  return static_cast<std::size_t>(std::ranges::count_if(a.moves(in_a), [&](const LineLink& link) {
    return std::ranges::count(b.moves(in_b), link.move, &LineLink::move) == 0;
  }));
}

std::optional<MoveCode> best_move_of(const LineBook& lines, LineNode node) {
  const std::vector<LineChoice> choices = line_choices(lines, node);
  return choices.empty() ? std::nullopt : std::optional(choices[0].move);
}

LineDifferences compare(const LineBook& a, const LineBook& b) {
  LineDifferences differences;
  std::size_t compared = 0, within = 0;
  for (LineNode in_a = 0; in_a < a.size(); ++in_a) {
    const auto in_b = b.find(a[in_a].key);
    if (!in_b) {
      ++differences.only_a;
      continue;
    }
    ++differences.common;
    differences.moves_only_a += moves_only_in(a, in_a, b, *in_b);
    differences.moves_only_b += moves_only_in(b, *in_b, a, in_a);
    differences.best_moves += best_move_of(a, in_a) != best_move_of(b, *in_b);
    const LineValue &of_a = a[in_a].value, &of_b = b[*in_b].value;
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
  const LinePaths paths(*book.lines);
  const std::unique_ptr<BookWalk> walk = book.game->make_book_walk();
  for (const LineNode node : paths.order()) {
    const BookPosition& position = (*book.lines)[node];
    if (other.lines->find(position.key)) continue;
    const std::string text = take(paths.position(node, *walk), book.name)->text();
    if (json) {
      Json object{{mark == '<' ? "only_a" : "only_b", text}};
      object.update(line_position_json(known_position(*book.lines, position.key)));
      print_json(object);
    } else {
      print_line("{} {}  {}", mark, text, line_value_text(position.value));
    }
  }
}

}  // namespace

int diff_lines(const LoadedMoveBook& a, const LoadedMoveBook& b, bool list, bool json) {
  if (a.game != b.game) throw Failure(fmt::format("{} and {}: books of different games", a.name, b.name));
  if (list) {
    list_positions(a, b, '<', json);
    list_positions(b, a, '>', json);
  }
  const LineDifferences differences = compare(*a.lines, *b.lines);
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

int merge_line_books(const std::vector<std::string>& paths, const OutputOptions& output, bool json) {
  std::optional<LoadedMoveBook> first;
  LineBook merged;
  std::size_t read = 0;
  for (const std::string& path : paths) {
    LoadedMoveBook loaded = require_lines(path, "merging with books of lines");
    read += loaded.lines->size();
    if (first && loaded.game != first->game)
      throw Failure(fmt::format("{} and {}: books of different games", first->name, loaded.name));
    merged = first ? take(merge_lines(merged, *loaded.lines), loaded.name) : *loaded.lines;
    if (!first) first = std::move(loaded);
  }
  write_output(output, as_text(line_book_file_for(output.path, merged, *first->game)));
  if (output.path == "-") return kSuccess;
  print_json_or_line(
      json, {{"book", output.path}, {"positions", merged.size()}, {"read", read}, {"books", paths.size()}},
      "{}: {} of {} in {}", output.path, counted(merged.size(), "position"), read,
      counted(paths.size(), "book"));
  return kSuccess;
}

}  // namespace tabiya::tools
