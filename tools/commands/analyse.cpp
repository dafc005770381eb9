#include <chrono>
#include <cmath>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/engine.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "tools/command.h"
#include "tools/engine_options.h"
#include "tools/failure.h"
#include "tools/interrupt.h"
#include "tools/options.h"
#include "tools/position_argument.h"
#include "tools/print.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;
using Clock = std::chrono::steady_clock;

struct Options {
  PositionArgument position;
  LimitOptions limits;
  EngineChoice engine;
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

void print_result_json(const Position& position, const Engine::Result& result, double nps) {
  const auto win = plies_to_win(result.score);
  print_json({{"depth", result.depth},
              {"score", result.score},
              {"win", win ? nlohmann::ordered_json(*win) : nlohmann::ordered_json(nullptr)},
              {"pv", line_of(position, result.pv, format_wire)},
              {"nodes", result.nodes},
              {"nps", static_cast<std::uint64_t>(nps)}});
}

std::string format_score(Score score) {
  if (const auto plies = plies_to_win(score)) {
    return fmt::format("{} in {}", *plies > 0 ? "win" : "loss", std::abs(*plies));
  }
  const double logit = score / 10'000.0;
  return fmt::format("{:+.3f} ({:.1f} %)", logit, 100 / (1 + std::exp(-logit)));
}

void print_result(const Position& position, const Engine::Result& result, double nps) {
  std::string line;
  for (const std::string& move : line_of(position, result.pv, format_long)) line += " " + move;
  print_line("depth {:<3} {:<18} {:>12} nodes {:>8.0f} k/s {}", result.depth, format_score(result.score),
             result.nodes, nps / 1000, line);
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

}  // namespace

CommandRun analyse(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_position_argument(app, options->position);
  add_limit_options(app, options->limits);
  add_engine_options(app, options->engine);
  add_json_option(app, options->json);
  app.footer(
      "The last line is the final one; the lines before it are of the iterations of the search.\n"
      "Example: tabiya analyse startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\" --depth 8");
  return [options] { return analyse_position(*options); };
}

}  // namespace tabiya::tools
