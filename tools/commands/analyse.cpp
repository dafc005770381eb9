#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "booksearch/engines/uci_game_engine.h"
#include "booksearch/explain/explanation.h"
#include "booksearch/explain/game_review.h"
#include "codec/text.h"
#include "core/game/entry_positions.h"
#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/jobs/oracle_choice.h"
#include "tools/play/analysis_json.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_input.h"
#include "tools/play/position_argument.h"
#include "tools/reports/explanation_text.h"

namespace tabiya::tools {
namespace {

using Clock = std::chrono::steady_clock;

struct AnalyseOptions {
  PositionArgument position;
  LimitOptions limits;
  EngineChoice engine;
  std::string uci_engine;  // as uci_choice.h has it; empty: our own search
  std::string games;       // a file; empty for a single position
  std::size_t number = 0;
  std::string book;  // as add_book_choice() has it; empty: the shipped one, where it is of the game
  bool explain = false;
  std::vector<std::string> explained;  // moves to explain, too
  bool json = false;
};

// Our own search, or the UCI engine.
class Analyser {
 public:
  Analyser(const AnalyseOptions& options, const GameModule& game) : limits_(options.limits) {
    if (options.uci_engine.empty()) {
      engine_ = make_engine(game, options.engine);
      return;
    }
    UciChoice choice = take(uci_choice(options.uci_engine, game, told_game(game)));
    has_limits_ = choice.limits.any();
    choice.settings.lines = options.engine.lines;
    choice.settings.is_prompt = true;
    if (options.engine.threads > 1)
      choice.settings.options.push_back({"Threads", std::to_string(options.engine.threads)});
    engine_ = take(make_uci_game_engine(game, std::move(choice)));
  }

  GameSearchResult search(const PositionHandle& position, const std::atomic<bool>& stop,
                          const GameEngine::Report& report = {}) {
    Limits limits = has_limits_ && !limits_.any() ? Limits() : limits_.limits();
    limits.stop = &stop;
    return take(engine_->search({&position, 1}, limits, report));
  }

  GameEngine& engine() { return *engine_; }

 private:
  LimitOptions limits_;
  bool has_limits_ = false;  // the engine has some of its own
  std::unique_ptr<GameEngine> engine_;
};

// The book's entry for the position, if the book is of this game and knows it.
class KnownEntry {
 public:
  KnownEntry(const std::string& book, const GameModule& game, const GamePosition& position) {
    const bool is_named = !book.empty();
    if (book == kNoBook || (!is_named && game.setup_phase() == nullptr)) return;
    loaded_.emplace(load_book(is_named ? book : std::string(kShipped), LinesOfPlay::kSkip));
    const bool is_of_game = loaded_->book.meta.game == game.name();
    if (is_named && (!is_of_game || loaded_->book.entries.empty()))
      throw Failure(fmt::format("--book {}: {}; name a book of setups of the game, or leave it out", book,
                                is_of_game ? "has no setups" : "is of " + loaded_->book.meta.game));
    if (is_of_game) entry_ = find_position(loaded_->book, *loaded_->setups, position);
  }

  void print() const {
    if (entry_) print_line("in the book: {}", known_text(*loaded_, *entry_));
  }
  Json json() const { return entry_ ? known_json(*loaded_, *entry_) : Json(nullptr); }

