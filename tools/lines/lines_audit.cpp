#include "tools/lines/lines_audit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "booksearch/books/written_value.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "core/book/book_paths.h"
#include "core/book/valued_book_file.h"
#include "core/search/value_text.h"
#include "tools/books/move_book_reports.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/lines/coverage.h"
#include "tools/lines/lines_job.h"
#include "tools/lines/lines_state.h"

namespace tabiya::tools {
namespace {

using booksearch::AuditedPosition;
using booksearch::Estimate;
using booksearch::PlayerTrial;
using booksearch::PositionAudit;

std::string regret_text(const Estimate& regret) {
  return fmt::format("{} ({} to {}) logit a move", loss_text(regret.value), loss_text(regret.interval.low),
                     std::isfinite(regret.interval.high) ? loss_text(regret.interval.high)
                                                         : "no upper end, as the sample lost nothing");
}

// Adds an estimate and the ends of its interval.
void add(Facts& facts, const std::string& name, const Estimate& estimate, std::string_view label,
         const std::string& text) {
  facts.add(name, estimate.value, label, "{}", text);
  facts.add(name + "_low", estimate.interval.low);
  facts.add(name + "_high", estimate.interval.high);
}

class AuditPrinter {
 public:
  AuditPrinter(const LoadedMoveBook& loaded, const LinesAuditOptions& options)
      : loaded_(loaded), paths_(*loaded.lines), options_(options) {}

  void print_doubts(const PositionAudit& audit) const {
    const std::size_t first = std::min(options_.first, audit.positions.size());
    for (std::size_t i = 0; i < first; ++i) print_doubt(audit.positions[i]);
  }

  // A line for each position, with tabs.
  std::string list(const PositionAudit& audit) const {
    std::string text = "position\tbook move\tbest move\tvalue\terror\tfound\tdoubt\tregret\tdrawn\n";
    for (const AuditedPosition& line : audit.positions) {
      const std::unique_ptr<BookWalk> walk = position_of(line);
      text +=
          fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{:.1f}\t{:.0f}\t{}\n", walk->text(),
                      walk->move_text(line.book_move).wire, walk->move_text(line.best_move).wire,
                      line.said.value, line.said.error, line.found, line.doubt, line.regret(), line.drawn);
    }
    return text;
  }

  void print_summary(const PositionAudit& audit, const MoveJudgeKind& judge, const LinesJob& job,
                     const std::optional<Coverage>& coverage) const {
    const std::size_t drawn = static_cast<std::size_t>(
        std::ranges::count_if(audit.positions, [](const AuditedPosition& line) { return line.drawn > 0; }));
    const std::size_t suspects = audit.positions.size() - drawn;
    const std::string limits = job.limits.command();
    Facts facts(options_.json);
    facts.add("positions", drawn, "searched again", "{} by how often they come up, {}",
              counted(drawn, "position"), counted(suspects, "suspect"));
    facts.add("suspects", suspects);
    facts.add("searches", audit.searches.count, "by", "{}, {}: {}, {:.1f} M nodes", judge.name, limits,
              counted(audit.searches.count, "search"), static_cast<double>(audit.searches.nodes) / 1e6);
    facts.add("nodes", audit.searches.nodes);
    facts.add("judge", judge.name);
    facts.add("limits", limits);
    add(facts, "regret", audit.regret, "regret", regret_text(audit.regret));
    if (coverage) facts.add("coverage", coverage_json(*coverage));
    facts.print();
    if (coverage && !options_.json) print_coverage(*coverage);
  }

 private:
  std::string moves_of(const AuditedPosition& line, const BookWalk& root) const {
    std::string text;
    const std::unique_ptr<BookWalk> walk = root.clone();
    for (const MoveCode move : paths_.moves_to(line.node)) {
      text += (text.empty() ? "" : " ") + walk->move_text(move).readable;
      walk->play(move);
    }
    return text;
  }

  // The position from which the line begins, and its moves. Both are told where either alone does not name the
  // position: the usual start goes without saying.
  std::string way_to(const AuditedPosition& line, const BookWalk& root) const {
    const std::string moves = moves_of(line, root), start = root.text();
    if (moves.empty()) return start;
    return start == loaded_.game->make_book_walk()->text() ? moves : start + " " + moves;
  }

  std::unique_ptr<BookWalk> position_of(const AuditedPosition& line) const {
    return take(paths_.position(line.node, *loaded_.game->make_book_walk()), loaded_.name);
  }

  void print_doubt(const AuditedPosition& line) const {
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
               booksearch::book_value_text(line.said),
               is_proven(line.found) ? booksearch::book_value_text({line.found, 0}) : logit_text(line.found),
               line.doubt, better);
  }

  const LoadedMoveBook& loaded_;
  const BookPaths paths_;
  const LinesAuditOptions& options_;
};

// Prints how a book does at the positions of another one.
class TrialPrinter {
 public:
  TrialPrinter(const LoadedMoveBook& other, const LinesAuditOptions& options)
      : other_(other), paths_(*other.lines), options_(options) {}

  // A line for each position, with tabs.
  std::string list(const PlayerTrial& trial) const {
    std::string text = "position\tmove\tknown\tbest move\tregret\tengine's move\tits regret\tdrawn\n";
    for (const AuditedPosition& line : trial.positions) {
      const auto walk = take(paths_.position(line.node, *other_.game->make_book_walk()), other_.name);
      const auto wire = [&](MoveCode move) { return walk->move_text(move).wire; };
      text += fmt::format("{}\t{}\t{}\t{}\t{:.0f}\t{}\t{:.0f}\t{}\n", walk->text(), wire(line.book_move),
                          line.is_known ? 1 : 0, wire(line.best_move), line.regret(), wire(line.engine_move),
                          line.regret_of_engine(), line.drawn);
    }
    return text;
  }

