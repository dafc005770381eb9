#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/book/book_setups.h"
#include "core/game/entry_positions.h"
#include "core/search/value_text.h"
#include "core/setup/setup_chooser.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/setup_list.h"
#include "tools/assets/shipped.h"
#include "tools/books/any_book.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/engine_options.h"

namespace tabiya::tools {
namespace {

struct BookProbeOptions {
  std::string book;
  std::vector<std::string> setups;
  bool search = false;
  EngineChoice engine;
  LimitOptions limits;
  bool json = false;
};

// The answer to a red setup, and its source.
struct Answer {
  BookEntry entry;                   // for the setup that was asked for, not its mirror image
  std::optional<BookAnswer> source;  // in the book; nothing if it was searched
  std::size_t replies = 0;           // that were searched
};

class Prober {
 public:
  Prober(const BookProbeOptions& options, const LoadedBook& loaded)
      : options_(options),
        loaded_(loaded),
        index_(loaded.book, loaded.setups->reds(), loaded.setups->blues()) {
    if (!options.search) return;
    const GameModule& game = *loaded.game;
    engine_ = take_fitting(setup_phase_of(game, "book probe --search")
                               .make_pair_engine(chosen_evaluation(game, options.engine.network),
                                                 searcher_options(game, options.engine)),
                           game, options.engine.network);
    replies_ = distinct_replies({&loaded.book}, {}, *engine_);
    if (replies_.empty()) replies_ = sampled_replies(engine_->blues());
  }

  std::optional<Answer> find(SetupId red) {
    if (const std::optional<BookAnswer> found = index_.find(red)) {
      Answer answer{loaded_.book.entries[found->entry], found};
      answer.entry.red = red;
      answer.entry.reply = found->reply;
      return answer;
    }
    if (!options_.search) return std::nullopt;
    return Answer{search(red), std::nullopt, replies_.size()};
  }

 private:
  // Searches as `play` does: among the replies of the book, which are those to normalised reds.
  BookEntry search(SetupId red) {
    const SetupSpace& setups = loaded_.setups->reds();
    const bool mirrored = !setups.is_normalised(red);
    engine_->new_game();
    const std::uint64_t before = engine_->nodes();
    const FoundReply found = find_reply(setups.normalised(red), replies_, *engine_, options_.limits.limits());
    BookEntry entry;
    entry.red = red;
    entry.reply = mirrored ? engine_->blues().mirror(found.reply) : found.reply;
    entry.red_value = found.red_value;
    entry.depth = static_cast<std::uint8_t>(found.depth);
    entry.nodes = engine_->nodes() - before;
    return entry;
  }

