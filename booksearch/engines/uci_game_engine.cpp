#include "booksearch/engines/uci_game_engine.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "booksearch/engines/uci_analyst.h"

namespace tabiya::booksearch {
namespace {

using Clock = std::chrono::steady_clock;

template <class T>
T smaller(T a, T b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);  // 0: no limit
}

class UciGameEngine final : public GameEngine {
 public:
  UciGameEngine(const GameModule& game, UciChoice choice, WhenStopped when_stopped)
      : limits_(std::move(choice.limits)),
        analyst_(game, std::move(choice.settings)),
        when_stopped_(when_stopped) {}

  Status start() {
    const Result<std::string> identity = analyst_.identity();
    return identity ? ok_status() : Status(identity.error());
  }

  void new_game() override {}

  Result<GameSearchResult> search(std::span<const PositionHandle> line, const Limits& limits,
                                  const Report& report, std::span<const std::string> first_moves) override {
    GameSearchResult last;
    const GamePosition& position = *line.back();
    if (position.outcome() != Outcome::kOpen) return ended(position);
    UciLimits all = limits_with(limits);
    all.first_moves.assign(first_moves.begin(), first_moves.end());
    auto finding = analyst_.search(position, all, [&](const GameSearchResult& result) {
      last = result;
      if (report) report(result);
    });
    if (finding) return std::move(finding->result);
    if (finding.error().code == ErrorCode::kStopped && when_stopped_ == WhenStopped::kFindings) return last;
    return finding.error();
  }

  int table_use() const override { return 0; }
  Result<Score> evaluate(const GamePosition&) const override {
    return unsupported("UCI engines tell no static values");
  }

 private:
  static GameSearchResult ended(const GamePosition& position) {
    GameSearchResult result;
    if (position.outcome() == Outcome::kWin) result.best.score = win_in(0);
    if (position.outcome() == Outcome::kLoss) result.best.score = loss_in(0);
    return result;
  }

  UciLimits limits_with(const Limits& limits) const {
    UciLimits all = limits_;
    if (limits.depth < kMaxDepth) all.depth = smaller(all.depth, limits.depth);
    if (limits.nodes != std::numeric_limits<std::uint64_t>::max())
      all.nodes = smaller(all.nodes, limits.nodes);
    if (limits.deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*limits.deadline - Clock::now());
      all.milliseconds = std::max<std::int64_t>(1, left.count());
    }
    return all;
  }

  UciLimits limits_;
  UciAnalyst analyst_;
  WhenStopped when_stopped_;
};

}  // namespace

Result<std::unique_ptr<GameEngine>> make_uci_game_engine(const GameModule& game, UciChoice choice,
                                                         WhenStopped when_stopped) {
  auto engine = std::make_unique<UciGameEngine>(game, std::move(choice), when_stopped);
  if (Status started = engine->start(); !started) return started.error();
  return std::unique_ptr<GameEngine>(std::move(engine));
}

}  // namespace tabiya::booksearch
