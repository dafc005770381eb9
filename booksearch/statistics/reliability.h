// Reliability: whether chances come true. Of all games that were given a chance of 30 %, 30 % should be won; a
// diagram of observed against forecast frequencies shows where that fails, as those who forecast weather have drawn
// it since Murphy and Winkler, "Reliability of subjective probability forecasts of precipitation and temperature"
// (Applied Statistics 1977).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "booksearch/statistics/intervals.h"

namespace tabiya::booksearch {

// A game that was foretold, from the view of one side throughout.
struct Forecast {
  double chance = 0;  // 0 to 1
  double score = 0;   // that came of it: 1 for a win, 0.5 for a draw
};

// Forecasts of about the same chance.
struct ReliabilityBin {
  std::size_t count = 0;
  double chance = 0;    // their mean
  double score = 0;     // the mean of what came of them
  Interval interval{};  // of 99 %, of the score that is to be expected there; 0 to 1 of a single game
};

// Divides the chances from 0 to 1 into `bins` equal parts, and returns those that forecasts fall into, the lowest
// first. The order of the forecasts does not matter.
std::vector<ReliabilityBin> reliability(std::span<const Forecast> forecasts, std::size_t bins);

// A calibration fits logits of scores to logits of chances: logit(score) = bias + slope * logit(chance), with its standard
// errors. Reliable chances have a bias of 0 and a slope of 1; a slope above 1 says that they are too near to even.
struct Calibration {
  double bias = 0, slope = 1;
  double bias_error = 0, slope_error = 0;
};

// Fits the calibration by logistic regression (Cox, "Two further applications of a model for binary regression",
// Biometrika 1958), with errors that hold where draws make scores vary less than wins and losses do. Forecasts of
// 0 and 1 are left out. With fewer than three others, or without any difference between them, it is that of reliable
// chances with errors of infinity.
Calibration fit_calibration(std::span<const Forecast> forecasts);

// The mean square of what forecasts are off by (Brier, "Verification of forecasts expressed in terms of
// probability", Monthly Weather Review 1950); 0 without any.
double brier_score(std::span<const Forecast> forecasts);

}  // namespace tabiya::booksearch
