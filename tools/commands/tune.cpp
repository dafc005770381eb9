#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/learn/spsa.h"
#include "booksearch/match/match_runner.h"
#include "booksearch/match/standings.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/search/parameters.h"
#include "core/search/time_control.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"
#include "tools/learn/learn_json.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_input.h"
#include "tools/play/player_options.h"

namespace tabiya::tools {
namespace {

struct TuneOptions {
  std::vector<std::string> parameters;
  std::string engine = "play --nodes 4000 --table 4";
  std::uint64_t iterations = 1'000;
  std::uint64_t pairs = 1;
  std::string rate = "0.1";
  std::string game;  // empty: that of the book, or of the file to continue with, or the default one
  std::optional<int> milliseconds;
  int concurrency = 1;
  std::uint64_t seed = 1;
  std::string book;
  LogOptions log;
  bool json = false;
  ProgressStyle progress = ProgressStyle::kAuto;
};

// The option of `play` that sets a parameter of that name, and its default.
struct Declared {
  const char* option;
  int value;
};
std::optional<Declared> declared(std::string_view name, const GameModule& game) {
  for (const NamedParameter& parameter : kNamedParameters)
    if (parameter.name == name) return Declared{"--set", game.facts().search_parameters.*parameter.value};
  for (const NamedClockParameter& parameter : kNamedClockParameters)
    if (parameter.name == name) return Declared{"--clock", ClockParameters{}.*parameter.value};
  return std::nullopt;
}

// Throws Failure.
double number(const std::string& text, const std::string& where) {
  const auto value = number_in<double>(text);
  if (!value || !(*value >= 0 && *value <= 1e9))
    throw Failure(fmt::format("{}: '{}' is not a number from 0 to 1000000000", where, text));
  return *value;
}

// "futility_margin:200:6000:300". Throws Failure.
TunedParameter parse_parameter(const std::string& text, const GameModule& game) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ':') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.size() != 4) throw Failure(fmt::format("{}: a parameter is NAME:LEAST:MOST:STEP", text));
  const auto found = declared(words[0], game);
  if (!found) throw Failure(fmt::format("{}: no such parameter of the search or the clock", text));
  const TunedParameter parameter{words[0], static_cast<double>(found->value), number(words[1], text),
                                 number(words[2], text), number(words[3], text)};
  if (!(parameter.least <= parameter.start && parameter.start <= parameter.most && parameter.step >= 1))
    throw Failure(fmt::format("{}: needs LEAST <= {} (its default) <= MOST, and a STEP of 1 or more", text,
                              found->value));
  return parameter;
}

Spsa make_spsa(const TuneOptions& options, const GameModule& game) {
  std::vector<TunedParameter> parameters;
  for (const std::string& text : options.parameters) {
    parameters.push_back(parse_parameter(text, game));
    for (std::size_t i = 0; i + 1 < parameters.size(); ++i)
      if (parameters[i].name == parameters.back().name)
        throw Failure(fmt::format("{}: given twice", parameters.back().name));
  }
  const SpsaSchedule schedule{options.iterations, number(options.rate, "--rate")};
  return Spsa(std::move(parameters), schedule, options.seed);
}

// The settings that must be the same for a run to continue.
Json header_of(const TuneOptions& options, const GameModule& game, const std::vector<Opening>& openings) {
  return {{"tune", 2},
          {"parameters", options.parameters},
          {"engine", options.engine},
          {"iterations", options.iterations},
          {"pairs", options.pairs},
          {"rate", options.rate},
          {"game", game.name()},
          {"game_ms", game_time(game, options.milliseconds).count()},
          {"book", options.book},
          {"book_crc", fmt::format("{:016x}", checksum_of(openings))},
          {"seed", options.seed}};
}

// "--set futility=5 --clock most=300"
std::vector<std::string> settings(const Spsa& spsa, const std::vector<int>& values, const GameModule& game) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& name = spsa.parameters()[i].name;
    words.emplace_back(declared(name, game)->option);
    words.push_back(fmt::format("{}={}", name, values[i]));
  }
  return words;
}

std::vector<int> rounded(const std::vector<double>& values) {
  std::vector<int> whole;
  for (const double value : values) whole.push_back(static_cast<int>(std::lround(value)));
  return whole;
}

class Tuner {
 public:
  explicit Tuner(const TuneOptions& options)
      : options_(options),
        run_(game_of_log(options.game, options.log), options.book),
        game_(run_.game()),
        spsa_(make_spsa(options, game_)),
        engine_(take(engine_command(options.engine, game_))) {
    referee_protocol_of(game_, "tune");
    if (!options.book.empty()) book_ = book_openings(run_.take_book(options.book), options.book);
  }

  const GameModule& game() const { return game_; }
  Spsa& spsa() { return spsa_; }
  const std::vector<Opening>& book() const { return book_; }  // empty: random openings are played

