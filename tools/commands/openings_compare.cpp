#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/openings/book_worth.h"
#include "codec/text.h"
#include "core/random.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/openings/candidates.h"
#include "tools/openings/judges.h"
#include "tools/openings/start_reader.h"

namespace tabiya::tools {
namespace {

using booksearch::BookEstimate;
using booksearch::FittedPlayers;
using booksearch::SeenGame;
using booksearch::StartChances;

constexpr double kEloOfLogit = 400 / std::numbers::ln10;

struct CompareOptions {
  std::vector<std::string> files;
  std::string game;
  std::size_t plies = PgnGame::kMaxPlies;
  std::string engine;
  std::uint64_t nodes = 10'000;
  std::uint32_t sample = 1'000;
  std::uint64_t seed = 1;
  booksearch::StrengthTest test;
  std::string games;  // that the players' model is fitted to; empty for none
  std::size_t game_plies = 0;
  bool json = false;
  ComputationOptions computation;
};

// The positions that the judge is asked about, each once.
class AskedStarts {
 public:
  std::uint32_t place_of(const PositionHandle& position) {
    const auto [known, is_new] =
        places_.try_emplace(position->key(), static_cast<std::uint32_t>(positions_.size()));
    if (is_new) positions_.push_back(position);
    return known->second;
  }
  const std::vector<PositionHandle>& positions() const { return positions_; }

