#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/games/zero_point_one/book_setups.h"
#include "core/games/zero_point_one/player.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"
#include "tools/cli/settings.h"
#include "tools/play/engine_options.h"
#include "tools/play/judge_session.h"

namespace tabiya::tools {
namespace {

struct Options {
  LimitOptions limits;
  int game_milliseconds = 30'000;
  EngineChoice engine;
  std::string book = "shipped";
  std::string fallback_book = "none";
  int book_depth = 0;
  int max_loss = zero_point_one::OpeningOptions{}.max_loss;
  int variety = zero_point_one::OpeningOptions{}.variety;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> clock_settings;
  std::uint64_t node_clock = 0;
  std::uint64_t log_bytes = 9'000;
};

std::uint64_t random_seed() {
  std::random_device device;
  return device();
}

zero_point_one::OpeningOptions opening_options(const Options& options) {
  return {.max_loss = options.max_loss,
          .variety = options.variety,
          .depth = static_cast<std::uint8_t>(options.book_depth),
          .seed = options.seed ? *options.seed : random_seed()};
}

zero_point_one::PlayerOptions player_options(const Options& options) {
  zero_point_one::PlayerOptions player;
  player.time = std::chrono::milliseconds(options.game_milliseconds);
  player.limits = options.limits.size_limits();
  player.nodes_per_millisecond = options.node_clock;
  for (const std::string& setting : options.clock_settings)
    apply_setting("--clock", setting, kNamedClockParameters, player.clock);
  return player;
}

int play_game(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  auto player_options = tools::player_options(options);
  const auto engine = make_engine(options.engine);
  std::vector<LoadedBook> loaded;
  for (const std::string& path : {options.book, options.fallback_book})
    if (path != kNoBook) loaded.push_back(load_book(path));
  std::vector<const Book*> books;
  for (const LoadedBook& book : loaded) books.push_back(&book.book);

  CappedLog log(stderr, options.log_bytes);
  const auto opening = opening_options(options);
  if (!books.empty() && !options.seed) log(fmt::format("seed {}", opening.seed));
  zero_point_one::BookSetups setups(books, opening, [&log](std::string_view line) { log(line); });
  player_options.log = [&log](std::string_view line) { log(line); };
  player_options.used = std::chrono::steady_clock::now() - start;
  zero_point_one::Player player(*engine, setups, player_options);
  take(play_session(player, stdin,
                    [](const std::string& answer) {
                      print_line("{}", answer);
                      flush_output();
                    }),
       "standard input");
  return kSuccess;
}

void add_book_options(CommandLine& app, Options& options) {
  constexpr int kMostDepth = 255;
  constexpr int kMostLoss = 1'000'000;
  add_book_choice(app, options.book);
  app.add_option("--fallback-book", options.fallback_book, "Used where the book has no answer")
      .type_name("FILE")
      .capture_default_str();
  app.add_option("--book-depth", options.book_depth, "Use only entries searched at least so deep, in plies")
      .capture_default_str()
      .whole_number(0, kMostDepth);
  app.add_option("--max-loss", options.max_loss,
                 "As Red, choose no setup that is worse than the best by more, in logit / 10,000")
      .type_name("LOSS")
      .capture_default_str()
      .whole_number(0, kMostLoss);
  app.add_option("--variety", options.variety,
                 "As Red, choose a setup that is worse by this e times less often, in logit / 10,000; 0 is "
                 "always the best")
      .type_name("LOSS")
      .capture_default_str()
      .whole_number(0, kMostLoss);
  app.add_option("--seed", options.seed, "Of Red's choice; random unless given").whole_number();
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
  add_book_options(app, *options);
  app.add_option("--clock", options->clock_settings,
                 "Change a parameter of the clock; adaptive=0 gives each move its share")
      .type_name("NAME=VALUE");
  app.add_option("--node-clock", options->node_clock,
                 "Let time pass by nodes alone, N to a millisecond: for measuring on a busy machine")
      .type_name("N")
      .whole_number(1, 1'000'000);
  app.add_option("--log-bytes", options->log_bytes, "Most that is written to standard error, in bytes")
      .type_name("N")
      .capture_default_str()
      .whole_number(0, 1'000'000'000);
  app.footer(
      "Reads the judge's lines from standard input: Start, setups, moves, Quit; before them Time MS and\n"
      "Opening MOVE… where given. Answers on standard output; tells on standard error what it thinks, and\n"
      "what the variety of its setups costs.\n"
      "Example: tabiya play --net net.tbn --book book.tbk --variety 200 --max-loss 1000 --game-time 30000");
  return [options] { return play_game(*options); };
}

}  // namespace tabiya::tools
