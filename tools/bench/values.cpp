// The distance of a book's values from those of a much deeper search, and a test of the errors that the book
// states. The reference of an entry is an analysis of 100 times the nodes that the search of its reply takes,
// the mean of the last three iterations. The value of the analysis after as many nodes as the reply took is
// compared, too.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/audit/audit_sample.h"
#include "booksearch/statistics/intervals.h"
#include "core/game/game_module.h"
#include "core/games/games.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::uint64_t kTimesNodesOfReply = 100, kTimesInQuick = 2;
constexpr std::size_t kSettled = 3;  // iterations whose mean is the reference
constexpr std::size_t kPairTableBytes = std::size_t{1} << 20;
constexpr std::size_t kLookTableBytes = std::size_t{64} << 20;  // as `analyse` has it
constexpr double kLogit = 1e4;                                  // of Score

// One entry, its values in logit from Red's view.
struct Judged {
  double book = 0;
  double stated = 0;    // the standard error in the book
  double analysis = 0;  // of as many nodes as the reply took
  double reference = 0;
};

double logit(Score value) {
  return std::clamp(value, -booksearch::kMostValue, booksearch::kMostValue) / kLogit;
}

class Judge {
 public:
  Judge(const LoadedBook& book, const BenchOptions& options)
      : book_(book), times_(options.quick ? kTimesInQuick : kTimesNodesOfReply) {
    const GameModule& game = *find_game(book.book.meta.game);
    const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
    oracle_ = take_fitting(book.setups->make_oracle(evaluation), game, options.network);
    if (oracle_->origin().evaluation != book.book.meta.evaluation)
      throw Failure("bench values: the book was made with another network; name its own by --net");
    pairs_ = oracle_->searcher(kPairTableBytes);
    engine_ =
        take_fitting(game.make_engine(evaluation, {.table_bytes = kLookTableBytes}), game, options.network);
  }

  Judged judge(const BookEntry& entry) {
    pairs_->set_red(entry.red);
    const std::uint64_t nodes =
        pairs_->search(entry.reply, entry.depth, -kInfiniteScore, kInfiniteScore)->nodes;
    Judged judged{logit(*entry.red_value), *entry.standard_error / kLogit};
    const PositionHandle position = book_.setups->position_after(entry.red, entry.reply);
    const double sign = position->side_to_move() == 0 ? 1 : -1;
    std::vector<double> values;
    const auto see = [&](const GameSearchResult& iteration) {
      values.push_back(sign * logit(iteration.best.score));
      if (iteration.nodes <= nodes) judged.analysis = values.back();
      return true;
    };
    engine_->new_game();
    take(engine_->search({&position, 1}, {.nodes = times_ * nodes}, see));
    const std::size_t last = std::min(kSettled, values.size());
    for (std::size_t i = values.size() - last; i < values.size(); ++i)
      judged.reference += values[i] / static_cast<double>(last);
    return judged;
  }

 private:
  const LoadedBook& book_;
  const std::uint64_t times_;
  std::unique_ptr<PairOracle> oracle_;
  std::unique_ptr<PairSearcher> pairs_;  // of the oracle
  std::unique_ptr<GameEngine> engine_;
};

void add_figures(const std::string& name, const std::vector<Judged>& entries,
                 std::vector<BenchFigure>& figures) {
  const auto count = static_cast<double>(entries.size());
  const auto root_mean_square = [&](auto value) {
    double sum = 0;
    for (const Judged& entry : entries) sum += value(entry) * value(entry);
    return std::sqrt(sum / count);
  };
  double bias = 0, inside = 0;
  for (const Judged& entry : entries) {
    bias += (entry.book - entry.reference) / count;
    inside += std::abs(entry.book - entry.reference) <= 1.96 * entry.stated;
  }
  const booksearch::Interval interval = booksearch::proportion_interval(inside, count);
  const auto add = [&](const char* figure, double value) { figures.push_back({name + figure, value}); };
  add("entries", count);
  add("book_off_logit", root_mean_square([](const Judged& entry) { return entry.book - entry.reference; }));
  add("book_bias_logit", bias);
  add("stated_logit", root_mean_square([](const Judged& entry) { return entry.stated; }));
  add("analysis_off_logit",
      root_mean_square([](const Judged& entry) { return entry.analysis - entry.reference; }));
  add("inside_percent", 100 * inside / count);
  add("inside_percent_low", 100 * interval.low);
  add("inside_percent_high", 100 * interval.high);
}

}  // namespace

std::vector<BenchFigure> bench_values(const BenchOptions& options) {
  const LoadedBook book = load_sound_book(options.book.empty() ? std::string(kShipped) : options.book);
  const auto sample = take(booksearch::draw_entries(book.book, options.sample, options.seed), "bench values");
  Judge judge(book, options);
  std::vector<Judged> all;
  std::map<int, std::vector<Judged>> by_depth;
  for (const booksearch::DrawnEntry& drawn : sample.entries) {
    const BookEntry& entry = book.book.entries[drawn.entry];
    if (!entry.red_value || !entry.standard_error || is_proven(*entry.red_value)) continue;
    all.push_back(judge.judge(entry));
    by_depth[entry.depth].push_back(all.back());
  }
  if (all.empty()) throw Failure("bench values: the book states no errors");
  std::vector<BenchFigure> figures;
  add_figures("", all, figures);
  for (const auto& [depth, entries] : by_depth)
    add_figures(fmt::format("depth_{}_", depth), entries, figures);
  return figures;
}

}  // namespace tabiya::tools
