// Shrinking: a network that takes fewer bits, and evaluates positions as nearly as possible as before.
//
// Rows of the feature transformer are rounded to multiples of steps, one for each row, which the coder of matrices
// sees (codec/matrix_steps.h). Rounding a row adds noise of step^2 / 12 to each number of an accumulator whenever the
// row is in use, and saves log2(step) bits a number. For a given sum of noise over positions the bits are fewest if
// step^2 times the use is the same for all rows (reverse water-filling: T. Cover, J. Thomas, "Elements of Information
// Theory", chapter 10): rows that few positions need are rounded most, and to nothing where none does. The bias takes
// over what the rows in use have lost on average.
//
// A dead zone around zero, of 0.1 steps, was tried: at equal bytes evaluations of other games' positions were off by
// 2 to 9 % more.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/eval/network.h"
#include "core/learn/learning.h"

namespace tabiya::booksearch {

// Evaluations before and after, logit x 10,000.
struct ShrinkingError {
  double root_mean_square = 0;
  double mean = 0;         // after less before
  double correlation = 1;  // of both
};

// The difference between the evaluations of two networks of the same shape, over at least one position.
Result<ShrinkingError> shrinking_error(const NetworkWeights& before, const NetworkWeights& after,
                                       std::span<const SeenPosition> positions);

// The network with rows rounded for `noise`: the step of a row that is in use as often as rows are on average; at least
// 1, where a network stays as it is but for rows without use. Errors: kInvalid where the positions have other features.
Result<NetworkWeights> round_rows(const NetworkWeights& network, std::span<const SeenPosition> positions,
                                  double noise);

// The steps of rows that were rounded: the greatest numbers of which all weights of a row are multiples. A row of zeros has the
// greatest step, with which it stays so.
std::vector<std::int32_t> steps_of_rows(const NetworkWeights& network);

// Rounds rows to multiples of their steps.
void round_to_steps(NetworkWeights& network, std::span<const std::int32_t> steps);

// The network with the least noise that `fits` accepts, found by bisection. Errors: as round_rows(); kTooLarge if none fits.
Result<NetworkWeights> shrink_network(const NetworkWeights& network, std::span<const SeenPosition> positions,
                                      const std::function<bool(const NetworkWeights&)>& fits);

}  // namespace tabiya::booksearch