  const BookProbeOptions& options_;
  const LoadedBook& loaded_;
  BookIndex index_;
  std::unique_ptr<PairEngine> engine_;
  std::vector<SetupId> replies_;
};

Json answer_json(const LoadedBook& loaded, SetupId red, const std::optional<Answer>& answer) {
  if (!answer) return {{"red", loaded.setups->reds().name(red)}, {"reply", nullptr}, {"source", nullptr}};
  Json facts;
  if (answer->source) {
    facts = entry_json(loaded, answer->source->entry);
  } else {
    LoadedBook found{{loaded.book.meta, {answer->entry}}, loaded.setups, loaded.game};
    found.book.meta.ordered = false;
    facts = entry_json(found, 0);
  }
  facts["red"] = loaded.setups->reds().name(red);
  facts["reply"] = loaded.setups->blues().name(answer->entry.reply);
  facts["reply_wire"] = reply_wire(*loaded.setups, answer->entry.reply);
  facts["mirrored"] = answer->source && answer->source->mirrored;
  if (facts["mirrored"] == Json(true)) facts["line"] = nullptr;  // of the mirror images
  facts["source"] = answer->source ? "book" : "search";
  return facts;
}

std::string source_text(const LoadedBook& loaded, const Answer& answer) {
  if (!answer.source && answer.replies == 1) return "searched, the only reply that was tried";
  if (!answer.source) return fmt::format("searched, the best of {} replies", answer.replies);
  return fmt::format("rank {}{}", rank_text(loaded.book, answer.source->entry),
                     answer.source->mirrored ? ", mirrored" : "");
}

std::string answer_text(const LoadedBook& loaded, SetupId red, const std::optional<Answer>& answer) {
  if (!answer) return fmt::format("{}  not in the book", loaded.setups->reds().name(red));
  const BookEntry& entry = answer->entry;
  const std::string error =
      entry.standard_error ? fmt::format(" ± {:.3f}", *entry.standard_error / kLogit) : std::string();
  std::string play;
  if (answer->source && !answer->source->mirrored)
    play = line_text(*loaded.setups, entry, &MoveText::readable);
  return fmt::format("{}  {}  {}  {}{} at depth {}  ({}){}{}", loaded.setups->reds().name(red),
                     loaded.setups->blues().name(entry.reply), reply_wire(*loaded.setups, entry.reply),
                     value_text(entry.red_value, first_view(*loaded.setups)), error, entry.depth,
                     source_text(loaded, *answer), play.empty() ? "" : "  ", play);
}

// True if the arguments are positions and not setups.
bool asks_positions(const BookProbeOptions& options) {
  return std::ranges::any_of(options.setups, [](const std::string& text) {
    return text == "startpos" || text.find(' ') != text.npos;
  });
}

int probe_setups(const BookOfSetups& setups, const BookProbeOptions& options) {
  const LoadedBook loaded = load_book(setups.name);
  const std::vector<SetupId> reds = parse_setup_arguments(options.setups, loaded.setups->reds());
  Prober prober(options, loaded);
  bool all_found = true;
  for (const SetupId red : reds) {
    const std::optional<Answer> answer = prober.find(red);
    all_found = all_found && answer;
    print_json_or_line(options.json, answer_json(loaded, red, answer), "{}",
                       answer_text(loaded, red, answer));
    flush_output();
  }
  return all_found ? kSuccess : kFoundWanting;
}

int run_probe(const BookProbeOptions& options, const OptionKinds& kinds) {
  if (options.book == "-" && options.setups == std::vector<std::string>{"-"})
    throw Failure("only one of BOOK and SETUP can be standard input");
  const AnyBook book = open_book(options.book, asks_positions(options));
  check_options(kinds, book);
  if (const auto* moves = std::get_if<LoadedMoveBook>(&book))
    return probe_moves(*moves, options.setups, /*drawn=*/false, options.json);
  return probe_setups(std::get<BookOfSetups>(book), options);
}

}  // namespace

CommandRun book_probe(CommandLine& app) {
  const auto options = std::make_shared<BookProbeOptions>();
  add_book_option(app, options->book);
  app.add_option("SETUP", options->setups,
                 "Red's setups, or positions of a book of moves; - reads one per line from standard input")
      .required()
      .type_name("TEXT");
  const CommandOption search =
      app.only_for({kBookOfSetups})
          .add_flag(
              "--search", options->search,
              "Search for a reply where the book has none. As `play` does, among the replies of the book; limits are "
              "for each setup, 3 seconds by default");
  CommandLine of_search = app.needing(search);
  of_search.begin_group("Search");
  add_engine_options(of_search, options->engine);
  add_limit_options(of_search, options->limits);
  add_json_option(app, options->json);
  app.footer(
      "Each line holds the red setup, Blue's reply (canonical and in wire notation), the value from Red's\n"
      "view with its standard error, the depth, and the line of play that the book has kept. Mirror images are\n"
      "found, too, without that line. The exit code is 1 if the book has no reply to a setup and --search is not\n"
      "given.\n"
      "Example: tabiya book probe shipped AWAAAAAADFFDDDAN --search --depth 8");
  return [options, kinds = app.kinds()] { return run_probe(*options, *kinds); };
}

}  // namespace tabiya::tools
