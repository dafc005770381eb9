#include "tools/learn/selfplay/self_play.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/work/shared_work.h"
#include "tools/learn/selfplay/in_order.h"

namespace tabiya::tools {
namespace {

// A kind of work (booksearch/work/shared_work.h).
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

}  // namespace

Status play_games(const GeneratorMaker& make_generator, std::uint64_t first, std::uint64_t end,
                  const std::function<void(const DataChunk&)>& sink, const booksearch::Control& control) {
  constexpr std::uint64_t kGamesPerPass = std::uint64_t{1} << 20;  // so that their list stays short
  const GamesWork work(make_generator);
  booksearch::WorkerPool workers(work);
  booksearch::ProgressMeter meter(control, "games", end, first);
  for (; first < end; first += kGamesPerPass) {
    std::vector<std::uint64_t> units;
    for (std::uint64_t game = first; game < std::min(end, first + kGamesPerPass); game += kGamesPerChunk)
      units.push_back(game);
    const auto hand_over = [&](std::size_t index, booksearch::Bytes records) {
      sink({units[index], kGamesPerChunk, std::move(records)});
      meter.advance(kGamesPerChunk);
    };
    if (const Status status = compute_in_order<GamesWork>(workers, units, control, hand_over); !status)
      return status;
  }
  return ok_status();
}

booksearch::WorkKind games_work(GeneratorMaker make_generator) {
  const auto work = std::make_shared<GamesWork>(std::move(make_generator));
  return booksearch::offer<GamesWork>([work](const GamesWork::Pass&) { return work; });
}

}  // namespace tabiya::tools
