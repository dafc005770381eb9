#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/game/book_in_game.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/print.h"
#include "tools/cli/settings.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_input.h"
#include "tools/play/human_session.h"
#include "tools/play/player_options.h"
#include "tools/play/referee_session.h"

namespace tabiya::tools {
namespace {

struct PlayOptions {
  std::string game;  // empty: that of --load or --book, or the default one
  LimitOptions limits;
  std::optional<int> game_milliseconds;
  EngineChoice engine;
  SetupChoice setups;
  std::vector<std::string> clock_settings;
  std::uint64_t node_clock = 0;
  std::uint64_t log_bytes = 9'000;

  bool human = false;
  std::string side;  // what a person plays: the name of a side, or "both"; empty: the one that acts first
  std::string setups_from = "book";
  std::string load;
};

PlayerOptions player_options(const PlayOptions& options, const GameModule& game) {
  PlayerOptions player;
  player.time = game_time(game, options.game_milliseconds);
  player.limits = options.limits.size_limits();
  player.nodes_per_millisecond = options.node_clock;
  for (const std::string& setting : options.clock_settings)
    apply_setting("--clock", setting, kNamedClockParameters, player.clock);
  return player;
}

// The chooser of setups for a person's opponent; empty in a game without setups. `choice` outlives it.
struct SetupsForHumans {
  std::unique_ptr<PairEngine> engine;
  std::unique_ptr<SetupChooser> chooser;
};
SetupsForHumans setups_for_humans(const GameModule& game, const EngineChoice& engine,
                                  const PlayerBooks& chosen) {
  SetupsForHumans setups;
  const SetupPhase* phase = game.setup_phase();
  if (phase == nullptr) return setups;
  SearcherOptions search = searcher_options(game, engine);
  search.table_bytes = std::size_t{1} << 20;
  setups.engine = take_fitting(phase->make_pair_engine(chosen_evaluation(game, engine.network), search), game,
                               engine.network);
  setups.chooser = phase->make_chooser(*setups.engine, chosen.source());
  return setups;
}

int play_with_human(const PlayOptions& options) {
  constexpr int kDefaultMilliseconds = 1'000;
  std::optional<GameOfRun> run;
  if (options.load.empty()) run.emplace(options.game, options.setups.book);
  const GameInProgress game =
      run ? GameInProgress(run->game()) : GameInProgress(read_game_from_start(options.game, options.load));
  const GameModule& module = game.module();
  if (!run) run.emplace(module);
  const auto first = static_cast<std::size_t>(module.side_to_act(*module.start()));
  const std::string side = options.side.empty() ? std::string(module.sides()[first]) : options.side;
  const PlayerBooks chosen(*std::move(run), options.setups);
  HumanOptions human{parse_persons(module, side), options.limits, options.setups_from == "random",
                     chosen.opening().seed};
  if (!human.level.any()) human.level.milliseconds = kDefaultMilliseconds;
  const auto engine = make_engine(module, options.engine);
  const SetupsForHumans setups = setups_for_humans(module, options.engine, chosen);
  BookInGame book(chosen.followed(), chosen.opening());
  const InterruptFlag interrupt(/*ends_reading=*/true);
  HumanSession(game, *engine, setups.chooser.get(), book, human, std::cin, interrupt.stop()).run();
  check_stop(interrupt, "stopped");
  return kSuccess;
}

int play_with_referee(const PlayOptions& options) {
  GameOfRun run(options.game, options.setups.book);
  const GameModule& game = run.game();
  const auto start = std::chrono::steady_clock::now();
  const RefereeProtocol& protocol = referee_protocol_of(game, "play");
  PlayerRequest request{chosen_evaluation(game, options.engine.network),
                        searcher_options(game, options.engine),
                        player_options(options, game),
                        {}};
  const PlayerBooks chosen(std::move(run), options.setups);

  CappedLog log(stderr, options.log_bytes);
  if (chosen.has_books() && !options.setups.seed) log(fmt::format("seed {}", chosen.opening().seed));
  request.player.log = [&log](std::string_view line) { log(line); };
  request.setups = chosen.source(request.player.log);
  request.book = chosen.followed();
  request.player.used = std::chrono::steady_clock::now() - start;
  const auto player = take_fitting(protocol.make_player(request), game, options.engine.network);
  skip_mark(stdin);
  take(play_session(*player, stdin,
                    [](const std::string& answer) {
                      print_line("{}", answer);
                      flush_output();
                    }),
       "standard input");
  return kSuccess;
}

// Returns --human.
CommandOption add_human_options(CommandLine& app, PlayOptions& options) {
  const CommandOption human =
      app.add_flag("--human", options.human, "Play against a person instead of under a referee");
  app.add_option("--side", options.side, "Side that you play, such as red, or both")
      .default_text("the side that begins")
      .type_name("SIDE");
  app.add_option("--setups", options.setups_from, "Where the computer's setups come from")
      .rare()
      .one_of({"book", "random"});
  app.add_option("--load", options.load, "Continue the first game of this file").type_name("FILE");
  return human;
}

void check_human_options(const PlayOptions& options) {
  if (options.human) return;
  const PlayOptions none;
  if (options.limits.milliseconds)
    throw Failure("play: --time needs --human; the referee's time is --game-time");
  if (options.side != none.side) throw Failure("play: --side needs --human; the referee says who plays what");
  if (options.setups_from != none.setups_from || !options.load.empty())
    throw Failure("play: --setups and --load need --human");
}

void add_referee_options(CommandLine& app, PlayOptions& options, const CommandOption& human) {
  add_game_time_option(app, options.game_milliseconds).excludes(human);
  app.add_option("--clock", options.clock_settings, "Set a clock parameter (see --help-clock)")
      .rare()
      .excludes(human)
      .type_name("NAME=VALUE");
  app.add_help_topic("--help-clock", "Print the clock parameters that --clock takes",
                     clock_parameter_reference);
  app.add_option("--node-clock", options.node_clock,
                 "Measure time in nodes, N per millisecond. For measurements on a busy machine")
      .rare()
      .excludes(human)
      .whole_number(1, 1'000'000);
  app.add_option("--log-bytes", options.log_bytes, "Limit of the output on standard error, in bytes")
      .rare()
      .excludes(human)
      .whole_number(0, 1'000'000'000);
}

}  // namespace

CommandRun play(CommandLine& app) {
  const auto options = std::make_shared<PlayOptions>();
  app.begin_group("Game");
  add_game_option(app, options->game);
  const CommandOption human = add_human_options(app, *options);
  add_referee_options(app, *options, human);
  app.begin_group("Search");
  add_limit_options(app, options->limits);
  add_engine_options(app, options->engine);
  app.begin_group("Setups");
  add_setup_options(app, options->setups);
  app.footer(
      "Reads the referee's lines from standard input: Start, setups, moves, Quit; before them optionally Time MS\n"
      "and Opening MOVE…. Answers on standard output, and writes its thinking and the cost of its variety to\n"
      "standard error. With --human it draws boards, and reads moves and commands from the terminal; --nodes,\n"
      "--time and --depth then limit each move, 1,000 ms by default.\n"
      "Example: tabiya play --human --side blue --nodes 20000\n"
      "         tabiya play --net net.tbn --book book.tbk --variety 200 --max-loss 1000 --game-time 30000");
  return [options] {
    check_human_options(*options);
    return options->human ? play_with_human(*options) : play_with_referee(*options);
  };
}

}  // namespace tabiya::tools
