#include "tools/lines/lines_audit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "codec/text.h"
#include "core/book/line_book_file.h"
#include "core/book/line_paths.h"
#include "core/search/value_text.h"
#include "tools/books/game_file.h"
#include "tools/books/line_book_reports.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/lines/coverage.h"
#include "tools/lines/line_judges.h"
#include "tools/lines/lines_job.h"
#include "tools/lines/lines_state.h"

namespace tabiya::tools {
namespace {

using booksearch::AuditedLine;
using booksearch::LineAudit;

class AuditPrinter {
 public:
  AuditPrinter(const LoadedMoveBook& loaded, const LinesAuditOptions& options)
      : loaded_(loaded), paths_(*loaded.lines), options_(options) {}

  void print_doubts(const LineAudit& audit) const {
    const std::size_t first = std::min(options_.first, audit.positions.size());
    for (std::size_t i = 0; i < first; ++i) print_doubt(audit.positions[i]);
  }

  // A line for each position, with tabs.
  std::string list(const LineAudit& audit) const {
    std::string text = "position\tbook move\tbest move\tvalue\terror\tfound\tdoubt\tregret\tdrawn\n";
    for (const AuditedLine& line : audit.positions) {
      const std::unique_ptr<BookWalk> walk = position_of(line);
      text +=
          fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{:.1f}\t{:.0f}\t{}\n", walk->text(),
                      walk->move_text(line.book_move).wire, walk->move_text(line.best_move).wire,
                      line.said.value, line.said.error, line.found, line.doubt, line.regret(), line.drawn);
    }
    return text;
  }

  void print_summary(const LineAudit& audit, const LineJudgeKind& judge, const LinesJob& job,
                     const std::optional<Coverage>& coverage) const {
    const std::size_t drawn = static_cast<std::size_t>(
        std::ranges::count_if(audit.positions, [](const AuditedLine& line) { return line.drawn > 0; }));
    const std::size_t suspects = audit.positions.size() - drawn;
    const booksearch::Estimate& regret = audit.regret;
    const bool has_end = std::isfinite(regret.interval.high);
    if (options_.json) {
      Json facts{{"positions", drawn},
                 {"suspects", suspects},
                 {"searches", audit.searches.count},
                 {"nodes", audit.searches.nodes},
                 {"judge", judge.name},
                 {"limits", job.limits.command()},
                 {"regret", regret.value},
                 {"regret_low", regret.interval.low},
                 {"regret_high", has_end ? Json(regret.interval.high) : Json(nullptr)}};
      if (coverage) facts["coverage"] = coverage_json(*coverage);
      return print_json(facts);
    }
    print_line("{:<18}{} by how often they come up, {} that stick out", "searched again",
               counted(drawn, "position"), suspects);
    print_line("{:<18}{}, {}: {}, {:.1f} M nodes", "by", judge.name, job.limits.command(),
               counted(audit.searches.count, "search"), static_cast<double>(audit.searches.nodes) / 1e6);
    print_line("{:<18}{} ({} to {}) logit a move", "regret", loss_text(regret.value),
               loss_text(regret.interval.low),
               has_end ? loss_text(regret.interval.high) : "no upper end, as the sample lost nothing");
    if (coverage) print_coverage(*coverage);
  }

 private:
  std::string moves_of(const AuditedLine& line, const BookWalk& root) const {
    std::string text;
    const std::unique_ptr<BookWalk> walk = root.clone();
    for (const MoveCode move : paths_.moves_to(line.node)) {
      text += (text.empty() ? "" : " ") + walk->move_text(move).readable;
      walk->play(move);
    }
    return text;
  }

  // The position from which the line begins, and its moves. Both are told where either alone does not name the position: the usual
  // start goes without saying.
  std::string way_to(const AuditedLine& line, const BookWalk& root) const {
    const std::string moves = moves_of(line, root), start = root.text();
    if (moves.empty()) return start;
    return start == loaded_.game->make_book_walk()->text() ? moves : start + " " + moves;
  }

  std::unique_ptr<BookWalk> position_of(const AuditedLine& line) const {
    return take(paths_.position(line.node, *loaded_.game->make_book_walk()), loaded_.name);
  }

