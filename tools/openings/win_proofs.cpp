#include "tools/openings/win_proofs.h"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/uci_session.h"
#include "codec/text.h"
#include "core/search/score.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

using booksearch::Judgement;
using booksearch::OpeningJudge;

constexpr std::size_t kBatch = 4'096;  // positions that are searched together

OracleChoice oracle_of(const ProofTask& task) {
  OracleChoice oracle;
  oracle.engine = task.engine;
  return oracle;
}

}  // namespace

// Answers with the plies to the win as the score: negative if the side to move loses, 0 if nothing is proved.
class WinProofs::OwnProver final : public OpeningJudge {
 public:
  OwnProver(const WinProofs& proofs, std::unique_ptr<GameEngine> engine)
      : proofs_(proofs), engine_(std::move(engine)) {}

  Result<Judgement> judge(const booksearch::Question& question) override {
    Limits limits;
    limits.nodes = proofs_.task_.nodes;
    engine_->new_game();
    const auto found = engine_->search({&proofs_.waiting_[question.candidate].position, 1}, limits, {});
    if (!found) return found.error();
    Judgement judgement;
    judgement.score = plies_to_win(found->best.score).value_or(0);
    return judgement;
  }

 private:
  const WinProofs& proofs_;
  std::unique_ptr<GameEngine> engine_;
};

class WinProofs::EngineProver final : public OpeningJudge {
 public:
  EngineProver(const WinProofs& proofs, UciSettings settings)
      : proofs_(proofs), session_(std::move(settings)) {}

  Result<Judgement> judge(const booksearch::Question& question) override {
    const GamePosition& position = *proofs_.waiting_[question.candidate].position;
    UciLimits limits;
    limits.nodes = proofs_.task_.nodes;
    const Result<UciAnswer> answer = session_.search(
        position.text(), limits, [&](std::string_view move) { return position.after(move).ok(); });
    if (!answer) return answer.error();
    Judgement judgement;
    const int moves = answer->mate_in.value_or(0);
    judgement.score = moves > 0 ? 2 * moves - 1 : 2 * moves;
    return judgement;
  }

 private:
  const WinProofs& proofs_;
  UciSession session_;
};

WinProofs::WinProofs(const GameModule& game, ProofTask task, booksearch::Control control, OnWin on_win)
    : game_(game), task_(std::move(task)), control_(std::move(control)), on_win_(std::move(on_win)) {
  booksearch::MakeJudge<OpeningJudge> make;
  if (task_.engine.empty()) {
    const OwnSearch search = own_search(oracle_of(task_), game_);
    make = [this, search]() -> Result<std::unique_ptr<OpeningJudge>> {
      auto engine = search.make_engine();
      if (!engine) return engine.error();
      return std::unique_ptr<OpeningJudge>(std::make_unique<OwnProver>(*this, *std::move(engine)));
    };
  } else {
    const UciSettings settings = engine_settings(oracle_of(task_), game_);
    take(UciSession(settings).name());  // it can be started
    make = [this, settings]() -> Result<std::unique_ptr<OpeningJudge>> {
      return std::unique_ptr<OpeningJudge>(std::make_unique<EngineProver>(*this, settings));
    };
  }
  pool_ = std::make_unique<booksearch::JudgePool<OpeningJudge>>(task_.threads, std::move(make));
}

WinProofs::~WinProofs() = default;

Status WinProofs::add(std::size_t place, PositionHandle position) {
  waiting_.push_back({place, std::move(position)});
  return waiting_.size() < kBatch ? ok_status() : finish();
}

Status WinProofs::finish() {
  std::vector<booksearch::Question> questions;
  for (std::uint32_t i = 0; i < waiting_.size(); ++i) questions.push_back({i, 0});
  std::vector<std::int64_t> plies(waiting_.size(), 0);
  const Status done = pool_->run(
      questions,
      [&](std::size_t index, const Judgement& judgement) {
        plies[index] = judgement.score;
        return ok_status();
      },
      control_);
  if (!done) return done;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (plies[i] == 0) continue;
    const auto mover = static_cast<std::size_t>(waiting_[i].position->side_to_move());
    const std::string_view winner = game_.sides()[plies[i] > 0 ? mover : 1 - mover];
    on_win_(waiting_[i].place, fmt::format("{} wins within {}", winner,
                                           counted(static_cast<std::uint64_t>(std::abs(plies[i])), "ply")));
  }
  waiting_.clear();
  return ok_status();
}

}  // namespace tabiya::tools
