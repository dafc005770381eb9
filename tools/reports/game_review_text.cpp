#include "tools/reports/game_review_text.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/value_json.h"

namespace tabiya::tools {
namespace {

std::string_view sign_of(Mark mark) {
  switch (mark) {
    case Mark::kNone:
      return "";
    case Mark::kDoubtful:
      return "?!";
    case Mark::kMistake:
      return "?";
    case Mark::kMissedWin:
    case Mark::kBlunder:
      return "??";
  }
  return "";
}

// "0.341 ± 0.052", or "-".
std::string loss_with_error(const JudgedMove& move) {
  const auto loss = move.loss();
  if (!loss) return "-";
  return loss_text(*loss) + (move.error ? " ± " + loss_text(*move.error) : "");
}

}  // namespace

void print_judged(const JudgedMove& move, bool json) {
  const auto loss = move.loss();
  if (json) {
    Json object{{"ply", move.ply}, {"move", move.played.wire}, {"best", move.best.wire}};
    add_value(object, "score", move.before, move.view);
    object.update({{"score_after", move.after},
                   {"win_after", win_json(move.after)},
                   {"loss", nullptr},
                   {"error", nullptr}});
    if (loss) object["loss"] = *loss;
    if (loss && move.error) object["error"] = *move.error;
    object["depth"] = move.depth;
    object["mark"] = sign_of(mark_of(move));
    print_json(object);
  } else {
    print_line("{:>3} {:<{}} {:<7} best {:<7} {:<{}} then {:<{}} loss {:<15}  depth {}", move.ply,
               move.view.viewer, std::max(move.view.viewer.size(), move.view.opponent.size()),
               move.played.readable + std::string(sign_of(mark_of(move))), move.best.readable,
               value_text(move.before, move.view), kValueWidth, value_text(move.after, move.view),
               kValueWidth, loss_with_error(move), move.depth);
  }
  flush_output();
}

void print_sum(std::string_view side, const SideSum& sum, bool json) {
  const std::size_t known = sum.moves - sum.unknown;
  const double mean = known == 0 ? 0 : static_cast<double>(sum.loss) / static_cast<double>(known);
  if (json)
    return print_json({{"side", side},
                       {"moves", sum.moves},
                       {"best_moves", sum.best},
                       {"loss", sum.loss},
                       {"error", std::round(std::sqrt(sum.squared_errors))},
                       {"mean_loss", known == 0 ? Json(nullptr) : Json(mean)},
                       {"proven_changes", sum.unknown},
                       {"doubtful", sum.marked(Mark::kDoubtful)},
                       {"mistakes", sum.marked(Mark::kMistake)},
                       {"missed_wins", sum.marked(Mark::kMissedWin)},
                       {"blunders", sum.marked(Mark::kBlunder)}});
  print_line(
      "{}: {}, {} of them the best; lost {} ± {} in all, {} a move{}", side, counted(sum.moves, "move"),
      sum.best, loss_text(static_cast<double>(sum.loss)), loss_text(std::sqrt(sum.squared_errors)),
      loss_text(mean),
      sum.unknown == 0 ? "" : fmt::format("; {} changed a proved result", counted(sum.unknown, "move")));
  print_line("{}: {} doubtful, {}, {}, {}", side, sum.marked(Mark::kDoubtful),
             counted(sum.marked(Mark::kMistake), "mistake"),
             counted(sum.marked(Mark::kMissedWin), "missed win"),
             counted(sum.marked(Mark::kBlunder), "blunder"));
}

}  // namespace tabiya::tools
