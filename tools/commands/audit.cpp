#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/audit/audit_report.h"
#include "core/search/value_text.h"
#include "core/setup/sampling.h"
#include "tools/assets/audit_json.h"
#include "tools/assets/book_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/setup_list.h"
#include "tools/books/any_book.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cluster/cluster.h"
#include "tools/commands/audit_lines.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

using booksearch::Audit;
using booksearch::AuditedEntry;
using booksearch::AuditReport;

struct AuditCommandOptions {
  std::string book;
  ComputationOptions computation;
  OracleChoice oracle{.evaluation = ""};  // that is empty: what comes with the program, as the book has it
  std::string pool;
  std::uint32_t random = 5000;
  std::uint32_t sample = 200;
  std::uint32_t discarded = 1000;
  int deeper = 2;
  int depth = 0;  // 0: not given
  std::uint32_t replies = 1000;
  std::uint32_t shared = 100;
  std::uint32_t tolerance = 100;
  std::uint64_t seed = 1;
  std::uint32_t table_mib = 16;
  LogOptions out;  // of the better replies, next to whose file the state is
  std::size_t first = 10;
  bool json = false;
  LinesAuditOptions lines;  // of a book of moves; those above hold there, too
};

// The pool of replies: those of audit_pool(), and those of --pool.
std::vector<SetupId> reply_pool(const AuditCommandOptions& options, const Book& book,
                                const PairOracle& oracle) {
  std::vector<SetupId> pool = audit_pool(book, oracle, options.random, options.seed);
  if (options.pool.empty()) return pool;
  const std::vector<SetupId> given = load_setup_list(options.pool, oracle.blues());
  pool.insert(pool.end(), given.begin(), given.end());
  return with_mirrors(oracle.blues(), pool);
}

void print_wrong(const LoadedBook& loaded, const AuditedEntry& audited, bool json) {
  const SetupPhase& setups = *loaded.setups;
  const BookEntry& entry = loaded.book.entries[audited.entry];
  const View view = first_view(setups);
  print_json_or_line(json, audited_entry_json(loaded, audited),
                     "entry {}: {} {}, {} {} {}, better {} {} at depth {}: regret {}", audited.entry + 1,
                     view.viewer, setups.reds().name(entry.red), view.opponent,
                     setups.blues().name(entry.reply), value_text(audited.reply_value, view),
                     setups.blues().name(audited.best.reply), value_text(audited.best.red_value, view),
                     audited.depth, loss_text(audited.regret()));
}

booksearch::AuditOptions settings_of(const AuditCommandOptions& options) {
  booksearch::AuditOptions settings{.sample = options.sample,
                                    .discarded = options.discarded,
                                    .deeper = options.deeper,
                                    .replies = options.replies,
                                    .shared = options.shared,
                                    .seed = options.seed,
                                    .table_bytes = std::size_t{options.table_mib} << 20};
  if (options.depth > 0) settings.depth = options.depth;
  return settings;
}

// No state is kept for an output that is written to as it is, such as a pipe.
LogOptions state_options(const LogOptions& out) {
  if (out.path.empty() || out.resume) return out;
  std::error_code unknown;
  const std::filesystem::file_status file = std::filesystem::status(out.path, unknown);
  const bool keeps_state = !std::filesystem::exists(file) || std::filesystem::is_regular_file(file);
  return keeps_state ? out : LogOptions{};
}

std::string on_stop(const LogOptions& out) {
  return state_options(out).path.empty() ? "nothing was reported; with --out, --resume could continue"
                                         : "continue with --resume";
}

// The list of a continued audit may exist: the earlier run was about to end, or to replace it.
OutputOptions output_of(const LogOptions& out, bool is_continued) {
  return {out.path, out.force || is_continued};
}

// Checks the list before anything is read or searched.
void check_list(const LogOptions& out) {
  if (out.path == "-") throw Failure("--out -: standard output has the report; give --out a file");
  if (out.resume && out.path.empty()) throw Failure("--resume: name the file of the earlier run with --out");
  if (out.resume) check_growing_output(out.path, "--out");
  if (!out.path.empty()) check_output(output_of(out, out.resume));
}

