#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "booksearch/job_store.h"
#include "booksearch/pipeline.h"
#include "core/book/book_file.h"
#include "tools/command.h"
#include "tools/computation.h"
#include "tools/failure.h"
#include "tools/input.h"
#include "tools/job_file.h"
#include "tools/options.h"
#include "tools/oracle.h"
#include "tools/output_file.h"
#include "tools/print.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string job;
  std::string directory = "out";
  bool resume = false;
  bool force = false;
  bool json = false;
  ComputationOptions computation;
};

// The files of a build, named after the job file.
struct Outputs {
  std::string state;
  std::string book;
};

Outputs outputs_of(const Options& options) {
  const std::string stem = options.job == "-" ? "book" : fs::path(options.job).stem().string();
  const fs::path base = fs::path(options.directory) / stem;
  return {base.string() + ".job", base.string() + ".tbk"};
}

// Results of an earlier build are kept unless the options say what to do with them.
void make_room(const Options& options, const Outputs& outputs) {
  std::error_code error;
  fs::create_directories(options.directory, error);
  if (error)
    throw Failure(fmt::format("{}: cannot create the directory: {}", options.directory, error.message()));
  if (options.resume) return;
  for (const std::string& path : {outputs.state, outputs.book}) {
    if (!fs::exists(path)) continue;
    if (!options.force) {
      throw Failure(
          fmt::format("{}: already exists; add --resume to go on with it, or --force to begin anew", path));
    }
  }
  for (const char* suffix : {"", "-wal", "-shm"}) {
    fs::remove(outputs.state + suffix, error);
    if (error) throw Failure(fmt::format("{}{}: cannot remove: {}", outputs.state, suffix, error.message()));
  }
}

// A network is named as seen from the job file.
std::unique_ptr<PairOracle> load_oracle(const JobFile& file, const std::string& job_path) {
  if (file.evaluation == "linear") return make_oracle(file.job.game, file.evaluation);
  try {
    return make_oracle(file.job.game, fs::path(job_path).parent_path() / file.evaluation);
  } catch (const Failure& failure) {
    throw Failure(
        fmt::format("{}: evaluation is neither \"linear\" nor a network: {}", job_path, failure.what()));
  }
}

void print_pass(const booksearch::PassReport& pass, bool json) {
  if (json) {
    print_json({{"pass", pass.name}, {"seconds", pass.seconds}, {"outcome", pass.outcome}});
  } else {
    print_line("{:<18}{:>8.1f} s  {}", pass.name, pass.seconds, pass.outcome);
  }
  flush_output();
}

// What to do when the state of the job cannot be used, or no longer.
std::string remedy(ErrorCode code, const std::string& resume) {
  if (code != ErrorCode::kIo) return "go on with what it was begun with, or begin anew with --force";
  return "what is stored so far is safe: see that there is room and leave to write, and " + resume;
}

// Runs what is left of the job.
Book build_book(const Options& options, const JobFile& file, const PairOracle& oracle,
                const Outputs& outputs) {
  const std::string resume =
      fmt::format("go on with `tabiya build {} --out {} --resume`", options.job, options.directory);
  const auto take_or_explain = [&](auto result) {
    const std::string text = result ? "" : remedy(result.error().code, resume);
    return take(std::move(result), outputs.state, text);
  };
  booksearch::JobStore store =
      take_or_explain(booksearch::JobStore::open(outputs.state, file.job, oracle.origin()));
  Computation computation(options.computation);
  const booksearch::PipelineOptions pipeline_options{"tabiya " TABIYA_VERSION, [&](const auto& pass) {
                                                       computation.finish_stage();
                                                       print_pass(pass, options.json);
                                                     }};
  const auto run = [&](const booksearch::Control& control) {
    return booksearch::build_book(file.job, oracle, store, pipeline_options, control);
  };
  return take_or_explain(computation.run(run, resume));
}

int run_build(const Options& options) {
  const JobFile file = parse_job_file(read_input(options.job, kMaxTextInput), input_name(options.job));
  const std::unique_ptr<PairOracle> oracle = load_oracle(file, options.job);
  const Outputs outputs = outputs_of(options);
  make_room(options, outputs);
  const Book book = build_book(options, file, *oracle, outputs);
  const std::vector<std::byte> bytes = encode_book(book);
  write_output({outputs.book, true}, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (options.json) {
    print_json({{"book", outputs.book},
                {"entries", book.entries.size()},
                {"bytes", bytes.size()},
                {"evaluation", fmt::format("{:016x}", book.meta.evaluation)},
                {"job", fmt::format("{:016x}", book.meta.job)}});
  } else {
    print_line("{}: {} entries", outputs.book, book.entries.size());
  }
  return kSuccess;
}

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
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "A build can be stopped at any moment, and goes on with --resume to the same book.\n"
      "Example: tabiya build data/jobs/quick.toml --out out");
  return [options] { return run_build(*options); };
}

}  // namespace tabiya::tools
