#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "booksearch/explain/explanation.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/book_lines.h"
#include "tools/assets/book_selection.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/print.h"
#include "tools/drawing/board_text.h"
#include "tools/play/engine_options.h"
#include "tools/play/position_argument.h"
#include "tools/reports/explanation_text.h"

namespace tabiya::tools {
namespace {

struct BookShowOptions {
  std::string book;
  BookSelection selection{.first = 5};
  std::string from;  // of a book of moves
  bool why = false;
};

// Explains positions of the game of a book, by its shipped network or its other evaluation.
class Explanations {
 public:
  explicit Explanations(const LoadedBook& book)
      : game_(game_named(book.book.meta.game, "BOOK")), engine_(make_engine(game_, {})) {}

  void print(const PositionHandle& position) {
    const auto explanation = take(explain(*engine_, position, {}, &interrupt_.stop()));
    print_explanation(explanation, position->picture(), view_of(game_, *position));
  }

 private:
  const GameModule& game_;
  std::unique_ptr<GameEngine> engine_;
  InterruptFlag interrupt_;
};

void show_entry(const LoadedBook& loaded, std::size_t index, Explanations* why) {
  const BookEntry& entry = loaded.book.entries[index];
  const SetupPhase& setups = *loaded.setups;
  const View view = first_view(setups);
  std::string line = fmt::format("{} {} {}, {} {} ({})",
                                 loaded.book.meta.ordered ? rank_text(loaded.book, index) + "." : "-",
                                 view.viewer, setup_text(setups.reds(), entry.red), view.opponent,
                                 setup_text(setups.blues(), entry.reply), reply_wire(setups, entry.reply));
  if (entry.red_value)
    line += fmt::format(", value {} at depth {}", value_text(*entry.red_value, view), entry.depth);
  print_line("{}", line);
  if (entry.red < setups.reds().count() && entry.reply < setups.blues().count()) {
    const PositionHandle position = setups.position_after(entry.red, entry.reply);
    BoardPicture picture = position->picture();
    picture.hands.reset();
    picture.caption.clear();
    print(board_text(picture));
    if (const std::string play = line_text(setups, entry, &MoveText::readable); !play.empty())
      print_line("line of play: {}", play);
    if (why != nullptr && position->outcome() == Outcome::kOpen) why->print(position);
  } else {
    print_line("not a position: `tabiya verify` says what is wrong");
  }
}

int run_show(const BookShowOptions& options, const OptionKinds& kinds) {
  if (const auto moves = load_move_book_for(kinds, options.book))
    return probe_moves(*moves, {options.from}, /*drawn=*/true, /*json=*/false);
  const LoadedBook loaded = load_book(options.book);
  const std::vector<std::size_t> entries =
      select_entries(loaded, options.selection, input_name(options.book));
  std::optional<Explanations> why;
  if (options.why) why.emplace(loaded);
  for (const std::size_t entry : entries) {
    if (entry != entries.front()) print_line("");
    show_entry(loaded, entry, why ? &*why : nullptr);
  }
  return kSuccess;
}

}  // namespace

CommandRun book_show(CommandLine& app) {
  const auto options = std::make_shared<BookShowOptions>();
  add_book_option(app, options->book);
  CommandLine of_setups = app.only_for({kBookOfSetups});
  CommandLine of_moves = app.only_for({kBookOfMoves, kBookOfLines});
  add_selection_options(of_setups, options->selection);
  add_from_option(of_moves, options->from);
  of_setups.add_flag(
      "--why", options->why,
      "Explain the position after the setups: what threatens, why tempting moves lose, which pieces count");
  app.footer("Red is at the bottom.\nExample: tabiya book show book.tbk --first 3");
  return [options, kinds = app.kinds()] { return run_show(*options, *kinds); };
}

}  // namespace tabiya::tools
