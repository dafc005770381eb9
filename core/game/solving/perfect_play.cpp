#include "core/game/solving/perfect_play.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tabiya {

std::optional<PerfectPlay::Choice> PerfectPlay::choose(const PositionHandle& position, const Limits& limits) {
  const int us = position->side_to_move();
  std::vector<Option> options;
  for (const MoveText& move : position->moves())
    options.push_back({move.wire, position->after(move.wire).value()});
  for (const Option& option : options)
    if (value_by_rules(*option.next) == SolvedValue::won_by(us))
      return Choice{option.move, SolvedValue::won_by(us)};
  if (options.size() == 1) return Choice{options.front().move, {}};
  const SolvedValue value = solve_value(*solver_, *position, limits);
  if (!value.is_known) return std::nullopt;
  if (value.winner == 1 - us) return Choice{most_stubborn(options, 1 - us, limits), value};
  if (auto move = keeping(options, value, us, limits)) return Choice{std::move(*move), value};
  return std::nullopt;
}

std::optional<std::string> PerfectPlay::keeping(const std::vector<Option>& options, const SolvedValue& value,
                                                int us, const Limits& limits) {
  // The side that wins is the attacker of one question, the side that holds a draw the defender of the other
  // one.
  const int attacker = value.winner ? us : 1 - us;
  const Verdict wanted = value.winner ? Verdict::kAttackerWins : Verdict::kAttackerDoesNotWin;
  for (const Option& option : options)
    if (value_by_rules(*option.next) == value) return option.move;
  for (const Option& option : options)
    if (solver_->known(*option.next, attacker) == wanted) return option.move;
  for (std::uint64_t nodes = 1'000; !limits.has_ended(); nodes *= 4) {
    for (const Option& option : options) {
      Limits own = limits;
      own.nodes = std::min(nodes, limits.nodes);
      if (solver_->solve(*option.next, attacker, own) == wanted) return option.move;
    }
    if (nodes >= limits.nodes) break;
  }
  return std::nullopt;
}

std::string PerfectPlay::most_stubborn(const std::vector<Option>& options, int them, const Limits& limits) {
  constexpr std::uint64_t kNodesForReply = 2'000;
  Limits own = limits;
  own.nodes = std::min(kNodesForReply, limits.nodes);
  const Option* best = &options.front();
  double best_share = 2;
  std::uint64_t best_work = 0;
  for (const Option& option : options) {
    if (limits.has_ended()) break;
    const std::uint64_t before = solver_->nodes();
    const std::vector<MoveText> replies = option.next->moves();
    double winning = 0;
    for (const MoveText& reply : replies) {
      const PositionHandle after = option.next->after(reply.wire).value();
      const SolvedValue over = value_by_rules(*after);
      const bool wins =
          over.is_known ? over.winner == them : solver_->solve(*after, them, own) == Verdict::kAttackerWins;
      winning += wins;
    }
    // A move that ends the game loses it here.
    const double share = replies.empty() ? 1 : winning / static_cast<double>(replies.size());
    const std::uint64_t work = solver_->nodes() - before;
    if (share > best_share || (share == best_share && work <= best_work)) continue;
    best = &option;
    best_share = share;
    best_work = work;
  }
  return best->move;
}

}  // namespace tabiya
