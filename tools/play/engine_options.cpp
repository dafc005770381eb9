#include "tools/play/engine_options.h"

#include <chrono>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "core/search/parameters.h"
#include "core/search/time_control.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/settings.h"

namespace tabiya::tools {
namespace {

struct Meaning {
  std::string_view name;
  std::string_view text;
};

constexpr Meaning kSearchMeanings[] = {
    {"table_cutoffs", "1: values of the transposition table end the search of a node"},
    {"mate_distance", "1: windows shrink to the wins and losses that are still possible"},
    {"aspiration", "half of the first window around the last iteration's score, logit x 10,000"},
    {"null_move", "plies less after giving the turn away, where that still refutes"},
    {"null_move_depth", "least depth for it, in plies"},
    {"null_move_divisor", "plies of depth for each further ply of reduction"},
    {"reverse_futility", "most depth at which a high evaluation refutes at once, in plies"},
    {"reverse_futility_margin", "how high, for each ply of depth, logit x 10,000"},
    {"futility", "most depth at which quiet moves cannot mend a low evaluation, in plies"},
    {"futility_margin", "how low, for each ply of depth, logit x 10,000"},
    {"late_moves", "most depth at which quiet moves are left out after many others, in plies"},
    {"exchanges",
     "1: captures that lose material come last, and not in quiescence, where the game knows exchanges"},
    {"exchange_pruning", "most depth at which moves that lose material are left out, in plies"},
    {"reductions", "late moves are searched less deep: divisor of the logarithms, in hundredths"},
    {"continuations", "1: histories of moves by the moves before them, where the game groups its moves"},
    {"quiescence_table", "1: the transposition table is used in quiescence"},
    {"singular", "least depth at which a table move far ahead of all others is searched deeper; 0: none"},
    {"singular_margin", "how far, for each ply of depth, logit x 10,000"},
    {"internal_reduction", "least depth at which a node without a table move is searched a ply less"},
    {"correction", "inertia of corrections of the evaluation by what searches of like positions found"},
};

constexpr Meaning kClockMeanings[] = {
    {"adaptive", "0: every search takes its share of the time, whatever it finds"},
    {"moves_ahead", "moves that are expected to follow at the first one: the share is one in this many"},
    {"moves_ahead_end", "the same, late in the game"},
    {"most", "when a search is cut short, per cent of its share"},
    {"settled", "when one ends whose best move did not change for long, per cent of its share"},
    {"unsettled", "when one ends whose best move has just changed, per cent of its share"},
    {"calm_iterations", "iterations without a change that lead from unsettled to settled"},
    {"drop", "more for a score that falls by drop_scale, per cent of the share"},
    {"drop_scale", "logit x 10,000"},
    {"overhead", "what passes unseen with each move, in microseconds"},
};

// True if these are the meanings of exactly these parameters, in their order.
template <class Named, std::size_t N>
consteval bool explain(const Named& parameters, const Meaning (&meanings)[N]) {
  if (parameters.size() != N) return false;
  for (std::size_t i = 0; i < N; ++i)
    if (parameters[i].name != meanings[i].name) return false;
  return true;
}
static_assert(explain(kNamedParameters, kSearchMeanings));
static_assert(explain(kNamedClockParameters, kClockMeanings));

template <class Parameters, class Named, std::size_t N>
std::string reference(std::string_view option, const Named& named, const Meaning (&meanings)[N]) {
  const Parameters defaults;
  std::string text =
      fmt::format("{} NAME=VALUE, whole numbers from 0 to {}; 0 is off. Names, defaults and meanings:\n\n",
                  option, kMostSetting);
  for (std::size_t i = 0; i < N; ++i)
    text += fmt::format("{:<24}{:>6}  {}\n", named[i].name, defaults.*named[i].value, meanings[i].text);
  return text;
}

}  // namespace

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

std::string search_parameter_reference() {
  return reference<SearchParameters>("--set", kNamedParameters, kSearchMeanings);
}

std::string clock_parameter_reference() {
  return reference<ClockParameters>("--clock", kNamedClockParameters, kClockMeanings);
}

}  // namespace tabiya::tools
