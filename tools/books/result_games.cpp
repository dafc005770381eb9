#include "tools/books/result_games.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "booksearch/work/shared_work.h"
#include "core/book/reply_count.h"
#include "core/random.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kTable = std::size_t{1} << 20;  // bytes: what few nodes fill

// All that the threads share.
struct Task {
  const LoadedBook& book;
  const GameModule& game;
  const EvaluationChoice& evaluation;
  const ResultGames& games;
  std::unique_ptr<PairOracle> oracle{};
  std::vector<SetupId> replies{};  // of the book, each once, the most frequent first
  std::unique_ptr<PreparedBlues> prepared{};
};

struct NearReply {
  SetupId reply = 0;
  Score red_value = 0;  // of the entry, and what Blue loses by this reply against that of the entry
};

class ReplySearch {
 public:
  explicit ReplySearch(const Task& task)
      : task_(task), scorer_(task.prepared->scorer()), searcher_(task.oracle->searcher(kTable)) {}

  // The reply of the entry, and those that are as good within the error of its value, the best first.
  Result<std::vector<NearReply>> near_replies(const BookEntry& entry) {
    searcher_->set_red(entry.red);
    const auto own = searcher_->search(entry.reply, task_.games.depth, -kInfiniteScore, kInfiniteScore);
    if (!own) return own.error();
    const Score value = entry.red_value.value_or(own->red_value);
    const auto error =
        static_cast<Score>(std::min<std::uint32_t>(entry.standard_error.value_or(0), kMaxEvaluation));
    std::vector<NearReply> near;
    for (const SetupId reply : candidates(entry)) {
      const Score bound = own->red_value + error + 1;
      const auto found = searcher_->search(reply, task_.games.depth, -kInfiniteScore, bound);
      if (!found) return found.error();
      if (found->red_value < bound && is_proven(found->red_value) == is_proven(own->red_value))
        near.push_back({reply, value + found->red_value - own->red_value});
    }
    std::ranges::stable_sort(near, {}, &NearReply::red_value);
    near.insert(near.begin(), {entry.reply, value});
    near.resize(std::min<std::size_t>(near.size(), task_.games.replies));
    return near;
  }

 private:
  // The statically best others.
  std::vector<SetupId> candidates(const BookEntry& entry) {
    std::vector<Score> values(task_.replies.size());
    scorer_->set_red(entry.red);
    scorer_->evaluate(0, values);
    std::vector<std::pair<Score, SetupId>> order;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (task_.replies[i] != entry.reply) order.emplace_back(values[i], task_.replies[i]);
    std::ranges::sort(order);
    order.resize(std::min<std::size_t>(order.size(), task_.games.replies > 1 ? task_.games.candidates : 0));
    std::vector<SetupId> candidates;
    for (const auto& [value, reply] : order) candidates.push_back(reply);
    return candidates;
  }

  const Task& task_;
  std::unique_ptr<PairScorer> scorer_;
  std::unique_ptr<PairSearcher> searcher_;
};

class UnequalPlayers {
 public:
  static Result<UnequalPlayers> make(const Task& task) {
    std::array<std::unique_ptr<GameEngine>, 2> engines;
    const SearcherOptions search{.table_bytes = kTable, .parameters = task.game.facts().search_parameters};
    for (std::unique_ptr<GameEngine>& engine : engines) {
      auto made = task.game.make_engine(task.evaluation, search);
      if (!made) return made.error();
      engine = std::move(made).value();
    }
    return UnequalPlayers(task, std::move(engines));
  }

  GameCounts play(SetupId red, SetupId reply, int stronger, const booksearch::Control& control) {
    GameCounts counts;
    for (std::uint32_t i = 0; i < task_->games.conditions.games && !control.interrupted(); ++i) {
      Random random = random_of({red, reply, static_cast<std::uint32_t>(stronger), i});
      const std::optional<int> winner =
          winner_of(task_->book.setups->position_after(red, reply), stronger, random);
      ++(!winner ? counts.draws : *winner == stronger ? counts.wins : counts.losses);
    }
    return counts;
  }

 private:
  UnequalPlayers(const Task& task, std::array<std::unique_ptr<GameEngine>, 2> engines)
      : task_(&task), engines_(std::move(engines)) {}

  Random random_of(std::initializer_list<std::uint32_t> numbers) const {
    std::uint64_t mixed = Random(task_->games.conditions.seed).next();
    for (const std::uint32_t number : numbers) mixed = Random(mixed ^ number).next();
    return Random(mixed);
  }

  // Nobody where the game is drawn.
  std::optional<int> winner_of(PositionHandle position, int stronger, Random& random) {
    for (const auto& engine : engines_) engine->new_game();
    std::vector<PositionHandle> line{std::move(position)};
    while (line.back()->outcome() == Outcome::kOpen) {
      if (line.size() > static_cast<std::size_t>(task_->game.facts().ply_limit)) return std::nullopt;
      const bool is_weaker = line.back()->side_to_move() != stronger;
      const GameConditions& conditions = task_->games.conditions;
      const std::uint32_t mean = is_weaker ? conditions.weaker_nodes : conditions.nodes;
      const Limits limits{.nodes = mean - mean / 2 + random.below(mean / 2 * 2 + 1)};
      const GameSearchResult found = *engines_[is_weaker ? 1 : 0]->search(line, limits, {});
      auto next = found.best.pv.empty() ? Result<PositionHandle>(invalid("no move"))
                                        : line.back()->after(found.best.pv.front().wire);
      if (!next) return std::nullopt;
      line.push_back(*std::move(next));
    }
    const Outcome outcome = line.back()->outcome();
    if (outcome == Outcome::kDraw) return std::nullopt;
    const int side = line.back()->side_to_move();
    return outcome == Outcome::kWin ? side : 1 - side;
  }

