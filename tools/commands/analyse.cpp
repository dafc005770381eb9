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
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
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

nlohmann::ordered_json score_json(Score score) {
  const auto win = plies_to_win(score);
  return {{"score", score}, {"win", win ? nlohmann::ordered_json(*win) : nlohmann::ordered_json(nullptr)}};
}

void print_result_json(const Position& position, const Engine::Result& result, double nps) {
  nlohmann::ordered_json object{{"depth", result.depth}};
  object.update(score_json(result.score));
  object.update({{"pv", line_of(position, result.pv, format_wire)},
                 {"nodes", result.nodes},
                 {"nps", static_cast<std::uint64_t>(nps)}});
  for (const auto& line : result.others) {
    auto& other = object["others"].emplace_back(score_json(line.score));
    other["pv"] = line_of(position, line.pv, format_wire);
  }
  print_json(object);
}

std::string format_score(Score score) {
  if (const auto plies = plies_to_win(score)) {
    return fmt::format("{} in {}", *plies > 0 ? "win" : "loss", std::abs(*plies));
  }
  const double logit = score / 10'000.0;
  return fmt::format("{:+.3f} ({:.1f} %)", logit, 100 / (1 + std::exp(-logit)));
}

void print_result(const Position& position, const Engine::Result& result, double nps) {
  const auto moves = [&](const std::vector<Move>& pv) {
    std::string line;
    for (const std::string& move : line_of(position, pv, format_long)) line += " " + move;
    return line;
  };
  print_line("depth {:<3} {:<18} {:>12} nodes {:>8.0f} k/s {}", result.depth, format_score(result.score),
             result.nodes, nps / 1000, moves(result.pv));
  for (const auto& other : result.others) {
    print_line("          {:<18} {:33}{}", format_score(other.score), "", moves(other.pv));
  }
}

int analyse_position(const Options& options) {
  const Position position = position_of(options.position);
  if (position.in_setup_phase()) {
    throw Failure(
        "POSITION: the setups are not placed yet, so there is nothing to search; give both with --moves");
  }
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

// What a move of a game cost the side that made it.
struct JudgedMove {
  std::size_t ply;
  std::string played, best;  // wire notation
  Score score;               // of the position before it
  Score loss;                // by how much it is worse than that, when what follows is searched
  int depth;
};

void print_judged(const JudgedMove& move, bool json) {
  if (json) {
    print_json({{"ply", move.ply},
                {"move", move.played},
                {"best", move.best},
                {"score", move.score},
                {"loss", move.loss},
                {"depth", move.depth}});
  } else {
    print_line("{:>3} {:<5} best {:<5} {:<18} loss {:+.3f}  depth {}", move.ply, move.played, move.best,
               format_score(move.score), move.loss / 10'000.0, move.depth);
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
    print_judged({ply, game.moves[ply], best, before->score, before->score + after.score, before->depth},
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
      "iterations of the search.\n"
      "Example: tabiya analyse startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\" --depth 8");
  return [options] { return run_analyse(*options); };
}

}  // namespace tabiya::tools
