#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "booksearch/filter.h"
#include "booksearch/job_status.h"
#include "booksearch/job_store.h"
#include "booksearch/pipeline.h"
#include "booksearch/refutations.h"
#include "booksearch/stage_search.h"
#include "core/book/book_file.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/counted.h"
#include "tools/cli/duration.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cluster/cluster.h"
#include "tools/jobs/job_book.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/job_paths.h"
#include "tools/jobs/job_status_text.h"
#include "tools/jobs/known_oracles.h"
#include "tools/jobs/pass_text.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string job;
  std::string directory = "out";
  std::optional<booksearch::Shard> shard;
  std::optional<std::chrono::seconds> budget;
  std::string budget_text;  // as it was given
  std::string refutations;
  bool resume = false;
  bool status = false;
  bool force = false;
  bool json = false;
  ComputationOptions computation;
};

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Failure(fmt::format("{}: cannot create the directory: {}", folder, error.message()));
}

// A job file that is called like its own state or book would be lost.
void check_job_file(const Options& options, const JobPaths& files) {
  for (const std::string& written : {files.state(), files.book()}) {
    if (is_same_file(written, options.job))
      throw Failure(
          fmt::format("{}: is the job file, and would be written to; give it another name, as in "
                      "quick.toml, or name another folder with --out",
                      written));
  }
}

// Results of an earlier build are kept unless the options say what to do with them. An empty state, which a
// run leaves that is killed before it begins, is none.
void make_room(const Options& options, const JobPaths& files) {
  if (options.resume) return check_book(files.book());
  for (const std::string& path : {files.state(), files.book()}) {
    if (fs::exists(path) && !fs::is_empty(path) && !options.force) {
      throw Failure(
          fmt::format("{}: already exists; add --resume to go on with it, or --force to begin anew", path));
    }
  }
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::remove(files.state() + suffix, error);
    if (error) throw Failure(fmt::format("{}{}: cannot remove: {}", files.state(), suffix, error.message()));
  }
}

// A network is named as seen from the job file.
std::unique_ptr<PairOracle> load_oracle(const JobFile& file, const std::string& job_path) {
  if (file.evaluation == kLinear || file.evaluation == kShipped)
    return make_oracle(file.job.game, file.evaluation);
  try {
    return make_oracle(file.job.game, fs::path(job_path).parent_path() / file.evaluation);
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}: evaluation is neither \"linear\" nor \"shipped\" nor a network: {}",
                              job_path, failure.what()));
  }
}

// What to do when the state of the job cannot be used, or no longer.
std::string remedy(ErrorCode code, const std::string& resume) {
  if (code == ErrorCode::kCorrupt) return "take another copy, or begin anew with --force";
  if (code != ErrorCode::kIo) return "go on with what it was begun with, or begin anew with --force";
  return "what is stored so far is safe: see that there is room and leave to write, and " + resume;
}

using Refutations = std::vector<booksearch::Refutation>;

Refutations load_refutations(const std::string& path, const PairOracle& oracle) {
  if (path.empty()) return {};
  return take(booksearch::parse_refutations(read_input(path, kMaxTextInput), oracle.reds(), oracle.blues()),
              input_name(path), "`tabiya audit BOOK --out FILE` writes such files");
}

// Each once.
std::vector<SetupId> replies_of(const Refutations& refutations) {
  std::vector<SetupId> replies;
  for (const booksearch::Refutation& refutation : refutations) {
    if (std::ranges::find(replies, refutation.reply) == replies.end()) replies.push_back(refutation.reply);
  }
  return replies;
}

// A reply that an audit found better at a greater depth than that of the book's entry may lose the comparison
// there, and then the book is as it was.
void tell_of_deeper_replies(const Refutations& refutations, const Book& book) {
  std::size_t count = 0;
  int least = std::numeric_limits<int>::max(), book_depth = 0;
  for (const booksearch::Refutation& refutation : refutations) {
    const auto entry = std::ranges::find(book.entries, refutation.red, &BookEntry::red);
    if (entry == book.entries.end() || entry->reply == refutation.reply || entry->depth >= refutation.depth)
      continue;
    ++count;
    least = std::min(least, refutation.depth);
    book_depth = std::max(book_depth, int{entry->depth});
  }
  if (count == 0) return;
  print_note(fmt::format(
      "--with: {} of its {} better replies {} not taken: what was found at depth {} or more is "
      "not better at the depths of the job, {} at most; a stage as deep would take {}",
      count, refutations.size(), count == 1 ? "is" : "are", least, book_depth, count == 1 ? "it" : "them"));
}

