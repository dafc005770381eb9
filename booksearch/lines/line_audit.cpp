#include "booksearch/lines/line_audit.h"

#include <algorithm>
#include <cmath>
#include <map>
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

using Positions = std::vector<AuditedLine>;

std::vector<LineQuestion> questions_about(const Positions& positions, const LinePaths& paths) {
  std::vector<LineQuestion> questions;
  for (const AuditedLine& line : positions)
    questions.push_back(
        {static_cast<std::uint32_t>(paths.root_of(line.node)), paths.moves_to(line.node), {}});
  return questions;
}

// Has questions answered, and says which ones while it does.
class Asked {
 public:
  Asked(JudgePool<LineQuestion>& judges, const LineMemory& memory, const Control& control,
        LineSearches& searches)
      : judges_(judges), memory_(memory), control_(control), searches_(searches) {}

  Result<std::vector<LineAnswer>> operator()(const char* stage,
                                             const std::vector<LineQuestion>& questions) const {
    ProgressMeter meter(control_, stage, questions.size());
    return line_answers(questions, judges_, memory_, control_, searches_, [&] { meter.advance(1); });
  }

 private:
  JudgePool<LineQuestion>& judges_;
  const LineMemory& memory_;
  const Control& control_;
  LineSearches& searches_;
};

// Searches the positions deeper, and then the moves of the book and of the engine where that search would play others.
Status search(const BookWalk& walk, const LinePaths& paths, const Asked& ask, Positions& positions) {
  const std::vector<LineQuestion> questions = questions_about(positions, paths);
  const auto found = ask("positions", questions);
  if (!found) return found.error();
  std::vector<LineQuestion> others;
  std::vector<Score*> values;  // of these moves
  for (std::size_t i = 0; i < positions.size(); ++i) {
    AuditedLine& line = positions[i];
    const LineAnswer& answer = (*found)[i];
    line.found = line.of_book_move = line.of_engine_move = answer.score.score;
    line.best_move = answer.move.value_or(line.book_move);
    const auto position = paths.position(line.node, walk);
    if (!position) return position.error();
    const auto ask_for = [&](MoveCode own, Score& value) {
      if (own == line.best_move) return;
      others.push_back(questions[i]);
      for (const MoveCode move : (*position)->moves())
        if (move != own) others.back().excluded.push_back(move);
      values.push_back(&value);
    };
    ask_for(line.book_move, line.of_book_move);
    if (line.engine_move != line.book_move) ask_for(line.engine_move, line.of_engine_move);
  }
  const auto of_moves = ask("moves of the book", others);
  if (!of_moves) return of_moves.error();
  for (std::size_t i = 0; i < values.size(); ++i) *values[i] = (*of_moves)[i].score.score;
  for (AuditedLine& line : positions)
    if (line.engine_move == line.book_move) line.of_engine_move = line.of_book_move;
  return ok_status();
}

// The values of the lines that came into the sample, each as often as it was drawn.
template <class Value>
StratumSample sample_of(const Positions& positions, Value value) {
  constexpr std::size_t kInfinitelyMany = std::size_t{1} << 40;  // drawn with replacement
  StratumSample sample{kInfinitelyMany, {}};
  for (const AuditedLine& line : positions)
    sample.values.insert(sample.values.end(), line.drawn, value(line));
  return sample;
}

Estimate mean_of(const StratumSample& sample) { return estimate_mean({&sample, 1}); }

// The regret that a book saves on average. The longer search errs once for all draws of a position, so that positions are what
// varies: a ratio estimate over them, with its interval by the normal distribution.
Estimate saved_by(const Positions& positions) {
  const auto saved = [](const AuditedLine& line) { return line.regret_of_engine() - line.regret(); };
  double draws = 0, sum = 0, squares = 0;
  for (const AuditedLine& line : positions) {
    draws += static_cast<double>(line.drawn);
    sum += static_cast<double>(line.drawn) * saved(line);
  }
  const double mean = sum / draws;
  for (const AuditedLine& line : positions)
    squares += std::pow(static_cast<double>(line.drawn) * (saved(line) - mean), 2);
  const double half = 1.96 * std::sqrt(squares) / draws;
  return {mean, {mean - half, mean + half}};
}

