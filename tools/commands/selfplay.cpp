#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "booksearch/learn/data_making.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "core/learn/learning.h"
#include "core/search/searcher.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/setup_list.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/cluster/cluster.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

struct SelfplayOptions {
  std::string game;  // empty for that of the file, or the default
  ComputationOptions computation;
  SelfPlaySettings settings;
  std::string network;  // empty: as chosen_evaluation() has it
  std::string against;  // empty: the same
  std::string setups;
  std::uint64_t games = 0;
  OutputOptions output;
  bool resume = false;
  bool json = false;
};

// A game must not depend on which thread played the game before: engines forget between games, and the table
// is small, so that forgetting is cheap.
GeneratorMaker generator_maker(const SelfplayOptions& options, const GameModule& game,
                               const EvaluationChoice& evaluation,
                               const std::shared_ptr<const EvaluationChoice>& opponent) {
  SearcherOptions search{.table_bytes = std::size_t{1} << 20, .parameters = game.facts().search_parameters};
  search.parameters.correction = 0;  // labels are to be of one kind
  const auto make = [settings = options.settings, &game, evaluation, opponent, search] {
    return game.learning()->make_generator(evaluation, opponent.get(), settings, search);
  };
  const auto check = [&](const EvaluationChoice& choice, const std::string& name) {
    take_fitting(game.learning()->make_generator(choice, nullptr, options.settings, search), game, name);
  };
  check(evaluation, options.network);
  if (opponent) check(*opponent, options.against);
  return make;
}

// Everything that the games depend on, except for their number.
Json settings_json(const GameModule& game, const SelfPlaySettings& settings, const std::string& evaluation) {
  Json json{{"game", game.name()},
            {"evaluation", evaluation},
            {"search_version", kSearchVersion},
            {"nodes", settings.nodes},
            {"depth", settings.depth},
            {"leaves", settings.leaves},
            {"drawn_percent", settings.sampled_percent},
            {"drawn_plies", settings.sampled_plies},
            {"lines", settings.lines},
            {"temperature", settings.temperature},
            {"balance", settings.balance},
            {"seed", settings.seed}};
  if (names_rule_file(game.name())) json["rules"] = kept_rules(game.name());
  if (settings.end_nodes > 0) json["end_nodes"] = settings.end_nodes;
  if (!game.setup_phase()) json["opening_plies"] = settings.opening_plies;
  if (!settings.setups.empty()) {
    json["setups"] = fmt::format("{:016x}", codec::crc64(std::as_bytes(std::span(settings.setups))));
    json["random_percent"] = settings.random_percent;
  }
  return json;
}

// The game of the file that is continued, or else --game.
const GameModule& game_to_play(const SelfplayOptions& options) {
  if (!options.game.empty()) return game_of({{"game", options.game}}, "--game");
  if (options.resume && std::filesystem::exists(options.output.path) &&
      std::filesystem::file_size(options.output.path) > 0)
    return open_data(options.output.path).game();
  return game_named(default_game());
}

void print_facts(const SelfplayOptions& options, std::uint64_t games, std::uint64_t positions,
                 double seconds) {
  const double rate = static_cast<double>(positions) / std::max(seconds, 1e-9);
  print_json_or_line(
      options.json,
      {{"games", games}, {"new_positions", positions}, {"seconds", seconds}, {"positions_per_second", rate}},
      "{}: {}; {} in {:.1f} s, {:.0f} a second", options.output.path, counted(games, "game"),
      counted(positions, "new position"), seconds, rate);
}

// The task that the options ask for. Throws Failure.
struct SelfplayTask {
  const GameModule& game;
  Json settings;
  GeneratorMaker make_generator;
};

SelfplayTask task_of(SelfplayOptions options) {
  const GameModule& game = game_to_play(options);
  if (!options.setups.empty())
    options.settings.setups = load_setup_list(options.setups, setup_phase_of(game, "--setups").reds());
  const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
  std::shared_ptr<const EvaluationChoice> opponent;
  if (!options.against.empty())
    opponent = std::make_shared<const EvaluationChoice>(load_evaluation(game, options.against));
  Json settings = settings_json(game, options.settings, evaluation_fingerprint(game, evaluation));
  if (opponent) settings["against"] = evaluation_fingerprint(game, *opponent);
  return {game, std::move(settings), generator_maker(options, game, evaluation, opponent)};
}

std::string identity_of(const SelfplayTask& task) { return TABIYA_VERSION " " + json_text(task.settings); }

// The offer of a process that helps the first one of several.
Cluster::Offer offer_help(const SelfplayOptions& options) {
  const SelfplayTask task = task_of(options);
  return {identity_of(task), {games_work(task.make_generator)}};
}

