// `bench chances` tells whether chances come true: games of the engine against itself, from entries of a book and from random
// pairs of setups, with three forecasts of how side 0 fares. The book's value of an entry; an analysis of the position where
// the game begins; what the player itself thought at some move of the game, one that is drawn from all, for the moves of a
// game share its result. See statistics/reliability.h.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/match/self_game.h"
#include "booksearch/setups/audit/audit_sample.h"
#include "booksearch/statistics/reliability.h"
#include "booksearch/work/parallel.h"
#include "core/game/game_module.h"
#include "core/random.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"
#include "tools/drawing/chart.h"

namespace tabiya::tools {
namespace {

using booksearch::Forecast;

constexpr std::size_t kBins = 10;
constexpr std::uint64_t kAnalysisNodes = 1'000'000, kAnalysisNodesInQuick = 2'000;
constexpr std::size_t kGameTableBytes = std::size_t{16} << 20;
constexpr std::uint64_t kStream = 0xC4A2CE5;  // of random numbers

// A game to be played, and the book's value of the entry that it begins with.
struct Start {
  PositionHandle position;
  std::optional<Score> book{};
};

// The forecasts of a game.
struct Foretold {
  std::optional<Forecast> book{};
  Forecast analysis{};
  std::optional<Forecast> play{};  // nothing of a game that is over when it begins
};

std::vector<Start> starts_of(const LoadedBook& book, const BenchOptions& options) {
  std::vector<Start> starts;
  const auto sample =
      take(booksearch::draw_entries(book.book, options.sample, options.seed), "bench chances");
  for (const booksearch::DrawnEntry& drawn : sample.entries) {
    const BookEntry& entry = book.book.entries[drawn.entry];
    starts.push_back({book.setups->position_after(entry.red, entry.reply), entry.red_value});
  }
  Random random(options.seed ^ kStream);
  for (std::size_t i = 0; i < options.sample; ++i) {
    const auto [red, blue] = book.setups->draw_pair(random);
    starts.push_back({book.setups->position_after(red, blue)});
  }
  return starts;
}

// Plays one game. `seed` draws the move of which the player's own value counts. Errors: those of the engine.
Result<Foretold> play(GameEngine& engine, const Start& start, const BenchOptions& options,
                      std::uint64_t seed) {
  engine.new_game();
  const Limits limits{.nodes = options.quick ? kAnalysisNodesInQuick : kAnalysisNodes};
  const auto analysis = engine.search({&start.position, 1}, limits, {});
  if (!analysis) return analysis.error();
  const Score value = start.position->side_to_move() == 0 ? analysis->best.score : -analysis->best.score;
  const auto game = booksearch::play_self_game(engine, start.position, {.nodes = options.nodes});
  if (!game) return game.error();
  Foretold foretold;
  if (start.book) foretold.book = Forecast{chance_of(*start.book), game->score};
  foretold.analysis = {chance_of(value), game->score};
  if (game->values.empty()) return foretold;
  Random random(seed);
  const std::uint32_t move = random.below(static_cast<std::uint32_t>(game->values.size()));
  foretold.play = Forecast{chance_of(game->values[move]), game->score};
  return foretold;
}

struct Kind {
  const char* name;
  const char* title;
  const char* colour;
  std::vector<Forecast> forecasts{};
};

void add_figures(const Kind& kind, std::vector<BenchFigure>& figures) {
  const auto add = [&](const std::string& name, double value) {
    figures.push_back({fmt::format("{}_{}", kind.name, name), value});
  };
  const booksearch::Calibration fit = booksearch::fit_calibration(kind.forecasts);
  add("games", static_cast<double>(kind.forecasts.size()));
  add("bias_logit", fit.bias);
  add("bias_error_logit", fit.bias_error);
  add("slope", fit.slope);
  add("slope_error", fit.slope_error);
  add("brier_score", booksearch::brier_score(kind.forecasts));
  for (const auto& bin : booksearch::reliability(kind.forecasts, kBins)) {
    const int low = static_cast<int>(std::min(0.999, bin.chance) * kBins) * 10;
    const std::string name = fmt::format("{:02}_to_{}_", low, low + 10);
    add(name + "games", static_cast<double>(bin.count));
    add(name + "chance_percent", 100 * bin.chance);
    add(name + "score_percent", 100 * bin.score);
    add(name + "score_percent_low", 100 * bin.interval.low);
    add(name + "score_percent_high", 100 * bin.interval.high);
  }
}

std::string diagram(const std::vector<Kind>& kinds, const BenchOptions& options) {
  constexpr std::size_t kFewest = 20;  // games of a bin that is drawn
  Chart chart(linear_axis("chance foretold", 0, 1), linear_axis("score in games", 0, 1));
  chart.add({"what is foretold comes true", "#999999", {{.x = 0, .y = 0}, {.x = 1, .y = 1}}});
  for (const Kind& kind : kinds) {
    ChartLine line{fmt::format("{}: {} games", kind.title, kind.forecasts.size()), kind.colour, {}};
    for (const auto& bin : booksearch::reliability(kind.forecasts, kBins)) {
      if (bin.count < kFewest) continue;
      line.points.push_back({.x = bin.chance, .y = bin.score});
      chart.add_bar(bin.chance, bin.interval.low, bin.interval.high, kind.colour);
    }
    chart.add(line);
  }
  chart.add_note(fmt::format("{} nodes a move; intervals of 99 %", options.nodes));
  return chart.svg();
}

}  // namespace

std::vector<BenchFigure> bench_chances(const BenchOptions& options) {
  if (!options.picture.empty()) check_output({options.picture});
  const LoadedBook book = load_sound_book(options.book.empty() ? std::string(kShipped) : options.book);
  const GameModule& game = *book.game;
  const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
  const std::vector<Start> starts = starts_of(book, options);
  const auto make_engine = [&] {
    return take_fitting(game.make_engine(evaluation, {.table_bytes = kGameTableBytes}), game,
                        options.network);
  };
  make_engine();  // which throws where none can be made
  booksearch::PerThread<std::unique_ptr<GameEngine>> engines(make_engine);
  std::vector<Result<Foretold>> games(starts.size(), Foretold());
  booksearch::for_each_index(starts.size(), [&](std::size_t i) {
    games[i] = play(*engines.local(), starts[i], options, options.seed + i);
  });

  std::vector<Kind> kinds{{"book", "values of the book", "#d95f02"},
                          {"analysis", "an analysis", "#1b6ca8"},
                          {"play", "what the player thought", "#3a7d34"}};
  for (const Result<Foretold>& game_played : games) {
    const Foretold each = take(game_played, "bench chances");
    if (each.book) kinds[0].forecasts.push_back(*each.book);
    kinds[1].forecasts.push_back(each.analysis);
    if (each.play) kinds[2].forecasts.push_back(*each.play);
  }
  std::vector<BenchFigure> figures;
  for (const Kind& kind : kinds) add_figures(kind, figures);
  if (!options.picture.empty()) write_output({options.picture}, diagram(kinds, options));
  return figures;
}

}  // namespace tabiya::tools
