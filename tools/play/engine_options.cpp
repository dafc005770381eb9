#include "tools/play/engine_options.h"

#include <chrono>

#include "tools/assets/evaluation_input.h"
#include "tools/cli/settings.h"
#include "tools/play/parameter_reference.h"

namespace tabiya::tools {

Limits LimitOptions::size_limits() const {
  Limits limits;
  if (depth) limits.depth = *depth;
  if (nodes) limits.nodes = *nodes;
  return limits;
}

Limits LimitOptions::limits() const {
  Limits limits = size_limits();
  if (milliseconds || !any()) {
    limits.deadline = std::chrono::steady_clock::now() +
                      std::chrono::milliseconds(milliseconds.value_or(kDefaultMilliseconds));
  }
  return limits;
}

void add_size_limit_options(CommandLine& app, LimitOptions& options) {
  app.add_option("--depth", options.depth, "Search at most to this depth, in plies")
      .whole_number(1, kMaxDepth);
  app.add_option("--nodes", options.nodes, "Search at most this many nodes").whole_number(1);
}

void add_limit_options(CommandLine& app, LimitOptions& options) {
  constexpr int kMostMilliseconds = 1'000'000'000;
  add_size_limit_options(app, options);
  app.add_option("--time", options.milliseconds, "Search at most this long, in milliseconds")
      .whole_number(1, kMostMilliseconds);
}

void add_engine_options(CommandLine& app, EngineChoice& choice) {
  add_network_option(app, choice.network).default_text(kShipped);
  app.add_option("--table", choice.table_megabytes, "Size of the transposition table in MiB")
      .capture_default_str()
      .whole_number(1, 1 << 16)
      .rare();
  app.add_option("--set", choice.settings, "Set a search parameter (see --help-set)").type_name("NAME=VALUE");
  app.add_help_topic("--help-set", "Print the search parameters that --set takes",
                     search_parameter_reference);
}

SearcherOptions searcher_options(const GameModule& game, const EngineChoice& choice) {
  SearcherOptions options{.parameters = game.facts().search_parameters};
  options.table_bytes = static_cast<std::size_t>(choice.table_megabytes) << 20;
  options.threads = choice.threads;
  options.lines = choice.lines;
  for (const std::string& setting : choice.settings)
    apply_setting("--set", setting, kNamedParameters, options.parameters);
  return options;
}

std::unique_ptr<GameEngine> make_engine(const GameModule& game, const EngineChoice& choice) {
  return make_engine(game, choice, game);
}

std::unique_ptr<GameEngine> make_engine(const GameModule& game, const EngineChoice& choice,
                                        const GameModule& form) {
  return take_fitting(
      form.make_engine(chosen_evaluation(game, choice.network), searcher_options(game, choice)), game,
      choice.network);
}

}  // namespace tabiya::tools
