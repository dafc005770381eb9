#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/lines/book_answers.h"
#include "booksearch/lines/lines_job.h"
#include "booksearch/work/judge_pool.h"
#include "booksearch/work/wait_limit.h"
#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book.h"
#include "core/search/value_text.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cluster/cluster.h"
#include "tools/jobs/lines_file.h"
#include "tools/reports/lines_report.h"

namespace tabiya::tools {
namespace {

using booksearch::BookGrowth;
using booksearch::GrowthRoots;
using booksearch::LinesJob;
using MoveJudgeKind = booksearch::JudgeKind<booksearch::MoveQuestion>;

struct LinesOptions {
  std::string job;
  LogOptions out;
  TimeBudget budget;
  StatusOptions status;
  bool json = false;
  ComputationOptions computation;
};

struct GrownLines {
  BookGrowth growth;
  booksearch::SearchCount searches;
  bool is_finished = true;
};

LinesFile load_job(const LinesOptions& options) {
  return parse_lines_file(read_text(options.job), input_name(options.job));
}

// The offer of a process that helps the first one of several.
Cluster::Offer offer_help(const LinesOptions& options) {
  struct Here {
    explicit Here(const LinesOptions& options) : file(load_job(options)), roots(growth_roots(file.job)) {}
    const LinesFile file;
    const GrowthRoots roots;
  };
  const auto here = std::make_shared<Here>(options);
  const MoveJudgeKind judge = choose_move_judge(here->file, here->roots);
  return {growing_run(here->file.job, here->roots, judge.identity).text(),
          {booksearch::judge_work<booksearch::MoveQuestion>([here, make = judge.make] { return make(); })}};
}

GrownLines grow(const LinesOptions& options, Cluster& cluster, const LinesJob& job, const GrowthRoots& roots,
                const MoveJudgeKind& judge) {
  const booksearch::AnsweredRun run = growing_run(job, roots, judge.identity);
  const booksearch::LinesState state = open_lines_state(options.out, run, "the state of the book");
  booksearch::JudgePool<booksearch::MoveQuestion> judges(options.computation.threads, judge.make);
  Computation computation(options.computation, cluster.lead(run.text()));
  if (options.budget) computation.set_budget(*options.budget.time);
  GrownLines grown{BookGrowth(roots, job.growth), {}, true};
  const auto search = [&](const booksearch::Control& control) {
    Status status = grow_book(grown.growth, judges, state.memory(), control, grown.searches);
    const bool is_over = !status && status.error().code == ErrorCode::kStopped && !control.interrupted();
    if (!is_over || grown.growth.graph().size() == 0) return status;
    grown.is_finished = false;
    return ok_status();
  };
  take(computation.run(search, "continue with --resume"), options.out.path, "continue with --resume");
  return grown;
}

bool is_polyglot(const std::string& path) { return path.ends_with(".bin"); }

std::vector<std::byte> file_of(const LinesOptions& options, const LinesJob& job, const ValuedBook& book) {
  if (is_polyglot(options.out.path)) return write_polyglot(move_book_of(book, job.tolerance));
  return valued_book_file_for(options.out.path, book, *job.game);
}

void print_summary(const LinesOptions& options, const GrownLines& grown, const ValuedBook& book,
                   std::size_t bytes, const std::string& judge) {
  const BookGrowth& growth = grown.growth;
  Facts facts(options.json);
  facts.add({{"book", options.out.path},
             {"positions", book.size()},
             {"moves", book.move_count()},
             {"bytes", bytes},
             {"searches", grown.searches.count},
             {"nodes", grown.searches.nodes},
             {"search_error", growth.search_error()},
             {"finished", grown.is_finished},
             {"judge", judge}});
  facts.line("{}: {} of {}, {} bytes", options.out.path, counted(book.move_count(), "move"),
             counted(book.size(), "position"), bytes);
  facts.line("{} has answered {}, {:.1f} M nodes; a search is off by {:.3f} logit", judge,
             counted(grown.searches.count, "question"), static_cast<double>(grown.searches.nodes) / 1e6,
             growth.search_error() / 1e4);
  add_growth_roots(facts, growth);
  facts.print();
  if (!grown.is_finished && !options.json)
    print_note("time ran out before the book had all its positions; --resume continues");
}

// A book may be replaced if it is continued, or with --force. If there is a state, the advice names --resume,
// so that the results of its searches are not lost.
OutputOptions book_output(const LogOptions& out) {
  const bool has_state = has_content(booksearch::lines_state_path(out.path));
  if (has_state && !out.resume && !out.force)
    throw Failure(fmt::format("{}: already exists; continue it with --resume, or overwrite it with --force",
                              booksearch::lines_state_path(out.path)));
  const OutputOptions output{out.path, out.force || (out.resume && has_state)};
  check_output(output);
  return output;
}

int print_status(const LinesOptions& options, const LinesJob& job) {
  const GrowthRoots roots = growth_roots(job);
  follow_status(options.status.follow, [&] {
    const auto status = take(booksearch::lines_status(options.out.path, job, roots));
    print_lines_status(status, options.json);
    return status.is_finished();
  });
  return kSuccess;
}

int run_lines(const LinesOptions& options) {
  check_status(options.status, "lines");
  if (options.out.path == "-")
    throw Failure("lines: searches are stored next to the book; give --out a file");
  refuse_standard_input_of_several(options.job, "JOB");
  const booksearch::WaitLimit waits(options.budget.time);
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  const LinesFile file = load_job(options);
  const LinesJob& job = file.job;
  if (is_polyglot(options.out.path) && !job.game->facts().has_polyglot_books)
    throw Failure(
        fmt::format("lines: {} has no books in PolyGlot's format; write FILE.tbk", job.game->name()));
  if (options.status.wanted) return print_status(options, job);
  const OutputOptions output = book_output(options.out);
  const GrowthRoots roots = growth_roots(job);
  if (is_polyglot(options.out.path))
    for (const auto& root : roots) take(root->in_polyglot(), root->text(), "write FILE.tbk");
  const MoveJudgeKind judge = choose_move_judge(file, roots);
  const GrownLines grown = grow(options, cluster, job, roots, judge);
  const ValuedBook book = finished_book(job, grown.growth, judge.name);
  const std::vector<std::byte> bytes = file_of(options, job, book);
  write_output(output, bytes);
  print_summary(options, grown, book, bytes.size(), judge.name);
  return kSuccess;
}

}  // namespace

CommandRun lines(CommandLine& app) {
  const auto options = std::make_shared<LinesOptions>();
  app.add_option("JOB", options->job, "Job file; - is standard input").required().type_name("FILE");
  app.add_option("--out", options->out.path,
                 "File for the book: FILE.tbk, indexed as FILE.tbi, or FILE.bin in PolyGlot's format")
      .required()
      .type_name("FILE");
  add_log_options(app, options->out);
  add_budget_option(app, options->budget, kWriteAfterBudget);
  add_status_options(app, options->status);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.add_help_topic("--help-job", "Print all keys of job files with their defaults", lines_file_reference);
  app.footer(
      "Grows a book of moves from the start position, or from others. Each position in it keeps its moves and\n"
      "the value of the best move outside the book, found by a search that leaves the book's moves out; values\n"
      "go up through the book with their errors. The cheapest lines are looked at first: those that are short,\n"
      "and in which neither side loses much.\n"
      "\n"
      "What was searched is kept in FILE.state: the job may be killed at any moment, and resumed to the same\n"
      "book, with any number of threads, with more positions, or with other costs. --status says how far it has come.\n"
      "Example: tabiya lines data/jobs/lines.toml --out lines.tbk");
  return [options] { return run_lines(*options); };
}

}  // namespace tabiya::tools