// With all options that say which book is made.
std::string resume_command(const Options& options) {
  return fmt::format("tabiya build {} --out {}{}{}{} --resume", options.job, options.directory,
                     options.shard ? " --shard " + options.shard->name() : "",
                     options.budget ? " --budget " + options.budget_text : "",
                     options.refutations.empty() ? "" : " --with " + options.refutations);
}

// Runs what is left of the job, or of its shard.
booksearch::BookOrMissingRows build_book(const Options& options, const JobFile& file,
                                         const PairOracle& oracle, const JobPaths& files,
                                         const std::vector<SetupId>& replies, booksearch::Helpers* helpers) {
  const std::string resume = "go on with `" + resume_command(options) + "`";
  const auto take_or_explain = [&](auto result) {
    const std::string text = result ? "" : remedy(result.error().code, resume);
    return take(std::move(result), files.state(), text);
  };
  const auto may_extend = [&](const std::string& begun) { return extends(file.job, begun, files.state()); };
  booksearch::JobStore store = take_or_explain(
      booksearch::JobStore::open(files.state(), file.job, oracle.origin(), files.shard(), may_extend));
  std::vector<booksearch::ShardFile> others = files.others(take_or_explain(store.identity()));
  Computation computation(options.computation, helpers);
  if (options.budget) computation.set_budget(*options.budget);
  const auto on_pass = [&](const booksearch::PassReport& pass) {
    computation.finish_stage();
    print_pass(pass, options.json);
  };
  const booksearch::PipelineOptions pipeline_options{
      "tabiya " TABIYA_VERSION, on_pass, files.shard(), others, replies, options.budget.has_value()};
  const auto run = [&](const booksearch::Control& control) {
    return booksearch::build_book(file.job, oracle, store, pipeline_options, control);
  };
  return take_or_explain(computation.run(run, resume));
}