// The moves of the engine, and of the book if it has the position.
void choose_moves(const LineBook& book, const LineBook& other, std::optional<MoveCode> of_engine,
                  AuditedLine& line) {
  const auto node = book.find(other[line.node].key);
  line.is_known = node && !book.is_over(*node);
  line.engine_move = of_engine.value_or(line_choices(other, line.node)[0].move);
  line.book_move = line.is_known ? line_choices(book, *node)[0].move : line.engine_move;
  if (line.is_known) line.said = book[*node].value;
}

void estimate(LineTrial& trial) {
  const auto regret = [](const AuditedLine& line) { return line.regret(); };
  const auto of_engine = [](const AuditedLine& line) { return line.regret_of_engine(); };
  const StratumSample known =
      sample_of(trial.positions, [](const AuditedLine& line) { return line.is_known ? 1.0 : 0.0; });
  trial.known = estimate_proportion({&known, 1});
  trial.regret = mean_of(sample_of(trial.positions, regret));
  trial.regret_of_engine = mean_of(sample_of(trial.positions, of_engine));
  trial.saved = saved_by(trial.positions);
  Positions answered = trial.positions;
  std::erase_if(answered, [](const AuditedLine& line) { return !line.is_known; });
  if (!answered.empty()) trial.regret_of_known = mean_of(sample_of(answered, regret));
}

}  // namespace

double AuditedLine::regret() const { return std::max(0.0, bounded(found) - bounded(of_book_move)); }

double AuditedLine::regret_of_engine() const {
  return std::max(0.0, bounded(found) - bounded(of_engine_move));
}

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
                              JudgePool<LineQuestion>& judges, const LineMemory& memory,
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
    line.book_move = line.engine_move = line_choices(book, node)[0].move;
    line.said = book[node].value;
    audit.positions.push_back(line);
  };
  for (const auto& [node, times] : drawn) add(node, times);
  for (const LineNode node : suspicious_lines(book, settings.suspects))
    if (!drawn.contains(node) && !book.is_over(node)) add(node, 0);
  const LinePaths paths(book);
  const Asked ask(judges, memory, control, audit.searches);
  if (const Status status = search(walk, paths, ask, audit.positions); !status) return status.error();
  audit.regret = mean_of(sample_of(audit.positions, [](const AuditedLine& line) { return line.regret(); }));
  for (AuditedLine& line : audit.positions) {
    const double error = std::max({line.said.error, book.meta().search_error / 4, kLineStep});
    line.doubt = std::abs(bounded(line.found) - bounded(line.said.value)) / error;
  }
  std::ranges::stable_sort(audit.positions, std::greater(), &AuditedLine::doubt);
  return audit;
}

Result<LineTrial> audit_lines_at(const LineBook& book, const LineBook& other, const BookWalk& walk,
                                 const LineAuditSettings& settings, JudgePool<LineQuestion>& engine,
                                 JudgePool<LineQuestion>& judges, const LineMemory& memory,
                                 const Control& control) {
  const std::vector<double> visits = line_visits(other, other.meta().tolerance);
  const std::map<LineNode, std::size_t> drawn = draw(other, visits, settings);
  if (drawn.empty()) return invalid("the book has no position in which there is a move");
  const LinePaths paths(other);
  LineTrial trial;
  for (const auto& [node, times] : drawn)
    trial.positions.push_back({.node = node, .drawn = times, .visits = visits[node]});
  const LineMemory none;
  const Asked ask_engine(engine, none, control, trial.searches);
  const auto played = ask_engine("the engine alone", questions_about(trial.positions, paths));
  if (!played) return played.error();
  for (std::size_t i = 0; i < trial.positions.size(); ++i)
    choose_moves(book, other, (*played)[i].move, trial.positions[i]);
  const Asked ask(judges, memory, control, trial.searches);
  if (const Status status = search(walk, paths, ask, trial.positions); !status) return status.error();
  estimate(trial);
  std::ranges::stable_sort(trial.positions, std::greater(), &AuditedLine::regret);
  return trial;
}

}  // namespace tabiya::booksearch