  void print_doubt(const AuditedLine& line) const {
    const std::unique_ptr<BookWalk> root =
        loaded_.from(loaded_.lines->roots()[paths_.root_of(line.node)].position);
    const std::unique_ptr<BookWalk> walk = position_of(line);
    const std::string book_move = walk->move_text(line.book_move).readable;
    const std::string best = walk->move_text(line.best_move).readable;
    if (options_.json)
      return print_json({{"position", walk->text()},
                         {"root", root->text()},
                         {"line", moves_of(line, *root)},
                         {"drawn", line.drawn},
                         {"visits", line.visits},
                         {"value", line.said.value},
                         {"error", line.said.error},
                         {"found", line.found},
                         {"doubt", line.doubt},
                         {"book_move", book_move},
                         {"best_move", best},
                         {"regret", line.regret()}});
    const std::string better = best == book_move ? ""
                                                 : fmt::format("; {} loses {} against {}", book_move,
                                                               loss_text(line.regret()), best);
    print_line("{}: said {}, found {}, {:.1f} standard errors{}", way_to(line, *root),
               line_value_text(line.said),
               is_proven(line.found) ? line_value_text({line.found, 0}) : logit_text(line.found), line.doubt,
               better);
  }

  const LoadedMoveBook& loaded_;
  const LinePaths paths_;
  const LinesAuditOptions& options_;
};

// The job that searches longer, from the roots of the book.
LinesJob job_of(const LoadedMoveBook& loaded, const LinesAuditOptions& options) {
  if (options.job.empty())
    throw Failure(fmt::format(
        "{}: a book of lines; name with --job the job whose engine shall search it again", loaded.name));
  LinesJob job = parse_lines_job(read_text(options.job), input_name(options.job));
  if (&game_named(job.game, "game") != loaded.game)
    throw Failure(fmt::format("{}: of the game {}; {} is of {}", input_name(options.job), job.game,
                              loaded.name, loaded.game->name()));
  job.roots.clear();
  for (const LineRoot& root : loaded.lines->roots()) job.roots.push_back(root.position);
  if (job.limits.nodes != 0) job.limits.nodes *= options.times;
  if (job.limits.depth != 0) job.limits.depth += options.deeper;
  return job;
}

// The settings that must be the same to continue.
booksearch::AnsweredRun audit_run(const LoadedMoveBook& loaded, const LinesJob& job,
                                  const LineJudgeKind& judge, const booksearch::LineAuditSettings& settings) {
  const std::uint64_t book =
      codec::crc64(take(encode_line_book(*loaded.lines, *loaded.game->make_book_walk()), loaded.name));
  return {booksearch::kLinesAuditAnswers,
          {{"book", hexadecimal(book)},
           {"limits", job.limits.command()},
           {"sample", std::to_string(settings.sample)},
           {"suspects", std::to_string(settings.suspects)},
           {"seed", std::to_string(settings.seed)}},
          judge.identity};
}

std::optional<Coverage> coverage_of(const LoadedMoveBook& loaded, const std::string& games) {
  if (games.empty()) return std::nullopt;
  CoverageCounter counter(loaded);
  read_games(games, [&](const PgnGame& game) { counter.take(game); });
  if (counter.counts().games == 0)
    throw Failure(fmt::format("{}: has no game that can be replayed", input_name(games)));
  return counter.counts();
}

}  // namespace

int audit_lines_of(const LoadedMoveBook& loaded, const LinesAuditOptions& options,
                   const ComputationOptions& computation) {
  const LinesJob job = job_of(loaded, options);
  const LineRoots roots = line_roots(job);
  const LineJudgeKind judge = choose_line_judge(job, roots);
  const std::optional<Coverage> coverage = coverage_of(loaded, options.games);
  LinesState state(options.state, audit_run(loaded, job, judge, options.settings), "the state of the audit");
  const bool writes = !options.out.path.empty();
  const OutputOptions output{options.out.path, options.out.force || state.is_begun()};
  if (writes) check_output(output);
  booksearch::JudgePool<booksearch::LineJudge> judges(computation.threads, judge.make);
  const std::unique_ptr<BookWalk> walk = loaded.game->make_book_walk();
  const auto search = [&](const booksearch::Control& control) {
    return booksearch::audit_lines(*loaded.lines, *walk, options.settings, judges, state.memory(), control);
  };
  const LineAudit audit = take(Computation(computation).run(search, options.on_stop), loaded.name);
  const AuditPrinter printer(loaded, options);
  if (writes) write_output(output, printer.list(audit));
  printer.print_doubts(audit);
  printer.print_summary(audit, judge, job, coverage);
  flush_output();
  state.remove();
  const bool is_wanting = std::ranges::any_of(audit.positions, [&](const AuditedLine& line) {
    return line.drawn > 0 && line.regret() > options.tolerance;
  });
  return is_wanting ? kFoundWanting : kSuccess;
}

}  // namespace tabiya::tools
