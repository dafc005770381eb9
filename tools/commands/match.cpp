#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/cli/command.h"
#include "tools/cli/counted.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/play/game_input.h"
#include "tools/play/match/engine_process.h"
#include "tools/play/match/game_records.h"
#include "tools/play/match/match_runner.h"
#include "tools/play/player_options.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string first;
  std::string second;
  std::uint64_t games = 100;
  std::string game;  // empty: that of the book, or of the file to go on with, or the default one
  std::optional<int> milliseconds;
  int concurrency = 1;
  std::uint64_t seed = 1;
  std::string openings;
  std::string book;
  std::vector<double> sprt;
  LogOptions log;
  bool json = false;
  ProgressStyle progress = ProgressStyle::kAuto;
};

// Empty: random ones are played.
std::vector<Opening> openings_of(const Options& options, const GameModule& game) {
  if (!options.book.empty()) return book_openings(game, options.book);
  if (!options.openings.empty()) return read_openings(game, options.openings);
  return {};
}

MatchPlan plan_of(const Options& options, const GameModule& game, const std::vector<Opening>& openings) {
  MatchPlan plan;
  plan.game = &game;
  plan.engines = {engine_command(options.first, game), engine_command(options.second, game)};
  plan.games = options.games;
  plan.time = game_time(game, options.milliseconds);
  plan.concurrency = options.concurrency;
  plan.opening = [&game, seed = options.seed, &openings](std::uint64_t pair) {
    return openings.empty() ? random_opening(game, seed, pair) : openings[pair % openings.size()];
  };
  return plan;
}

// What must be the same for a match to go on.
ordered_json header_of(const Options& options, const MatchPlan& plan, const std::vector<Opening>& openings) {
  return {{"match", 2},
          {"first", options.first},
          {"second", options.second},
          {"game", plan.game->name()},
          {"game_ms", plan.time.count()},
          {"openings", !options.book.empty() ? options.book : options.openings},
          {"openings_crc", fmt::format("{:016x}", checksum_of(openings))},
          {"seed", options.seed}};
}

ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json forfeits_json(const Forfeits& forfeits) {
  ordered_json object = forfeits.games;
  if (!forfeits.detail.empty()) object["detail"] = forfeits.detail;
  return object;
}

ordered_json summary_json(const GameRecords& records, const std::optional<Sprt>& sprt) {
  const Tally& tally = records.scoreboard().tally();
  const auto interval = elo_interval(tally);
  ordered_json object{{"games", tally.games()},
                      {"wins", tally.wins},
                      {"draws", tally.draws},
                      {"losses", tally.losses},
                      {"score", tally.score()},
                      {"elo", number_or_null(elo_of_score(tally.score()))},
                      {"elo_low", interval ? number_or_null(interval->low) : ordered_json(nullptr)},
                      {"elo_high", interval ? number_or_null(interval->high) : ordered_json(nullptr)}};
  if (sprt) object["llr"] = sprt->log_likelihood_ratio(tally);
  object["forfeits"] = {{"first", forfeits_json(records.forfeits()[0])},
                        {"second", forfeits_json(records.forfeits()[1])}};
  return object;
}

// "the second engine forfeited 3 games: 2 by crash, 1 by time (no such network)"
void print_forfeits(const char* engine, const Forfeits& forfeits) {
  if (forfeits.games.empty()) return;
  std::string causes;
  for (const auto& [ending, games] : forfeits.games)
    causes += fmt::format("{}{} by {}", causes.empty() ? "" : ", ", games, ending);
  print_line("the {} engine forfeited {}: {}{}", engine, counted(forfeits.count(), "game"), causes,
             forfeits.detail.empty() ? "" : " (" + forfeits.detail + ")");
}

void print_elo(const Tally& tally) {
  if (const auto interval = elo_interval(tally)) {
    print_line("Elo {:+.0f}, 95 % interval {:+.0f} to {:+.0f}", elo_of_score(tally.score()), interval->low,
               interval->high);
  } else {
    const auto pairs = std::accumulate(tally.pairs.begin(), tally.pairs.end(), std::uint64_t{0});
    print_line("Elo unknown: of {} pair{} of games, an opening from both sides, no two differ in their score",
               pairs, pairs == 1 ? "" : "s");
  }
}

