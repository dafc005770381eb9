#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/pooled_results.h"
#include "core/games/games.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/result_text.h"
#include "tools/assets/ruled_book.h"
#include "tools/assets/shipped.h"
#include "tools/books/move_book_input.h"
#include "tools/books/result_games.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/play/match/statistics.h"

namespace tabiya::tools {
namespace {

struct BookResultsOptions {
  std::string book;
  std::string network;  // empty: as chosen_evaluation() has it
  ResultGames games;
  std::optional<std::uint64_t> weaker_nodes;
  ComputationOptions computation;
  OutputOptions output;
  bool resume = false;
  bool json = false;
};

// What an earlier run has left in the output. Throws Failure if that is another book, or its games are others.
BookResults earlier_results(const BookResultsOptions& options, const Book& book) {
  const std::string& path = options.output.path;
  if (!has_content(path)) return {};
  const std::string file = read_own_output(path, kMaxBookFile);
  Book earlier = take(decode_book(std::as_bytes(std::span(file))), path, "name another file with --out");
  BookResults results = std::move(earlier.results);
  earlier.results = book.results;
  if (earlier != book)
    throw Failure(fmt::format("{}: not {} with results of games; name another file with --out", path,
                              input_name(options.book)));
  if (!results.empty() && results.conditions != options.games.conditions)
    throw Failure(fmt::format(
        "{}: its games were played with other nodes, numbers of games, seeds or networks than these; "
        "start anew with --force instead of --resume",
        path));
  return results;
}

void write_book(const BookResultsOptions& options, const Book& book) {
  const std::vector<std::byte> bytes = encode_ruled_book(book);
  OutputOptions output = options.output;
  output.force = output.force || options.resume;
  write_output(output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Tally totals_of(const BookResults& results, std::size_t stronger) {
  Tally totals;
  for (const PairResults& pair : results.pairs) {
    const GameCounts& counts = pair.counts[stronger];
    totals.wins += counts.wins;
    totals.draws += counts.draws;
    totals.losses += counts.losses;
  }
  return totals;
}

void print_facts(const BookResultsOptions& options, const LoadedBook& loaded) {
  const BookResults& results = loaded.book.results;
  const PooledResults pooled(results);
  const View view = first_view(*loaded.setups);
  const std::uint64_t games = 2 * std::uint64_t{results.conditions.games} * results.pairs.size();
  if (!options.json)
    print_line("{}: {} of {}", options.output.path, counted(games, "game"),
               counted(results.pairs.size(), "pair"));
  Json sides = Json::array();
  for (const int stronger : {0, 1}) {
    const Tally totals = totals_of(results, static_cast<std::size_t>(stronger));
    const double deviation = std::sqrt(pooled.side(stronger).pair_variance);
    const std::string side(stronger == 0 ? view.viewer : view.opponent);
    sides.push_back({{"stronger", side},
                     {"wins", totals.wins},
                     {"draws", totals.draws},
                     {"losses", totals.losses},
                     {"score", totals.score()},
                     {"deviation_of_pairs", deviation}});
    if (!options.json)
      print_line("  {} with {} nodes against {}: {}, {:.1f} %; pairs of one value differ by {:.1f} %", side,
                 results.conditions.nodes, results.conditions.weaker_nodes,
                 counts_text(totals.wins, totals.draws, totals.losses), 100 * totals.score(),
                 100 * deviation);
  }
  if (options.json)
    print_json(
        {{"book", options.output.path}, {"pairs", results.pairs.size()}, {"games", games}, {"sides", sides}});
}

int run_results(BookResultsOptions& options) {
  if (!options.resume) check_output(options.output, options.json);
  if (load_move_book(options.book))
    throw Failure(fmt::format("{}: a book of moves; results are those of setups", input_name(options.book)));
  LoadedBook loaded = load_sound_book(options.book);
  const GameModule& game = game_named(loaded.book.meta.game, input_name(options.book));
  const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
  GameConditions& conditions = options.games.conditions;
  conditions.weaker_nodes =
      static_cast<std::uint32_t>(options.weaker_nodes.value_or(std::max(1u, conditions.nodes / 4)));
  if (conditions.weaker_nodes > conditions.nodes)
    throw Failure(fmt::format("--weaker-nodes {}: more than the {} of --nodes; lower it, or raise --nodes",
                              conditions.weaker_nodes, conditions.nodes));
  conditions.origin = take_fitting(origin_of_games(game, evaluation), game, options.network);
  BookResults results;
  if (options.resume) results = earlier_results(options, loaded.book);

  Computation computation(options.computation);
  const auto work = [&](const booksearch::Control& control) {
    const Status status = play_results(loaded, game, evaluation, options.games, results, control);
    loaded.book.results = results;
    if (!results.empty()) write_book(options, loaded.book);
    return status;
  };
  take(computation.run(
           work, fmt::format("{} has the setups that are done; continue with --resume", options.output.path)),
       "book results");
  if (options.output.path != "-") print_facts(options, loaded);
  return kSuccess;
}

void add_rare_options(CommandLine& app, BookResultsOptions& options) {
  ResultGames& games = options.games;
  app.add_option("--depth", games.depth,
                 "Depth to which other replies are compared with the book's, in plies")
      .rare()
      .whole_number(1, 40)
      .capture_default_str();
  app.add_option("--candidates", games.candidates,
                 "Compare this many other replies of the book, the statically best")
      .rare()
      .whole_number(0, 10'000)
      .capture_default_str();
  app.add_option("--seed", games.conditions.seed, "Seed of the nodes of each move")
      .rare()
      .whole_number()
      .capture_default_str();
}

}  // namespace

CommandRun book_results(CommandLine& app) {
  const auto options = std::make_shared<BookResultsOptions>();
  constexpr std::uint32_t kMostNodes = 100'000'000;
  add_book_option(app, options->book);
  ResultGames& games = options->games;
  app.add_option("--reds", games.reds, "Play from the first N entries")
      .type_name("N")
      .whole_number(1, 100'000'000)
      .capture_default_str();
  app.add_option("--replies", games.replies,
                 "Play up to N replies to each, as good within the error of its value")
      .type_name("N")
      .whole_number(1, 1'000)
      .capture_default_str();
  app.add_option("--games", games.conditions.games,
                 "Games of each pair with Red, and with Blue, as the stronger side")
      .type_name("N")
      .whole_number(1, 10'000)
      .capture_default_str();
  app.add_option("--nodes", games.conditions.nodes, "Nodes of a move of the stronger side, on average")
      .type_name("N")
      .whole_number(1, kMostNodes)
      .capture_default_str();
  app.add_option("--weaker-nodes", options->weaker_nodes, "The same of the weaker side")
      .type_name("N")
      .whole_number(1, kMostNodes)
      .default_text("a quarter of --nodes");
  app.add_option("--net", options->network, "Network or linear model to play with")
      .type_name("FILE")
      .default_text(kShipped);
  add_rare_options(app, *options);
  add_output_options(app, options->output);
  app.add_flag("--resume", options->resume, "Continue with what --out has already").group(kOutputGroup);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Of setups that are equally good, some win more often against an opponent that errs. The book with the\n"
      "results is written to --out; `play --opening-risk` chooses by them, and `book show` prints them. The same\n"
      "book, options and seed give the same bytes, with any number of threads, and stopped or not.\n"
      "Example: tabiya book results book.tbk --reds 100 --out results.tbk");
  return [options] { return run_results(*options); };
}

}  // namespace tabiya::tools
