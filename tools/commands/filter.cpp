#include "booksearch/setups/filter/filter.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/setup_list.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cluster/cluster.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

struct FilterCommandOptions {
  ComputationOptions computation;
  std::string game = default_game();
  std::string network{kShipped};
  std::string replies;
  std::uint32_t keep = 0;
  OutputOptions output;
  bool json = false;
};

// "1234	AWAAAAAADFFDDDAN	…" for each red: value, red, refuting blue, and that in wire notation.
std::string kept_text(const booksearch::FilterResult& result, const SetupPhase& setups) {
  std::string text;
  for (const booksearch::FilteredRed& red : result.kept) {
    text += fmt::format("{}\t{}\t{}\t{}\n", red.red_value, setups.reds().name(red.red),
                        setups.blues().name(red.refuter), reply_wire(setups, red.refuter));
  }
  return text;
}

void print_facts(const FilterCommandOptions& options, const booksearch::FilterResult& result,
                 double seconds) {
  const double rate = static_cast<double>(result.pairs) / seconds;
  print_json_or_line(options.json,
                     {{"kept", result.kept.size()},
                      {"pairs", result.pairs},
                      {"seconds", seconds},
                      {"pairs_per_second", rate}},
                     "{}: {} kept; {} in {:.2f} s, {:.2f} M pairs/s", options.output.path,
                     counted(result.kept.size(), "setup"), counted(result.pairs, "pair"), seconds,
                     rate / 1e6);
}

// The offer of a process that helps the first one of several. The first one says what it scans.
Cluster::Offer offer_help(const FilterCommandOptions& options) {
  const std::shared_ptr<const PairOracle> oracle =
      make_oracle(game_named(options.game), options.network, "filter");
  return {run_identity(*oracle), {booksearch::filter_work(oracle)}};
}

int run_filter(const FilterCommandOptions& options) {
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  check_output(options.output, options.json);
  const std::unique_ptr<PairOracle> oracle = make_oracle(game_named(options.game), options.network, "filter");
  const std::vector<SetupId> blues = load_replies(options.replies, oracle->blues());

  booksearch::Helpers* const helpers = cluster.lead(run_identity(*oracle));
  const auto start = std::chrono::steady_clock::now();
  const auto run = [&](const booksearch::Control& control) {
    return booksearch::filter_all(*oracle, blues, {.keep = options.keep}, control);
  };
  const booksearch::FilterResult result =
      take(Computation(options.computation, helpers).run(run, "nothing was written"), "filter");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  write_output(options.output, kept_text(result, setup_phase_of(game_named(options.game), "filter")));
  if (options.output.path != "-") print_facts(options, result, seconds.count());
  return kSuccess;
}

}  // namespace

CommandRun filter(CommandLine& app) {
  const auto options = std::make_shared<FilterCommandOptions>();
  add_replies_option(app, options->replies);
  app.add_option("--keep", options->keep, "Number of setups to keep")
      .required()
      .whole_number(1, std::numeric_limits<std::uint32_t>::max());
  add_output_options(app, options->output);
  add_network_option(app, options->network);
  add_game_option(app, options->game);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Keeps those of all normalised setups whose worst case is best: the lowest static value over the\n"
      "replies. Writes one line per setup, best first, separated by tabs: value (Red's view, logit x 10,000),\n"
      "setup, worst reply, and that reply in wire notation.\n"
      "Example: tabiya filter --replies setups.txt --keep 1000 --out kept.tsv");
  return [options] { return run_filter(*options); };
}

}  // namespace tabiya::tools
