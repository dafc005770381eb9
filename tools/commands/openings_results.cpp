#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/match/statistics.h"
#include "booksearch/openings/start_results.h"
#include "codec/text.h"
#include "tools/books/pgn_input.h"
#include "tools/books/start_lists.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using booksearch::LeftOutGames;
using booksearch::PairCounts;
using booksearch::PairShares;
using booksearch::Shrinkage;
using booksearch::StartEntry;
using booksearch::StartRecord;
using booksearch::StartResults;

constexpr std::size_t kLevel = 2;         // the place of one point in the counts of pairs
constexpr std::size_t kShownStarts = 10;  // starts that resolve nothing, without --list
constexpr double kResolvesNothing = 0.5;  // of the book's share of unlevel pairs

struct ResultsOptions {
  std::vector<std::string> files;
  std::string game;
  std::size_t plies = 0;
  bool list = false;
  bool json = false;
};

// A start position with its expected values.
struct RatedStart {
  const StartRecord* record;
  PairShares expected;
  double most_unlevel;  // with 95 %
  bool resolves_nothing;

  double unlevel() const { return 1 - expected[kLevel]; }
};

PairCounts sum_of_pairs(const std::vector<StartRecord>& records) {
  PairCounts sum{};
  for (const StartRecord& record : records)
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += record.pairs[k];
  return sum;
}

std::vector<RatedStart> rated_starts(const StartResults& results, const Shrinkage& shrinkage) {
  const double book = 1 - shrinkage.mean()[kLevel];
  std::vector<RatedStart> lines;
  for (const StartRecord& record : results.records()) {
    const double most = shrinkage.bound_of_others(record.pairs, kLevel);
    lines.push_back({&record, shrinkage.expected(record.pairs), most, most < kResolvesNothing * book});
  }
  std::ranges::stable_sort(lines, {}, &RatedStart::unlevel);
  return lines;
}

std::string counts_text(const PairCounts& counts) {
  return fmt::format("{} {} {} {} {}", counts[0], counts[1], counts[2], counts[3], counts[4]);
}

// The text is "3 left out: 2 that cannot be read, 1 without a result".
std::string left_out_text(const LeftOutGames& games) {
  std::string text = fmt::format("{} left out", games.count());
  if (games.unreadable > 0) text += fmt::format(": {} that cannot be read", games.unreadable);
  if (games.without_result > 0)
    text += fmt::format("{} {} without a result", games.unreadable > 0 ? "," : ":", games.without_result);
  return text;
}

void add_elo(Facts& facts, const PairCounts& pairs, const Shrinkage& shrinkage) {
  const auto estimate = estimate_elo(Tally{.pairs = pairs});
  if (!estimate) return facts.add("normalised_elo", nullptr);
  facts.add("normalised_elo", {{"value", estimate->normalised}, {"error", estimate->normalised_error}});
  facts.line("normalised Elo {:+.1f} ± {:.1f}; {:.0f} % of the pairs are unlevel", estimate->normalised,
             estimate->normalised_error, 100 * (1 - shrinkage.mean()[kLevel]));
}

void print_results(const StartResults& results, const Shrinkage& shrinkage, std::size_t marked, bool json) {
  const PairCounts sum = sum_of_pairs(results.records());
  const LeftOutGames& left_out = results.left_out();
  Facts facts(json);
  facts.add({{"starts", results.records().size()},
             {"games", results.games()},
             {"left_out", left_out.count()},
             {"unreadable", left_out.unreadable},
             {"without_result", left_out.without_result},
             {"unpaired", results.unpaired()},
             {"pairs", sum}});
  facts.line("{} from {}: {}, {} without a partner, {}", counted(results.games(), "game"),
             counted(results.records().size(), "start position"), counted(booksearch::total(sum), "pair"),
             results.unpaired(), left_out_text(left_out));
  const std::string player = results.firsts().size() == 1
                                 ? results.firsts().begin()->second
                                 : "the players who had the first side in their first game";
  facts.line("pairs by the points of {}, 0 to 2: {}", player, counts_text(sum));
  add_elo(facts, sum, shrinkage);
  facts.add("concentration", shrinkage.concentration());
  if (shrinkage.concentration() > Shrinkage::kMostConcentration / 2)
    facts.line("nothing shows that the start positions differ");
  else
    facts.line("a start position counts as much as the book's mean after {:.0f} pairs of its own",
               std::max(1.0, shrinkage.concentration()));
  facts.add("resolve_nothing", marked);
  facts.line(
      "{} {} nothing: with 95 % probability fewer than half as many of their pairs are unlevel as of the book's",
      counted(marked, "start position"), marked == 1 ? "resolves" : "resolve");
  facts.print();
}