LinesAuditOptions lines_options(const AuditCommandOptions& options) {
  LinesAuditOptions lines = options.lines;
  lines.deeper = options.deeper;
  lines.settings = {.sample = options.sample, .suspects = options.sample / 2, .seed = options.seed};
  lines.tolerance = static_cast<Score>(options.tolerance);
  lines.first = options.first;
  lines.json = options.json;
  lines.out = options.out;
  lines.state = state_options(options.out);
  lines.on_stop = on_stop(options.out);
  return lines;
}

std::unique_ptr<PairOracle> oracle_of(const AuditCommandOptions& options, const LoadedBook& loaded) {
  const BookMeta& meta = loaded.book.meta;
  return with_engine(make_oracle(*loaded.game, options.oracle.evaluation, meta.evaluation, loaded.name),
                     options.oracle, *loaded.game);
}

// The offer of a process that helps the first one of several. The first one says what it searches.
Cluster::Offer offer_help(const AuditCommandOptions& options) {
  const std::shared_ptr<const PairOracle> oracle = oracle_of(options, load_sound_book(options.book));
  return {run_identity(*oracle), booksearch::audit_work(oracle)};
}

int audit_moves(const LoadedMoveBook& moves, const AuditCommandOptions& options) {
  const LoadedMoveBook loaded = moves.lines != nullptr ? moves : require_valued_book(options.book, "audit");
  check_list(options.out);
  return audit_lines_of(loaded, lines_options(options), options.computation);
}

int audit_setups(const BookOfSetups& setups, const AuditCommandOptions& options) {
  refuse_standard_input_of_several(setups.name, "BOOK");
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  const LogOptions& out = options.out;
  check_list(out);
  const LoadedBook loaded = load_sound_book(setups.name);
  const std::unique_ptr<PairOracle> oracle = oracle_of(options, loaded);
  const std::vector<SetupId> replies = reply_pool(options, loaded.book, *oracle);
  const booksearch::AuditOptions settings = settings_of(options);
  AuditState state(state_options(out), *oracle, loaded.book, replies, settings);
  const OutputOptions output = output_of(out, state.is_begun());
  if (!out.path.empty()) check_output(output);
  const auto search = [&](const booksearch::Control& control) {
    return booksearch::audit_book(*oracle, loaded.book, replies, settings, control, state.memory());
  };
  const Audit audit =
      take(Computation(options.computation, cluster.lead(run_identity(*oracle))).run(search, on_stop(out)),
           loaded.name);

  const auto tolerance = static_cast<Score>(options.tolerance);
  const AuditReport report = report_on(audit, tolerance);
  if (!out.path.empty()) write_output(output, refutations_text(loaded, audit));
  std::vector<AuditedEntry> wrong = entries_above(audit, tolerance);
  wrong.resize(std::min(wrong.size(), options.first));
  for (const AuditedEntry& entry : wrong) print_wrong(loaded, entry, options.json);
  const AuditSettings told{options.tolerance, options.replies, options.shared,
                           replies.size(),    options.seed,    oracle->origin()};
  audit_facts(loaded, audit, report, told, options.json).print();
  flush_output();
  state.remove();
  return report.replies.wrong == 0 ? kSuccess : kFoundWanting;
}

void add_sample_options(CommandLine& app, AuditCommandOptions& options) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  app.add_option("--sample", options.sample, "Number of random entries to search again")
      .whole_number(1, kMost);
  CommandLine of_setups = app.only_for({kBookOfSetups});
  of_setups.add_option("--discarded", options.discarded, "Number of random setups outside the book")
      .whole_number(0, kMost);
  app.add_option("--seed", options.seed, "Seed of the samples").rare().whole_number();
}

