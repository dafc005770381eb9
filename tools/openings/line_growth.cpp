#include "tools/openings/line_growth.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "booksearch/openings/window.h"
#include "core/random.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {
namespace {

using booksearch::Judgement;
using booksearch::Question;

// The job as the judge of its tree sees it.
OpeningsJob growing_job(const OpeningsJob& job) {
  OpeningsJob growing = job;
  growing.window = job.tree->window;
  growing.stages = {job.tree->limits};
  growing.plies = 0;
  return growing;
}

PositionHandle root_of(const OpeningsJob& job) {
  const GameModule& game = game_named(job.game, "game");
  const std::string& from = job.tree->from;
  PositionHandle root =
      from == "startpos" ? game.usual_start() : take(game.parse_position(from), "tree: from");
  if (root->in_setup_phase())
    throw Failure("tree: from: setups are still to be placed; name a position in which moves are made");
  return root;
}

// The different positions one move on in which the game is not over.
std::vector<PositionHandle> next_positions(const std::vector<PositionHandle>& positions) {
  std::vector<PositionHandle> next;
  std::unordered_set<std::uint64_t> seen;
  for (const PositionHandle& position : positions) {
    for (const MoveText& move : position->moves()) {
      PositionHandle after = take(position->after(move.wire), "tree");
      if (after->outcome() == Outcome::kOpen && !after->moves().empty() && seen.insert(after->key()).second)
        next.push_back(std::move(after));
    }
    if (next.size() > Candidates::kMost)
      throw Failure(
          fmt::format("tree: more than {} lines are too many; choose a narrower window, or a smaller most",
                      Candidates::kMost));
  }
  return next;
}

}  // namespace

LineGrowth::LineGrowth(const OpeningsJob& job)
    : job_(growing_job(job)), root_(root_of(job)), found_(job_, {}) {}

std::string LineGrowth::identity() const {
  const LineTree& tree = *job_.tree;
  return fmt::format("lines of {} plies of {} {} from {}, {}, measure {} in [{}, {}] {}, {} a ply, seed {}",
                     tree.plies, job_.game, game_named(job_.game, "game").rules_version(), root_->text(),
                     tree.limits.command(), static_cast<int>(tree.window.measure), tree.window.low,
                     tree.window.high, tree.window.either_side, tree.most, job_.seed);
}

Result<std::vector<PositionHandle>> LineGrowth::grow(Pool* judges, booksearch::JudgementStore* store,
                                                     const booksearch::Control& control) {
  if (store != nullptr) {
    const auto stored = store->judgements();
    if (!stored) return stored.error();
    for (const auto& [question, judgement] : *stored) known_.emplace(question.candidate, judgement);
  }
  std::vector<PositionHandle> ends{root_};
  for (int ply = 1; ply <= job_.tree->plies; ++ply) {
    if (ply > 1) keep_a_sample(ends, ply);
    std::vector<PositionHandle> next = next_positions(ends);
    const std::uint32_t first = found_.size();
    found_.append(next);
    if (const Status status = judge_from(first, judges, store, control); !status) return status.error();
    ends.clear();
    for (std::uint32_t i = 0; i < next.size(); ++i) {
      if (job_.window.contains(booksearch::value_of(known_.at(first + i), job_.window.measure)))
        ends.push_back(std::move(next[i]));
    }
    if (ends.empty())
      throw Failure(fmt::format("tree: at ply {} no line is left in the window; choose a wider one", ply));
  }
  return ends;
}

// Has all found from this one on judged.
Status LineGrowth::judge_from(std::uint32_t first, Pool* judges, booksearch::JudgementStore* store,
                              const booksearch::Control& control) {
  std::vector<Question> questions;
  for (std::uint32_t i = first; i < found_.size(); ++i)
    if (!known_.contains(i)) questions.push_back({i, 0});
  if (questions.empty()) return ok_status();
  if (judges == nullptr) return Error{ErrorCode::kStopped, "the lines have not grown to their ends", {}};
  booksearch::ProgressMeter progress(control, "grow lines", questions.size());
  const Status asked = judges->run(
      questions,
      [&](std::size_t index, const Judgement& judgement) {
        known_.emplace(questions[index].candidate, judgement);
        progress.advance(1);
        return store == nullptr ? ok_status() : store->add(questions[index], judgement);
      },
      control);
  const Status kept = store == nullptr ? ok_status() : store->flush();
  return asked ? kept : asked;
}

// As many as go on at most, drawn without regard to their values, in their order.
void LineGrowth::keep_a_sample(std::vector<PositionHandle>& positions, int ply) const {
  const auto size = static_cast<std::uint32_t>(positions.size()), most = job_.tree->most;
  if (size <= most) return;
  std::vector<std::uint32_t> places(size);
  for (std::uint32_t i = 0; i < size; ++i) places[i] = i;
  Random random(Random(job_.seed ^ 0x6C696E6573).next() + static_cast<std::uint64_t>(ply));
  for (std::uint32_t i = 0; i < most; ++i) std::swap(places[i], places[i + random.below(size - i)]);
  places.resize(most);
  std::ranges::sort(places);
  for (std::uint32_t i = 0; i < most; ++i) positions[i] = positions[places[i]];
  positions.resize(most);
}

}  // namespace tabiya::tools
