// The share of statements in explanations that a search ten times as long confirms. The positions lead on
// from the entries of a book by moves of a short search and some random ones. A statement is contradicted if
// the move that it says loses chances loses less than half as many.
#include <memory>
#include <string>
#include <vector>

#include "booksearch/explain/explanation.h"
#include "booksearch/statistics/intervals.h"
#include "core/game/game_module.h"
#include "core/random.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/bench/bench.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kTableBytes = std::size_t{64} << 20;
constexpr std::uint64_t kTimesTheNodes = 10;
constexpr std::uint32_t kMostPlies = 40;       // from the entry to the position
constexpr std::uint32_t kRandomMoveEvery = 4;  // in the mean
constexpr std::uint64_t kNodesOfMove = 200;

struct Count {
  double said = 0, contradicted = 0;
};

class Trial {
 public:
  Trial(const LoadedBook& book, const BenchOptions& options) : book_(book), random_(options.seed) {
    const GameModule& game = *book.game;
    const std::string network = options.network.empty() ? std::string(kShipped) : options.network;
    engine_ = take_fitting(game.make_engine(chosen_evaluation(game, network), {.table_bytes = kTableBytes}),
                           game, network);
    if (options.quick) explain_.nodes /= 50;
  }

  // Draws a position and counts the statements about it.
  void add_position() {
    PositionHandle position;
    while (position == nullptr) position = draw();
    const auto explanation = explain(*engine_, position, explain_, nullptr);
    const Score base = search(position);
    if (explanation->threat) count(threats_, base, search(position->passed()), explanation->threat->loss);
    for (const RoyalSafety& safety : explanation->royals) add_royal(*position, base, safety);
    for (const TemptingMove& move : explanation->tempting)
      count(moves_, base, search(position->after(move.move.wire).value()), move.loss);
  }

  std::vector<BenchFigure> figures() const {
    const Count all{threats_.said + royals_.said + moves_.said,
                    threats_.contradicted + royals_.contradicted + moves_.contradicted};
    const booksearch::Interval interval = booksearch::proportion_interval(all.contradicted, all.said);
    return {{"threats", threats_.said},
            {"threats_contradicted", threats_.contradicted},
            {"royals", royals_.said},
            {"royals_contradicted", royals_.contradicted},
            {"moves", moves_.said},
            {"moves_contradicted", moves_.contradicted},
            {"confirmed_percent", 100 - 100 * all.contradicted / all.said},
            {"confirmed_percent_low", 100 - 100 * interval.high},
            {"confirmed_percent_high", 100 - 100 * interval.low}};
  }

 private:
  // The position is null if the game has ended on the way.
  PositionHandle draw() {
    const auto& entries = book_.book.entries;
    const BookEntry& entry = entries[random_.below(static_cast<std::uint32_t>(entries.size()))];
    PositionHandle position = book_.setups->position_after(entry.red, entry.reply);
    for (std::uint32_t plies = random_.below(kMostPlies); plies > 0; --plies) {
      const std::vector<MoveText> moves = position->moves();
      if (moves.empty()) return nullptr;
      const MoveText& move = random_.below(kRandomMoveEvery) == 0
                                 ? moves[random_.below(static_cast<std::uint32_t>(moves.size()))]
                                 : best_move(position);
      position = position->after(move.wire).value();
    }
    return position->outcome() == Outcome::kOpen ? position : nullptr;
  }

  MoveText best_move(const PositionHandle& position) {
    return engine_->search({&position, 1}, {.nodes = kNodesOfMove}, {})->best.pv.front();
  }

  Score search(const PositionHandle& position) {
    engine_->new_game();
    const std::uint64_t nodes = explain_.nodes * ExplainOptions::kCheck * kTimesTheNodes;
    return engine_->search({&position, 1}, {.nodes = nodes}, {})->best.score;
  }

  // A danger must gain at least half of the stated amount. Without a danger, the gain must be at most twice a
  // clear loss.
  void add_royal(const GamePosition& position, Score base, const RoyalSafety& safety) {
    const bool is_own = safety.zone.side == static_cast<std::size_t>(position.side_to_move());
    const double gain = chances_lost(base, is_own ? seen_from_before(search(position.passed()))
                                                  : static_value(*engine_, position).value_or(base));
    ++royals_.said;
    if (safety.is_in_danger ? gain < safety.gain / 2 : gain > 2 * explain_.clear_loss) ++royals_.contradicted;
  }

  static void count(Count& count, Score base, Score reply, double loss) {
    ++count.said;
    if (chances_lost(base, seen_from_before(reply)) < loss / 2) ++count.contradicted;
  }

  const LoadedBook& book_;
  Random random_;
  ExplainOptions explain_;
  std::unique_ptr<GameEngine> engine_;
  Count threats_, royals_, moves_;
};

}  // namespace

std::vector<BenchFigure> bench_explain(const BenchOptions& options) {
  const LoadedBook book = load_sound_book(options.book.empty() ? std::string(kShipped) : options.book);
  Trial trial(book, options);
  for (std::size_t i = 0; i < options.sample; ++i) trial.add_position();
  return trial.figures();
}

}  // namespace tabiya::tools
