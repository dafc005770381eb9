#include "tools/commands/audit_lines.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "booksearch/lines/coverage.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/jobs/lines_file.h"
#include "tools/reports/lines_report.h"

namespace tabiya::tools {
namespace {

using booksearch::AuditedPosition;
using booksearch::Coverage;
using booksearch::GrowthRoots;
using booksearch::MoveQuestion;
using booksearch::PlayerTrial;
using booksearch::PositionAudit;
using MoveJudgeKind = booksearch::JudgeKind<MoveQuestion>;

// The job of the audit, from the roots of a book.
LinesFile job_of(const LoadedMoveBook& loaded, const LinesAuditOptions& options) {
  if (options.job.empty())
    throw Failure(fmt::format(
        "{}: a book of moves; name with --job the job whose engine shall search it again", loaded.name));
  LinesFile file = parse_lines_file(read_text(options.job), input_name(options.job));
  booksearch::LinesJob& job = file.job;
  if (job.game != loaded.game)
    throw Failure(fmt::format("{}: of the game {}; {} is of {}", input_name(options.job), job.game->name(),
                              loaded.name, loaded.game->name()));
  job.roots.clear();
  for (const BookRoot& root : loaded.lines->roots()) job.roots.push_back(root.position);
  return file;
}

// The same, with longer searches.
LinesFile longer(LinesFile file, const LinesAuditOptions& options) {
  file.job = with_longer_searches(std::move(file.job), options.times, options.deeper);
  return file;
}

std::optional<Coverage> coverage_of(const LoadedMoveBook& loaded, const std::string& games) {
  if (games.empty()) return std::nullopt;
  booksearch::CoverageCounter counter(*loaded.game, *loaded.lines);
  read_games(games, [&](const PgnGame& game) { counter.take(game); });
  if (counter.counts().games == 0)
    throw Failure(fmt::format("{}: has no game that can be replayed", input_name(games)));
  return counter.counts();
}

booksearch::LinesState state_of(const LoadedMoveBook& book, const LinesFile& file, const std::string& judge,
                                const LinesAuditOptions& options) {
  const auto run = take(lines_audit_run(*book.lines, file.job, options.settings, judge), book.name);
  return open_lines_state(options.state, run, "the state of the audit");
}

// The file for the list of all positions, if one is wanted.
std::optional<OutputOptions> list_output(const LinesAuditOptions& options,
                                         const booksearch::LinesState& state) {
  if (options.out.path.empty()) return std::nullopt;
  const OutputOptions output{options.out.path, options.out.force || state.is_begun()};
  check_output(output);
  return output;
}

LinesAuditOutput report_of(const LinesFile& file, const MoveJudgeKind& judge,
                           const LinesAuditOptions& options) {
  return {judge.name, file.job.limits.command(), options.first, options.json};
}

bool is_wanting(const std::vector<AuditedPosition>& positions, const LinesAuditOptions& options) {
  return std::ranges::any_of(positions, [&](const AuditedPosition& line) {
    return line.drawn > 0 && line.regret() > options.tolerance;
  });
}

// The searches stay in their file, for other books that are tried at the same positions.
int try_lines(const LoadedMoveBook& loaded, const LinesAuditOptions& options,
              const ComputationOptions& computation) {
  const LoadedMoveBook other = require_valued_book(options.at, "--at");
  if (other.game != loaded.game)
    throw Failure(fmt::format("{}: is a book of {}, and {} one of {}", other.name, other.game->title(),
                              loaded.name, loaded.game->title()));
  const LinesFile job = job_of(other, options), deeper = longer(job, options);
  const GrowthRoots roots = growth_roots(job.job);
  const MoveJudgeKind engine = choose_move_judge(job, roots), judge = choose_move_judge(deeper, roots);
  const booksearch::LinesState state = state_of(other, deeper, judge.identity, options);
  const auto output = list_output(options, state);
  booksearch::JudgePool<MoveQuestion> engines(computation.threads, engine.make),
      judges(computation.threads, judge.make);
  const auto search = [&](const booksearch::Control& control) {
    return booksearch::audit_positions_at(*loaded.lines, *other.lines, *loaded.game->make_book_walk(),
                                          options.settings, engines, judges, state.memory(), control);
  };
  const PlayerTrial trial = take(Computation(computation).run(search, options.on_stop), loaded.name);
  if (output) write_output(*output, trial_list(other, trial));
  print_lines_trial(loaded.name, other, options.settings.sample, trial, report_of(deeper, judge, options));
  return is_wanting(trial.positions, options) ? kFoundWanting : kSuccess;
}

}  // namespace

void add_lines_audit_options(CommandLine app, LinesAuditOptions& options) {
  app.add_option("--job", options.job, "Of a book of moves: its job, whose engine searches")
      .type_name("FILE");
  app.add_option("--times", options.times, "Of a book of moves: with so many times the nodes of the job")
      .rare()
      .whole_number(1, 100'000);
  CommandOption at =
      app.add_option("--at", options.at,
                     "Of a book of moves: at positions of this other one, so that books can be compared");
  at.rare().type_name("FILE");
  app.add_option("--games", options.games,
                 "Of a book of moves: count how far these games, in PGN, stay in it")
      .rare()
      .type_name("FILE")
      .excludes(at);
}

int audit_lines_of(const LoadedMoveBook& loaded, const LinesAuditOptions& options,
                   const ComputationOptions& computation) {
  if (!options.at.empty()) return try_lines(loaded, options, computation);
  const LinesFile job = longer(job_of(loaded, options), options);
  const GrowthRoots roots = growth_roots(job.job);
  const MoveJudgeKind judge = choose_move_judge(job, roots);
  const std::optional<Coverage> coverage = coverage_of(loaded, options.games);
  booksearch::LinesState state = state_of(loaded, job, judge.identity, options);
  const auto output = list_output(options, state);
  booksearch::JudgePool<MoveQuestion> judges(computation.threads, judge.make);
  const std::unique_ptr<BookWalk> walk = loaded.game->make_book_walk();
  const auto search = [&](const booksearch::Control& control) {
    return booksearch::audit_positions(*loaded.lines, *walk, options.settings, judges, state.memory(),
                                       control);
  };
  const PositionAudit audit = take(Computation(computation).run(search, options.on_stop), loaded.name);
  if (output) write_output(*output, audit_list(loaded, audit));
  print_lines_audit(loaded, audit, coverage, report_of(job, judge, options));
  flush_output();
  take(state.remove());
  return is_wanting(audit.positions, options) ? kFoundWanting : kSuccess;
}

}  // namespace tabiya::tools
