#include "tools/books/any_book.h"

#include <optional>
#include <vector>

#include "tools/cli/input.h"

namespace tabiya::tools {

AnyBook open_book(const std::string& name, bool wants_moves) {
  if (std::optional<LoadedMoveBook> moves = load_move_book(name, wants_moves)) return *std::move(moves);
  return BookOfSetups{name};
}

LoadedMoveBook moves_of(const AnyBook& book) {
  const auto* moves = std::get_if<LoadedMoveBook>(&book);
  return moves != nullptr ? *moves : require_move_book(std::get<BookOfSetups>(book).name);
}

void check_options(const OptionKinds& options, const AnyBook& book, InputKind as) {
  const auto* moves = std::get_if<LoadedMoveBook>(&book);
  std::vector<InputKind> kinds{moves != nullptr ? kind_of(*moves) : kBookOfSetups};
  if (!as.empty()) kinds.push_back(as);
  options.check(moves != nullptr ? moves->name : input_name(std::get<BookOfSetups>(book).name), kinds);
}

void add_book_query(CommandLine& app, BookQuery& query, bool first_of_all) {
  const CommandLine of_setups = app.only_for({kBookOfSetups});
  add_book_option(app, query.book);
  add_selection_options(of_setups, query.selection, first_of_all ? app : of_setups);
  add_from_option(app.only_for({kBookOfMoves, kBookOfValues}), query.from);
}

}  // namespace tabiya::tools
