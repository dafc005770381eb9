#include <limits>
#include <memory>
#include <string>

#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct BookListOptions {
  std::string book;
  BookSelection selection;
  std::string from;  // of a book of moves, as the next
  int plies = std::numeric_limits<int>::max();
  bool json = false;
};

int run_list(const BookListOptions& options, const OptionKinds& kinds) {
  if (const auto moves = load_move_book_for(kinds, options.book))
    return list_moves(*moves, options.from, {options.plies, options.selection.first}, options.json);
  const LoadedBook loaded = load_book(options.book);
  const auto& entries = loaded.book.entries;
  const std::vector<std::size_t> selected =
      select_entries(loaded, options.selection, input_name(options.book));
  if (!options.json && !selected.empty()) print_line("{}", entry_header(*loaded.setups));
  for (const std::size_t i : selected) {
    if (options.json) {
      print_json(entry_json(loaded, i));
    } else {
      print_line("{:>6}  {}", rank_text(loaded.book, i), entry_text(*loaded.setups, entries[i]));
    }
  }
  return kSuccess;
}

}  // namespace

CommandRun book_list(CommandLine& app) {
  const auto options = std::make_shared<BookListOptions>();
  add_book_option(app, options->book);
  CommandLine of_setups = app.only_for({kBookOfSetups});
  CommandLine of_moves = app.only_for({kBookOfMoves, kBookOfLines});
  add_first_option(app, options->selection);
  add_other_selection_options(of_setups, options->selection);
  add_from_option(of_moves, options->from);
  of_moves.add_option("--plies", options->plies, "Of a book of moves: list so many plies")
      .whole_number(1, 10'000);
  add_json_option(app, options->json);
  app.footer(
      "Each line holds rank, red setup, reply (canonical and in wire notation), depth, and the value from\n"
      "Red's view, as logit and winning chances. JSON has logit x 10,000.\n"
      "Of a book of moves (PolyGlot's .bin), each line holds a move, its weight and its share of the position's\n"
      "weights, below the move that leads there.\n"
      "Example: tabiya book list shipped --first 10 --value -0.1: --red-piece W@a1");
  return [options, kinds = app.kinds()] { return run_list(*options, *kinds); };
}

}  // namespace tabiya::tools