void print_summary(const GameRecords& records, const std::optional<Sprt>& sprt) {
  const Tally& tally = records.scoreboard().tally();
  print_line("{}: {} won, {} drawn, {} lost by the first engine, {:.1f} %", counted(tally.games(), "game"),
             tally.wins, tally.draws, tally.losses, 100 * tally.score());
  print_elo(tally);
  if (sprt) {
    const double ratio = sprt->log_likelihood_ratio(tally);
    print_line("SPRT of Elo {:+.1f} against {:+.1f}: {:.2f} ({})", sprt->elo1, sprt->elo0, ratio,
               ratio >= Sprt::kBound    ? "accepted"
               : ratio <= -Sprt::kBound ? "rejected"
                                        : "undecided");
  }
  print_forfeits("first", records.forfeits()[0]);
  print_forfeits("second", records.forfeits()[1]);
}

int run_match_command(const Options& options) {
  const GameModule& game = game_of_run(game_of_log(options.game, options.log), options.book);
  line_protocol_of(game, "match");
  const std::vector<Opening> openings = openings_of(options, game);
  const MatchPlan plan = plan_of(options, game, openings);
  const auto sprt =
      options.sprt.empty() ? std::nullopt : std::optional(Sprt{options.sprt[0], options.sprt[1]});
  GameRecords records(options.log, header_of(options, plan, openings), game, options.games);
  const InterruptFlag interrupt;
  {
    ProgressReporter progress(options.progress);
    const auto on_game = [&](std::uint64_t number, const GameResult& result) {
      records.add(number, result);
      const Tally& tally = records.scoreboard().tally();
      progress.report("games", tally.games(), options.games);
      return !sprt || std::abs(sprt->log_likelihood_ratio(tally)) < Sprt::kBound;
    };
    const std::set<std::uint64_t> played = records.played();
    run_match(plan, played, on_game, interrupt.stop());
  }
  options.json ? print_json(summary_json(records, sprt)) : print_summary(records, sprt);
  if (interrupt.stop())
    throw Failure(
        fmt::format(
            "stopped after {} of {} games; {}", records.scoreboard().tally().games(), options.games,
            options.log.path.empty() ? "with --out, --resume could go on" : "go on with them by --resume"),
        kInterrupted);
  return kSuccess;
}

std::string find_fault(const Options& options) {
  if (options.log.resume && options.log.path.empty()) return "--resume: name the file of the games by --out";
  return options.sprt.empty() || options.sprt[0] < options.sprt[1] ? "" : "--sprt: ELO0 must be below ELO1";
}

}  // namespace

CommandRun match(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FIRST", options->first, "Command of an engine; \"play …\" is this program").required();
  app.add_option("SECOND", options->second, "Command of the other engine").required();
  add_game_option(app, options->game);
  app.add_option("--games", options->games, "How many games; each opening is played from both sides")
      .capture_default_str()
      .whole_number(1, 100'000'000);
  add_game_time_option(app, options->milliseconds);
  app.add_option("--concurrency", options->concurrency, "Games that are played at a time")
      .capture_default_str()
      .whole_number(1, 256);
  app.add_option("--seed", options->seed, "Of the random openings").whole_number().capture_default_str();
  CommandOption openings =
      app.add_option("--openings", options->openings,
                     "File with a line of moves for each, setups first; a line startpos is one without any");
  app.add_option("--book", options->book, "Book whose entries are the openings").excludes(openings);
  app.add_option("--sprt", options->sprt, "End when the Elo difference is known to be ELO0 or ELO1")
      .type_name("ELO0 ELO1")
      .expected(2)
      .range(-1000.0, 1000.0);
  app.add_option("--out", options->log.path, "Where to write the games; without it they are counted only")
      .type_name("FILE");
  add_log_options(app, options->log);
  add_json_option(app, options->json);
  add_progress_option(app, options->progress);
  app.footer(
      "Engines speak the line protocol of the game with Time and Opening (its README has it). An illegal "
      "move,\n"
      "rubbish, a crash or too much time loses the game.\n"
      "Example: tabiya match \"play --nodes 20000\" \"play --nodes 10000\" --games 200 --out games.jsonl");
  return [options] {
    if (const std::string wrong = find_fault(*options); !wrong.empty()) throw Failure("match: " + wrong);
    return run_match_command(*options);
  };
}

}  // namespace tabiya::tools
