// Scores: integers in units of logit / 10,000 (win probability = 1 / (1 + exp(-score / 10,000))), from the
// view of the side to move unless a name says otherwise (red_value). Proven results lie beyond every
// evaluation and count plies, so that the shorter win is the better one. Every score fits 24 bits with its
// sign, as a transposition table stores it.
#pragma once

#include <cstdint>
#include <optional>

namespace tabiya {

using Score = std::int32_t;

inline constexpr Score kDrawScore = 0;
inline constexpr Score kInfiniteScore = 8'300'000;      // beyond every score that a search can return
inline constexpr Score kWinScore = 8'000'000;           // a win at once; a win in n plies is kWinScore - n
inline constexpr int kMaxPly = 128;                     // longest line that a search follows, in plies
inline constexpr Score kProvenWin = kWinScore - 1'000;  // scores from here up are proven wins
inline constexpr Score kMaxEvaluation = kProvenWin - 1;

constexpr Score win_in(int plies) { return kWinScore - plies; }
constexpr Score loss_in(int plies) { return plies - kWinScore; }
constexpr bool is_proven(Score score) { return score >= kProvenWin || score <= -kProvenWin; }

// Plies to the end of a proven line: positive when the side to move wins, negative when it loses.
constexpr std::optional<int> plies_to_win(Score score) {
  if (score >= kProvenWin) return kWinScore - score;
  if (score <= -kProvenWin) return -(kWinScore + score);
  return std::nullopt;
}

}  // namespace tabiya