  const Task* task_;
  std::array<std::unique_ptr<GameEngine>, 2> engines_;  // of the stronger side, of the weaker one
};

struct PlayedPair {
  SetupId reply = 0;
  Score red_value = 0;
  std::vector<std::uint16_t> counts;  // wins, draws and losses with Red as the stronger side, and with Blue

  static void visit_parts(auto& self, auto& visit) { visit(self.reply, self.red_value, self.counts); }
};

// A kind of work (booksearch/work/shared_work.h): a unit is an entry.
class GamesWork {
 public:
  static constexpr std::string_view kName = "games of setups";
  struct Pass {
    static void visit_parts(auto&, auto&) {}
  };
  using Unit = std::uint64_t;
  using Answer = std::vector<PlayedPair>;

  explicit GamesWork(const Task& task) : task_(task) {}
  Pass pass() const { return {}; }

  class Thread {
   public:
    explicit Thread(const Task& task) : task_(task), replies_(task) {}

    Result<Answer> compute(Unit index, const booksearch::Control& control) {
      if (!players_) {
        auto made = UnequalPlayers::make(task_);
        if (!made) return made.error();
        players_.emplace(*std::move(made));
      }
      const BookEntry& entry = task_.book.book.entries[index];
      const auto near = replies_.near_replies(entry);
      if (!near) return near.error();
      Answer answer;
      for (const NearReply& reply : *near) {
        PlayedPair pair{reply.reply, reply.red_value, {}};
        for (const int stronger : {0, 1}) {
          const GameCounts counts = players_->play(entry.red, reply.reply, stronger, control);
          pair.counts.insert(pair.counts.end(), {counts.wins, counts.draws, counts.losses});
        }
        answer.push_back(std::move(pair));
      }
      if (control.interrupted()) return Error{ErrorCode::kStopped, "it was stopped", {}};
      return answer;
    }

   private:
    const Task& task_;
    ReplySearch replies_;
    std::optional<UnequalPlayers> players_;
  };
  Thread thread() const { return Thread(task_); }

 private:
  const Task& task_;
};

PairResults results_of(SetupId red, const PlayedPair& pair) {
  PairResults results{.red = red, .reply = pair.reply, .red_value = pair.red_value};
  for (const std::size_t stronger : {0, 1}) {
    const std::span counts = std::span(pair.counts).subspan(3 * stronger, 3);
    results.counts[stronger] = {counts[0], counts[1], counts[2]};
  }
  return results;
}

std::vector<PairResults> in_order_of(const Book& book, const std::vector<PairResults>& pairs) {
  std::multimap<SetupId, const PairResults*> by_red;
  for (const PairResults& pair : pairs) by_red.emplace(pair.red, &pair);
  std::vector<PairResults> ordered;
  for (const BookEntry& entry : book.entries) {
    const auto [begin, end] = by_red.equal_range(entry.red);
    for (auto pair = begin; pair != end; ++pair) ordered.push_back(*pair->second);
  }
  return ordered;
}

Status prepare(Task& task) {
  auto oracle = task.book.setups->make_oracle(task.evaluation);
  if (!oracle) return oracle.error();
  task.oracle = *std::move(oracle);
  std::vector<SetupId> given;
  for (const BookEntry& entry : task.book.book.entries) given.push_back(entry.reply);
  for (const ReplyCount& frequent : count_replies(given)) task.replies.push_back(frequent.reply);
  task.prepared = task.oracle->prepare(task.replies);
  return ok_status();
}

}  // namespace

Result<ValueOrigin> origin_of_games(const GameModule& game, const EvaluationChoice& evaluation) {
  const auto oracle = game.setup_phase()->make_oracle(evaluation);
  if (!oracle) return oracle.error();
  return (*oracle)->origin();
}

Status play_results(const LoadedBook& book, const GameModule& game, const EvaluationChoice& evaluation,
                    const ResultGames& games, BookResults& results, const booksearch::Control& control) {
  Task task{book, game, evaluation, games};
  if (Status status = prepare(task); !status) return status;
  const std::vector<BookEntry>& entries = book.book.entries;
  std::set<SetupId> known;
  for (const PairResults& pair : results.pairs) known.insert(pair.red);
  const std::size_t reds = std::min(games.reds, entries.size());
  std::vector<std::uint64_t> units;
  for (std::size_t i = 0; i < reds; ++i)
    if (!known.contains(entries[i].red)) units.push_back(i);

  booksearch::ProgressMeter meter(control, "setups", reds, reds - units.size());
  const GamesWork work(task);
  const auto take_in = [&](std::size_t unit, const std::vector<PlayedPair>& pairs) -> Status {
    for (const PlayedPair& pair : pairs) results.pairs.push_back(results_of(entries[units[unit]].red, pair));
    meter.advance(1);
    return ok_status();
  };
  const Status status = booksearch::WorkerPool(work).compute(units, take_in, control);
  results.conditions = games.conditions;
  results.pairs = in_order_of(book.book, results.pairs);
  return status;
}

}  // namespace tabiya::tools
