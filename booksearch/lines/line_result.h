// The value of a finished game in books of lines.
#pragma once

#include "core/book/line_graph.h"
#include "core/search/game.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

// `outcome`: not kOpen.
inline LineScore line_result(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin:
      return {win_in(0), true};
    case Outcome::kLoss:
      return {loss_in(0), true};
    default:
      return {kDrawScore, true};
  }
}

}  // namespace tabiya::booksearch
