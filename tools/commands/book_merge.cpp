#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "booksearch/pipeline.h"
#include "booksearch/shards.h"
#include "core/book/book_file.h"
#include "core/book/verify.h"
#include "tools/assets/network_input.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/oracle.h"

namespace tabiya::tools {
namespace {

constexpr const char* kMaker = "tabiya " TABIYA_VERSION;

struct Options {
  std::vector<std::string> states;
  std::string network;  // empty: what comes with the program, as the job has it
  ComputationOptions computation;
  OutputOptions output;
  bool json = false;
};

std::vector<booksearch::ShardFile> open_shards(const std::vector<std::string>& paths) {
  std::vector<booksearch::ShardFile> files;
  for (const std::string& path : paths)
    files.push_back({path, take(booksearch::JobStore::view(path), path, "name the states (.job) of shards")});
  return files;
}

// Computes the steps that the shards have left, in memory: to be shared, or to survive an interruption, they
// are better left to the shards.
Book finish(const Options& options, const booksearch::Job& job, std::vector<booksearch::ShardFile>& files,
            const std::string& missing) {
  const std::string& first = files.front().path;
  const booksearch::JobIdentity identity = take(files.front().store.identity(), first);
  const std::unique_ptr<PairOracle> oracle =
      make_oracle(job.game, options.network, identity.origin.evaluation, first);
  if (const auto difference =
          describe_difference(identity, {identity.job, oracle->origin(), identity.shard})) {
    throw Failure(
        fmt::format("{}: still to be computed are {}; run these shards with `tabiya build JOB --shard "
                    "K/N --resume`, or name with --net what the job evaluates with (this is another "
                    "{})",
                    first, missing, *difference));
  }
  booksearch::JobStore store = take(booksearch::JobStore::open(":memory:", job, oracle->origin()), "memory");
  const booksearch::PipelineOptions pipeline{kMaker, {}, {}, files};
  const auto run = [&](const booksearch::Control& control) {
    return booksearch::build_book(job, *oracle, store, pipeline, control);
  };
  return *take(Computation(options.computation).run(run, "nothing was written"), first).book;
}

int run_merge(const Options& options) {
  check_output(options.output);
  std::vector<booksearch::ShardFile> files = open_shards(options.states);
  const std::string job_text = take(files.front().store.identity(), files.front().path).job;
  const booksearch::Job job = parse_job_file(job_text, files.front().path).job;
  const auto merged = booksearch::merge_shards(job, files, kMaker);
  if (!merged) throw Failure("these shards make no book:\n  " + merged.error().message);
  const Book book = merged->book ? *merged->book : finish(options, job, files, merged->missing);
  const SetupPhase& setups = find_setup_phase(job.game);
  if (const auto findings = verify_book(book, setups.reds(), setups.blues()); !findings.empty())
    throw Failure("these shards make no sound book: " + describe(findings.front(), book, setups.reds()));
  const std::vector<std::byte> bytes = encode_book(book);
  write_output(options.output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (options.output.path == "-") return kSuccess;
  if (options.json) {
    print_json({{"book", options.output.path}, {"entries", book.entries.size()}, {"shards", files.size()}});
  } else {
    print_line("{}: {} entries of {} shards", options.output.path, book.entries.size(), files.size());
  }
  return kSuccess;
}

}  // namespace

CommandRun book_merge(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("STATE", options->states, "The states (.job) of all shards of a job, in any order")
      .required()
      .type_name("FILE");
  add_output_options(app, options->output);
  add_network_option(app, options->network);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Makes the book of a job that was built in shards: the same bytes as a single run. Shards that are\n"
      "missing, unfinished, there twice, of another job or in contradiction are named, and no book is "
      "written.\n"
      "Steps that need the rows of all shards, and which these have not come to, are computed here.\n"
      "Example: tabiya book merge out/quick.*-of-7.job --out quick.tbk");
  return [options] { return run_merge(*options); };
}

}  // namespace tabiya::tools
