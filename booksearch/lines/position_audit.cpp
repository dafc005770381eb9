#include "booksearch/lines/position_audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "booksearch/lines/visits.h"
#include "core/book/book_paths.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace {

constexpr double kMostValue = 40'000;  // what proven values count as

double bounded(Score score) { return std::clamp(static_cast<double>(score), -kMostValue, kMostValue); }

// Returns how far the value of a move is above the best other move of its position; nothing if it has no
// other move.
std::optional<double> lead_of(const ValuedBook& book, BookNode from, const BookChoice& move,
                              const std::vector<BookChoice>& choices) {
  if (choices.size() < 2 || book[from].value.error == 0) return std::nullopt;
  const BookChoice& other = choices[0] == move ? choices[1] : choices[0];
  return bounded(move.value.value) - bounded(other.value.value);
}

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + std::ssize(numbers) / 2;
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

// Draws positions, and returns how often each of them was drawn.
std::map<BookNode, std::size_t> draw(const ValuedBook& book, const std::vector<double>& visits,
                                     const PositionAuditSettings& settings) {
  std::vector<double> sums;
  double sum = 0;
  for (BookNode node = 0; node < book.size(); ++node)
    sums.push_back(sum += book.is_over(node) ? 0 : visits[node]);
  std::map<BookNode, std::size_t> drawn;
  Random random(settings.seed);
  for (std::size_t i = 0; i < settings.sample && sum > 0; ++i) {
    const double place = sum * static_cast<double>(random.next() >> 11) * 0x1p-53;
    ++drawn[static_cast<BookNode>(std::ranges::upper_bound(sums, place) - sums.begin())];
  }
  return drawn;
}

using Positions = std::vector<AuditedPosition>;

std::vector<MoveQuestion> questions_about(const Positions& positions, const BookPaths& paths) {
  std::vector<MoveQuestion> questions;
  for (const AuditedPosition& line : positions)
    questions.push_back(
        {static_cast<std::uint32_t>(paths.root_of(line.node)), paths.moves_to(line.node), {}});
  return questions;
}

// Has questions answered, and says which ones while it does.
class Asked {
 public:
  Asked(JudgePool<MoveQuestion>& judges, const AnswerMemory& memory, const Control& control,
        SearchCount& searches)
      : judges_(judges), memory_(memory), control_(control), searches_(searches) {}

  Result<std::vector<MoveAnswer>> operator()(const char* stage,
                                             const std::vector<MoveQuestion>& questions) const {
    ProgressMeter meter(control_, stage, questions.size());
    return move_answers(questions, judges_, memory_, control_, searches_, [&] { meter.advance(1); });
  }

 private:
  JudgePool<MoveQuestion>& judges_;
  const AnswerMemory& memory_;
  const Control& control_;
  SearchCount& searches_;
};

// Searches the positions deeper, and then the moves of the book and of the engine where that search would play others.
Status search(const BookWalk& walk, const BookPaths& paths, const Asked& ask, Positions& positions) {
  const std::vector<MoveQuestion> questions = questions_about(positions, paths);
  const auto found = ask("positions", questions);
  if (!found) return found.error();
  std::vector<MoveQuestion> others;
  std::vector<Score*> values;  // of these moves
  for (std::size_t i = 0; i < positions.size(); ++i) {
    AuditedPosition& line = positions[i];
    const MoveAnswer& answer = (*found)[i];
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
  for (AuditedPosition& line : positions)
    if (line.engine_move == line.book_move) line.of_engine_move = line.of_book_move;
  return ok_status();
}

// The values of the lines that came into the sample, each as often as it was drawn.
template <class Value>
StratumSample sample_of(const Positions& positions, Value value) {
  constexpr std::size_t kInfinitelyMany = std::size_t{1} << 40;  // drawn with replacement
  StratumSample sample{kInfinitelyMany, {}};
  for (const AuditedPosition& line : positions)
    sample.values.insert(sample.values.end(), line.drawn, value(line));
  return sample;
}

Estimate mean_of(const StratumSample& sample) { return estimate_mean({&sample, 1}); }

// The regret that a book saves on average. The longer search errs once for all draws of a position, so that positions are what
// varies: a ratio estimate over them, with its interval by the normal distribution.
Estimate saved_by(const Positions& positions) {
  const auto saved = [](const AuditedPosition& line) { return line.regret_of_engine() - line.regret(); };
  double draws = 0, sum = 0, squares = 0;
  for (const AuditedPosition& line : positions) {
    draws += static_cast<double>(line.drawn);
    sum += static_cast<double>(line.drawn) * saved(line);
  }
  const double mean = sum / draws;
  for (const AuditedPosition& line : positions)
    squares += std::pow(static_cast<double>(line.drawn) * (saved(line) - mean), 2);
  const double half = 1.96 * std::sqrt(squares) / draws;
  return {mean, {mean - half, mean + half}};
}

// The moves of the engine, and of the book if it has the position.
void choose_moves(const ValuedBook& book, const ValuedBook& other, std::optional<MoveCode> of_engine,
                  AuditedPosition& line) {
  const auto node = book.find(other[line.node].key);
  line.is_known = node && !book.is_over(*node);
  line.engine_move = of_engine.value_or(book_choices(other, line.node)[0].move);
  line.book_move = line.is_known ? book_choices(book, *node)[0].move : line.engine_move;
  if (line.is_known) line.said = book[*node].value;
}

void estimate(PlayerTrial& trial) {
  const auto regret = [](const AuditedPosition& line) { return line.regret(); };
  const auto of_engine = [](const AuditedPosition& line) { return line.regret_of_engine(); };
  const StratumSample known =
      sample_of(trial.positions, [](const AuditedPosition& line) { return line.is_known ? 1.0 : 0.0; });
  trial.known = estimate_proportion({&known, 1});
  trial.regret = mean_of(sample_of(trial.positions, regret));
  trial.regret_of_engine = mean_of(sample_of(trial.positions, of_engine));
  trial.saved = saved_by(trial.positions);
  Positions answered = trial.positions;
  std::erase_if(answered, [](const AuditedPosition& line) { return !line.is_known; });
  if (!answered.empty()) trial.regret_of_known = mean_of(sample_of(answered, regret));
}

}  // namespace

