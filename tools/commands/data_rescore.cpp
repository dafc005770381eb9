#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/learn/data_making.h"
#include "core/learn/learning.h"
#include "core/search/searcher.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/cluster/cluster.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

struct DataRescoreOptions {
  std::vector<std::string> files;
  std::string network;  // empty: as chosen_evaluation() has it
  RescoreSettings settings;
  std::optional<std::uint64_t> unstable;
  ComputationOptions computation;
  OutputOptions output;
  bool resume = false;
  bool json = false;
};

// Each search begins with an empty table, which holds two entries for each of its nodes if that is not too much.
SearcherOptions searcher_options(const GameModule& game, std::uint64_t nodes) {
  constexpr std::uint64_t kBytesPerNode = 32, kLeast = std::uint64_t{1} << 18, kMost = std::uint64_t{1} << 26;
  SearcherOptions search{.parameters = game.facts().search_parameters};
  search.table_bytes = static_cast<std::size_t>(std::clamp(nodes * kBytesPerNode, kLeast, kMost));
  search.parameters.correction = 0;  // as in self-play: labels are to be of one kind
  return search;
}

// The settings that the labels depend on, besides the positions.
struct RescoreTask {
  const GameModule& game;
  Json settings;
  LabellerMaker make_labeller;
};

RescoreTask task_of(const DataRescoreOptions& options, const GameModule& game) {
  const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
  const SearcherOptions search = searcher_options(game, options.settings.nodes);
  const auto make = [&game, evaluation, search] {
    return game.learning()->make_labeller(evaluation, search);
  };
  take_fitting(make(), game, options.network);
  Json settings{{"game", game.name()},
                {"evaluation", evaluation_fingerprint(game, evaluation)},
                {"search_version", kSearchVersion},
                {"rescored_by_nodes", options.settings.nodes}};
  if (options.settings.unstable) settings["unstable"] = *options.settings.unstable;
  if (names_rule_file(game.name())) settings["rules"] = kept_rules(game.name());
  return {game, std::move(settings), make};
}

std::string identity_of(const RescoreTask& task) { return TABIYA_VERSION " " + json_text(task.settings); }

// The offer of a process that helps the first one of several.
Cluster::Offer offer_help(const DataRescoreOptions& options) {
  const DataReader first = open_data(options.files.front());
  const RescoreTask task = task_of(options, first.game());
  return {identity_of(task),
          {labels_work(task.make_labeller, options.settings, first.learning().record_size())}};
}

void print_facts(const DataRescoreOptions& options, const RescoreCounts& counts, double seconds) {
  const double positions = static_cast<double>(std::max<std::uint64_t>(1, counts.positions));
  const double change = counts.changes / static_cast<double>(std::max<std::uint64_t>(1, counts.kept));
  const double nodes = static_cast<double>(counts.nodes) / positions;
  const double rate = static_cast<double>(counts.positions) / std::max(seconds, 1e-9);
  if (options.json) {
    print_json({{"new_positions", counts.positions},
                {"kept", counts.kept},
                {"nodes_per_position", nodes},
                {"change", change},
                {"seconds", seconds},
                {"positions_per_second", rate}});
  } else {
    print_line("{}: {} new positions, {} kept; their labels changed by {:.4f} of a win on average",
               options.output.path, counts.positions, counts.kept, change);
    print_line("  {:.0f} nodes a position; {:.1f} s, {:.0f} positions a second", nodes, seconds, rate);
  }
}

int run_data_rescore(DataRescoreOptions& options) {
  if (options.unstable) options.settings.unstable = static_cast<Score>(*options.unstable);
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  DataFiles files = open_data(options.files);
  RescoreTask task = task_of(options, files.game());
  Computation computation(options.computation, cluster.lead(identity_of(task)));
  task.settings["sources"] = sources_json(files);
  DataWriter writer = write_data(options.output.path, task.settings, options.resume, options.output.force);

  RescoreCounts all;
  Status written = ok_status();  // its error says by itself where it is
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&](const booksearch::Control& control) {
    const auto sink = [&](const DataChunk& chunk, const RescoreCounts& counts) {
      all.add(counts);
      return written = writer.add(chunk);
    };
    return rescore(files, writer.games(), task.make_labeller, options.settings, sink, control);
  };
  const Status rescored = computation.run(
      work, fmt::format("{} is whole as far as it goes; continue with --resume", options.output.path));
  take(written);
  take(rescored, "data rescore");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_facts(options, all, seconds.count());
  return kSuccess;
}

}  // namespace

CommandRun data_rescore(CommandLine& app) {
  const auto options = std::make_shared<DataRescoreOptions>();
  app.add_option("FILE", options->files, "Files of training data, of one game").type_name("FILE").required();
  app.add_option("--net", options->network, "Network or linear model that the searches use")
      .type_name("FILE")
      .default_text(kShipped);
  app.add_option("--nodes", options->settings.nodes, "Nodes per search. No iteration begins after them")
      .whole_number(1, 1'000'000'000)
      .capture_default_str();
  app.add_option(
         "--unstable", options->unstable,
         "Keep only positions whose static value is further off than this. A search of a sixteenth of the "
         "nodes decides; in logit x 10,000")
      .type_name("SCORE")
      .whole_number(0, 1'000'000);
  add_file_output_options(app, options->output);
  app.add_flag("--resume", options->resume, "Continue an existing file").group(kOutputGroup);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Positions keep the results of their games. A label depends on the position, the network and --nodes\n"
      "alone: a resumed file has the same bytes as one made at once, with any number of threads. `train` takes\n"
      "the new file alone, or with --mixed next to others.\n"
      "Example: tabiya data rescore games.tbd --net new.tbn --nodes 5000 --out deeper.tbd");
  return [options] { return run_data_rescore(*options); };
}

}  // namespace tabiya::tools
