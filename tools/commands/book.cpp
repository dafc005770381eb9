#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "booksearch/explain/explanation.h"
#include "core/game/entry_positions.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/books/any_book.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/drawing/board_drawing.h"
#include "tools/jobs/oracle_choice.h"
#include "tools/play/engine_options.h"
#include "tools/play/position_argument.h"
#include "tools/reports/explanation_text.h"

namespace tabiya::tools {
namespace {

// Statistics of the entries.
struct BookStatistics {
  std::set<SetupId> replies;
  std::map<int, std::size_t> entries_by_depth;
  std::optional<Score> highest, lowest;  // red's view

  explicit BookStatistics(const Book& book) {
    for (const BookEntry& entry : book.entries) {
      replies.insert(entry.reply);
      ++entries_by_depth[entry.depth];
      if (!entry.red_value) continue;
      highest = std::max(highest.value_or(*entry.red_value), *entry.red_value);
      lowest = std::min(lowest.value_or(*entry.red_value), *entry.red_value);
    }
  }
};

// The program's name of the evaluation; null if the program does not know it.
Json optional_name(const LoadedBook& loaded) {
  try {
    const std::string name = evaluation_name(*loaded.game, loaded.book.meta.evaluation);
    return name.empty() ? Json(nullptr) : Json(name);
  } catch (const Failure&) {
    return nullptr;
  }
}

Json info_json(const LoadedBook& loaded) {
  const Book& book = loaded.book;
  const BookStatistics statistics(book);
  Json depths = Json::object();
  for (const auto& [depth, count] : statistics.entries_by_depth) depths[std::to_string(depth)] = count;
  return {{"game", book.meta.game},
          {"entries", book.entries.size()},
          {"ordered", book.meta.ordered},
          {"distinct_replies", statistics.replies.size()},
          {"highest_value", statistics.highest},
          {"lowest_value", statistics.lowest},
          {"view", kRedView.name},
          {"entries_by_depth", depths},
          {"evaluation", fmt::format("{:016x}", book.meta.evaluation)},
          {"evaluation_name", optional_name(loaded)},
          {"job", fmt::format("{:016x}", book.meta.job)},
          {"maker", book.meta.maker}};
}

int setups_info(const BookOfSetups& setups, const BookQuery& query) {
  const LoadedBook loaded = load_book(setups.name, LinesOfPlay::kSkip);
  Json facts = info_json(loaded);
  if (query.json) {
    print_json(facts);
    return kSuccess;
  }
  facts.erase("view");
  for (const char* name : {"highest_value", "lowest_value"}) {
    if (!facts[name].is_null())
      facts[name] = value_text(facts[name].get<Score>(), first_view(*loaded.setups));
  }
  print_fact_list(facts);
  return kSuccess;
}

struct ListQuery : BookQuery {
  int plies = std::numeric_limits<int>::max();  // of a book of moves
};

int list_setups(const BookOfSetups& setups, const ListQuery& query) {
  const LoadedBook loaded = load_book(setups.name);
  const auto& entries = loaded.book.entries;
  const std::vector<std::size_t> selected = select_entries(loaded, query.selection);
  if (!query.json && !selected.empty()) print_line("{}", entry_header(*loaded.setups));
  for (const std::size_t i : selected) {
    if (query.json)
      print_json(entry_json(loaded, i));
    else
      print_line("{:>6}  {}", rank_text(loaded.book, i), entry_text(*loaded.setups, entries[i]));
  }
  return kSuccess;
}

struct ShowQuery : BookQuery {
  bool why = false;  // of a book of setups
};

// Explains positions of the game of a book, by its shipped network or its other evaluation.
class Explanations {
 public:
  explicit Explanations(const LoadedBook& book) : game_(*book.game), engine_(make_engine(game_, {})) {}

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

int show_setups(const BookOfSetups& setups, const ShowQuery& query) {
  const LoadedBook loaded = load_book(setups.name);
  const std::vector<std::size_t> entries = select_entries(loaded, query.selection);
  std::optional<Explanations> why;
  if (query.why) why.emplace(loaded);
  for (const std::size_t entry : entries) {
    if (entry != entries.front()) print_line("");
    show_entry(loaded, entry, why ? &*why : nullptr);
  }
  return kSuccess;
}

}  // namespace

CommandRun book_info(CommandLine& app) {
  const auto query = std::make_shared<BookQuery>();
  add_book_option(app, query->book);
  add_from_option(app.only_for({kBookOfMoves}), query->from);
  add_json_option(app, query->json);
  app.footer("Example: tabiya book info book.tbk");
  return on_book(app, query, setups_info, [](const LoadedMoveBook& moves, const BookQuery& asked) {
    return report_move_book(moves, asked.from, asked.json);
  });
}

CommandRun book_list(CommandLine& app) {
  const auto query = std::make_shared<ListQuery>();
  add_book_query(app, *query, /*first_of_all=*/true);
  app.only_for({kBookOfMoves, kBookOfValues})
      .add_option("--plies", query->plies, "Of a book of moves: list so many plies")
      .whole_number(1, 10'000);
  add_json_option(app, query->json);
  app.footer(
      "Each line holds rank, red setup, reply (canonical and in wire notation), depth, and the value from\n"
      "Red's view, as logit and winning chances. JSON has logit x 10,000.\n"
      "Of a book of moves (PolyGlot's .bin), each line holds a move, its weight and its share of the position's\n"
      "weights, below the move that leads there.\n"
      "Example: tabiya book list shipped --first 10 --value -0.1: --red-piece W@a1");
  return on_book(app, query, list_setups, [](const LoadedMoveBook& moves, const ListQuery& asked) {
    return list_moves(moves, asked.from, {asked.plies, asked.selection.first}, asked.json);
  });
}

CommandRun book_show(CommandLine& app) {
  const auto query = std::make_shared<ShowQuery>();
  query->selection.first = 5;
  add_book_query(app, *query);
  app.only_for({kBookOfSetups})
      .add_flag(
          "--why", query->why,
          "Explain the position after the setups: what threatens, why tempting moves lose, which pieces count");
  app.footer("Red is at the bottom.\nExample: tabiya book show book.tbk --first 3");
  return on_book(app, query, show_setups, [](const LoadedMoveBook& moves, const ShowQuery& asked) {
    return probe_moves(moves, {asked.from}, /*drawn=*/true, /*json=*/false);
  });
}

}  // namespace tabiya::tools
