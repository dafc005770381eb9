#include "tools/openings/win_proofs.h"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {
namespace {

using booksearch::Judgement;
using booksearch::OpeningJudge;

constexpr std::size_t kBatch = 4'096;  // positions that are searched together

}  // namespace

WinProofs::WinProofs(const GameModule& game, const ProofTask& task, booksearch::Control control, OnWin on_win)
    : game_(game), control_(std::move(control)), on_win_(std::move(on_win)) {
  OracleChoice oracle;
  oracle.engine = task.engine;
  questions_.position = [this](std::uint32_t place) { return waiting_[place].position; };
  questions_.stages = {{.nodes = task.nodes}};
  questions_.read = booksearch::judged_by_proof;
  pool_ = std::make_unique<booksearch::JudgePool<OpeningJudge>>(
      task.threads, booksearch::engine_opening_judges(questions_, chosen_search(oracle, game_).make_engine));
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
