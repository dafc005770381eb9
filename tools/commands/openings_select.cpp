#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "booksearch/openings/full_search.h"
#include "booksearch/openings/opening_list.h"
#include "booksearch/openings/openings_run.h"
#include "booksearch/openings/window_search.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/judge_pool.h"
#include "booksearch/work/wait_limit.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cluster/cluster.h"
#include "tools/jobs/openings_file.h"
#include "tools/reports/openings_report.h"

namespace tabiya::tools {
namespace {

using booksearch::Candidates;
using booksearch::OpeningFormat;
using booksearch::OpeningsFiles;
using booksearch::OpeningsJob;
using booksearch::PairTable;
using JudgeKind = booksearch::JudgeKind<booksearch::Question>;

struct OpeningsOptions {
  std::string job;
  OutputOptions output;
  std::string format;  // empty: as the name of the output says
  std::optional<double> error;
  std::optional<int> plies;
  TimeBudget budget;
  bool all = false;
  std::string table;  // with `all`: where the pairs of equal setups go; empty: nowhere
  bool resume = false;
  StatusOptions status;
  bool json = false;
  ComputationOptions computation;

  OpeningsFiles files() const { return OpeningsFiles(output.path); }
  // True if existing lists may be overwritten.
  bool may_replace() const { return output.force || (resume && files().is_begun()); }
  OpeningsOutput report(const JudgeKind& judge) const { return {output.path, judge.name, json}; }
  OpeningFormat list_format() const { return booksearch::opening_format(format, output.path); }
  // The command has all options that say what is judged.
  std::string resume_command() const {
    return fmt::format("tabiya openings {} --out {}{}{}{} --resume", job, output.path, all ? " --all" : "",
                       plies ? fmt::format(" --plies {}", *plies) : "",
                       error ? fmt::format(" --error {}", *error) : "");
  }
};

constexpr const char* kAllIsOfPairs = "openings --all: judges pairs of setups, not positions";

OpeningsFile load_job(const OpeningsOptions& options) {
  const std::string name = input_name(options.job);
  OpeningsFile file = parse_openings_file(read_text(options.job), name);
  OpeningsJob& job = file.job;
  if (options.error) job.error = *options.error;
  if (options.plies) job.plies = *options.plies;
  if (!options.all && !job.has_window)
    throw Failure(fmt::format("{}: window is missing; --all does without one", name));
  if (options.all && job.plies > 0)
    throw Failure("openings --all: judges pairs of setups without moves after them; leave out plies");
  if (options.all && job.tree) throw Failure(kAllIsOfPairs);
  return file;
}

// The offer of a process that helps the first one of several.
Cluster::Offer offer_help(const OpeningsOptions& options) {
  struct Here {
    explicit Here(const OpeningsOptions& options)
        : file(load_job(options)), candidates(candidates_of(file.job)) {}
    const OpeningsFile file;
    const Candidates candidates;
  };
  const auto here = std::make_shared<Here>(options);
  const JudgeKind judge = choose_judge(here->file, here->candidates);
  return {openings_run(here->file.job, here->candidates, judge.identity).text(),
          {booksearch::judge_work<booksearch::Question>([here, make = judge.make] { return make(); })}};
}

// Earlier judgements are kept unless the options say what to do with them, and so is every list that is not
// of a continued job.
std::unique_ptr<booksearch::AnswerStore> open_state(const OpeningsOptions& options,
                                                    const booksearch::AnsweredRun& run) {
  const OpeningsFiles files = options.files();
  const std::string path = files.state();
  if (!files.is_begun() || options.resume || options.output.force) {
    check_output({options.output.path, options.may_replace()});
    if (!options.table.empty()) check_output({options.table, options.may_replace()});
  }
  return take(booksearch::AnswerStore::open(path, run,
                                            {options.resume,
                                             options.output.force,
                                             {path, "judged", "`tabiya openings` with --status watches it"},
                                             "use what it was started with, or start over with --force"}));
}

// Runs search(judgements). Its result is complete, or as complete as the time allowed.
template <class Search>
auto judge_all(const OpeningsOptions& options, const OpeningsJob& job, const Candidates& candidates,
               const JudgeKind& judge, Cluster& cluster, Search&& search) {
  const std::string go_on = fmt::format("continue with `{}`", options.resume_command());
  const booksearch::AnsweredRun run = openings_run(job, candidates, judge.identity);
  const auto store = open_state(options, run);
  booksearch::JudgePool<booksearch::Question> pool(options.computation.threads, judge.make);
  Computation computation(options.computation, cluster.lead(run.text()));
  if (options.budget) computation.set_budget(*options.budget.time);
  const auto work = [&](const booksearch::Control& control) {
    booksearch::JudgementCache judgements(candidates.size(), job.stages.size(), {&pool, store.get()},
                                          control);
    const Status status = judgements.restore();
    if (status && !store->loss().empty())
      print_note(fmt::format("{}: {}", options.files().state(), store->loss()));
    return status ? search(judgements) : decltype(search(judgements))(status.error());
  };
  auto result = computation.run(work, go_on);
  if (result) return std::move(result).value();
  throw Failure(result.error().message + "; " + go_on);
}

int list_window(const OpeningsOptions& options, Cluster& cluster, const OpeningsFile& file,
                const Candidates& candidates) {
  if (options.list_format() == OpeningFormat::kNpy)
    throw Failure("openings: npy is a matrix of all pairs; ask for it with --all");
  const OpeningsJob& job = file.job;
  const JudgeKind judge = choose_judge(file, candidates);
  const bool may_replace = options.may_replace();
  const booksearch::WindowTask task = window_task(job, candidates);
  const booksearch::WindowFindings result = judge_all(
      options, job, candidates, judge, cluster,
      [&](booksearch::JudgementCache& judgements) { return booksearch::find_in_window(task, judgements); });
  write_output({options.output.path, may_replace},
               opening_text(options.list_format(), job, candidates, result, judge.name));
  print_window(job, result, options.report(judge));
  return kSuccess;
}

int list_all(const OpeningsOptions& options, Cluster& cluster, const OpeningsFile& file,
             const Candidates& candidates) {
  const OpeningFormat format = options.list_format();
  if (format != OpeningFormat::kCsv && format != OpeningFormat::kNpy)
    throw Failure("openings --all: writes csv or npy; name one as the ending of --out, or with --format");
  const OpeningsJob& job = file.job;
  if (!candidates.pair(0)) throw Failure(kAllIsOfPairs);
  const auto text_of = [&](const PairTable& table) {
    return format == OpeningFormat::kNpy ? take(table.npy()) : table.csv();
  };
  booksearch::FullResult nothing;
  nothing.scores.resize(candidates.size());
  text_of(PairTable(job, candidates, nothing));  // throws now what it would throw in the end
  const JudgeKind judge = choose_judge(file, candidates);
  const bool may_replace = options.may_replace();
  const booksearch::FullResult result =
      judge_all(options, job, candidates, judge, cluster, booksearch::search_fully);
  const PairTable table(job, candidates, result);
  write_output({options.output.path, may_replace}, text_of(table));
  if (!options.table.empty()) write_output({options.table, may_replace}, table.same_csv());
  print_pairs(job, table, result, options.report(judge));
  if (!result.is_finished) print_note("time ran out before all pairs had been searched; --resume continues");
  return kSuccess;
}

int show_status(const OpeningsOptions& options, const OpeningsJob& job, const Candidates& candidates) {
  const OpeningsFiles files = options.files();
  const auto task = options.all ? std::nullopt : std::optional(window_task(job, candidates));
  follow_status(options.status.follow, [&] {
    const auto status = take(booksearch::openings_status(files, job, candidates, task));
    print_openings_status(files, status, options.json);
    return status.is_finished;
  });
  return kSuccess;
}

int run_openings(const OpeningsOptions& options) {
  check_status(options.status, "openings");
  refuse_standard_input_of_several(options.job, "JOB");
  const booksearch::WaitLimit waits(options.budget.time);
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  if (options.output.path == "-")
    throw Failure("openings: judgements are stored next to the list; give --out a file");
  const OpeningsFile file = load_job(options);
  if (!options.status.wanted) note_output(options.files().state(), "the job's state");
  const Candidates candidates = candidates_of(file.job);
  if (options.status.wanted) return show_status(options, file.job, candidates);
  return options.all ? list_all(options, cluster, file, candidates)
                     : list_window(options, cluster, file, candidates);
}

void add_job_options(CommandLine& app, const std::shared_ptr<OpeningsOptions>& options) {
  app.add_option("JOB", options->job, "Job file; - is standard input").required().type_name("FILE");
  add_file_output_options(app, options->output);
  app.add_flag("--resume", options->resume, "Continue an earlier run, and replace its list");
  app.add_option("--format", options->format, "Format of the list")
      .default_text("by the file's ending, or epd")
      .one_of({"epd", "fen", "pgn", "csv", "npy"});
  const CommandOption all =
      app.add_flag("--all", options->all, "Keep the score of every pair, as a list (csv) or matrix (npy)");
  CommandLine of_all = app.needing(all);
  of_all
      .add_option("--table", options->table,
                  "With --all: also write the pairs of equal setups. Sorted, as CSV")
      .type_name("FILE");
  app.add_option_function(
         "--error", [options](const std::string& text) { options->error = std::stod(text); },
         "Allowed share of wrong decisions, instead of the job's. As a share of the positions in the window")
      .type_name("SHARE")
      .range(0, 1)
      .excludes(all);
  app.add_option_function(
         "--plies", [options](const std::string& text) { options->plies = std::stoi(text); },
         "Random moves to play from each pair, instead of the job's")
      .type_name("N")
      .whole_number(0, 3)
      .rare();
  add_budget_option(app, options->budget, kWriteAfterBudget);
  add_status_options(app, options->status);
}

}  // namespace

CommandRun openings_select(CommandLine& app) {
  const auto options = std::make_shared<OpeningsOptions>();
  add_job_options(app, options);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.add_help_topic("--help-job", "Print all keys of job files with their defaults",
                     openings_file_reference);
  app.footer(
      "Lists start positions whose score, drawing chances or expected score lies in a window. All of them are\n"
      "searched shallowly; only those that may be inside or outside the window are searched deeper. Results\n"
      "are kept in FILE.job: the job may be killed at any moment, and resumed to the same list.\n"
      "\n"
      "With --all nothing is selected: every pair is searched to the last stage. It also prints how pairs of\n"
      "equal setups compare, and which setups the sides would choose, one after the other or both at once.\n"
      "\n"
      "Many machines work as one run: `mpirun -n N tabiya openings select JOB --out FILE`.\n"
      "Example: tabiya openings select data/jobs/dfrc.toml --out dfrc.epd");
  return [options] { return run_openings(*options); };
}

}  // namespace tabiya::tools