void write_book(const std::string& path, const Book& book, bool json) {
  const std::vector<std::byte> bytes = encode_book(book);
  write_output({path, true}, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (json) {
    print_json({{"book", path},
                {"entries", book.entries.size()},
                {"bytes", bytes.size()},
                {"evaluation", fmt::format("{:016x}", book.meta.evaluation)},
                {"job", fmt::format("{:016x}", book.meta.job)}});
  } else {
    print_line("{}: {}", path, counted(book.entries.size(), "entry"));
  }
}

// What a shard leaves: its state, and no book.
void print_shard(const JobPaths& files, const booksearch::BookOrMissingRows& found, bool json) {
  const auto* missing = std::get_if<booksearch::MissingRows>(&found);
  if (json) {
    nlohmann::ordered_json object{
        {"state", files.state()}, {"finished", missing == nullptr}, {"waiting_for", nullptr}};
    if (missing != nullptr) object["waiting_for"] = missing->shards;
    print_json(object);
  } else if (missing == nullptr) {
    print_line("{}: all steps are finished; `tabiya book merge` makes the book of the states of all shards",
               files.state());
  } else {
    print_line("{}: waits for {}; run these shards, see that their states lie in {}, and go on with --resume",
               files.state(), missing->text, fs::path(files.state()).parent_path().string());
  }
}

std::string identity_of(const JobFile& file, const PairOracle& oracle) {
  return run_identity(oracle, booksearch::job_hash(file.job));
}

// Of a run of several processes, one that helps the first.
Cluster::Offer offer_help(const Options& options) {
  const JobFile file = parse_job_file(read_input(options.job, kMaxTextInput), input_name(options.job));
  const std::shared_ptr<const PairOracle> oracle = load_oracle(file, options.job);
  return {identity_of(file, *oracle), {booksearch::filter_work(oracle), booksearch::row_work(oracle)}};
}

int run_build(const Options& options) {
  refuse_standard_input_of_several(options.job, "JOB");
  Cluster cluster(options.computation.threads);
  if (cluster.is_led()) return cluster.serve([&] { return offer_help(options); });
  const JobFile file = parse_job_file(read_input(options.job, kMaxTextInput), input_name(options.job));
  const JobPaths files(options.job, options.directory, options.shard);
  check_job_file(options, files);
  if (options.status) {
    print_status(files.state(), read_status(file.job, files), files.owner(), find_setup_phase(file.job.game),
                 options.json);
    return kSuccess;
  }
  const std::unique_ptr<PairOracle> oracle = load_oracle(file, options.job);
  booksearch::Helpers* const helpers = cluster.lead(identity_of(file, *oracle));
  const Refutations refutations = load_refutations(options.refutations, *oracle);
  make_folder(options.directory);
  const FileLock lock = files.lock();
  make_room(options, files);
  const booksearch::BookOrMissingRows found =
      build_book(options, file, *oracle, files, replies_of(refutations), helpers);
  if (options.shard) {
    print_shard(files, found, options.json);
  } else {
    const Book& book = std::get<Book>(found);
    if (!options.force) check_nothing_is_lost(files.book(), book);
    write_book(files.book(), book, options.json);
    tell_of_deeper_replies(refutations, book);
  }
  return kSuccess;
}

constexpr const char* kAbout =
    "A build can be stopped at any moment, and goes on with --resume to the same book. So does one whose "
    "job\n"
    "has been extended meanwhile, by stages that keep more reds or further stages: rows that still hold "
    "are\n"
    "taken over.\n"
    "\n"
    "With --budget the stages are only the beginning: then the reds whose place or reply may still be "
    "worth\n"
    "the most are searched deeper, batch after batch, until the time is over or nothing is worth it. When "
    "it\n"
    "is over before the stages are finished, the book is made of what there is. Such books depend on the "
    "time,\n"
    "and are ordered by the values that are expected two plies beyond the deepest search. Later runs keep "
    "what\n"
    "was found, also without --budget, and a book that knows more is only replaced with --force.\n"
    "\n"
    "To share the work among N machines, run `build JOB --shard K/N` on each, for K = 1 to N. Each step "
    "needs\n"
    "all rows of the one before: a shard goes as far as the states of the others that lie in its folder "
    "let\n"
    "it, says whose rows it waits for, and goes on with --resume once these are there. The folder may be "
    "one\n"
    "that all machines share, or the states (DIR/JOB.K-of-N.job) are copied when their runs have ended. "
    "In\n"
    "the end `tabiya book merge` makes the book, the same as that of a single run; from the second step on "
    "it\n"
    "can do so at any time, and computes what is left by itself.\n"
    "Machines that are there together may as well be one run: `mpirun -n N tabiya build JOB` makes the same "
    "book\n"
    "as one process, and goes on with the same --resume. The first process owns the state and hands out "
    "work;\n"
    "all read JOB and its evaluation by the same path.\n"
    "Example: tabiya build data/jobs/quick.toml --out out";

}  // namespace

CommandRun build(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("JOB", options->job, "The job file (TOML); - is standard input")
      .required()
      .type_name("FILE");
  app.add_option("--out", options->directory, "Where the state (.job) and the book (.tbk) of the job go")
      .type_name("DIR")
      .capture_default_str();
  CommandOption resume =
      app.add_flag("--resume", options->resume, "Go on with the job where an earlier run ended");
  app.add_flag("--force", options->force, "Throw away what an earlier run has made").excludes(resume);
  add_shard_option(app, options->shard);
  app.add_option_function(
         "--budget",
         [&options = *options](const std::string& text) {
           options.budget = parse_duration(text);
           options.budget_text = text;
         },
         "Make the best book that this time allows, such as 90s, 30m or 1h30m")
      .type_name("TIME")
      .check([](const std::string& text) {
        return parse_duration(text) ? "" : "'" + text + "' is not a time such as 90s, 30m or 1h30m";
      })
      .excludes("--shard");
  app.add_option("--with", options->refutations,
                 "Better replies that `tabiya audit` has found: try them against every red of the book")
      .type_name("FILE")
      .excludes("--shard");
  app.add_flag("--status", options->status, "Only say how far the job has come, running or not")
      .excludes("--resume")
      .excludes("--force");
  app.add_help_topic("--help-job", "Print all keys of job files with their defaults", job_reference);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(kAbout);
  return [options] { return run_build(*options); };
}

}  // namespace tabiya::tools
