#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/jobs/known_oracles.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string book;
  bool json = false;
};

// What the entries hold, counted.
struct Statistics {
  std::set<SetupId> replies;
  std::map<int, std::size_t> entries_by_depth;
  std::optional<Score> highest, lowest;  // red's view

  explicit Statistics(const Book& book) {
    for (const BookEntry& entry : book.entries) {
      replies.insert(entry.reply);
      ++entries_by_depth[entry.depth];
      if (!entry.red_value) continue;
      highest = std::max(highest.value_or(*entry.red_value), *entry.red_value);
      lowest = std::min(lowest.value_or(*entry.red_value), *entry.red_value);
    }
  }
};

// What the program calls the evaluation; null where it does not know it, or the game.
nlohmann::ordered_json optional_name(const BookMeta& meta) {
  try {
    const std::string name = evaluation_name(meta.game, meta.evaluation);
    return name.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(name);
  } catch (const Failure&) {
    return nullptr;
  }
}

nlohmann::ordered_json info_json(const Book& book) {
  const Statistics statistics(book);
  const auto optional_value = [](std::optional<Score> value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  };
  nlohmann::ordered_json depths = nlohmann::ordered_json::object();
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

int run_info(const Options& options) {
  const LoadedBook loaded = load_book(options.book);
  nlohmann::ordered_json facts = info_json(loaded.book);
  if (options.json) {
    print_json(facts);
    return kSuccess;
  }
  facts.erase("view");
  for (const char* name : {"highest_value", "lowest_value"}) {
    if (!facts[name].is_null())
      facts[name] = value_text(facts[name].get<Score>(), first_view(*loaded.setups));
  }
  for (const auto& [name, value] : facts.items()) {
    std::string text = value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : value.dump();
    std::string label = name;
    std::ranges::replace(label, '_', ' ');
    print_line("{:<18}{}", label, text);
  }
  return kSuccess;
}

}  // namespace

CommandRun book_info(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_book_option(app, options->book);
  add_json_option(app, options->json);
  app.footer("Example: tabiya book info book.tbk");
  return [options] { return run_info(*options); };
}

}  // namespace tabiya::tools
