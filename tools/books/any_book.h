// Books of either kind as inputs of commands: of setups, or of moves.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "tools/assets/book_input.h"
#include "tools/assets/book_selection.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/command.h"

namespace tabiya::tools {

// The name of a book of setups. load_book() and load_sound_book() read it, as far as a command needs it.
struct BookOfSetups {
  std::string name;
};

using AnyBook = std::variant<BookOfSetups, LoadedMoveBook>;

// A file that holds both counts as a book of setups, unless its moves are wanted. Throws Failure for a damaged
// book of moves.
AnyBook open_book(const std::string& name, bool wants_moves = false);

// Throws Failure for a book of setups.
LoadedMoveBook moves_of(const AnyBook& book);

// Throws Failure for options that do not go with the book. `as`: another kind that the input has.
void check_options(const OptionKinds& options, const AnyBook& book, InputKind as = {});

// The options by which most commands choose what they tell of a book.
struct BookQuery {
  std::string book;
  BookSelection selection{};  // of a book of setups
  std::string from{};         // of a book of moves
  bool json = false;
};

// Declares BOOK, the selection and --from. `first_of_all`: --first goes with books of moves, too.
void add_book_query(CommandLine& app, BookQuery& query, bool first_of_all = false);

// The run of a command: of_setups(book, query) or of_moves(book, query), which return the exit code. The moves
// of a file that holds setups, too, are wanted where an option is given that goes with them alone.
template <class Query, class OfSetups, class OfMoves>
CommandRun on_book(const CommandLine& app, std::shared_ptr<Query> query, OfSetups of_setups,
                   OfMoves of_moves) {
  return [=, kinds = app.kinds()] {
    const AnyBook book = open_book(query->book, kinds->ask_for(kBookOfValues, kBookOfSetups));
    check_options(*kinds, book);
    if (const auto* moves = std::get_if<LoadedMoveBook>(&book)) return of_moves(*moves, *query);
    return of_setups(std::get<BookOfSetups>(book), *query);
  };
}

}  // namespace tabiya::tools
