// What a list of start positions is worth to whoever tests two engines of nearly equal strength: how many games it takes until
// the stronger one is seen.
//
// The model. A judge tells the chances of the side that begins in a start position: a win w, a draw, a loss l. By an ordinal
// logistic model (Rao and Kupper, "Ties in paired-comparison experiments", 1967; the win-draw-loss model that Stockfish
// reports has the same form) these are
//
//   w = s(v - t),  l = s(-v - t),  s(x) = 1 / (1 + exp(-x))
//
// of an advantage v and a margin t within which games are drawn, in logits. Between other players these are scaled and the
// margin is widened; both are fitted to games where there are some, and are 1 and 0 else. A player who is stronger by e plays
// from v + e. Two games from each position with the sides exchanged, independent but for the position, give the five
// probabilities of a pair (the pentanomial model), whose mean over the positions is the book's. From mean m and variance of
// the score of a game in a pair follow
//
//   normalised Elo = 800 / ln 10 * (m - 1/2) / sqrt(2 variance)
//
// (Van den Bergh, "Normalized Elo", 2020), and by Wald's approximation the games that a sequential probability ratio test
// takes on average where the stronger hypothesis is true: 640,000 / (its normalised Elo - that of the other)^2 for errors of
// 5 %, the number by which the testers of Stockfish compare books (github.com/official-stockfish/Stockfish/issues/3323).
//
// What the model leaves out: errors of the judge that positions of a book share, and that an engine may be better in some
// openings than in others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "booksearch/openings/judgement.h"
#include "booksearch/statistics/intervals.h"
#include "booksearch/statistics/shrinkage.h"

namespace tabiya::booksearch {

// Of the side that begins, in logits, as the judge has them.
struct StartChances {
  double advantage = 0;
  double margin = 0;  // not negative
};

// Chances are per mille, and at least a half of one of these: nothing is certain.
StartChances start_chances(const Judgement& judgement);

// How the players of the games differ from the judge.
struct PlayerModel {
  double scale = 1;     // of advantage and margin
  double widening = 0;  // of the margin, in logits
};

// One game: who wins it, from a start position.
struct SeenGame {
  StartChances start;
  int points = 1;            // half points of the side that begins
  bool first_begins = true;  // the first player has that side
};

struct FittedPlayers {
  PlayerModel model;
  double strength = 0;  // of the first player over the second, in logits
  // Of scale, widening and strength.
  std::array<std::array<double, 3>, 3> covariance{};
  std::size_t games = 0;
};

// The likeliest ones, with weak priors: scale 1 ± 1, widening 0 ± 2, strength 0 ± 2. Without games, the judge's own model,
// taken as certain.
FittedPlayers fit_players(std::span<const SeenGame> games);

// Probabilities of the points of a player who is stronger by `strength` logits, in a pair of games from one position.
PairShares pair_of_games(const StartChances& start, const PlayerModel& model, double strength);

// The normalised Elo of such a pair, or of a mean of many.
double normalised_elo(const PairShares& pairs);

// What is to be told apart: differences in strength in Elo, 400 / ln 10 of which are a logit; and the errors of the test.
struct StrengthTest {
  double elo0 = 0, elo1 = 5;
  double alpha = 0.05, beta = 0.05;
};

struct BookWorth {
  PairShares pairs{};         // at elo1
  double draws = 0;           // share of games
  double normalised_elo = 0;  // at elo1
  double games = 0;           // of the test on average, where elo1 is true
  double ratio = 1;           // of normalised Elo, to that of the first book
};

// With intervals of 95 %.
struct BookEstimate {
  BookWorth worth;
  Interval draws, normalised_elo, games, ratio;
};

// Of each book, from a sample of its positions, at least one. The intervals tell of the samples and of the fit, by `rounds`
// samples drawn from these (the bootstrap); the same seed, the same numbers.
std::vector<BookEstimate> compare_books(std::span<const std::vector<StartChances>> books,
                                        const FittedPlayers& players, const StrengthTest& test,
                                        std::uint64_t seed, int rounds = 400);

}  // namespace tabiya::booksearch
