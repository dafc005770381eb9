#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/books/book_tour.h"
#include "tools/books/line_book_reports.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

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

}  // namespace tabiya::tools
