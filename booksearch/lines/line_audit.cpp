#include "booksearch/lines/line_audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "booksearch/lines/visits.h"
#include "core/book/line_paths.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace {

constexpr double kMostValue = 40'000;  // what proven values count as

double bounded(Score score) { return std::clamp(static_cast<double>(score), -kMostValue, kMostValue); }

// Returns how far the value of a move is above the best other move of its position; nothing if it has no
// other move.
std::optional<double> lead_of(const LineBook& book, LineNode from, const LineChoice& move,
                              const std::vector<LineChoice>& choices) {
  if (choices.size() < 2 || book[from].value.error == 0) return std::nullopt;
  const LineChoice& other = choices[0] == move ? choices[1] : choices[0];
  return bounded(move.value.value) - bounded(other.value.value);
}

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + std::ssize(numbers) / 2;
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

// Draws positions, and returns how often each of them was drawn.
std::map<LineNode, std::size_t> draw(const LineBook& book, const std::vector<double>& visits,
                                     const LineAuditSettings& settings) {
  std::vector<double> sums;
  double sum = 0;
  for (LineNode node = 0; node < book.size(); ++node)
    sums.push_back(sum += book.is_over(node) ? 0 : visits[node]);
  std::map<LineNode, std::size_t> drawn;
  Random random(settings.seed);
  for (std::size_t i = 0; i < settings.sample && sum > 0; ++i) {
    const double place = sum * static_cast<double>(random.next() >> 11) * 0x1p-53;
    ++drawn[static_cast<LineNode>(std::ranges::upper_bound(sums, place) - sums.begin())];
  }
  return drawn;
}

LineQuestion question_of(const LinePaths& paths, LineNode node) {
  return {static_cast<std::uint32_t>(paths.root_of(node)), paths.moves_to(node), {}};
}

// Searches the positions deeper, and then the moves of the book where that search would play others.
Status search(const BookWalk& walk, const LinePaths& paths, JudgePool<LineJudge>& judges,
              const LineMemory& memory, const Control& control, LineAudit& audit) {
  const auto ask = [&](const char* stage, const std::vector<LineQuestion>& asked) {
    ProgressMeter meter(control, stage, asked.size());
    return line_answers(asked, judges, memory, control, audit.searches, [&] { meter.advance(1); });
  };
  std::vector<LineQuestion> questions;
  for (const AuditedLine& line : audit.positions) questions.push_back(question_of(paths, line.node));
  const auto found = ask("positions", questions);
  if (!found) return found.error();
  std::vector<LineQuestion> others;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < audit.positions.size(); ++i) {
    AuditedLine& line = audit.positions[i];
    const LineAnswer& answer = (*found)[i];
    line.found = line.of_book_move = answer.score.score;
    line.best_move = answer.move.value_or(line.book_move);
    if (line.best_move == line.book_move) continue;
    const auto position = paths.position(line.node, walk);
    if (!position) return position.error();
    for (const MoveCode move : (*position)->moves())
      if (move != line.book_move) questions[i].excluded.push_back(move);
    others.push_back(questions[i]);
    places.push_back(i);
  }
  const auto of_moves = ask("moves of the book", others);
  if (!of_moves) return of_moves.error();
  for (std::size_t i = 0; i < places.size(); ++i)
    audit.positions[places[i]].of_book_move = (*of_moves)[i].score.score;
  return ok_status();
}

Estimate regret_of(const LineAudit& audit) {
  constexpr std::size_t kInfinitelyMany = std::size_t{1} << 40;  // drawn with replacement
  StratumSample sample{kInfinitelyMany, {}};
  for (const AuditedLine& line : audit.positions)
    sample.values.insert(sample.values.end(), line.drawn, line.regret());
  return estimate_mean({&sample, 1});
}

}  // namespace

double AuditedLine::regret() const { return std::max(0.0, bounded(found) - bounded(of_book_move)); }

std::vector<LineNode> suspicious_lines(const LineBook& book, std::size_t most) {
  struct Lead {
    double lead;
    LineNode node;
  };
  std::vector<Lead> leads;
  std::vector<bool> is_met(book.size());
  for (LineNode node = 0; node < book.size(); ++node) {
    const std::vector<LineChoice> choices = line_choices(book, node);
    for (const LineChoice& choice : choices) {
      if (!choice.to || choice.value.error == 0 || is_met[*choice.to]) continue;
      if (const auto lead = lead_of(book, node, choice, choices)) leads.push_back({*lead, *choice.to});
      is_met[*choice.to] = true;
    }
  }
  if (leads.empty()) return {};
  std::vector<double> numbers;
  for (const Lead& lead : leads) numbers.push_back(lead.lead);
  const double middle = median(std::move(numbers));
  std::ranges::stable_sort(leads, std::greater(),
                           [&](const Lead& lead) { return std::abs(lead.lead - middle); });
  leads.resize(std::min(leads.size(), most));
  std::vector<LineNode> nodes;
  for (const Lead& lead : leads) nodes.push_back(lead.node);
  return nodes;
}

Result<LineAudit> audit_lines(const LineBook& book, const BookWalk& walk, const LineAuditSettings& settings,
                              JudgePool<LineJudge>& judges, const LineMemory& memory,
                              const Control& control) {
  const std::vector<double> visits = line_visits(book, book.meta().tolerance);
  const std::map<LineNode, std::size_t> drawn = draw(book, visits, settings);
  if (drawn.empty()) return invalid("the book has no position in which there is a move");
  LineAudit audit;
  const auto add = [&](LineNode node, std::size_t times) {
    AuditedLine line;
    line.node = node;
    line.drawn = times;
    line.visits = visits[node];
    line.book_move = line_choices(book, node)[0].move;
    line.said = book[node].value;
    audit.positions.push_back(line);
  };
  for (const auto& [node, times] : drawn) add(node, times);
  for (const LineNode node : suspicious_lines(book, settings.suspects))
    if (!drawn.contains(node) && !book.is_over(node)) add(node, 0);
  const LinePaths paths(book);
  if (const Status status = search(walk, paths, judges, memory, control, audit); !status)
    return status.error();
  audit.regret = regret_of(audit);
  for (AuditedLine& line : audit.positions) {
    const double error = std::max({line.said.error, book.meta().search_error / 4, kLineStep});
    line.doubt = std::abs(bounded(line.found) - bounded(line.said.value)) / error;
  }
  std::ranges::stable_sort(audit.positions, std::greater(), &AuditedLine::doubt);
  return audit;
}

}  // namespace tabiya::booksearch