void add_search_options(CommandLine& app, AuditCommandOptions& options) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  CommandLine of_setups = app.only_for({kBookOfSetups});
  CommandOption deeper =
      app.add_option("--deeper", options.deeper, "Search this many plies deeper than the book");
  deeper.type_name("PLIES").whole_number(0, booksearch::kMostAuditDepth);
  of_setups.add_option("--depth", options.depth, "Search all entries to this depth instead")
      .type_name("PLIES")
      .whole_number(1, booksearch::kMostAuditDepth)
      .excludes(deeper)
      .rare();
  of_setups.add_option("--replies", options.replies, "Try the K statically best replies to each red. 0: all")
      .type_name("K")
      .whole_number(0, kMost);
  of_setups.add_option("--shared", options.shared, "Also try the N most frequent replies of the book")
      .rare()
      .whole_number(0, kMost);
  of_setups
      .add_option(
          "--pool", options.pool,
          "File of more setups to choose replies from. Canonical, one per line; or a book, or `shipped`")
      .rare()
      .type_name("FILE");
  of_setups.add_option("--random", options.random, "Also choose replies from N random setups")
      .rare()
      .whole_number(0, kMost);
  of_setups
      .add_option("--table-mib", options.table_mib,
                  "Transposition table of each thread, in MiB. Values depend on it")
      .rare()
      .whole_number(1, 65'536);
  add_network_option(of_setups, options.oracle.evaluation);
  add_engine_option(of_setups, options.oracle.engine);
  add_lines_audit_options(app.only_for({kBookOfValues}), options.lines);
}

void add_output(CommandLine& app, AuditCommandOptions& options) {
  app.add_option("--tolerance", options.tolerance,
                 "Count a reply as wrong if its regret is larger. In logit x 10,000")
      .type_name("X")
      .whole_number(0, 2 * booksearch::kMostValue)
      .rare();
  app.add_option("--first", options.first, "List the N worst replies").rare().whole_number();
  app.add_option("--out", options.out.path, "File for what is found: better replies, or positions of lines")
      .type_name("FILE");
  add_log_options(app, options.out);
  add_computation_options(app, options.computation);
  add_json_option(app, options.json);
}

}  // namespace

CommandRun audit(CommandLine& app) {
  const auto options = std::make_shared<AuditCommandOptions>();
  add_book_option(app, options->book);
  app.begin_group("Sample");
  add_sample_options(app, *options);
  app.begin_group("Search");
  add_search_options(app, *options);
  app.begin_group("Report");
  add_output(app, *options);
  app.footer(
      "Searches a sample of the entries deeper, against the setups of the book and of the pool, their\n"
      "mirror images, and random setups. The regret of a reply is what it loses against the best reply at\n"
      "the same depth. The regret of the order is what Red loses on average by playing the upper of two\n"
      "entries of equal depth. Estimates are followed by their 95 % intervals in brackets. A setup outside\n"
      "the book is worth adding if its value reaches the median of the book's least searched entries.\n"
      "\n"
      "--out writes one line per better reply, separated by tabs: red, better reply, value, depth, reply of\n"
      "the book, its value. Values are Red's view, logit x 10,000. `tabiya build --resume --with FILE` takes\n"
      "them into the book. What was searched so far is kept in FILE.state: an audit that was stopped goes on with\n"
      "--resume, and reports the same as if it had not been.\n"
      "\n"
      "In a book of moves (`tabiya lines`), positions are drawn by how often they come up, and others because their\n"
      "values are suspect: most unlike their neighbours'. The first lines of the report show where the deeper search\n"
      "contradicts most; --out lists all positions.\n"
      "--at tries it at positions of another book instead, and tells what it saves a player whose engine has the\n"
      "nodes of the job. FILE.state stays there: the next book is tried at the same positions with --resume.\n"
      "\n"
      "Without --net, the evaluation that made the book is used. With --engine, a UCI engine searches, and the\n"
      "evaluation only chooses the replies. The exit code is 1 if a reply of the sample is wrong.\n"
      "Example: tabiya audit book.tbk --sample 500 --out refutations.tsv");
  return on_book(app, options, audit_setups, audit_moves);
}

}  // namespace tabiya::tools
