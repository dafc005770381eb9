#include "tools/learn/selfplay/self_play.h"

#include <algorithm>
#include <exception>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/support/shared_work.h"

namespace tabiya::tools {
namespace {

// A kind of work (booksearch/support/shared_work.h).
class GamesWork {
 public:
  static constexpr std::string_view kName = "games";
  struct Pass {
    static void visit_parts(auto&, auto&) {}
  };
  using Unit = std::uint64_t;        // the first game of a chunk
  using Answer = booksearch::Bytes;  // the records of its games

  explicit GamesWork(GeneratorMaker make_generator) : make_generator_(std::move(make_generator)) {}
  Pass pass() const { return {}; }

  class Thread {
   public:
    explicit Thread(const GeneratorMaker& make_generator) : make_generator_(make_generator) {}
    Result<Answer> compute(Unit first_game, const booksearch::Control&) {
      if (!generator_) {
        auto made = make_generator_();
        if (!made) return made.error();
        generator_ = std::move(made).value();
      }
      Answer records;
      for (Unit game = first_game; game < first_game + kGamesPerChunk; ++game)
        generator_->play(game, records);
      return records;
    }

   private:
    const GeneratorMaker& make_generator_;
    std::unique_ptr<GameGenerator> generator_;
  };
  Thread thread() const { return Thread(make_generator_); }

 private:
  const GeneratorMaker make_generator_;
};

// Hands over in their order what comes in any. What a slow chunk holds up is bounded by what the others
// finish meanwhile.
class InOrder {
 public:
  InOrder(const std::function<void(const DataChunk&)>& sink, booksearch::ProgressMeter& meter)
      : sink_(sink), meter_(meter) {}

  void add(std::size_t index, DataChunk chunk) {
    early_.emplace(index, std::move(chunk));
    for (; !early_.empty() && early_.begin()->first == next_; ++next_) {
      const DataChunk next = std::move(early_.extract(early_.begin()).mapped());
      sink_(next);
      meter_.advance(next.games);
    }
  }

 private:
  const std::function<void(const DataChunk&)>& sink_;
  booksearch::ProgressMeter& meter_;
  std::map<std::size_t, DataChunk> early_;
  std::size_t next_ = 0;
};

}  // namespace

Status play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                  const std::function<void(const DataChunk&)>& sink, const booksearch::Control& control) {
  constexpr std::uint64_t kGamesPerPass = std::uint64_t{1} << 20;  // so that their list stays short
  const GamesWork work(make_generator);
  booksearch::WorkerPool workers(work);
  booksearch::ProgressMeter meter(control, "games", end, first);
  std::exception_ptr thrown;
  for (; first < end; first += kGamesPerPass) {
    std::vector<std::uint64_t> units;
    for (std::uint64_t game = first; game < std::min(end, first + kGamesPerPass); game += kGamesPerChunk)
      units.push_back(game);
    InOrder in_order(sink, meter);
    const auto take_in = [&](std::size_t index, booksearch::Bytes records) -> Status {
      try {
        in_order.add(index, {units[index], kGamesPerChunk, std::move(records)});
      } catch (...) {
        thrown = std::current_exception();
        return Error{ErrorCode::kIo, "chunks cannot be handed over", {}};
      }
      return ok_status();
    };
    const Status status = workers.compute(units, take_in, control);
    if (thrown) std::rethrow_exception(thrown);
    if (!status) return status;
  }
  return ok_status();
}

booksearch::WorkKind games_work(GeneratorMaker make_generator) {
  const auto work = std::make_shared<GamesWork>(std::move(make_generator));
  return booksearch::offer<GamesWork>([work](const GamesWork::Pass&) { return work; });
}

}  // namespace tabiya::tools
