#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "booksearch/setups/job/deeper_looks.h"
#include "booksearch/setups/rows/stage_search.h"
#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
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
#include "tools/cluster/cluster.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

struct SearchOptions {
  ComputationOptions computation;
  OracleChoice oracle;
  std::vector<std::string> reds;
  std::string game = default_game();
  std::string replies;
  int depth = 0;
  std::uint32_t candidates = 0;
  std::uint32_t table_mib = 16;
  bool json = false;
};

// Moves values to where a look at the reply alone finds them, with all that `analyse` does. Proofs stay, and so do values
// that took more nodes than a look.
Status look_at_replies(const PairOracle& oracle, int depth, std::vector<booksearch::Row>& rows,
                       const booksearch::Control& control) {
  std::vector<booksearch::LookTask> tasks;
  for (const booksearch::Row& row : rows)
    if (!is_proven(row.red_value)) tasks.push_back({row.red, row.reply, depth, row.red_value});
  std::map<SetupId, booksearch::Row> looks;
  const auto on_look = [&](const booksearch::LookTask& task, const booksearch::Row& look) {
    looks[task.red] = look;
    return ok_status();
  };
  if (Status status = look_deeper(oracle, tasks, on_look, control); !status) return status;
  for (booksearch::Row& row : rows) {
    const booksearch::Row& look = looks[row.red];
    row.nodes += look.nodes;
    if (look.nodes > 0 && look.nodes < 2 * booksearch::kMostLookNodes) row.red_value = look.red_value;
  }
  return ok_status();
}

// The best reply to each of the reds, in their order.
std::vector<booksearch::Row> search_all(const SearchOptions& options, const PairOracle& oracle,
                                        const std::vector<SetupId>& reds, const std::vector<SetupId>& replies,
                                        booksearch::Helpers* helpers) {
  std::vector<booksearch::RowTask> row_tasks;
  for (const SetupId red : reds) row_tasks.push_back({red, {}});
  booksearch::ReplyLists lists(oracle, replies);
  const booksearch::StageTask task{{0, options.depth, options.candidates}, "search", row_tasks, lists, {},
                                   std::size_t{options.table_mib} << 20};
  const auto run = [&](const booksearch::Control& control) {
    auto rows = booksearch::run_stage(
        oracle, task, [](const booksearch::Row&) { return ok_status(); }, control);
    if (!rows || !options.oracle.engine.empty()) return rows;
    if (Status looked = look_at_replies(oracle, options.depth, *rows, control); !looked)
      return Result<std::vector<booksearch::Row>>(looked.error());
    return rows;
  };
  return take(Computation(options.computation, helpers).run(run, "nothing was printed"), "search");
}

std::unique_ptr<PairOracle> oracle_of(const SearchOptions& options) {
  const GameModule& game = game_named(options.game);
  return with_engine(make_oracle(game, options.oracle.evaluation, "search"), options.oracle, game);
}

// The offer of a process that helps the first one of several. The first one says what it searches.
Cluster::Offer offer_help(const SearchOptions& options) {
  const std::shared_ptr<const PairOracle> oracle = oracle_of(options);
  return {run_identity(*oracle), {booksearch::row_work(oracle), booksearch::look_work(oracle)}};
}

int run_search(const SearchOptions& options) {
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  const std::unique_ptr<PairOracle> oracle = oracle_of(options);
  booksearch::Helpers* const helpers = cluster.lead(run_identity(*oracle));
  const std::vector<SetupId> reds = parse_setup_arguments(options.reds, oracle->reds());
  const std::vector<SetupId> replies = load_replies(options.replies, oracle->blues());
  const SetupPhase& setups = setup_phase_of(game_named(options.game), "search");
  for (const booksearch::Row& row : search_all(options, *oracle, reds, replies, helpers)) {
    const std::string name = oracle->reds().name(row.red);
    const std::string reply = oracle->blues().name(row.reply);
    const std::string wire = reply_wire(setups, row.reply);
    Json object{{"red", name}, {"reply", reply}, {"reply_wire", wire}};
    add_value(object, "value", row.red_value, kRedView);
    object.update({{"depth", options.depth}, {"nodes", row.nodes}});
    print_json_or_line(options.json, object, "{}  {}  {}  {} at depth {}  {}", name, reply, wire,
                       value_text(row.red_value, first_view(setups)), options.depth,
                       counted(row.nodes, "node"));
  }
  return kSuccess;
}

}  // namespace

CommandRun search(CommandLine& app) {
  const auto options = std::make_shared<SearchOptions>();
  app.add_option("SETUP", options->reds, "Red's setups, canonical; - reads one per line from standard input")
      .required()
      .type_name("TEXT");
  add_replies_option(app, options->replies);
  app.add_option("--depth", options->depth, "Search depth in plies from the end of the setup phase")
      .required()
      .whole_number(1, 100);
  app.add_option("--candidates", options->candidates, "Search only the N statically best replies. 0: all")
      .whole_number(0, std::numeric_limits<std::uint32_t>::max());
  app.add_option("--table-mib", options->table_mib,
                 "Transposition table of each thread, in MiB. Replies can depend on it")
      .whole_number(1, 65'536);
  add_network_option(app, options->oracle.evaluation);
  add_engine_option(app, options->oracle.engine);
  add_game_option(app, options->game);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Prints the best of the given replies to each of Red's setups, its value from Red's view, and the depth.\n"
      "The value is that of a look at the reply alone, of 40 times the nodes (1,000,000 at most).\n"
      "With --engine, a UCI engine searches; --candidates goes by the static values of --net all the same.\n"
      "Example: tabiya search WAAAAAAADDDDAFFN --replies setups.txt --depth 6 --candidates 100");
  return [options] { return run_search(*options); };
}

}  // namespace tabiya::tools