 private:
  std::vector<PositionHandle> positions_;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
};

struct SampledBook {
  std::uint32_t positions = 0;        // of the whole list
  std::vector<std::uint32_t> starts;  // of the sample, among those that are asked about
};

// A game of the two players, whose start is asked about.
struct PlayedGame {
  std::uint32_t start = 0;
  int points = 1;  // half points of the side that begins
  bool first_begins = true;
};

struct CompareInputs {
  AskedStarts asked;
  std::vector<SampledBook> books;
  std::vector<PlayedGame> played;
};

OpeningsJob judge_job(const CompareOptions& options, const std::string& game, const std::string& path) {
  OpeningsJob job;
  job.game = game;
  job.pairs = path;
  job.exit = options.plies;
  job.oracle.engine = options.engine;
  job.window.measure = booksearch::Measure::kExpectedScore;  // so that an engine must tell chances
  UciLimits limits;
  limits.nodes = options.nodes;
  job.stages.push_back(limits);
  return job;
}

// That of the first list, unless it is named.
std::string game_of_lists(const CompareOptions& options) {
  if (!options.game.empty()) return options.game;
  struct Found {};
  StartReader reader({});
  try {
    reader.read(options.files.front(), [&](const StartEntry&) {
      if (reader.game() != nullptr) throw Found();
    });
  } catch (const Found&) {
  }
  return reader.game() == nullptr ? default_game() : std::string(reader.game()->name());
}

SampledBook sampled(const CompareOptions& options, const std::string& game, const std::string& path,
                    AskedStarts& asked) {
  const Candidates candidates(judge_job(options, game, path));
  std::vector<std::uint32_t> order(candidates.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  Random random(options.seed);
  SampledBook book;
  book.positions = candidates.size();
  for (std::uint32_t i = 0; i < std::min(options.sample, book.positions); ++i) {
    std::swap(order[i], order[i + random.below(book.positions - i)]);
    book.starts.push_back(asked.place_of(candidates.position(order[i])));
  }
  return book;
}

// The first player is the one who has the first side in the first game.
std::vector<PlayedGame> read_played(const CompareOptions& options, const std::string& game,
                                    AskedStarts& asked) {
  std::vector<PlayedGame> played;
  if (options.games.empty()) return played;
  std::string first;
  StartReader({&game_named(game), options.game_plies}).read(options.games, [&](const StartEntry& entry) {
    if (entry.played == nullptr)
      throw Failure(fmt::format("{}, line {}: expected games in PGN", input_name(options.games), entry.line));
    const std::string& result = entry.played->result;
    if (entry.position == nullptr || entry.position->outcome() != Outcome::kOpen || result == "*") return;
    if (first.empty()) first = entry.played->tag("White");
    played.push_back({asked.place_of(entry.position),
                      result == "1-0"   ? 2
                      : result == "0-1" ? 0
                                        : 1,
                      entry.played->tag("White") == first});
  });
  if (played.empty())
    throw Failure(fmt::format("{}: no games with results in it", input_name(options.games)));
  return played;
}

std::vector<StartChances> judged_chances(const CompareOptions& options, const Candidates& candidates,
                                         const JudgeKind& judge) {
  std::vector<booksearch::Question> questions;
  for (std::uint32_t i = 0; i < candidates.size(); ++i) questions.push_back({i, 0});
  std::vector<StartChances> chances(candidates.size());
  booksearch::JudgePool<booksearch::OpeningJudge> pool(options.computation.threads, judge.make);
  Computation computation(options.computation);
  const auto done = computation.run(
      [&](const booksearch::Control& control) {
        booksearch::ProgressMeter progress(control, "judge", questions.size());
        return pool.run(
            questions,
            [&](std::size_t index, const booksearch::Judgement& judgement) {
              chances[index] = booksearch::start_chances(judgement);
              progress.advance(1);
              return ok_status();
            },
            control);
      },
      "nothing is kept");
  take(done, "openings compare");
  return chances;
}

FittedPlayers fitted_players(const std::vector<PlayedGame>& played,
                             const std::vector<StartChances>& chances) {
  std::vector<SeenGame> games;
  for (const PlayedGame& game : played)
    games.push_back({chances[game.start], game.points, game.first_begins});
  return booksearch::fit_players(games);
}

double error_of_fit(const FittedPlayers& players, std::size_t parameter) {
  return 1.96 * std::sqrt(std::max(0.0, players.covariance[parameter][parameter]));
}

void print_players(const FittedPlayers& players) {
  if (players.games == 0) {
    print_line("players as the judge's own model has them; --games fits them to games");
    return;
  }
  print_line(
      "players fitted to {}: logits times {:.2f} ± {:.2f}, margin of draws {:+.2f} ± {:.2f}, the first player "
      "{:+.0f} ± {:.0f} Elo",
      counted(players.games, "game"), players.model.scale, error_of_fit(players, 0), players.model.widening,
      error_of_fit(players, 1), kEloOfLogit * players.strength, kEloOfLogit * error_of_fit(players, 2));
}

std::string pairs_in_per_cent(const booksearch::PairShares& shares) {
  std::string text;
  for (const double share : shares) text += fmt::format("{}{:.1f}", text.empty() ? "" : " ", 100 * share);
  return text;
}

void print_worth_table(const CompareOptions& options, const CompareInputs& inputs,
                       const std::vector<BookEstimate>& estimates) {
  print_line("{:>9}{:>8}  {:<15}{:<23}{:<22}{:<28}{:<26}{}", "positions", "sample", "draws, %",
             "normalised Elo", "ratio", "games of the test", "pairs 0 to 2, %", "book");
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const auto& [worth, draws, elo, games, ratio] = estimates[i];
    print_line("{:>9}{:>8}  {:<15}{:<23}{:<22}{:<28}{:<26}{}", inputs.books[i].positions,
               inputs.books[i].starts.size(),
               fmt::format("{:.0f} ({:.0f}-{:.0f})", 100 * worth.draws, 100 * draws.low, 100 * draws.high),
               fmt::format("{:.2f} ({:.2f}-{:.2f})", worth.normalised_elo, elo.low, elo.high),
               i == 0 ? "1" : fmt::format("{:.2f} ({:.2f}-{:.2f})", worth.ratio, ratio.low, ratio.high),
               fmt::format("{:.0f} ({:.0f}-{:.0f})", worth.games, games.low, games.high),
               pairs_in_per_cent(worth.pairs), options.files[i]);
  }
}

Json interval_json(double value, const booksearch::Interval& interval) {
  return Json{{"value", value}, {"low", interval.low}, {"high", interval.high}};
}

void print_worths(const CompareOptions& options, const CompareInputs& inputs, const FittedPlayers& players,
                  const std::vector<BookEstimate>& estimates, const std::string& judge) {
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const auto& [worth, draws, elo, games, ratio] = estimates[i];
    print_json({{"book", options.files[i]},
                {"positions", inputs.books[i].positions},
                {"sample", inputs.books[i].starts.size()},
                {"pairs", worth.pairs},
                {"draws", interval_json(worth.draws, draws)},
                {"normalised_elo", interval_json(worth.normalised_elo, elo)},
                {"ratio", interval_json(worth.ratio, ratio)},
                {"games", interval_json(worth.games, games)}});
  }
  print_json({{"judge", judge},
              {"nodes", options.nodes},
              {"elo", Json::array({options.test.elo0, options.test.elo1})},
              {"fitted_to", players.games},
              {"scale", players.model.scale},
              {"widening", players.model.widening},
              {"strength", kEloOfLogit * players.strength}});
}

int run_compare(const CompareOptions& options) {
  if (!(options.test.elo0 < options.test.elo1))
    throw Failure("openings compare: --sprt names the smaller difference first");
  const std::string game = game_of_lists(options);
  CompareInputs inputs;
  for (const std::string& path : options.files)
    inputs.books.push_back(sampled(options, game, path, inputs.asked));
  inputs.played = read_played(options, game, inputs.asked);
  const OpeningsJob job = judge_job(options, game, "");
  const Candidates candidates(job, inputs.asked.positions());
  const JudgeKind judge = choose_judge(job, candidates);
  const std::vector<StartChances> chances = judged_chances(options, candidates, judge);
  const FittedPlayers players = fitted_players(inputs.played, chances);
  std::vector<std::vector<StartChances>> books;
  for (const SampledBook& book : inputs.books) {
    std::vector<StartChances>& starts = books.emplace_back();
    for (const std::uint32_t place : book.starts) starts.push_back(chances[place]);
  }
  const auto estimates = booksearch::compare_books(books, players, options.test, options.seed);
  if (options.json) {
    print_worths(options, inputs, players, estimates, judge.name);
    return kSuccess;
  }
  print_line("{}, {} a position; {}", judge.name, counted(options.nodes, "node"),
             counted(candidates.size(), "position"));
  print_players(players);
  print_line("for engines {} Elo apart, in a test against {} Elo; intervals of 95 %", options.test.elo1,
             options.test.elo0);
  print_worth_table(options, inputs, estimates);
  return kSuccess;
}

// Of "0,5".
std::optional<std::pair<double, double>> two_numbers(const std::string& text) {
  double first = 0, second = 0;
  int used = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf%n", &first, &second, &used) != 2) return std::nullopt;
  if (used != static_cast<int>(text.size()) || !std::isfinite(first) || !std::isfinite(second))
    return std::nullopt;
  return std::pair(first, second);
}

void add_test_options(CommandLine& app, const std::shared_ptr<CompareOptions>& options) {
  app.add_option_function(
         "--sprt",
         [options](const std::string& text) {
           std::tie(options->test.elo0, options->test.elo1) = *two_numbers(text);
         },
         "The two differences in strength that a test tells apart, in Elo")
      .type_name("ELO0,ELO1")
      .default_text("0,5")
      .check([](const std::string& text) {
        return two_numbers(text) ? "" : "'" + text + "' is not two numbers such as 0,5";
      });
  app.add_option("--error", options->test.alpha, "Errors of the test, of either kind")
      .range(0.0001, 0.4)
      .capture_default_str();
  app.add_option("--games", options->games,
                 "Games in PGN at the tester's strength, to which the model is fitted")
      .type_name("FILE");
  app.add_option("--game-plies", options->game_plies, "Of these games: moves that belong to the opening")
      .whole_number(0, PgnGame::kMaxPlies)
      .capture_default_str()
      .rare();
}

}  // namespace

