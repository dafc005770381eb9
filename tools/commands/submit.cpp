#include <memory>
#include <optional>

#include <fmt/format.h>

#include "codec/dense_text.h"
#include "codec/text.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/submission/check.h"
#include "tools/submission/submission.h"

namespace tabiya::tools {
namespace {

struct SubmitOptions {
  std::string game = default_game();
  SubmissionRequest request;
  std::optional<std::size_t> max_bytes, max_chars;
  OutputOptions output;
  bool check = false;
  CheckRequest check_request;
  bool json = false;
};

// Tells which parts were chosen where not all fits, and the Elo that this is thought to cost.
void add_division(Facts& facts, const SubmissionRequest& request, const Submission& submission) {
  const LostElo& lost = *submission.lost;
  facts.add("elo_lost", {{"network", lost.network}, {"book", lost.book}, {"lines", lost.lines}});
  if (request.network != kLinear)
    facts.line("network: {}{}, some {:.0f} Elo weaker",
               submission.network == request.network ? "as asked for" : input_name(submission.network),
               submission.shrunk ? ", rounded" : "", lost.network);
  if (submission.shrunk) facts.line("{}", shrunk_text(*submission.shrunk));
  if (submission.all_entries != 0)
    facts.line("book: {} of {}, some {:.1f} Elo weaker", submission.entries,
               counted(submission.all_entries, "entry"), lost.book);
  if (submission.dropped_lines_bytes != 0)
    facts.line("lines: left out, for want of {} bytes, some {:.0f} Elo weaker",
               submission.dropped_lines_bytes, lost.lines);
}

void add_check(Facts& facts, const CheckReport& check) {
  facts.add({{"compile_seconds", check.compile_seconds},
             {"compile_megabytes", check.compile_megabytes},
             {"games", check.games},
             {"moves", check.moves},
             {"equal", check.difference.empty()}});
  facts.line("compiled in {:.1f} s with {:.0f} MB", check.compile_seconds, check.compile_megabytes);
  if (check.difference.empty())
    facts.line("the same as `tabiya play`: {} of {}", counted(check.moves, "move"),
               counted(check.games, "game"));
}

void print_report(const SubmitOptions& options, const Submission& submission,
                  const std::optional<CheckReport>& check) {
  Facts facts(options.json);
  facts.add({{"bytes", submission.source.size()},
             {"chars", codec::utf16_units(submission.source)},
             {"code_bytes", submission.code_bytes},
             {"network_bytes", submission.network_bytes},
             {"book_bytes", submission.book_bytes},
             {"entries", submission.entries},
             {"lines_bytes", submission.lines_bytes},
             {"positions", submission.positions},
             {"network", submission.network}});
  facts.line("{}: {} bytes: {} of code, {} of network, {} of book with {}", options.output.path,
             submission.source.size(), submission.code_bytes, submission.network_bytes, submission.book_bytes,
             counted(submission.entries, "entry"));
  if (options.max_chars) facts.line("{} units of UTF-16", codec::utf16_units(submission.source));
  if (submission.lines_bytes != 0)
    facts.line("{} bytes of lines with {}", submission.lines_bytes,
               counted(submission.positions, "position"));
  if (submission.lost) add_division(facts, options.request, submission);
  if (submission.shrunk) facts.add("shrunk", shrunk_json(*submission.shrunk));
  if (check) add_check(facts, *check);
  facts.print();
}

int run_submit(const SubmitOptions& options) {
  if (options.check && options.output.path == "-")
    throw Failure("submit: --check needs a file; name one with --out");
  check_output(options.output);
  SubmissionRequest request = options.request;
  request.game = &game_named(options.game);
  if (options.max_bytes || options.max_chars) request.limits = {options.max_bytes, options.max_chars};
  const Submission submission = make_submission(request);
  write_output(options.output, submission.source);
  std::optional<CheckReport> report;
  if (options.check)
    report = check_submission(options.output.path, request, submission, options.check_request);
  if (options.output.path != "-") print_report(options, submission, report);
  if (report && !report->difference.empty()) throw Failure(report->difference, kFoundWanting);
  return kSuccess;
}

}  // namespace

CommandRun submit(CommandLine& app) {
  const auto options = std::make_shared<SubmitOptions>();
  SubmissionRequest& request = options->request;
  constexpr int kMostLoss = 1'000'000;
  add_game_option(app, options->game);
  app.add_option(
         "--net", request.network,
         "Carry this network: a file (.tbn, packed or not), `shipped`, or `linear` for the built-in weights, which take "
         "no room")
      .type_name("FILE")
      .capture_default_str();
  add_book_choice(app, request.book);
  app.add_option("--lines", request.lines, "As for `play`; left out where they are too large")
      .default_text("that in --book")
      .type_name("FILE");
  app.add_option(
         "--max-bytes", options->max_bytes,
         "Size limit of the source. To meet it, the network is shrunk, and lines and entries of the book are dropped, "
         "whichever costs the least Elo")
      .default_text("1474560, or none with --max-chars")
      .whole_number(1);
  app.add_option("--max-chars", options->max_chars,
                 "The same in units of UTF-16, as contests count that count characters")
      .whole_number(1);
  add_shrinking_options(app, request.positions);
  app.add_option("--table", request.table_megabytes, "Size of the transposition table in MiB")
      .whole_number(1, 1'024);
  app.add_option("--max-loss", request.max_loss, "As for `play`")
      .type_name("LOSS")
      .whole_number(0, kMostLoss);
  app.add_option("--variety", request.variety, "As for `play`").type_name("LOSS").whole_number(0, kMostLoss);
  const CommandOption check = app.add_flag(
      "--check", options->check,
      "Compile the source, and compare it with `play` move by move. The compiler is g++, or $CXX");
  CommandLine of_check = app.needing(check);
  of_check
      .add_option("--check-games", options->check_request.games, "With --check: number of games to compare")
      .whole_number(1, 10'000);
  of_check.add_option("--check-nodes", options->check_request.nodes, "With --check: nodes of each search")
      .whole_number(1);
  add_output_options(app, options->output);
  add_json_option(app, options->json);
  app.footer(
      "The source needs only the standard library, and compiles with `g++ -std=c++20 -O2`. The player speaks\n"
      "the game's line protocol; `player NODES SEED` searches that many nodes per move.\n"
      "Example: tabiya submit --net net.tbn --book book.tbk --out player.cpp --check");
  return [options] { return run_submit(*options); };
}

}  // namespace tabiya::tools
