#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "booksearch/setups/audit/refutations.h"
#include "booksearch/setups/filter/filter.h"
#include "booksearch/setups/job/deeper_looks.h"
#include "booksearch/setups/job/job_status.h"
#include "booksearch/setups/job/job_store.h"
#include "booksearch/setups/job/pipeline.h"
#include "booksearch/setups/rows/stage_search.h"
#include "booksearch/work/wait_limit.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"
#include "tools/cluster/cluster.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/job_status_text.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

struct BuildOptions {
  std::string job;
  std::string directory = "out";
  TimeBudget budget;
  std::string refutations;
  std::string engine;  // empty: that of the job
  bool resume = false;
  StatusOptions status;
  bool force = false;
  bool json = false;
  ComputationOptions computation;
};

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Failure(fmt::format("{}: cannot create the directory: {}", folder, error.message()));
}

// Results of an earlier build are kept unless the options say what to do with them. An empty state, which a
// run leaves that is killed before it begins, counts as none.
void make_room(const BuildOptions& options, const JobPaths& files) {
  if (options.resume) return check_book(files.book());
  for (const std::string& path : {files.state(), files.book()}) {
    if (fs::exists(path) && !fs::is_empty(path) && !options.force) {
      throw Failure(
          fmt::format("{}: already exists; add --resume to continue it, or --force to start over", path));
    }
  }
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::remove(files.state() + suffix, error);
    if (error) throw Failure(fmt::format("{}{}: cannot remove: {}", files.state(), suffix, error.message()));
  }
}

// The engine is that of the file, or that of --engine.
JobFile load_job(const BuildOptions& options) {
  JobFile file = parse_job_file(read_text(options.job), input_name(options.job));
  if (options.engine.empty()) return file;
  if (!file.oracle.engine.empty())
    throw Failure(fmt::format("{}: names the engine '{}' in [oracle]; leave out --engine",
                              input_name(options.job), file.oracle.engine));
  file.oracle.engine = options.engine;
  return file;
}

std::unique_ptr<PairOracle> statics_of(const JobFile& file, const std::string& job_path) {
  const std::string& evaluation = file.oracle.evaluation;
  if (evaluation == kLinear || evaluation == kShipped) return make_oracle(*file.game, evaluation);
  try {
    return make_oracle(*file.game, evaluation);
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}: evaluation is neither \"linear\" nor \"shipped\" nor a network: {}",
                              job_path, failure.what()));
  }
}

std::unique_ptr<PairOracle> load_oracle(const JobFile& file, const std::string& job_path) {
  return with_engine(statics_of(file, job_path), file.oracle, *file.game);
}

// The advice when the state of the job cannot be used, or no longer.
std::string remedy(ErrorCode code, const std::string& resume) {
  if (code == ErrorCode::kCorrupt) return "take another copy, or start over with --force";
  if (code != ErrorCode::kIo) return "use what it was started with, or start over with --force";
  return "what is stored so far is safe: check free space and permissions, and " + resume;
}

using Refutations = std::vector<booksearch::Refutation>;

Refutations load_refutations(const std::string& path, const PairOracle& oracle) {
  if (path.empty()) return {};
  return take(booksearch::parse_refutations(read_text(path), oracle.reds(), oracle.blues()), input_name(path),
              "`tabiya audit BOOK --out FILE` writes such files");
}

// The command has all options that say which book is made.
std::string resume_command(const BuildOptions& options) {
  return fmt::format("tabiya build {} --out {}{}{}{} --resume", options.job, options.directory,
                     options.engine.empty() ? "" : fmt::format(" --engine \"{}\"", options.engine),
                     options.budget ? " --budget " + options.budget.text : "",
                     options.refutations.empty() ? "" : " --with " + options.refutations);
}

// Runs the rest of the job.
Book build_book(const BuildOptions& options, const JobFile& file, const PairOracle& oracle,
                const JobPaths& files, const Refutations& replies, booksearch::Helpers* helpers) {
  const std::string resume = "continue with `" + resume_command(options) + "`";
  const auto take_or_explain = [&](auto result) {
    const std::string text = result ? "" : remedy(result.error().code, resume);
    return take(std::move(result), files.state(), text);
  };
  const auto may_extend = [&](const std::string& begun) { return extends(file.job, begun, files.state()); };
  booksearch::JobStore store = take_or_explain(
      booksearch::JobStore::open(files.state(), file.job, oracle.origin(), may_extend, oracle.engine()));
  Computation computation(options.computation, helpers);
  if (options.budget) computation.set_budget(*options.budget.time);
  const SetupPhase& setups = setup_phase_of(*file.game, "build");
  const auto on_pass = [&](const booksearch::PassReport& pass) {
    computation.finish_stage();
    print_pass(pass, setups, options.json);
  };
  const booksearch::PipelineOptions pipeline_options{maker_text(oracle.engine()), on_pass, replies,
                                                     options.budget.time.has_value()};
  const auto run = [&](const booksearch::Control& control) {
    return booksearch::build_book(file.job, oracle, store, pipeline_options, control);
  };
  auto found = computation.run(run, resume);
  if (!found && found.error().code == ErrorCode::kInvalid)  // what an engine has done
    throw Failure(found.error().message + "; " + resume);
  return take_or_explain(std::move(found));
}

