#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/games/zero_point_one/book_setups.h"
#include "core/games/zero_point_one/module.h"
#include "core/games/zero_point_one/player.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/print.h"
#include "tools/cli/settings.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_input.h"
#include "tools/play/human_session.h"
#include "tools/play/judge_session.h"
#include "tools/play/parameter_reference.h"
#include "tools/play/zero_point_one_human.h"

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

  bool human = false;
  std::string side = "red";  // or "blue" or "both": what a person plays
  std::string setups = "book";
  std::string load;
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

// The books in the order of preference.
std::vector<LoadedBook> load_books(const Options& options) {
  std::vector<LoadedBook> books;
  for (const std::string& path : {options.book, options.fallback_book})
    if (path != kNoBook) books.push_back(load_book(path, zero_point_one::module()));
  return books;
}

std::vector<const Book*> pointers_to(const std::vector<LoadedBook>& loaded) {
  std::vector<const Book*> books;
  for (const LoadedBook& book : loaded) books.push_back(&book.book);
  return books;
}

int play_with_human(const Options& options) {
  constexpr int kDefaultMilliseconds = 1'000;
  const GameModule& module = zero_point_one::module();
  HumanOptions human{parse_persons(module, options.side), options.limits, options.setups == "random"};
  if (!human.level.any()) human.level.milliseconds = kDefaultMilliseconds;
  const GameInProgress game = options.load.empty()
                                  ? GameInProgress(module)
                                  : GameInProgress(module, read_game(module, options.load, 0));
  const auto engine = make_engine(module, options.engine);
  EngineChoice setup_engine = options.engine;
  setup_engine.table_megabytes = 1;
  const std::vector<LoadedBook> loaded = load_books(options);
  const auto opening = opening_options(options);
  zero_point_one::BookSetups setups(pointers_to(loaded), opening);
  const auto human_game =
      zero_point_one_for_humans([&] { return make_engine(setup_engine); }, setups, opening.seed);
  const InterruptFlag interrupt(/*ends_reading=*/true);
  HumanSession(game, *engine, *human_game, human, std::cin, interrupt.stop()).run();
  return interrupt.stop() ? kInterrupted : kSuccess;
}

int play_with_judge(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  auto player_options = tools::player_options(options);
  const auto engine = make_engine(options.engine);
  const std::vector<LoadedBook> loaded = load_books(options);

  CappedLog log(stderr, options.log_bytes);
  const auto opening = opening_options(options);
  if (!loaded.empty() && !options.seed) log(fmt::format("seed {}", opening.seed));
  zero_point_one::BookSetups setups(pointers_to(loaded), opening,
                                    [&log](std::string_view line) { log(line); });
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

// Returns --human.
CommandOption add_human_options(CommandLine& app, Options& options) {
  const CommandOption human =
      app.add_flag("--human", options.human, "Play with a person instead of the judge");
  app.add_option("--side", options.side, "With --human: the side that you play")
      .one_of({"red", "blue", "both"})
      .capture_default_str();
  app.add_option("--setups", options.setups, "With --human: where the computer's setups come from")
      .one_of({"book", "random"})
      .capture_default_str();
  app.add_option("--load", options.load, "With --human: go on with the first game of this file")
      .type_name("FILE");
  return human;
}

void check_human_options(const Options& options) {
  if (options.human) return;
  const Options none;
  if (options.limits.milliseconds)
    throw Failure("play: --time needs --human; the judge's time is --game-time");
  if (options.side != none.side) throw Failure("play: --side needs --human; the judge says who plays what");
  if (options.setups != none.setups || !options.load.empty())
    throw Failure("play: --setups and --load need --human");
}

void add_judge_options(CommandLine& app, Options& options, const CommandOption& human) {
  app.add_option("--game-time", options.game_milliseconds, "Milliseconds for the game, unless the judge says")
      .excludes(human)
      .capture_default_str()
      .whole_number(1, 1'000'000'000);
  app.add_option("--clock", options.clock_settings,
                 "Change a parameter of the clock; --help-clock lists them")
      .excludes(human)
      .type_name("NAME=VALUE");
  app.add_help_topic("--help-clock", "Print the parameters of --clock with their defaults",
                     clock_parameter_reference);
  app.add_option("--node-clock", options.node_clock,
                 "Let time pass by nodes alone, N to a millisecond: for measuring on a busy machine")
      .excludes(human)
      .type_name("N")
      .whole_number(1, 1'000'000);
  app.add_option("--log-bytes", options.log_bytes, "Most that is written to standard error, in bytes")
      .excludes(human)
      .type_name("N")
      .capture_default_str()
      .whole_number(0, 1'000'000'000);
}

}  // namespace

CommandRun play(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  const CommandOption human = add_human_options(app, *options);
  add_judge_options(app, *options, human);
  add_limit_options(app, options->limits);
  add_engine_options(app, options->engine);
  add_book_options(app, *options);
  app.footer(
      "Reads the judge's lines from standard input: Start, setups, moves, Quit; before them Time MS and\n"
      "Opening MOVE… where given. Answers on standard output; tells on standard error what it thinks, and\n"
      "what the variety of its setups costs. With --human it draws boards, and takes moves and commands "
      "that\n"
      "a person types; there --nodes, --time and --depth are for each move, 1,000 ms unless given.\n"
      "Example: tabiya play --net net.tbn --book book.tbk --variety 200 --max-loss 1000 --game-time 30000\n"
      "         tabiya play --human --side blue --nodes 20000");
  return [options] {
    check_human_options(*options);
    return options->human ? play_with_human(*options) : play_with_judge(*options);
  };
}

}  // namespace tabiya::tools
