#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/search/value_text.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/value_json.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_input.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;
using Clock = std::chrono::steady_clock;

struct Options {
  PositionArgument position;
  LimitOptions limits;
  EngineChoice engine;
  std::string games;  // a file; empty for a single position
  std::size_t number = 0;
  bool json = false;
};

// The principal variation in the notation of `format`.
template <class Format>
std::vector<std::string> line_of(Position position, const std::vector<Move>& moves, Format format) {
  std::vector<std::string> line;
  for (const Move move : moves) {
    line.push_back(format(position, move));
    position.play(move);
  }
  return line;
}

double nodes_per_second(const Engine::Result& result, Clock::time_point start) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return std::round(static_cast<double>(result.nodes) / std::max(seconds, 1e-6));
}

View view_of(const Position& position) { return mover_view(position.side_to_move() == Side::kRed); }

void print_result_json(const Position& position, const Engine::Result& result, double nps) {
  const View view = view_of(position);
  nlohmann::ordered_json object{{"depth", result.depth}};
  add_value(object, "score", result.score, view);
  object.update({{"pv", line_of(position, result.pv, format_wire)},
                 {"nodes", result.nodes},
                 {"nps", static_cast<std::uint64_t>(nps)}});
  for (const auto& line : result.others) {
    auto& other = object["others"].emplace_back(nlohmann::ordered_json::object());
    add_value(other, "score", line.score, view);
    other["pv"] = line_of(position, line.pv, format_wire);
  }
  print_json(object);
}

void print_result(const Position& position, const Engine::Result& result, double nps) {
  const auto moves = [&](const std::vector<Move>& pv) {
    std::string line;
    for (const std::string& move : line_of(position, pv, format_long)) line += " " + move;
    return line;
  };
  const View view = view_of(position);
  print_line("depth {:<3} {:<{}} {:>12} nodes {:>8.0f} k/s {}", result.depth, value_text(result.score, view),
             kValueWidth, result.nodes, nps / 1000, moves(result.pv));
  for (const auto& other : result.others) {
    print_line("          {:<{}} {:33}{}", value_text(other.score, view), kValueWidth, "", moves(other.pv));
  }
}

int analyse_position(const Options& options) {
  const Position position = position_of(options.position);
  check_setups_placed(position, "POSITION");
  const auto engine = make_engine(options.engine);
  const InterruptFlag interrupt;
  Limits limits = options.limits.limits();
  limits.stop = &interrupt.stop();
  const auto start = Clock::now();
  const auto show = [&](const Engine::Result& result) {
    const double nps = nodes_per_second(result, start);
    options.json ? print_result_json(position, result, nps) : print_result(position, result, nps);
    flush_output();
  };
  const Engine::Result result = engine->search(position, limits, [&](const Engine::Result& iteration) {
    if (iteration.depth > 0) show(iteration);
    return true;
  });
  show(result);
  return kSuccess;
}

// What a move of a game cost the side that made it, whose view the scores are.
struct JudgedMove {
  std::size_t ply;
  std::string played, best;  // wire notation
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
    nlohmann::ordered_json object{{"ply", move.ply}, {"move", move.played}, {"best", move.best}};
    add_value(object, "score", move.before, move.view);
    object.update({{"score_after", move.after}, {"win_after", win_json(move.after)}, {"loss", nullptr}});
    if (loss) object["loss"] = *loss;
    object["depth"] = move.depth;
    print_json(object);
  } else {
    print_line("{:>3} {:<5} best {:<5} {:<{}} then {:<{}} loss {:<7}  depth {}", move.ply, move.played,
               move.best, value_text(move.before, move.view), kValueWidth, value_text(move.after, move.view),
               kValueWidth, loss ? loss_text(*loss) : "-", move.depth);
  }
  flush_output();
}

// Every move of a game after the setup phase.
int analyse_game(const Options& options) {
  const RecordedGame game = read_game(options.games, options.number);
  const auto engine = make_engine(options.engine);
  const InterruptFlag interrupt;
  const auto search = [&](const Position& position) {
    Limits limits = options.limits.limits();
    limits.stop = &interrupt.stop();
    return engine->search(position, limits);
  };
  std::optional<Engine::Result> before;
  for (std::size_t ply = 0; ply < game.moves.size() && !interrupt.stop(); ++ply) {
    const Position& position = game.positions[ply];
    if (position.in_setup_phase()) continue;
    if (!before) before = search(position);
    Engine::Result after = search(game.positions[ply + 1]);
    const std::string best = before->pv.empty() ? "" : format_wire(position, before->pv.front());
    print_judged({ply, game.moves[ply], best, view_of(position), before->score, score_of_move(after.score),
                  before->depth},
                 options.json);
    before = std::move(after);
  }
  return interrupt.stop() ? kInterrupted : kSuccess;
}

int run_analyse(const Options& options) {
  if (!options.games.empty()) return analyse_game(options);
  if (options.position.text.empty()) throw Failure("analyse: name a POSITION, or a file of games by --games");
  return analyse_position(options);
}

}  // namespace

CommandRun analyse(CommandLine& app) {
  const auto options = std::make_shared<Options>();
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
      "Limits hold for each search. The last line is the final one; the lines before it are of the "
      "iterations of the search. Values are those of the side to move: logit, and the winning chances;\n"
      "JSON has logit x 10,000. Of a game, each move has its value before and after it is played.\n"
      "Example: tabiya analyse startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\" --depth 8");
  return [options] { return run_analyse(*options); };
}

}  // namespace tabiya::tools
