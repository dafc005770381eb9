#include "tools/reports/lines_report.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "booksearch/books/written_value.h"
#include "codec/text.h"
#include "core/book/book_paths.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_status_text.h"

namespace tabiya::tools {
namespace {

using booksearch::BookGrowth;
using booksearch::Coverage;
using booksearch::LinesStatus;

std::string move_of(const BookGrowth& growth, BookNode node) {
  const auto best = best_move(growth.graph(), node, growth.values());
  return best ? growth.position(node)->move_text(*best).readable : "";
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
}

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
  explicit AuditPrinter(const LoadedMoveBook& loaded) : loaded_(loaded), paths_(*loaded.lines) {}

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

  void print_doubt(const AuditedPosition& line, bool json) const {
    const std::unique_ptr<BookWalk> root =
        loaded_.from(loaded_.lines->roots()[paths_.root_of(line.node)].position);
    const std::unique_ptr<BookWalk> walk = position_of(line);
    const std::string book_move = walk->move_text(line.book_move).readable;
    const std::string best = walk->move_text(line.best_move).readable;
    if (json)
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

  const LoadedMoveBook& loaded_;
  const BookPaths paths_;
};

void print_summary(const PositionAudit& audit, const std::optional<booksearch::Coverage>& coverage,
                   const LinesAuditOutput& output) {
  const std::size_t drawn = static_cast<std::size_t>(
      std::ranges::count_if(audit.positions, [](const AuditedPosition& line) { return line.drawn > 0; }));
  const std::size_t suspects = audit.positions.size() - drawn;
  Facts facts(output.json);
  facts.add("positions", drawn, "searched again", "{} by how often they come up, {}",
            counted(drawn, "position"), counted(suspects, "suspect"));
  facts.add("suspects", suspects);
  facts.add("searches", audit.searches.count, "by", "{}, {}: {}, {:.1f} M nodes", output.judge, output.limits,
            counted(audit.searches.count, "search"), static_cast<double>(audit.searches.nodes) / 1e6);
  facts.add("nodes", audit.searches.nodes);
  facts.add("judge", output.judge);
  facts.add("limits", output.limits);
  add(facts, "regret", audit.regret, "regret", regret_text(audit.regret));
  if (coverage) facts.add("coverage", coverage_json(*coverage));
  facts.print();
  if (coverage && !output.json) print_coverage(*coverage);
}

}  // namespace

void add_growth_roots(Facts& facts, const BookGrowth& growth) {
  constexpr std::size_t kMost = 10;
  Json roots = Json::array();
  for (const BookNode node : growth.roots()) {
    const std::string position = growth.position(node)->text(), move = move_of(growth, node);
    const BookValue value = growth.values()[node];
    roots.push_back({{"position", position}, {"move", move}, {"value", value.value}, {"error", value.error}});
    if (roots.size() <= kMost)
      facts.line("{}: best {}, {:+.3f} logit (standard error {:.3f}) for the side to move", position, move,
                 value.value / 1e4, value.error / 1e4);
  }
  if (roots.size() > kMost) facts.line("and {} more", roots.size() - kMost);
  facts.add("from", roots);
}

void print_lines_status(const LinesStatus& status, bool json) {
  const BookGrowth& growth = status.growth;
  const std::size_t positions = growth.graph().size(), questions = growth.questions().size();
  Facts facts(json, kStatusWidth);
  add_state(facts, status.state, status.is_finished(), status.owner, "built by");
  facts.add("positions", positions, "done", "{} of {} positions, {} %", positions, growth.wanted(),
            100 * positions / std::max<std::size_t>(growth.wanted(), 1));
  facts.add("wanted", growth.wanted());
  facts.add("focus", growth.focus(), growth.focus() > 0 ? "focus" : "",
            "{} of {} in the book, which grows beyond them once it has all", growth.focus_reached(),
            counted(growth.focus(), "position"));
  facts.add("focus_reached", growth.focus_reached());
  facts.add("searches", status.searches.count, "searched",
            "{} answered, {:.1f} M nodes; a search is off by {:.3f} logit",
            counted(status.searches.count, "question"), static_cast<double>(status.searches.nodes) / 1e6,
            growth.search_error() / 1e4);
  facts.add("nodes", status.searches.nodes);
  facts.add("done", status.answered, "next", "{}",
            status.is_finished() ? "nothing; the book is finished"
                                 : fmt::format("{} of {} of its round have been answered", status.answered,
                                               counted(questions, "question")));
  facts.add("total", questions);
  facts.add("search_error", growth.search_error());
  facts.add("built_by", owner_json(status.owner));
  add_growth_roots(facts, growth);
  facts.print();
}

Json coverage_json(const Coverage& coverage) {
  return {{"games", coverage.games},
          {"skipped", coverage.skipped},
          {"reached", coverage.reached},
          {"plies", coverage.plies},
          {"known_plies", coverage.known},
          {"followed_plies", coverage.followed},
          {"plies_until_left", coverage.until_left},
          {"played_after", coverage.played_after},
          {"known_after", coverage.known_after},
          {"share", percent(coverage.known, coverage.plies) / 100}};
}

void print_coverage(const Coverage& coverage) {
  const double reached = static_cast<double>(std::max<std::uint64_t>(coverage.reached, 1));
  print_line(
      "{:<18}{} of {} reach the book, {} skipped; {:.1f} % of the next {} plies are in positions of it, {:.1f} % by its moves",
      "games", coverage.reached, counted(coverage.games, "game"), coverage.skipped,
      percent(coverage.known, coverage.plies), Coverage::kPlies, percent(coverage.followed, coverage.plies));
  std::string shares;
  for (const std::size_t after : {5, 10, 15, 20})
    shares += fmt::format("{}{:.0f} % after {}", shares.empty() ? "" : ", ",
                          percent(coverage.known_after[after], coverage.played_after[after]), after);
  print_line("{:<18}after {:.1f} plies on average; {} are in it", "left the book",
             static_cast<double>(coverage.until_left) / reached, shares);
}

std::string audit_list(const LoadedMoveBook& book, const PositionAudit& audit) {
  return AuditPrinter(book).list(audit);
}

void print_lines_audit(const LoadedMoveBook& book, const PositionAudit& audit,
                       const std::optional<booksearch::Coverage>& coverage, const LinesAuditOutput& output) {
  const AuditPrinter printer(book);
  const std::size_t first = std::min(output.first, audit.positions.size());
  for (std::size_t i = 0; i < first; ++i) printer.print_doubt(audit.positions[i], output.json);
  print_summary(audit, coverage, output);
}

std::string trial_list(const LoadedMoveBook& other, const PlayerTrial& trial) {
  const BookPaths paths(*other.lines);
  std::string text = "position\tmove\tknown\tbest move\tregret\tengine's move\tits regret\tdrawn\n";
  for (const AuditedPosition& line : trial.positions) {
    const auto walk = take(paths.position(line.node, *other.game->make_book_walk()), other.name);
    const auto wire = [&](MoveCode move) { return walk->move_text(move).wire; };
    text += fmt::format("{}\t{}\t{}\t{}\t{:.0f}\t{}\t{:.0f}\t{}\n", walk->text(), wire(line.book_move),
                        line.is_known ? 1 : 0, wire(line.best_move), line.regret(), wire(line.engine_move),
                        line.regret_of_engine(), line.drawn);
  }
  return text;
}

void print_lines_trial(const std::string& book, const LoadedMoveBook& other, std::size_t drawn,
                       const PlayerTrial& trial, const LinesAuditOutput& output) {
  Facts facts(output.json);
  facts.add("book", book);
  facts.add("at", other.name);
  facts.add("drawn", drawn);
  facts.add("positions", trial.positions.size(), "searched", "{} of {}, by how often they come up there",
            counted(trial.positions.size(), "position"), other.name);
  facts.add("judge", output.judge, "by", "{}, {}: {:.1f} M nodes", output.judge, output.limits,
            static_cast<double>(trial.searches.nodes) / 1e6);
  facts.add("limits", output.limits);
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

}  // namespace tabiya::tools