 private:
  std::optional<LoadedBook> loaded_;
  std::optional<std::size_t> entry_;
};

// `more`: members that JSON has besides.
void print_result(const View& view, const GameSearchResult& result, std::uint64_t nps, bool json,
                  const Json& more) {
  if (json) {
    Json object = analysis_json(view, result, nps);
    object.update(more);
    return print_json(object);
  }
  const auto moves = [](const GameLine& line) {
    std::string text;
    for (const MoveText& move : line.pv) text += " " + move.readable;
    return text;
  };
  print_line("depth {:<3} {:<{}} {:>12} nodes {:>8.0f} k/s {}", result.depth,
             value_text(result.best.score, view), kValueWidth, result.nodes, static_cast<double>(nps) / 1000,
             moves(result.best));
  for (const GameLine& other : result.others)
    print_line("          {:<{}} {:33}{}", value_text(other.score, view), kValueWidth, "", moves(other));
}

ExplainOptions explain_options(const AnalyseOptions& options, const GamePosition& position) {
  if (options.limits.depth || options.limits.milliseconds)
    throw Failure("--explain makes many searches, each limited by --nodes: leave out --depth and --time");
  ExplainOptions chosen;
  chosen.nodes = options.limits.nodes.value_or(chosen.nodes);
  for (const std::string& move : options.explained) {
    if (const auto after = position.after(move); !after)
      throw Failure(fmt::format("--move {}: {}", move, after.error().message));
    chosen.asked.push_back(move);
  }
  return chosen;
}

// Prints the result of the longest search of the position, and its explanation.
int explain_position(const AnalyseOptions& options, const GameModule& game, const PositionHandle& position) {
  const ExplainOptions chosen = explain_options(options, *position);
  Analyser analyser(options, game);
  const View view = view_of(game, *position);
  const InterruptFlag interrupt;
  const auto start = Clock::now();
  const auto explanation = explain(analyser.engine(), position, chosen, &interrupt.stop());
  check_stop(interrupt, "stopped");
  if (!explanation) fail(explanation.error());
  const std::uint64_t nps = nodes_per_second(explanation->result.nodes, start);
  const BoardPicture picture = position->picture();
  print_result(view, explanation->result, nps, options.json,
               {{"explanation", explanation_json(*explanation, picture, view)}});
  if (!options.json) print_explanation(*explanation, picture, view);
  return kSuccess;
}

int analyse_position(const AnalyseOptions& options) {
  const GameModule& game = game_of(options.position);
  const PositionHandle position = position_of(options.position);
  check_setups_placed(game, *position, "POSITION");
  const std::optional<std::string> ended = position->result();
  if (ended && !options.json) {
    print_line("{}", *ended);
    return kSuccess;
  }
  if (options.explain && !ended) return explain_position(options, game, position);
  const KnownEntry known(options.book, game, *position);
  if (!options.json) known.print();
  Analyser analyser(options, game);
  const View view = view_of(game, *position);
  const InterruptFlag interrupt;
  const auto start = Clock::now();
  const auto show = [&](const GameSearchResult& result) {
    print_result(view, result, nodes_per_second(result.nodes, start), options.json, {{"book", known.json()}});
    flush_output();
  };
  const GameSearchResult result =
      analyser.search(position, interrupt.stop(), [&](const GameSearchResult& iteration) {
        if (iteration.depth > 0 && !ended) show(iteration);
        return !ended;
      });
  if (ended || !result.best.pv.empty()) show(result);
  check_stop(interrupt, "stopped");
  return kSuccess;
}

MoveText text_of(const GamePosition& position, const std::string& wire) {
  for (const MoveText& move : position.moves())
    if (move.wire == wire) return move;
  return {wire, wire};
}

// Analyses every move of a game after the setup phase.
int analyse_game(const AnalyseOptions& options) {
  const RecordedGame game = read_game(options.position.game, options.games, options.number);
  const GameModule& module = *game.module;
  Analyser analyser(options, module);
  const InterruptFlag interrupt;
  std::optional<Score> error_before, error_after;
  const auto search = [&](const PositionHandle& position, std::optional<Score>& error) {
    SearchError off;
    GameSearchResult result =
        analyser.search(position, interrupt.stop(), [&](const GameSearchResult& iteration) {
          off.add(iteration);
          return true;
        });
    error = off.error();
    return result;
  };
  std::array<SideSum, 2> sums;
  std::optional<GameSearchResult> before;
  for (std::size_t ply = 0; ply < game.moves.size() && !interrupt.stop(); ++ply) {
    const PositionHandle& position = game.positions[ply];
    if (position->in_setup_phase()) continue;
    if (!before) before = search(position, error_before);
    GameSearchResult after = search(game.positions[ply + 1], error_after);
    const MoveText best = before->best.pv.empty() ? MoveText{} : before->best.pv.front();
    const JudgedMove move{ply,
                          text_of(*position, game.moves[ply]),
                          best,
                          view_of(module, *position),
                          before->best.score,
                          seen_from_before(after.best.score),
                          before->depth,
                          error_of_difference(error_before, error_after)};
    print_judged(move, options.json);
    sums[static_cast<std::size_t>(position->side_to_move())].add(move);
    before = std::move(after);
    error_before = error_after;
  }
  check_stop(interrupt, "stopped");
  for (std::size_t side = 0; side < sums.size(); ++side)
    print_sum(module.sides()[side], sums[side], options.json);
  return kSuccess;
}

int run_analyse(const AnalyseOptions& options) {
  if (!options.games.empty()) return analyse_game(options);
  if (options.position.text.empty())
    throw Failure("analyse: name a POSITION, or a file of games with --games");
  return analyse_position(options);
}

}  // namespace

CommandRun analyse(CommandLine& app) {
  const auto options = std::make_shared<AnalyseOptions>();
  add_position_argument(app, options->position, /*may_be_absent=*/true);
  CommandOption games = app.add_option("--games", options->games,
                                       "Analyse every move of a game in this file, as `match` writes it")
                            .type_name("FILE")
                            .excludes("POSITION")
                            .excludes("--moves");
  CommandLine of_games = app.needing(games);
  of_games.add_option("--number", options->number, "Number of the game in that file, from 0")
      .whole_number()
      .rare();
  app.begin_group("Search");
  add_limit_options(app, options->limits);
  add_engine_options(app, options->engine);
  add_engine_option(app, options->uci_engine).excludes("--net").excludes("--table").excludes("--set");
  app.add_option("--book", options->book,
                 "Say what this book knows of the position. A file, `shipped`, or `none`")
      .rare()
      .type_name("FILE")
      .default_text(kShipped)
      .excludes(games);
  CommandOption explain = app.add_flag("--explain", options->explain,
                                       "Say what threatens, why tempting moves lose, and which pieces count");
  explain.excludes(games).excludes("--book");
  CommandLine of_explanations = app.needing(explain);
  of_explanations
      .add_option("--move", options->explained, "With --explain: explain this move, too. Repeatable")
      .rare()
      .type_name("MOVE");
  app.add_option("--lines", options->engine.lines, "Show the N best moves, each with its variation")
      .excludes(games)
      .whole_number(1, 500);
  app.add_option("--threads", options->engine.threads,
                 "Number of threads that search together. With more than one, results vary")
      .group(kOutputGroup)
      .whole_number(1, 1024);
  add_json_option(app, options->json);
  app.footer(
      fmt::format(
          "Limits apply to each search: of the position, or of each move of a game. The default limit is "
          "{} ms.\n",
          LimitOptions::kDefaultMilliseconds) +
      "If the position follows the setups of an entry of the book, its value there comes first, from Red's view.\n"
      "Each iteration of the search prints a line; the last line is the result. Values are from the side to\n"
      "move's view, as logit and winning chances; JSON has logit x 10,000. For a game, each move is printed\n"
      "with the value before and after it, and at the end what each side lost: ?! is for more than 0.2 logit, ?\n"
      "for more than 0.5, both beyond twice the error; ?? for a missed win, or a blunder that loses by force.\n"
      "With --engine, a UCI engine searches; its centipawns become logit.\n"
      "Example: tabiya analyse startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\" --depth 8");
  return [options] { return run_analyse(*options); };
}

}  // namespace tabiya::tools
