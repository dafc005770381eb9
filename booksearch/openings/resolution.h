// The resolution of a start position: how clearly a small difference in strength shows in games that begin
// there.
//
// The model. A judge tells the chances of the side that begins in a start position: a win w, a draw, a loss l. By an ordinal
// logistic model (Rao and Kupper, "Ties in paired-comparison experiments", 1967; the win-draw-loss model that Stockfish
// reports has the same form) these are
//
//   w = s(v - t),  l = s(-v - t),  s(x) = 1 / (1 + exp(-x))
//
// of an advantage v and a margin t within which games are drawn, in logits. A player who is stronger by e plays from v + e.
// Two games from a position with the sides exchanged, independent but for the position, give the five probabilities of a pair
// (the pentanomial model). From mean m and variance of the score of a game in a pair follow
//
//   normalised Elo = 800 / ln 10 * (m - 1/2) / sqrt(2 variance)
//
// (Van den Bergh, "Normalized Elo", 2020). The number of games that a test takes is proportional to its
// inverse square.
#pragma once

#include "booksearch/openings/judgement.h"
#include "booksearch/statistics/shrinkage.h"

namespace tabiya::booksearch {

// The judge's chances of the side that begins, in logits.
struct StartChances {
  double advantage = 0;
  double margin = 0;  // not negative
};

// Reads the chances of a judgement, which are per mille. Each counts as at least half a per mille, since
// nothing is certain.
StartChances start_chances(const Judgement& judgement);

// Returns the probabilities of the points of a player who is stronger by `strength` logits, in a pair of
// games from one position.
PairShares pair_of_games(const StartChances& start, double strength);

// Returns the normalised Elo of such a pair, or of a mean of many.
double normalised_elo(const PairShares& pairs);

// Returns the normalised Elo that a difference of about 5 Elo has in pairs of games from the position.
double resolution_of(const Judgement& judgement);

}  // namespace tabiya::booksearch
