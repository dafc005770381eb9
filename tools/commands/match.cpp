#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/match/adjudication.h"
#include "booksearch/match/match_runner.h"
#include "booksearch/match/openings.h"
#include "booksearch/match/standings.h"
#include "core/game/pgn_reader.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/cli/rule_files.h"
#include "tools/jobs/oracle_choice.h"
#include "tools/play/game_input.h"
#include "tools/play/player_options.h"
#include "tools/reports/game_records.h"
#include "tools/reports/match_report.h"

namespace tabiya::tools {
namespace {

struct MatchOptions {
  std::string first;
  std::vector<std::string> others;  // at least one
  bool gauntlet = false;
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
  std::string draw, resign;  // rules, as adjudication.h has them; empty: none
  int max_moves = 0;         // of each side; 0: no limit
  bool round = false;
  LogOptions log;
  std::string pgn;
  bool json = false;
  ProgressStyle progress = ProgressStyle::kAuto;
};

// The kind that --opening-order goes with.
constexpr InputKind kListedOpenings = "a list of openings";
constexpr const char* kRandomOpenings = "random";  // as --openings has it

bool are_listed(const MatchOptions& options) {
  return !options.openings.empty() && options.openings != kRandomOpenings;
}

void check_kinds(const MatchOptions& options, const OptionKinds& kinds) {
  std::vector<InputKind> found{"without a list of openings"};
  if (are_listed(options)) found = {kListedOpenings};
  if (is_pgn(options.openings)) found.push_back(kGamesInPgn);
  kinds.check(are_listed(options) ? options.openings : "match", found);
}

// The openings are empty if there is no list of them.
std::vector<Opening> openings_of(const MatchOptions& options, GameOfRun& run) {
  if (!options.book.empty()) return book_openings(run.take_book(options.book), options.book);
  if (!are_listed(options)) return {};
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

// The clock that the options ask for; empty: that of the game. Throws Failure.
std::optional<TimeControl> clock_of(const MatchOptions& options, const GameModule& game) {
  if (options.milliseconds) return time_control(game, game_time(game, options.milliseconds));
  if (options.time_control.empty()) return std::nullopt;
  const auto clock = parse_time_control(options.time_control);
  if (!clock)
    throw Failure(
        fmt::format("--tc: '{}' is not a time control; write 60+0.6, in seconds", options.time_control));
  return clock;
}

std::vector<std::string> engines_of(const MatchOptions& options) {
  std::vector<std::string> engines{options.first};
  engines.insert(engines.end(), options.others.begin(), options.others.end());
  return engines;
}

AdjudicationRules adjudication_of(const MatchOptions& options, const std::vector<MatchEngine>& engines) {
  AdjudicationRules rules{.moves = options.max_moves};
  if (!options.draw.empty()) rules.draw = take(parse_draw_rule(options.draw), "--draw");
  if (!options.resign.empty()) rules.resign = take(parse_resign_rule(options.resign), "--resign");
  if (!rules.draw && !rules.resign) return rules;
  for (const MatchEngine& engine : engines)
    if (!engine.uci)
      throw Failure(
          fmt::format("engine '{}': gives no values by the game's line protocol, which --draw and --resign "
                      "need; begin UCI engines with 'uci:'",
                      engine.name));
  return rules;
}

// Unless openings have setups, engines choose theirs if the game has some and all of them can.
OpeningSource source_of(const MatchOptions& options, const MatchPlan& plan,
                        const std::vector<Opening>& openings) {
  if (options.round) return OpeningSource::kEngines;
  const bool are_drawn = options.openings == kRandomOpenings;
  const auto leaves_setups = [](const Opening& opening) { return opening == Opening{}; };
  const auto places_setups = [](const MatchEngine& engine) { return !engine.uci; };
  if (!are_drawn && plan.game->start()->in_setup_phase() && std::ranges::all_of(openings, leaves_setups) &&
      std::ranges::all_of(plan.engines, places_setups))
    return OpeningSource::kEngines;
  return openings.empty() ? OpeningSource::kRandom : OpeningSource::kGiven;
}

// The book that an engine plays from, which lives as long as somebody points to it. Throws Failure.
std::shared_ptr<const FollowedBook> followed_book(const std::string& path, const GameModule& game) {
  struct Followed {
    LoadedMoveBook loaded;
    FollowedBook book;
  };
  const auto book = std::make_shared<Followed>(Followed{require_move_book(path), {}});
  if (book->loaded.game != &game)
    throw Failure(fmt::format("{}: a book of moves of {}, not of {}", book->loaded.name,
                              book->loaded.game->name(), game.name()));
  book->book = book->loaded.followed();
  return {book, &book->book};
}

MatchPlan plan_of(const MatchOptions& options, const GameModule& game, const std::vector<Opening>& openings) {
  MatchPlan plan;
  plan.game = &game;
  const auto clock = clock_of(options, game);
  for (const std::string& text : engines_of(options)) {
    MatchEngine& engine = plan.engines.emplace_back(take(match_engine(text, game, told_game(game), clock)));
    if (!engine.book_file.empty()) engine.book = followed_book(engine.book_file, game);
  }
  plan.pairings = Pairings(plan.engines.size(), options.gauntlet);
  plan.games = options.games * plan.pairings.size();
  plan.adjudication = adjudication_of(options, plan.engines);
  plan.concurrency = options.concurrency;
  plan.seed = options.seed;
  plan.openings = source_of(options, plan, openings);
  if (options.round) {
    for (const MatchEngine& engine : plan.engines)
      if (engine.uci) throw Failure("--round: UCI engines do not choose setups");
    plan.round = round_rules_of(game);
    plan.games = plan.round->games;
    plan.opening = [](std::uint64_t) { return Opening{}; };
    return plan;
  }
  plan.opening = [&game, seed = options.seed, source = plan.openings, &openings](std::uint64_t pair) {
    if (source == OpeningSource::kEngines) return Opening{};
    return openings.empty() ? random_opening(game, seed, pair) : openings[pair % openings.size()];
  };
  return plan;
}

// The settings that must be the same for a match to continue.
Json header_of(const MatchOptions& options, const MatchPlan& plan, const std::vector<Opening>& openings) {
  Json header{{"match", 2},
              {"first", options.first},
              {"second", options.others[0]},
              {"game", plan.game->name()},
              {"game_ms", game_time(*plan.game, options.milliseconds).count()},
              {"openings", !options.book.empty() ? options.book
                           : are_listed(options) ? options.openings
                                                 : ""},
              {"openings_crc", fmt::format("{:016x}", checksum_of(openings))},
              {"seed", options.seed}};
  if (plan.openings == OpeningSource::kEngines && plan.round == nullptr && openings.empty())
    header["setups"] = "engines";
  if (names_rule_file(plan.game->name())) header["rules"] = kept_rules(plan.game->name());
  if (!options.time_control.empty()) header["tc"] = options.time_control;
  if (options.others.size() > 1) header["others"] = options.others;
  if (options.gauntlet) header["gauntlet"] = true;
  if (!options.draw.empty()) header["draw"] = options.draw;
  if (!options.resign.empty()) header["resign"] = options.resign;
  if (options.max_moves != 0) header["max_moves"] = options.max_moves;
  return header;
}

std::optional<Sprt> sprt_of(const MatchOptions& options) {
  if (options.sprt.empty()) return std::nullopt;
  return Sprt{options.sprt[0], options.sprt[1], options.sprt_errors[0], options.sprt_errors[1],
              options.sprt_model == "logistic" ? Sprt::Model::kLogistic : Sprt::Model::kNormalised};
}

int run_match_command(const MatchOptions& options, const OptionKinds& kinds) {
  check_kinds(options, kinds);
  GameOfRun run(game_of_log(options.game, options.log), options.book);
  const GameModule& game = run.game();
  referee_protocol_of(game, "match");
  const std::vector<Opening> openings = openings_of(options, run);
  const MatchPlan plan = plan_of(options, game, openings);
  const auto sprt = sprt_of(options);
  std::optional<PgnFile> pgn;
  if (!options.pgn.empty()) pgn.emplace(options.pgn, options.log.force || options.log.resume);
  GameRecords records(
      options.log, header_of(options, plan, openings), game, plan.games,
      [&](const GameRecord& record) {
        if (pgn) pgn->add(pgn_of(game, plan.engines, plan.pairings, record));
      },
      plan.pairings);
  const InterruptFlag interrupt;
  {
    ProgressReporter progress(options.progress);
    const auto on_game = [&](const GameRecord& record) {
      records.add(record);
      progress.report("games", records.score().played().size(), plan.games);
      return !sprt || sprt->verdict(records.score().scoreboards()[0].tally()) == Sprt::Verdict::kOpen;
    };
    const std::set<std::uint64_t> played = records.score().played();
    take(run_match(plan, played, on_game, interrupt.stop()));
  }
  print_report(records.score(), plan, sprt, options.json);
  if (interrupt.stop())
    throw Failure(fmt::format("stopped after {} of {} games; {}", records.score().played().size(), plan.games,
                              options.log.path.empty() ? "with --out, --resume could continue"
                                                       : "continue with --resume"),
                  kInterrupted);
  return kSuccess;
}

std::string find_fault(const MatchOptions& options) {
  if (options.log.resume && options.log.path.empty())
    return "--resume: name the file of the games with --out";
  if (options.round && (options.log.resume || !options.sprt.empty()))
    return "--round: a round is played at once, without --resume and --sprt";
  const bool is_tournament = options.others.size() > 1;
  if (options.gauntlet && !is_tournament) return "--gauntlet: name more than two engines";
  if (is_tournament && (options.round || !options.sprt.empty()))
    return "--round and --sprt are for two engines";
  if (is_tournament && options.games % 2 != 0)
    return "--games: with more than two engines, each opening is played from both sides; name an even number";
  if (options.sprt.empty()) return "";
  constexpr double kMostNormalised = 200;
  if (options.sprt_model != "logistic" &&
      (options.sprt[0] < -kMostNormalised || options.sprt[1] > kMostNormalised))
    return "--sprt: normalised Elo is tested between -200 and 200; see --sprt-model";
  return options.sprt[0] < options.sprt[1] ? "" : "--sprt: ELO0 must be below ELO1";
}

void add_opening_options(CommandLine& app, MatchOptions& options) {
  CommandLine of_lists = app.only_for({kListedOpenings}), of_games = app.only_for({kGamesInPgn});
  of_lists
      .add_option(
          "--opening-order", options.opening_order,
          "Order of the openings of a file: sequential, or random by the seed. None comes twice before all have")
      .rare()
      .one_of({"sequential", "random"});
  of_games
      .add_option("--opening-plies", options.opening_plies,
                  "Most moves to take from each game in PGN; 0 for all")
      .rare()
      .whole_number(0, 1'000);
}

void add_adjudication_options(CommandLine& app, MatchOptions& options) {
  app.add_option("--draw", options.draw,
                 "Draw games that UCI engines find level, as in \"movenumber=40 movecount=8 score=10\"")
      .rare()
      .type_name("FIELDS");
  app.add_option("--resign", options.resign,
                 "End games that UCI engines find lost, as in \"movecount=3 score=600 twosided=true\"")
      .rare()
      .type_name("FIELDS");
  app.add_option("--max-moves", options.max_moves, "Draw games after N moves of both sides. 0: never")
      .rare()
      .whole_number(0, 100'000);
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
      .one_of({"normalised", "logistic"});
}

}  // namespace

CommandRun match(CommandLine& app) {
  const auto options = std::make_shared<MatchOptions>();
  app.add_option("FIRST", options->first, "Engine: \"play …\" (this program) or \"uci:PROGRAM …\"")
      .required();
  app.add_option("SECOND", options->others,
                 "The other engine, or several. Then each meets each other, and a table is printed")
      .required();
  app.add_flag("--gauntlet", options->gauntlet, "Let only the first engine meet the others").rare();
  add_game_option(app, options->game);
  app.add_option("--games", options->games, "Games of two engines, each opening from both sides")
      .whole_number(1, 100'000'000);
  CommandOption game_time = add_game_time_option(app, options->milliseconds);
  app.add_option("--tc", options->time_control,
                 "Clocks of UCI engines, such as 60+0.6. Seconds for the game, and added before each move")
      .type_name("CLOCK")
      .excludes(game_time);
  app.add_option("--concurrency", options->concurrency, "Number of games played at a time")
      .whole_number(1, 256);
  app.add_option("--seed", options->seed, "Seed of random openings, and of the setups that `play` chooses")
      .whole_number()
      .rare();
  CommandOption openings =
      app.add_option(
             "--openings", options->openings,
             "Openings: FEN, EPD, moves or PGN, or `random`. One per line, moves with setups first. Without "
             "any, engines choose their setups where they can")
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
  add_adjudication_options(app, *options);
  app.add_option("--pgn", options->pgn, "File for the games in PGN").group(kOutputGroup).type_name("FILE");
  app.add_option("--out", options->log.path, "File for the games. Without it they are only counted")
      .group(kOutputGroup)
      .type_name("FILE");
  add_log_options(app, options->log);
  add_json_option(app, options->json);
  add_progress_option(app, options->progress);
  app.footer(
      "Engines speak the game's line protocol, including Time and Opening, or UCI; tools/commands/match.md\n"
      "describes how to write them. Illegal or unreadable moves, crashes and lack of time lose the game.\n"
      "Example: tabiya match \"play --nodes 20000\" \"play --nodes 10000\" --games 200 --out games.jsonl");
  return [options, kinds = app.kinds()] {
    if (const std::string wrong = find_fault(*options); !wrong.empty()) throw Failure("match: " + wrong);
    return run_match_command(*options, *kinds);
  };
}

}  // namespace tabiya::tools
