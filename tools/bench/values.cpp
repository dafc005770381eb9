// The distance of a book's values from those of a much deeper search, and a test of the errors that the book
// states. The reference of an entry is a look (PairSearcher::look()) of 100 times the nodes that the search of its reply
// takes. A look of as many nodes as the reply took is compared, too. Of all entries, and of strata of depth, rank and
// size of value.
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
#include "booksearch/work/parallel.h"
#include "core/game/game_module.h"
#include "core/games/games.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::uint64_t kTimesNodesOfReply = 100, kTimesInQuick = 2;
constexpr std::size_t kPairTableBytes = std::size_t{1} << 20;
constexpr double kLogit = 1e4;  // of Score

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
      : times_(options.quick ? kTimesInQuick : kTimesNodesOfReply) {
    const GameModule& game = *book.game;
    const EvaluationChoice evaluation = chosen_evaluation(game, options.network);
    oracle_ = take_fitting(book.setups->make_oracle(evaluation), game, options.network);
    if (oracle_->origin().evaluation != book.book.meta.evaluation)
      throw Failure("bench values: the book was made with another network; name its own by --net");
    pairs_ = oracle_->searcher(kPairTableBytes);
  }

  // Errors: those of the searcher; kUnsupported where it cannot look.
  Result<Judged> judge(const BookEntry& entry) {
    pairs_->set_red(entry.red);
    const auto reply = pairs_->search(entry.reply, entry.depth, -kInfiniteScore, kInfiniteScore);
    if (!reply) return reply.error();
    Judged judged{logit(*entry.red_value), *entry.standard_error / kLogit};
    for (const auto& [times, value] :
         {std::pair(std::uint64_t{1}, &judged.analysis), {times_, &judged.reference}}) {
      const auto look = pairs_->look(entry.reply, times * reply->nodes);
      if (!look) return look.error();
      if (!*look) return unsupported("the search of the book cannot look deeper");
      *value = logit((*look)->red_value);
    }
    return judged;
  }

 private:
  const std::uint64_t times_;
  std::unique_ptr<PairOracle> oracle_;
  std::unique_ptr<PairSearcher> pairs_;  // of the oracle
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
  const double spread =
      root_mean_square([&](const Judged& entry) { return entry.book - entry.reference - bias; });
  add("book_bias_error_logit", spread / std::sqrt(count));
  add("stated_logit", root_mean_square([](const Judged& entry) { return entry.stated; }));
  add("analysis_off_logit",
      root_mean_square([](const Judged& entry) { return entry.analysis - entry.reference; }));
  add("inside_percent", 100 * inside / count);
  add("inside_percent_low", 100 * interval.low);
  add("inside_percent_high", 100 * interval.high);
}

// The names of the strata that an entry belongs to, as they begin the names of figures.
std::vector<std::string> strata_of(const BookEntry& entry, std::size_t index) {
  const double size = std::abs(logit(*entry.red_value));
  return {fmt::format("depth_{}_", entry.depth),
          index < 300     ? "rank_1_to_300_"
          : index < 3'000 ? "rank_301_to_3000_"
                          : "rank_above_3000_",
          size < 0.3   ? "size_below_0.3_"
          : size < 0.6 ? "size_0.3_to_0.6_"
                       : "size_above_0.6_"};
}

}  // namespace

std::vector<BenchFigure> bench_values(const BenchOptions& options) {
  const LoadedBook book = load_sound_book(options.book.empty() ? std::string(kShipped) : options.book);
  const auto sample = take(booksearch::draw_entries(book.book, options.sample, options.seed), "bench values");
  std::vector<const BookEntry*> entries;
  std::vector<std::size_t> ranks;
  for (const booksearch::DrawnEntry& drawn : sample.entries) {
    const BookEntry& entry = book.book.entries[drawn.entry];
    if (!entry.red_value || !entry.standard_error || is_proven(*entry.red_value)) continue;
    entries.push_back(&entry);
    ranks.push_back(drawn.entry);
  }
  Judge first(book, options);  // which throws where none can be made
  booksearch::PerThread<Judge> judges([&] { return Judge(book, options); });
  std::vector<Result<Judged>> found(entries.size(), Judged());
  booksearch::for_each_index(entries.size(),
                             [&](std::size_t i) { found[i] = judges.local().judge(*entries[i]); });
  std::vector<Judged> all;
  for (const Result<Judged>& each : found) all.push_back(take(each, "bench values"));
  std::map<std::string, std::vector<Judged>> strata;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const std::string& name : strata_of(*entries[i], ranks[i])) strata[name].push_back(all[i]);
  if (all.empty()) throw Failure("bench values: the book states no errors");
  std::vector<BenchFigure> figures;
  add_figures("", all, figures);
  for (const auto& [name, judged] : strata) add_figures(name, judged, figures);
  return figures;
}

}  // namespace tabiya::tools