void write_book(const std::string& path, Book book, bool json) {
  book.rules = kept_rules(book.meta.game);
  const std::vector<std::byte> bytes = encode_book(book);
  write_output({path, true}, bytes);
  print_json_or_line(json,
                     {{"book", path},
                      {"entries", book.entries.size()},
                      {"bytes", bytes.size()},
                      {"evaluation", fmt::format("{:016x}", book.meta.evaluation)},
                      {"job", fmt::format("{:016x}", book.meta.job)}},
                     "{}: {}", path, counted(book.entries.size(), "entry"));
}

std::string identity_of(const JobFile& file, const PairOracle& oracle) {
  return run_identity(oracle, booksearch::job_hash(file.job));
}

// The offer of a process that helps the first one of several.
Cluster::Offer offer_help(const BuildOptions& options) {
  const JobFile file = load_job(options);
  const std::shared_ptr<const PairOracle> oracle = load_oracle(file, options.job);
  return {identity_of(file, *oracle),
          {booksearch::filter_work(oracle), booksearch::row_work(oracle), booksearch::look_work(oracle)}};
}

int run_build(const BuildOptions& options) {
  check_status(options.status, "build");
  refuse_standard_input_of_several(options.job, "JOB");
  const booksearch::WaitLimit waits(options.budget.time);
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  const JobFile file = load_job(options);
  const JobPaths files(options.job, options.directory);
  if (options.status.wanted) {
    follow_status(options.status.follow, [&] {
      const booksearch::JobStatus status = read_status(file.job, files);
      status_facts(files.state(), status, files.owner(), setup_phase_of(*file.game, "build"), options.json)
          .print();
      return status.finished;
    });
    return kSuccess;
  }
  note_output(files.state(), "the job's state");
  note_output(files.book(), "the job's book");
  const std::unique_ptr<PairOracle> oracle = load_oracle(file, options.job);
  booksearch::Helpers* const helpers = cluster.lead(identity_of(file, *oracle));
  const Refutations refutations = load_refutations(options.refutations, *oracle);
  make_folder(options.directory);
  const booksearch::FileLock lock = take(files.lock());
  make_room(options, files);
  const Book book = build_book(options, file, *oracle, files, refutations, helpers);
  if (!options.force) check_nothing_is_lost(files.book(), book);
  write_book(files.book(), book, options.json);
  return kSuccess;
}

constexpr const char* kAbout =
    "A build can be stopped at any moment, and continues with --resume to the same book. A job can also be\n"
    "extended: if its stages keep more reds, or further stages follow, --resume keeps all rows that are still valid.\n"
    "\n"
    "With --budget, the time left after the stages is spent on the reds whose place or reply may still gain most.\n"
    "If time runs out before the stages are finished, the book is made of what there is. Such books depend on the\n"
    "time, and are ordered by the values expected two plies beyond the deepest search. Later runs keep what was\n"
    "found, also without --budget; only --force replaces a book that knows more.\n"
    "\n"
    "With --engine, or [oracle] in JOB, a UCI engine searches the pairs instead. The filter and the order of the\n"
    "candidates go by the static values of the job's evaluation.\n"
    "\n"
    "Many machines work as one run: `mpirun -n N tabiya build JOB` makes the same book as one\n"
    "process. The first process owns the state and hands out work; all processes read JOB and its evaluation by the\n"
    "same path.\n"
    "Example: tabiya build data/jobs/quick.toml --out out";

}  // namespace

CommandRun build(CommandLine& app) {
  const auto options = std::make_shared<BuildOptions>();
  app.add_option("JOB", options->job, "Job file (TOML); - is standard input").required().type_name("FILE");
  app.add_option("--out", options->directory, "Folder for the state (.job) and the book (.tbk)")
      .type_name("DIR")
      .capture_default_str();
  CommandOption resume = app.add_flag("--resume", options->resume, "Continue an earlier run");
  app.add_flag("--force", options->force, "Discard an earlier run").excludes(resume);
  add_budget_option(app, options->budget, "Make the best book possible in this time, such as 30m or 1h30m");
  app.add_option("--with", options->refutations, "Take the better replies that `tabiya audit` wrote to FILE")
      .type_name("FILE");
  add_engine_option(app, options->engine);
  add_status_options(app, options->status);
  app.add_help_topic("--help-job", "Print all keys of job files with their defaults", job_reference);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(kAbout);
  return [options] { return run_build(*options); };
}

}  // namespace tabiya::tools