double AuditedPosition::regret() const { return std::max(0.0, bounded(found) - bounded(of_book_move)); }

double AuditedPosition::regret_of_engine() const {
  return std::max(0.0, bounded(found) - bounded(of_engine_move));
}

std::vector<BookNode> suspicious_positions(const ValuedBook& book, std::size_t most) {
  struct Lead {
    double lead;
    BookNode node;
  };
  std::vector<Lead> leads;
  std::vector<bool> is_met(book.size());
  for (BookNode node = 0; node < book.size(); ++node) {
    const std::vector<BookChoice> choices = book_choices(book, node);
    for (const BookChoice& choice : choices) {
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
  std::vector<BookNode> nodes;
  for (const Lead& lead : leads) nodes.push_back(lead.node);
  return nodes;
}

Result<PositionAudit> audit_positions(const ValuedBook& book, const BookWalk& walk,
                                      const PositionAuditSettings& settings, JudgePool<MoveQuestion>& judges,
                                      const AnswerMemory& memory, const Control& control) {
  const std::vector<double> visits = book_visits(book, book.meta().tolerance);
  const std::map<BookNode, std::size_t> drawn = draw(book, visits, settings);
  if (drawn.empty()) return invalid("the book has no position in which there is a move");
  PositionAudit audit;
  const auto add = [&](BookNode node, std::size_t times) {
    AuditedPosition line;
    line.node = node;
    line.drawn = times;
    line.visits = visits[node];
    line.book_move = line.engine_move = book_choices(book, node)[0].move;
    line.said = book[node].value;
    audit.positions.push_back(line);
  };
  for (const auto& [node, times] : drawn) add(node, times);
  for (const BookNode node : suspicious_positions(book, settings.suspects))
    if (!drawn.contains(node) && !book.is_over(node)) add(node, 0);
  const BookPaths paths(book);
  const Asked ask(judges, memory, control, audit.searches);
  if (const Status status = search(walk, paths, ask, audit.positions); !status) return status.error();
  audit.regret =
      mean_of(sample_of(audit.positions, [](const AuditedPosition& line) { return line.regret(); }));
  for (AuditedPosition& line : audit.positions) {
    const double error = std::max({line.said.error, book.meta().search_error / 4, kValueStep});
    line.doubt = std::abs(bounded(line.found) - bounded(line.said.value)) / error;
  }
  std::ranges::stable_sort(audit.positions, std::greater(), &AuditedPosition::doubt);
  return audit;
}

Result<PlayerTrial> audit_positions_at(const ValuedBook& book, const ValuedBook& other, const BookWalk& walk,
                                       const PositionAuditSettings& settings, JudgePool<MoveQuestion>& engine,
                                       JudgePool<MoveQuestion>& judges, const AnswerMemory& memory,
                                       const Control& control) {
  const std::vector<double> visits = book_visits(other, other.meta().tolerance);
  const std::map<BookNode, std::size_t> drawn = draw(other, visits, settings);
  if (drawn.empty()) return invalid("the book has no position in which there is a move");
  const BookPaths paths(other);
  PlayerTrial trial;
  for (const auto& [node, times] : drawn)
    trial.positions.push_back({.node = node, .drawn = times, .visits = visits[node]});
  const AnswerMemory none;
  const Asked ask_engine(engine, none, control, trial.searches);
  const auto played = ask_engine("the engine alone", questions_about(trial.positions, paths));
  if (!played) return played.error();
  for (std::size_t i = 0; i < trial.positions.size(); ++i)
    choose_moves(book, other, (*played)[i].move, trial.positions[i]);
  const Asked ask(judges, memory, control, trial.searches);
  if (const Status status = search(walk, paths, ask, trial.positions); !status) return status.error();
  estimate(trial);
  std::ranges::stable_sort(trial.positions, std::greater(), &AuditedPosition::regret);
  return trial;
}

}  // namespace tabiya::booksearch