  // Plays one iteration and takes in its result. Returns nothing when interrupted.
  std::optional<double> iterate(const std::atomic<bool>& stop) {
    const Spsa::Trial trial = spsa_.trial();
    Scoreboard board;
    const auto on_game = [&](const GameRecord& record) {
      check_engine(record);
      board.add(record.number, half_points(record.number, record.winner));
      return true;
    };
    take(run_match(plan_of(trial), {}, on_game, stop));
    const Tally& tally = board.tally();
    if (tally.games() < 2 * options_.pairs) return std::nullopt;
    const double result = 2 * tally.score() - 1;
    spsa_.tell(result);
    return result;
  }

 private:
  // The losses of a broken engine say nothing about the values that it had.
  void check_engine(const GameRecord& record) const {
    if (record.ending != kByCrash) return;
    throw Failure(
        fmt::format("the engine '{}' ended in a game{}; what is done so far is safe, continue with --resume",
                    options_.engine, record.detail.empty() ? "" : ": " + record.detail));
  }

  MatchEngine engine_with(const std::vector<int>& values) const {
    const auto words = settings(spsa_, values, game_);
    MatchEngine engine{engine_, time_control(game_, game_time(game_, options_.milliseconds))};
    engine.command.insert(engine.command.end(), words.begin(), words.end());
    return engine;
  }

  MatchPlan plan_of(const Spsa::Trial& trial) const {
    MatchPlan plan;
    plan.game = &game_;
    plan.engines = {engine_with(trial.plus), engine_with(trial.minus)};
    plan.games = 2 * options_.pairs;
    plan.concurrency = options_.concurrency;
    plan.opening = [this](std::uint64_t pair) {
      const std::uint64_t number = spsa_.iteration() * options_.pairs + pair;
      return book_.empty() ? random_opening(game_, options_.seed, number) : book_[number % book_.size()];
    };
    return plan;
  }

  const TuneOptions& options_;
  GameOfRun run_;
  const GameModule& game_;
  Spsa spsa_;
  EngineCommand engine_;
  std::vector<Opening> book_;
};

void print_values(const TuneOptions& options, const Spsa& spsa, const GameModule& game) {
  print_json_or_line(options.json, {{"iteration", spsa.iteration()}, {"values", values_json(spsa)}},
                     "after {}: {}", counted(spsa.iteration(), "iteration"),
                     joined(settings(spsa, rounded(spsa.values()), game), " "));
}

int run_tune(const TuneOptions& options) {
  Tuner tuner(options);
  TuningLog log(options.log, header_of(options, tuner.game(), tuner.book()), tuner.spsa());
  const InterruptFlag interrupt;
  {
    ProgressReporter progress(options.progress);
    while (tuner.spsa().iteration() < options.iterations && !interrupt.stop()) {
      progress.report("tuning", tuner.spsa().iteration(), options.iterations);
      if (const auto result = tuner.iterate(interrupt.stop()))
        log.add(tuner.spsa(), 2 * options.pairs, *result);
    }
  }
  print_values(options, tuner.spsa(), tuner.game());
  if (interrupt.stop())
    throw Failure(fmt::format("stopped after {} of {} iterations; continue with --resume",
                              tuner.spsa().iteration(), options.iterations),
                  kInterrupted);
  return kSuccess;
}

}  // namespace

CommandRun tune(CommandLine& app) {
  const auto options = std::make_shared<TuneOptions>();
  app.add_option("PARAMETER", options->parameters,
                 "NAME:LEAST:MOST:STEP; values are tried a STEP up and down (see --help-set)")
      .required();
  app.add_help_topic("--help-set", "Print the search parameters", search_parameter_reference);
  app.add_help_topic("--help-clock", "Print the clock parameters", clock_parameter_reference);
  app.add_option("--engine", options->engine,
                 "Command of the engine. It must understand the --set and --clock of `play`")
      .capture_default_str();
  app.add_option("--iterations", options->iterations, "Number of comparisons of two sets of values")
      .whole_number(1, 100'000'000);
  app.add_option("--pairs", options->pairs, "Openings per iteration; each is played from both sides")
      .whole_number(1, 1'000'000);
  app.add_option("--rate", options->rate,
                 "How far an iteration won in every game moves a value at the end. In STEPs")
      .type_name("NUMBER")
      .capture_default_str();
  add_game_option(app, options->game);
  add_game_time_option(app, options->milliseconds);
  app.add_option("--concurrency", options->concurrency, "Number of games played at a time")
      .whole_number(1, 256);
  app.add_option("--seed", options->seed, "Seed of the random openings and directions").whole_number();
  app.add_option("--book", options->book, "Use the entries of this book as openings").type_name("FILE");
  app.add_option("--out", options->log.path, "File of the run, with a line of JSON per iteration")
      .group(kOutputGroup)
      .type_name("FILE")
      .required();
  add_log_options(app, options->log);
  add_json_option(app, options->json);
  add_progress_option(app, options->progress);
  app.footer(
      "Uses simultaneous perturbation (SPSA): each iteration moves all values at once, up or down at random,\n"
      "lets the two opposite sets play each other, and takes a step towards the winner.\n"
      "Example: tabiya tune futility_margin:200:6000:400 most:150:500:40 --engine \"play --node-clock 20\"\n"
      "  --game-time 20000 --iterations 2000 --out tune.jsonl");
  return [options] { return run_tune(*options); };
}

}  // namespace tabiya::tools
