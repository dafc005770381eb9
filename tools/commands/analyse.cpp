#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/games/game_module.h"
#include "core/search/value_text.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/value_json.h"
#include "tools/play/analysis_json.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_input.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  PositionArgument position;
  LimitOptions limits;
  EngineChoice engine;
  std::string games;  // a file; empty for a single position
  std::size_t number = 0;
  bool json = false;
};

void check_stop(const InterruptFlag& interrupt) {
  if (interrupt.stop()) throw Failure("stopped", kInterrupted);
}

void print_result(const View& view, const GameSearchResult& result, std::uint64_t nps) {
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

int analyse_position(const Options& options) {
  const GameModule& game = game_of(options.position);
  const PositionHandle position = position_of(options.position);
  check_setups_placed(game, *position, "POSITION");
  const std::optional<std::string> ended = position->result();
  if (ended && !options.json) {
    print_line("{}", *ended);
    return kSuccess;
  }
  const auto engine = make_engine(game, options.engine);
  const View view = view_of(game, *position);
  const InterruptFlag interrupt;
  Limits limits = options.limits.limits();
  limits.stop = &interrupt.stop();
  const auto start = Clock::now();
  const auto show = [&](const GameSearchResult& result) {
    const std::uint64_t nps = nodes_per_second(result.nodes, start);
    options.json ? print_json(analysis_json(view, result, nps)) : print_result(view, result, nps);
    flush_output();
  };
  const GameSearchResult result =
      engine->search({&position, 1}, limits, [&](const GameSearchResult& iteration) {
        if (iteration.depth > 0 && !ended) show(iteration);
        return !ended;
      });
  show(result);
  check_stop(interrupt);
  return kSuccess;
}

// What a move of a game cost the side that made it, whose view the scores are.
struct JudgedMove {
  std::size_t ply;
  MoveText played, best;
  View view;
  Score before;  // of the position before it
  Score after;   // of the move, when what follows is searched
  int depth;

  // By how much it is worse; proved results are no amounts that could be subtracted.
  std::optional<Score> loss() const {
    if (before != after && (is_proven(before) || is_proven(after))) return std::nullopt;
    return before - after;
  }
};

// The score of a move, from that of the position that it leads to, where the other side moves.
Score score_of_move(Score reply) {
  if (!is_proven(reply)) return -reply;
  return reply > 0 ? 1 - reply : -1 - reply;  // the end is one ply further away
}

void print_judged(const JudgedMove& move, bool json) {
  const auto loss = move.loss();
  if (json) {
    nlohmann::ordered_json object{{"ply", move.ply}, {"move", move.played.wire}, {"best", move.best.wire}};
    add_value(object, "score", move.before, move.view);
    object.update({{"score_after", move.after}, {"win_after", win_json(move.after)}, {"loss", nullptr}});
    if (loss) object["loss"] = *loss;
    object["depth"] = move.depth;
    print_json(object);
  } else {
    print_line("{:>3} {:<{}} {:<7} best {:<7} {:<{}} then {:<{}} loss {:<7}  depth {}", move.ply,
               move.view.viewer, std::max(move.view.viewer.size(), move.view.opponent.size()),
               move.played.readable, move.best.readable, value_text(move.before, move.view), kValueWidth,
               value_text(move.after, move.view), kValueWidth, loss ? loss_text(*loss) : "-", move.depth);
  }
  flush_output();
}

MoveText text_of(const GamePosition& position, const std::string& wire) {
  for (const MoveText& move : position.moves())
    if (move.wire == wire) return move;
  return {wire, wire};
}

// Every move of a game after the setup phase.
int analyse_game(const Options& options) {
  const RecordedGame game = read_game(options.position.game, options.games, options.number);
  const GameModule& module = *game.module;
  const auto engine = make_engine(module, options.engine);
  const InterruptFlag interrupt;
  const auto search = [&](const PositionHandle& position) {
    Limits limits = options.limits.limits();
    limits.stop = &interrupt.stop();
    return engine->search({&position, 1}, limits, {});
  };
  std::optional<GameSearchResult> before;
  for (std::size_t ply = 0; ply < game.moves.size() && !interrupt.stop(); ++ply) {
    const PositionHandle& position = game.positions[ply];
    if (position->in_setup_phase()) continue;
    if (!before) before = search(position);
    GameSearchResult after = search(game.positions[ply + 1]);
    const MoveText best = before->best.pv.empty() ? MoveText{} : before->best.pv.front();
    print_judged({ply, text_of(*position, game.moves[ply]), best, view_of(module, *position),
                  before->best.score, score_of_move(after.best.score), before->depth},
                 options.json);
    before = std::move(after);
  }
  check_stop(interrupt);
  return kSuccess;
}

int run_analyse(const Options& options) {
  if (!options.games.empty()) return analyse_game(options);
  if (options.position.text.empty()) throw Failure("analyse: name a POSITION, or a file of games by --games");
  return analyse_position(options);
}

}  // namespace

CommandRun analyse(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  options->position.game.clear();
  add_position_argument(app, options->position, /*may_be_absent=*/true);
  CommandOption games = app.add_option("--games", options->games,
                                       "Judge the moves of a game from this file, as `match` writes it")
                            .type_name("FILE")
                            .excludes("POSITION")
                            .excludes("--moves");
  app.add_option("--number", options->number, "Which of its games, from 0")
      .whole_number()
      .capture_default_str();
  add_limit_options(app, options->limits);
  add_engine_options(app, options->engine);
  app.add_option("--lines", options->engine.lines, "Show the best N first moves, each with its variation")
      .excludes(games)
      .capture_default_str()
      .whole_number(1, 500);
  app.add_option("--threads", options->engine.threads,
                 "Threads that search together; more than one make results vary")
      .capture_default_str()
      .whole_number(1, 1024);
  add_json_option(app, options->json);
  app.footer(
      fmt::format("Limits hold for each search: that of the position, or of each move of a game. Without any "
                  "of them it takes {} ms.\n",
                  LimitOptions::kDefaultMilliseconds) +
      "The last line is the final one; the lines before it are of the iterations of the search. Values are\n"
      "those of the side to move: logit, and the winning chances; JSON has logit x 10,000. Of a game, each\n"
      "move has its value before and after it is played.\n"
      "Example: tabiya analyse startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\" --depth 8");
  return [options] { return run_analyse(*options); };
}

}  // namespace tabiya::tools
