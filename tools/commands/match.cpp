#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/games/pgn_reader.h"
#include "tools/cli/command.h"
#include "tools/cli/counted.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/play/game_input.h"
#include "tools/play/match/engine_process.h"
#include "tools/play/match/game_records.h"
#include "tools/play/match/match_runner.h"
#include "tools/play/match/pgn_writer.h"
#include "tools/play/player_options.h"

namespace tabiya::tools {
namespace {

struct MatchOptions {
  std::string first;
  std::string second;
  std::uint64_t games = 100;
  std::string game;  // empty: that of the book, or of the file to continue with, or the default one
  std::optional<int> milliseconds;
  std::string time_control;
  int concurrency = 1;
  std::uint64_t seed = 1;
  std::string openings;
  std::string opening_order{"sequential"};
  int opening_plies = 0;
  std::string book;
  std::vector<double> sprt;
  std::vector<double> sprt_errors{0.05, 0.05};
  std::string sprt_model{"normalised"};
  bool round = false;
  LogOptions log;
  std::string pgn;
  bool json = false;
  ProgressStyle progress = ProgressStyle::kAuto;
};

// Empty: random ones are played.
std::vector<Opening> openings_of(const MatchOptions& options, GameOfRun& run) {
  if (!options.book.empty()) return book_openings(run.take_book(options.book), options.book);
  if (options.openings.empty()) return {};
  const std::size_t plies =
      options.opening_plies == 0 ? PgnGame::kMaxPlies : static_cast<std::size_t>(options.opening_plies);
  std::vector<Opening> openings = read_openings(run.game(), options.openings, plies);
  if (options.opening_order == "random") shuffle(openings, options.seed);
  return openings;
}

// Throws Failure if the game is not played in rounds.
const RoundRules* round_rules_of(const GameModule& game) {
  const SetupPhase* phase = game.setup_phase();
  if (const RoundRules* rules = phase == nullptr ? nullptr : phase->round_rules()) return rules;
  throw Failure(fmt::format("--round: {} is not played in rounds", game.name()));
}

// That the options ask for; nothing: that of the game. Throws Failure.
std::optional<TimeControl> clock_of(const MatchOptions& options, const GameModule& game) {
  if (options.milliseconds) return time_control(game, game_time(game, options.milliseconds));
  if (options.time_control.empty()) return std::nullopt;
  const auto clock = parse_time_control(options.time_control);
  if (!clock)
    throw Failure(
        fmt::format("--tc: '{}' is no time control; write 60+0.6, in seconds", options.time_control));
  return clock;
}

MatchPlan plan_of(const MatchOptions& options, const GameModule& game, const std::vector<Opening>& openings) {
  MatchPlan plan;
  plan.game = &game;
  const auto clock = clock_of(options, game);
  plan.engines = {match_engine(options.first, game, clock), match_engine(options.second, game, clock)};
  plan.games = options.games;
  plan.concurrency = options.concurrency;
  plan.seed = options.seed;
  if (options.round) {
    for (const MatchEngine& engine : plan.engines)
      if (engine.uci) throw Failure("--round: UCI engines do not choose setups");
    plan.round = round_rules_of(game);
    plan.games = plan.round->games;
    plan.opening = [](std::uint64_t) { return Opening{}; };
    return plan;
  }
  plan.opening = [&game, seed = options.seed, &openings](std::uint64_t pair) {
    return openings.empty() ? random_opening(game, seed, pair) : openings[pair % openings.size()];
  };
  return plan;
}

// What must be the same for a match to continue.
Json header_of(const MatchOptions& options, const MatchPlan& plan, const std::vector<Opening>& openings) {
  Json header{{"match", 2},
              {"first", options.first},
              {"second", options.second},
              {"game", plan.game->name()},
              {"game_ms", game_time(*plan.game, options.milliseconds).count()},
              {"openings", !options.book.empty() ? options.book : options.openings},
              {"openings_crc", fmt::format("{:016x}", checksum_of(openings))},
              {"seed", options.seed}};
  if (!options.time_control.empty()) header["tc"] = options.time_control;
  return header;
}

const char* name_of(Sprt::Verdict verdict) {
  switch (verdict) {
    case Sprt::Verdict::kOpen:
      return "undecided";
    case Sprt::Verdict::kRejected:
      return "rejected";
    case Sprt::Verdict::kAccepted:
      return "accepted";
  }
  return "";
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json forfeits_json(const Forfeits& forfeits) {
  Json object = Json::object();
  for (const auto& [reason, games] : forfeits.games) object[reason] = games;
  if (!forfeits.detail.empty()) object["detail"] = forfeits.detail;
  return object;
}

Json summary_json(const GameRecords& records, const GameModule& game, const std::optional<Sprt>& sprt) {
  const Tally& tally = records.scoreboard().tally();
  const auto estimate = estimate_elo(tally);
  const bool has_score = tally.games() > 0;
  const auto estimated = [&](double value) { return estimate ? number_or_null(value) : Json(nullptr); };
  const EloEstimate known = estimate.value_or(EloEstimate{});
  Json object{{"games", tally.games()},
              {"wins", tally.wins},
              {"draws", tally.draws},
              {"losses", tally.losses},
              {"pairs", tally.pairs},
              {"score", has_score ? Json(tally.score()) : Json(nullptr)},
              {"elo", has_score ? number_or_null(elo_of_score(tally.score())) : Json(nullptr)},
              {"elo_low", estimated(known.interval.low)},
              {"elo_high", estimated(known.interval.high)},
              {"elo_error", estimated(known.error)},
              {"nelo", estimated(known.normalised)},
              {"nelo_error", estimated(known.normalised_error)},
              {"los", estimated(known.superiority)}};
  const std::array<std::string, 2> sides = side_fields(game);
  for (std::size_t side = 0; side < sides.size(); ++side)
    object["won_by_" + sides[side]] = records.facts().won_by_side[side];
  object["first_ms"] = records.facts().used_ms[0];
  object["second_ms"] = records.facts().used_ms[1];
  if (sprt)
    object.update({{"llr", sprt->log_likelihood_ratio(tally)},
                   {"llr_low", sprt->lower()},
                   {"llr_high", sprt->upper()},
                   {"sprt", name_of(sprt->verdict(tally))}});
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
  if (const auto estimate = estimate_elo(tally)) {
    print_line(
        "Elo {:+.2f} +/- {:.2f}, normalised {:+.2f} +/- {:.2f} (95 %); likelihood of superiority {:.2f} %",
        estimate->elo, estimate->error, estimate->normalised, estimate->normalised_error,
        100 * estimate->superiority);
  } else {
    const auto pairs = std::accumulate(tally.pairs.begin(), tally.pairs.end(), std::uint64_t{0});
    print_line("Elo unknown: of {} pair{} of games, an opening from both sides, no two differ in their score",
               pairs, pairs == 1 ? "" : "s");
  }
}

// What pairs of games, by sides and time tell.
void print_facts(const GameRecords& records, const GameModule& game, bool is_round) {
  const Tally& tally = records.scoreboard().tally();
  const auto& pairs = tally.pairs;
  if (!is_round)
    print_line("pairs of games by the first engine's points: {} of 0, {} of 1/2, {} of 1, {} of 3/2, {} of 2",
               pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
  const MatchFacts& facts = records.facts();
  print_line("by sides: {} won {}, {} won {}, {} drawn", game.sides()[0], facts.won_by_side[0],
             game.sides()[1], facts.won_by_side[1], tally.draws);
  const auto seconds = [](std::uint64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; };
  print_line("time used: {:.1f} s by the first engine, {:.1f} s by the second", seconds(facts.used_ms[0]),
             seconds(facts.used_ms[1]));
}

void print_round(const RoundRules& round, const Tally& tally) {
  const auto points = [&](std::uint64_t wins) { return round.win * wins + round.draw * tally.draws; };
  print_line("round: {} points for the first engine, {} for the second; a win counts {}, a draw {}",
             points(tally.wins), points(tally.losses), round.win, round.draw);
}

// "SPRT of normalised Elo +5.00 against +0.00: LLR 1.20 (-2.94, 2.94), undecided"
void print_sprt(const Sprt& sprt, const Tally& tally) {
  print_line("SPRT of {} Elo {:+.2f} against {:+.2f}: LLR {:.2f} ({:.2f}, {:.2f}), {}",
             sprt.model == Sprt::Model::kNormalised ? "normalised" : "logistic", sprt.elo1, sprt.elo0,
             sprt.log_likelihood_ratio(tally), sprt.lower(), sprt.upper(), name_of(sprt.verdict(tally)));
}

void print_summary(const GameRecords& records, const MatchPlan& plan, const std::optional<Sprt>& sprt) {
  const Tally& tally = records.scoreboard().tally();
  if (tally.games() == 0) return print_line("no game was played to its end");
  print_line("{}: {} won, {} drawn, {} lost by the first engine, {:.1f} %", counted(tally.games(), "game"),
             tally.wins, tally.draws, tally.losses, 100 * tally.score());
  if (plan.round != nullptr)
    print_round(*plan.round, tally);
  else
    print_elo(tally);
  print_facts(records, *plan.game, plan.round != nullptr);
  if (sprt) print_sprt(*sprt, tally);
  print_forfeits("first", records.forfeits()[0]);
  print_forfeits("second", records.forfeits()[1]);
}

std::optional<Sprt> sprt_of(const MatchOptions& options) {
  if (options.sprt.empty()) return std::nullopt;
  return Sprt{options.sprt[0], options.sprt[1], options.sprt_errors[0], options.sprt_errors[1],
              options.sprt_model == "logistic" ? Sprt::Model::kLogistic : Sprt::Model::kNormalised};
}

int run_match_command(const MatchOptions& options) {
  GameOfRun run(game_of_log(options.game, options.log), options.book);
  const GameModule& game = run.game();
  line_protocol_of(game, "match");
  const std::vector<Opening> openings = openings_of(options, run);
  const MatchPlan plan = plan_of(options, game, openings);
  const auto sprt = sprt_of(options);
  std::optional<PgnFile> pgn;
  if (!options.pgn.empty()) pgn.emplace(options.pgn, options.log.force || options.log.resume);
  GameRecords records(options.log, header_of(options, plan, openings), game, plan.games,
                      [&](const Json& record) {
                        if (pgn) pgn->add(pgn_of(game, plan.engines, record));
                      });
  const InterruptFlag interrupt;
  {
    ProgressReporter progress(options.progress);
    const auto on_game = [&](std::uint64_t number, const GameResult& result) {
      records.add(number, result);
      const Tally& tally = records.scoreboard().tally();
      progress.report("games", tally.games(), plan.games);
      return !sprt || sprt->verdict(tally) == Sprt::Verdict::kOpen;
    };
    const std::set<std::uint64_t> played = records.played();
    run_match(plan, played, on_game, interrupt.stop());
  }
  options.json ? print_json(summary_json(records, game, sprt)) : print_summary(records, plan, sprt);
  if (interrupt.stop())
    throw Failure(
        fmt::format(
            "stopped after {} of {} games; {}", records.scoreboard().tally().games(), plan.games,
            options.log.path.empty() ? "with --out, --resume could continue" : "continue with --resume"),
        kInterrupted);
  return kSuccess;
}

std::string find_fault(const MatchOptions& options) {
  if (options.log.resume && options.log.path.empty())
    return "--resume: name the file of the games with --out";
  if (options.round && (options.log.resume || !options.sprt.empty()))
    return "--round: a round is played at once, without --resume and --sprt";
  if (options.sprt.empty()) return "";
  constexpr double kMostNormalised = 200;
  if (options.sprt_model != "logistic" &&
      (options.sprt[0] < -kMostNormalised || options.sprt[1] > kMostNormalised))
    return "--sprt: normalised Elo is tested between -200 and 200; see --sprt-model";
  return options.sprt[0] < options.sprt[1] ? "" : "--sprt: ELO0 must be below ELO1";
}

void add_opening_options(CommandLine& app, MatchOptions& options) {
  app.add_option(
         "--opening-order", options.opening_order,
         "Order of the openings of a file: sequential, or random by the seed. None comes twice before all have")
      .rare()
      .one_of({"sequential", "random"})
      .capture_default_str();
  app.add_option("--opening-plies", options.opening_plies,
                 "Most moves to take from each game in PGN; 0 for all")
      .rare()
      .whole_number(0, 1'000)
      .capture_default_str();
}

void add_sprt_options(CommandLine& app, MatchOptions& options) {
  app.add_option("--sprt", options.sprt, "Stop when Elo is known to be ELO0 or ELO1")
      .type_name("ELO0 ELO1")
      .expected(2)
      .range(-1000.0, 1000.0);
  app.add_option("--sprt-errors", options.sprt_errors,
                 "Probabilities of accepting ELO1 where ELO0 is true, and of rejecting it where it is true")
      .rare()
      .type_name("ALPHA BETA")
      .expected(2)
      .range(1e-6, 0.49)
      .capture_default_str();
  app.add_option("--sprt-model", options.sprt_model, "Of which Elo ELO0 and ELO1 are: normalised or logistic")
      .rare()
      .one_of({"normalised", "logistic"})
      .capture_default_str();
}

}  // namespace

CommandRun match(CommandLine& app) {
  const auto options = std::make_shared<MatchOptions>();
  app.add_option("FIRST", options->first, "Engine: \"play …\" (this program) or \"uci:PROGRAM …\"")
      .required();
  app.add_option("SECOND", options->second, "The other engine").required();
  add_game_option(app, options->game);
  app.add_option("--games", options->games, "Games, each opening from both sides")
      .capture_default_str()
      .whole_number(1, 100'000'000);
  CommandOption game_time = add_game_time_option(app, options->milliseconds);
  app.add_option("--tc", options->time_control,
                 "Clocks of UCI engines, such as 60+0.6. Seconds for the game, and added before each move")
      .type_name("CLOCK")
      .excludes(game_time);
  app.add_option("--concurrency", options->concurrency, "Number of games played at a time")
      .capture_default_str()
      .whole_number(1, 256);
  app.add_option("--seed", options->seed, "Seed of the random openings")
      .whole_number()
      .capture_default_str()
      .rare();
  CommandOption openings =
      app.add_option("--openings", options->openings,
                     "Openings: FEN, EPD, moves or PGN. One per line, moves with setups first")
          .type_name("FILE");
  app.add_option("--book", options->book, "Use the entries of this book as openings")
      .type_name("FILE")
      .excludes(openings);
  app.add_flag("--round", options->round,
               "Play one round of the game's tournament instead, by its rules of what may be chosen again")
      .rare()
      .excludes("--games")
      .excludes("--concurrency")
      .excludes("--openings")
      .excludes("--book");
  add_sprt_options(app, *options);
  add_opening_options(app, *options);
  app.add_option("--pgn", options->pgn, "File for the games in PGN").group(kOutputGroup).type_name("FILE");
  app.add_option("--out", options->log.path, "File for the games. Without it they are only counted")
      .group(kOutputGroup)
      .type_name("FILE");
  add_log_options(app, options->log);
  add_json_option(app, options->json);
  add_progress_option(app, options->progress);
  app.footer(
      "Engines speak the game's line protocol, including Time and Opening, or UCI; tools/play/match/README.md\n"
      "describes how to write them. Illegal or unreadable moves, crashes and lack of time lose the game.\n"
      "Example: tabiya match \"play --nodes 20000\" \"play --nodes 10000\" --games 200 --out games.jsonl");
  return [options] {
    if (const std::string wrong = find_fault(*options); !wrong.empty()) throw Failure("match: " + wrong);
    return run_match_command(*options);
  };
}

}  // namespace tabiya::tools