void print_rated_starts_json(const std::vector<RatedStart>& lines) {
  for (const RatedStart& line : lines)
    print_json({{"start", line.record->start},
                {"pairs", line.record->pairs},
                {"games", line.record->games},
                {"one_side_won_both", line.record->same_side_wins},
                {"expected", line.expected},
                {"unlevel", line.unlevel()},
                {"unlevel_at_most", line.most_unlevel},
                {"resolves_nothing", line.resolves_nothing}});
}

void print_rated_starts(const std::vector<RatedStart>& lines, std::size_t marked, bool list) {
  if (!list && marked == 0) return;
  print_line("");
  print_line("  unlevel  at most  pairs 0 to 2      start");
  std::size_t shown = 0;
  for (const RatedStart& line : lines) {
    if (!list && (!line.resolves_nothing || shown == kShownStarts)) continue;
    ++shown;
    print_line("{} {:5.1f} %  {:5.1f} %  {:<16}  {}", line.resolves_nothing ? '*' : ' ', 100 * line.unlevel(),
               100 * line.most_unlevel, counts_text(line.record->pairs), line.record->start);
  }
  if (!list && shown < marked) print_line("{} more; --list prints all", marked - shown);
}

// Throws Failure if no game can be used.
StartResults read_results(const ResultsOptions& options) {
  StartResults results;
  SkippedGames skipped;
  booksearch::StartReader reader(start_options(options.game, options.plies));
  for (const std::string& path : options.files) {
    const auto take_entry = [&](const StartEntry& entry) {
      if (entry.played == nullptr)
        throw Failure(fmt::format("{}, line {}: expected games in PGN", input_name(path), entry.line));
      if (const auto reason = results.take(entry)) skipped.tell(path, entry.line, *reason);
      return ok_status();
    };
    take(reader.read(path, take_entry));
  }
  if (results.records().empty())
    throw Failure(
        fmt::format("no game says how a start position scores: {}, {}; give games in PGN that have results",
                    counted(results.games(), "game"), left_out_text(results.left_out())));
  return results;
}

int run_results(const ResultsOptions& options) {
  const StartResults results = read_results(options);
  std::vector<PairCounts> pairs;
  for (const StartRecord& record : results.records()) pairs.push_back(record.pairs);
  const Shrinkage shrinkage(pairs);
  const std::vector<RatedStart> lines = rated_starts(results, shrinkage);
  const auto marked =
      static_cast<std::size_t>(std::ranges::count(lines, true, &RatedStart::resolves_nothing));
  if (options.json) print_rated_starts_json(lines);
  print_results(results, shrinkage, marked, options.json);
  if (!options.json) print_rated_starts(lines, marked, options.list);
  return kSuccess;
}

}  // namespace

CommandRun openings_results(CommandLine& app) {
  const auto options = std::make_shared<ResultsOptions>();
  app.add_option("GAMES", options->files, "Games in PGN, compressed by zstd or not; - is standard input")
      .required()
      .type_name("FILE");
  add_game_option(app, options->game);
  app.add_option("--plies", options->plies,
                 "Moves of each game that belong to its opening, where its FEN does not say")
      .whole_number(0, PgnGame::kMaxPlies);
  app.add_flag("--list", options->list, "Print every start position, those that resolve least first");
  add_json_option(app, options->json);
  app.footer(
      "Two games of the same players from the same start position with the sides exchanged are a pair. A pair in\n"
      "which both score one point is level, and says nothing about who is stronger.\n"
      "\n"
      "The shares of each start position are drawn towards those of all: how far, the games themselves tell, by\n"
      "how much start positions differ. Few games therefore say little.\n"
      "Example: tabiya openings results games.pgn");
  return [options] { return run_results(*options); };
}

}  // namespace tabiya::tools