  void print(const PlayerTrial& trial, const std::string& book, const MoveJudgeKind& judge,
             const LinesJob& job) const {
    const std::string limits = job.limits.command();
    Facts facts(options_.json);
    facts.add("book", book);
    facts.add("at", other_.name);
    facts.add("drawn", options_.settings.sample);
    facts.add("positions", trial.positions.size(), "searched", "{} of {}, by how often they come up there",
              counted(trial.positions.size(), "position"), other_.name);
    facts.add("judge", judge.name, "by", "{}, {}: {:.1f} M nodes", judge.name, limits,
              static_cast<double>(trial.searches.nodes) / 1e6);
    facts.add("limits", limits);
    add(facts, "known", trial.known, "the book has",
        fmt::format("{:.1f} % of them ({:.1f} to {:.1f} %)", 100 * trial.known.value,
                    100 * trial.known.interval.low, 100 * trial.known.interval.high));
    if (const auto& regret = trial.regret_of_known)
      add(facts, "regret_of_known", *regret, "regret there", regret_text(*regret));
    add(facts, "regret", trial.regret, "with the book",
        regret_text(trial.regret) + ", the engine playing elsewhere");
    add(facts, "regret_of_engine", trial.regret_of_engine, "the engine alone",
        regret_text(trial.regret_of_engine));
    add(facts, "saved", trial.saved, "the book saves",
        fmt::format("{:.4f} ({:.4f} to {:.4f}) logit a move", trial.saved.value / 1e4,
                    trial.saved.interval.low / 1e4, trial.saved.interval.high / 1e4));
    facts.print();
  }

 private:
  const LoadedMoveBook& other_;
  const BookPaths paths_;
  const LinesAuditOptions& options_;
};

// The job of the audit, from the roots of a book.
LinesJob job_of(const LoadedMoveBook& loaded, const LinesAuditOptions& options) {
  if (options.job.empty())
    throw Failure(fmt::format(
        "{}: a book of moves; name with --job the job whose engine shall search it again", loaded.name));
  LinesJob job = parse_lines_job(read_text(options.job), input_name(options.job));
  if (job.game != loaded.game)
    throw Failure(fmt::format("{}: of the game {}; {} is of {}", input_name(options.job), job.game->name(),
                              loaded.name, loaded.game->name()));
  job.roots.clear();
  for (const BookRoot& root : loaded.lines->roots()) job.roots.push_back(root.position);
  return job;
}

// The same, with longer searches.
LinesJob longer(LinesJob job, const LinesAuditOptions& options) {
  if (job.limits.nodes != 0) job.limits.nodes *= options.times;
  if (job.limits.depth != 0) job.limits.depth += options.deeper;
  return job;
}

// The settings that must be the same to continue.
booksearch::AnsweredRun audit_run(const LoadedMoveBook& loaded, const LinesJob& job,
                                  const MoveJudgeKind& judge,
                                  const booksearch::PositionAuditSettings& settings) {
  const std::uint64_t book =
      codec::crc64(take(encode_valued_book(*loaded.lines, *loaded.game->make_book_walk()), loaded.name));
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
  const LinesJob job = job_of(other, options), deeper = longer(job, options);
  const GrowthRoots roots = growth_roots(job);
  const MoveJudgeKind engine = choose_move_judge(job, roots), judge = choose_move_judge(deeper, roots);
  const LinesState state(options.state, audit_run(other, deeper, judge, options.settings),
                         "the state of the audit");
  const bool writes = !options.out.path.empty();
  const OutputOptions output{options.out.path, options.out.force || state.is_begun()};
  if (writes) check_output(output);
  booksearch::JudgePool<booksearch::MoveQuestion> engines(computation.threads, engine.make),
      judges(computation.threads, judge.make);
  const auto search = [&](const booksearch::Control& control) {
    return booksearch::audit_positions_at(*loaded.lines, *other.lines, *loaded.game->make_book_walk(),
                                          options.settings, engines, judges, state.memory(), control);
  };
  const PlayerTrial trial = take(Computation(computation).run(search, options.on_stop), loaded.name);
  const TrialPrinter printer(other, options);
  if (writes) write_output(output, printer.list(trial));
  printer.print(trial, loaded.name, judge, deeper);
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
  const LinesJob job = longer(job_of(loaded, options), options);
  const GrowthRoots roots = growth_roots(job);
  const MoveJudgeKind judge = choose_move_judge(job, roots);
  const std::optional<Coverage> coverage = coverage_of(loaded, options.games);
  LinesState state(options.state, audit_run(loaded, job, judge, options.settings), "the state of the audit");
  const bool writes = !options.out.path.empty();
  const OutputOptions output{options.out.path, options.out.force || state.is_begun()};
  if (writes) check_output(output);
  booksearch::JudgePool<booksearch::MoveQuestion> judges(computation.threads, judge.make);
  const std::unique_ptr<BookWalk> walk = loaded.game->make_book_walk();
  const auto search = [&](const booksearch::Control& control) {
    return booksearch::audit_positions(*loaded.lines, *walk, options.settings, judges, state.memory(),
                                       control);
  };
  const PositionAudit audit = take(Computation(computation).run(search, options.on_stop), loaded.name);
  const AuditPrinter printer(loaded, options);
  if (writes) write_output(output, printer.list(audit));
  printer.print_doubts(audit);
  printer.print_summary(audit, judge, job, coverage);
  flush_output();
  state.remove();
  return is_wanting(audit.positions, options) ? kFoundWanting : kSuccess;
}

}  // namespace tabiya::tools