int run_selfplay(const SelfplayOptions& options) {
  refuse_standard_input_of_several(options.setups, "--setups");
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  const SelfplayTask task = task_of(options);
  // This comes before the file: a person who sees the file may interrupt the run.
  Computation computation(options.computation, cluster.lead(identity_of(task)));
  DataWriter writer = write_data(options.output.path, task.settings, options.resume, options.output.force);

  const std::uint64_t end = (options.games + kGamesPerChunk - 1) / kGamesPerChunk * kGamesPerChunk;
  std::uint64_t positions = 0;
  Status written = ok_status();  // its error says by itself where it is
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&](const booksearch::Control& control) -> Status {
    const auto sink = [&](const DataChunk& chunk) {
      positions += chunk.records.size() / task.game.learning()->record_size();
      return written = writer.add(chunk);
    };
    return play_games(task.make_generator, writer.games(), end, sink, control);
  };
  const Status played = computation.run(
      work, fmt::format("{} keeps all finished games; continue with --resume", options.output.path));
  take(written);
  take(played, "selfplay");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_facts(options, writer.games(), positions, seconds.count());
  return kSuccess;
}

void add_search_options(CommandLine& app, SelfPlaySettings& settings) {
  constexpr int kMostDepth = 20;
  app.add_option("--nodes", settings.nodes, "Nodes per search. No iteration begins after them")
      .whole_number(1, 1'000'000'000);
  app.add_option("--depth", settings.depth, "Maximum search depth in plies")
      .whole_number(1, kMostDepth)
      .rare();
  app.add_option("--leaves", settings.leaves,
                 "Also keep up to N positions of each search tree. They are labelled with half of the nodes")
      .rare()
      .whole_number(0, 1'000);
  app.add_option(
         "--ends", settings.end_nodes,
         "Also keep the position at the end of each principal variation. It is labelled by a search of NODES; 0: do not")
      .rare()
      .type_name("NODES")
      .whole_number(0, 1'000'000'000);
  app.add_option("--sampled-moves", settings.sampled_percent,
                 "Share of the first moves sampled from the best --lines. They are searched with fewer nodes")
      .type_name("PERCENT")
      .whole_number(0, 100);
  app.add_option("--sampled-plies", settings.sampled_plies, "Moves before this ply may be sampled")
      .whole_number(0, 10'000)
      .rare();
  app.add_option("--lines", settings.lines, "Sample from the N best moves").whole_number(1, 64).rare();
  app.add_option("--temperature", settings.temperature,
                 "A move worse by this much is sampled e times less often. In logit x 10,000")
      .whole_number(0, 1'000'000)
      .rare();
  app.add_option("--balance", settings.balance,
                 "Reject random setups whose static value is further from even. In logit x 10,000")
      .rare()
      .whole_number(0, 10'000'000);
  app.add_option("--opening-plies", settings.opening_plies,
                 "In games without setups, begin with up to N random moves")
      .rare()
      .whole_number(0, 100);
}

}  // namespace

CommandRun selfplay(CommandLine& app) {
  const auto options = std::make_shared<SelfplayOptions>();
  app.add_option(
         "--games", options->games,
         fmt::format("Number of games in the finished file. Rounded up to a multiple of {}", kGamesPerChunk))
      .required()
      .whole_number(1, std::uint64_t{1} << 40);
  app.add_option("--game", options->game, "The game")
      .type_name("NAME")
      .default_text("as a file says, or " + default_game());
  add_network_option(app, options->network).default_text(kShipped);
  app.add_option("--against", options->against,
                 "Play against this network or linear model. Its searches are not kept")
      .type_name("FILE")
      .rare();
  CommandOption setups = app.add_option(
      "--setups", options->setups,
      "File of setups to begin with. Canonical, one per line; or a book (a file, or `shipped`), whose replies are taken");
  setups.type_name("FILE");
  app.needing(setups)
      .add_option("--random", options->settings.random_percent,
                  "Share of the setups drawn from all setups, not from --setups")
      .type_name("PERCENT")
      .whole_number(0, 100);
  app.begin_group("Searches and moves");
  add_search_options(app, options->settings);
  app.add_option("--seed", options->settings.seed, "Seed of the games").whole_number();
  add_file_output_options(app, options->output);
  app.add_flag("--resume", options->resume, "Continue an existing file").group(kOutputGroup);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "The engine plays against itself. The file keeps the quiet positions, each with the score of the search\n"
      "that found its move and the result of the game, for `train`. Game N depends only on the options and on\n"
      "N: a resumed file has the same bytes as one made at once, with any number of threads.\n"
      "Example: tabiya selfplay --games 20000 --out games.tbd");
  return [options] { return run_selfplay(*options); };
}

}  // namespace tabiya::tools
