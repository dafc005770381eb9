#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "booksearch/job/pipeline.h"
#include "booksearch/job/shards.h"
#include "core/book/book_file.h"
#include "core/book/merge.h"
#include "core/book/verify.h"
#include "tools/assets/book_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/ruled_book.h"
#include "tools/books/line_book_reports.h"
#include "tools/books/move_book_reports.h"
#include "tools/cli/command.h"
#include "tools/cli/computation.h"
#include "tools/cli/counted.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/known_oracles.h"

namespace tabiya::tools {
namespace {

constexpr InputKind kState = "the state of a job";
constexpr const char* kMaker = "tabiya " TABIYA_VERSION;

struct BookMergeOptions {
  std::vector<std::string> inputs;
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
Book finish(const BookMergeOptions& options, const booksearch::Job& job,
            std::vector<booksearch::ShardFile>& files, const std::string& missing) {
  const std::string& first = files.front().path;
  const booksearch::JobIdentity identity = take(files.front().store.identity(), first);
  const std::unique_ptr<PairOracle> oracle =
      make_oracle(job.game, options.network, identity.origin.evaluation, first);
  if (const auto difference =
          describe_difference(identity, {identity.job, oracle->origin(), identity.shard, oracle->engine()})) {
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
  return std::get<Book>(take(Computation(options.computation).run(run, "nothing was written"), first));
}

Book book_of_shards(const BookMergeOptions& options, std::size_t& shards) {
  std::vector<booksearch::ShardFile> files = open_shards(options.inputs);
  shards = files.size();
  const booksearch::JobIdentity first = take(files.front().store.identity(), files.front().path);
  const booksearch::Job job = parse_job_file(first.job, files.front().path).job;
  const auto merged = booksearch::merge_shards(job, files, maker_text(first.engine));
  if (!merged) throw Failure("these shards make no book:\n  " + merged.error().message);
  const auto* missing = std::get_if<booksearch::MissingRows>(&*merged);
  Book book = missing ? finish(options, job, files, missing->text) : std::get<Book>(*merged);
  const SetupPhase& setups = find_setup_phase(job.game);
  if (const auto findings = verify_book(book, setups.reds(), setups.blues()); !findings.empty())
    throw Failure("these shards make no sound book: " + describe(findings.front(), book, setups.reds()));
  return book;
}

void write_book(const BookMergeOptions& options, const Book& book) {
  const std::vector<std::byte> bytes = encode_ruled_book(book);
  write_output(options.output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void merge_shard_states(const BookMergeOptions& options) {
  std::size_t shards = 0;
  const Book book = book_of_shards(options, shards);
  write_book(options, book);
  if (options.output.path == "-") return;
  if (options.json) {
    print_json({{"book", options.output.path}, {"entries", book.entries.size()}, {"shards", shards}});
  } else {
    print_line("{}: {} of {}", options.output.path, counted(book.entries.size(), "entry"),
               counted(shards, "shard"));
  }
}

void print_counts_json(const BookMergeOptions& options, const MergedBook& merged) {
  Json books = Json::array();
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    const MergeCount& count = merged.counts[i];
    books.push_back({{"file", options.inputs[i]},
                     {"entries", count.entries()},
                     {"taken", count.taken},
                     {"shallower", count.shallower},
                     {"worse_replies", count.worse},
                     {"undecided", count.undecided},
                     {"repeated", count.repeated}});
  }
  print_json({{"book", options.output.path},
              {"entries", merged.book.entries.size()},
              {"ordered", merged.book.meta.ordered},
              {"books", books}});
}

void print_counts(const BookMergeOptions& options, const MergedBook& merged) {
  print_line("{}: {} of {} books", options.output.path, counted(merged.book.entries.size(), "entry"),
             options.inputs.size());
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    const MergeCount& count = merged.counts[i];
    print_line(
        "{}: {} of {} entries taken; left out: {} shallower, {} with a worse reply, {} with another reply "
        "that cannot be compared, {} that say the same",
        input_name(options.inputs[i]), count.taken, count.entries(), count.shallower, count.worse,
        count.undecided, count.repeated);
  }
  if (!merged.book.meta.ordered) print_line("the book has no order: not all entries have values");
}

void merge_whole_books(const BookMergeOptions& options) {
  if (std::ranges::count(options.inputs, "-") > 1)
    throw Failure("only one of the books can be standard input");
  std::vector<LoadedBook> loaded;
  for (const std::string& path : options.inputs) loaded.push_back(load_sound_book(path));
  std::vector<const Book*> books;
  for (const LoadedBook& book : loaded) books.push_back(&book.book);
  const MergedBook merged = take(merge_books(books, std::string(kMaker) + ", merged"), "book merge");
  write_book(options, merged.book);
  if (options.output.path != "-") (options.json ? print_counts_json : print_counts)(options, merged);
}

bool is_state(const std::string& path) {
  constexpr std::string_view kSqliteMagic = "SQLite format 3";
  std::ifstream file(path, std::ios::binary);
  std::string begin(kSqliteMagic.size(), '\0');
  if (path.ends_with(".job")) return true;  // whatever is in it, and even if it is missing
  return path != "-" && file.read(begin.data(), static_cast<std::streamsize>(begin.size())) &&
         begin == kSqliteMagic;
}

int run_merge(const BookMergeOptions& options, const OptionKinds& kinds) {
  check_output(options.output, options.json);
  const auto are = [&](InputKind kind) { kinds.check(input_name(options.inputs[0]), {kind}); };
  if (std::ranges::any_of(options.inputs, [](const std::string& path) { return path.ends_with(".bin"); })) {
    are(kBookOfMoves);
    return merge_moves(options.inputs, options.output, options.json);
  }
  if (std::ranges::any_of(options.inputs,
                          [](const std::string& path) { return load_move_book(path).has_value(); })) {
    are(kBookOfLines);
    return merge_line_books(options.inputs, options.output, options.json);
  }
  const auto states = std::ranges::count_if(options.inputs, is_state);
  if (states != 0 && states != std::ssize(options.inputs)) {
    const auto book = std::ranges::find_if_not(options.inputs, is_state);
    throw Failure(
        fmt::format("{}: not the state of a job, as others are; merge states, or books", input_name(*book)));
  }
  are(states != 0 ? kState : kBookOfSetups);
  (states != 0 ? merge_shard_states : merge_whole_books)(options);
  return kSuccess;
}

}  // namespace

CommandRun book_merge(CommandLine& app) {
  const auto options = std::make_shared<BookMergeOptions>();
  app.add_option("INPUT", options->inputs, "Books, or the states (.job) of all shards of a job")
      .required()
      .type_name("FILE");
  add_output_options(app, options->output);
  CommandLine of_states = app.only_for({kState});
  add_network_option(of_states, options->network);
  add_computation_options(app, options->computation);
  add_json_option(app, options->json);
  app.footer(
      "Of books, each red keeps the entry that was searched deepest. At equal depth it keeps the reply that\n"
      "is better for Blue if both values come from the same evaluation and search, or else that of the first\n"
      "book named. Entries are ordered by depth, then by value.\n"
      "\n"
      "Of books of moves (PolyGlot's .bin), weights of the same move are added. Of books of lines, all moves are\n"
      "kept, and values go up the graph again.\n"
      "\n"
      "Of states, the result is the book of a job built in shards: the same bytes as from a single run. If a\n"
      "shard is missing, unfinished, given twice, of another job, or in contradiction, no book is written,\n"
      "and the error names the shard. Steps that need the rows of all shards are computed here if no shard\n"
      "has done so.\n"
      "Example: tabiya book merge shipped mine.tbk --out both.tbk\n"
      "         tabiya book merge out/quick.*-of-7.job --out quick.tbk");
  return [options, kinds = app.kinds()] { return run_merge(*options, *kinds); };
}

}  // namespace tabiya::tools
