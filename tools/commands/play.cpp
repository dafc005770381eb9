#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "core/games/zero_point_one/player.h"
#include "tools/command.h"
#include "tools/engine_options.h"
#include "tools/failure.h"
#include "tools/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  LimitOptions limits;
  int game_milliseconds = 30'000;
  EngineChoice engine;
};

int play_game(const Options& options) {
  using Clock = zero_point_one::Player::Clock;
  const auto engine = make_engine(options.engine);
  zero_point_one::SearchedSetups setups;
  zero_point_one::PlayerOptions player_options;
  player_options.time = std::chrono::milliseconds(options.game_milliseconds);
  player_options.limits = options.limits.size_limits();
  zero_point_one::Player player(*engine, setups, player_options);
  for (std::string line; !player.has_quit() && std::getline(std::cin, line);) {
    const auto answer = take(player.receive(line, Clock::now()), "standard input");
    if (!answer) continue;
    print_line("{}", *answer);
    flush_output();
  }
  return kSuccess;
}

}  // namespace

CommandRun play(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("--game-time", options->game_milliseconds,
                 "Milliseconds for the game, unless the judge says")
      .capture_default_str()
      .whole_number(1, 1'000'000'000);
  add_size_limit_options(app, options->limits);
  add_engine_options(app, options->engine);
  app.footer(
      "Reads the judge's lines from standard input: Start, setups, moves, Quit; before them Time MS and\n"
      "Opening MOVE… where given. Answers on standard output.\n"
      "Example: tabiya play --game-time 30000");
  return [options] { return play_game(*options); };
}

}  // namespace tabiya::tools