CommandRun openings_compare(CommandLine& app) {
  const auto options = std::make_shared<CompareOptions>();
  app.add_option("BOOK", options->files, "Lists of start positions, as `openings check` reads them")
      .required()
      .type_name("FILE");
  app.add_option(
         "--engine", options->engine,
         "The judge: a UCI engine that tells chances (UCI_ShowWDL). Without it, our own search, which knows no "
         "draws")
      .type_name("COMMAND");
  app.add_option("--nodes", options->nodes, "Nodes of the judge for a position")
      .whole_number(1)
      .capture_default_str();
  app.add_option("--sample", options->sample, "Positions of each book that are judged")
      .whole_number(1, 4'000'000)
      .capture_default_str();
  add_test_options(app, options);
  app.add_option("--seed", options->seed, "Of the samples").whole_number().capture_default_str().rare();
  app.add_option("--plies", options->plies, "Of games in PGN as books: how many of their moves count")
      .whole_number(0, PgnGame::kMaxPlies)
      .default_text("all")
      .rare();
  add_game_option(app, options->game);
  add_json_option(app, options->json);
  add_computation_options(app, options->computation);
  app.footer(
      "Predicts what books are worth to a tester: how large a small difference in strength looks in normalised\n"
      "Elo, and so how many games a test takes. The ratio is that of normalised Elo to the first book's; games\n"
      "are as its square.\n"
      "\n"
      "The judge's chances of each position are those of its own model. Weaker players draw less: fit the model\n"
      "with --games to games of your engines at your limits, from any start positions.\n"
      "Intervals tell of the sample and of the fit, not of errors that the judge makes alike in a whole book.\n"
      "Example: tabiya openings compare a.epd b.epd --engine stockfish --games games.pgn");
  return [options] {
    options->test.beta = options->test.alpha;
    return run_compare(*options);
  };
}

}  // namespace tabiya::tools
