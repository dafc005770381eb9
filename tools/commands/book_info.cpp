#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/jobs/known_oracles.h"

namespace tabiya::tools {
namespace {

struct BookInfoOptions {
  std::string book;
  std::string from;  // of a book of moves
  bool json = false;
};

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

// The program's name of the evaluation; null if the program does not know it, or the game.
Json optional_name(const BookMeta& meta) {
  try {
    const std::string name = evaluation_name(meta.game, meta.evaluation);
    return name.empty() ? Json(nullptr) : Json(name);
  } catch (const Failure&) {
    return nullptr;
  }
}

Json info_json(const Book& book) {
  const BookStatistics statistics(book);
  const auto optional_value = [](std::optional<Score> value) { return value ? Json(*value) : Json(nullptr); };
  Json depths = Json::object();
  for (const auto& [depth, count] : statistics.entries_by_depth) depths[std::to_string(depth)] = count;
  return {{"game", book.meta.game},
          {"entries", book.entries.size()},
          {"ordered", book.meta.ordered},
          {"distinct_replies", statistics.replies.size()},
          {"highest_value", optional_value(statistics.highest)},
          {"lowest_value", optional_value(statistics.lowest)},
          {"view", kRedView.name},
          {"entries_by_depth", depths},
          {"evaluation", fmt::format("{:016x}", book.meta.evaluation)},
          {"evaluation_name", optional_name(book.meta)},
          {"job", fmt::format("{:016x}", book.meta.job)},
          {"maker", book.meta.maker}};
}

int run_info(const BookInfoOptions& options, const OptionKinds& kinds) {
  if (const auto moves = load_move_book_for(kinds, options.book))
    return report_move_book(*moves, options.from, options.json);
  const LoadedBook loaded = load_book(options.book, Lines::kSkip);
  Json facts = info_json(loaded.book);
  if (options.json) {
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

}  // namespace

CommandRun book_info(CommandLine& app) {
  const auto options = std::make_shared<BookInfoOptions>();
  add_book_option(app, options->book);
  CommandLine of_moves = app.only_for({kBookOfMoves});
  add_from_option(of_moves, options->from);
  add_json_option(app, options->json);
  app.footer("Example: tabiya book info book.tbk");
  return [options, kinds = app.kinds()] { return run_info(*options, *kinds); };
}

}  // namespace tabiya::tools
