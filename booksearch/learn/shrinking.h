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
#include <string>
#include <vector>

#include "booksearch/learn/data_file.h"
#include "booksearch/learn/training_data.h"
#include "codec/result.h"
#include "core/eval/kernels/kernels.h"
#include "core/eval/network.h"
#include "core/game/game_module.h"
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

// The steps of the rows of a network whose weights take so many bits each (core/eval/compact_network.h), and positions see it
// change least. Errors: those of shrink_network().
Result<std::vector<std::int32_t>> steps_for_bits(const NetworkWeights& network,
                                                 std::span<const SeenPosition> positions, double bits);

// Positions over which a network is compared with what is left of it: 80,000 at most.
//
// Returns the first positions of a file. Errors, which name it: those of the file; kInvalid if it holds none.
Result<std::vector<SeenPosition>> first_positions(const std::string& path, DataReader& reader);

// Returns positions from all over the data.
Result<std::vector<SeenPosition>> spread_positions(const TrainingData& data);

// Returns positions of games of a network against itself, and of its search trees, which are those that it is asked about.
// `game`: a trainable one, with networks of that shape. Errors: kUnsupported if the network does not fit; kInvalid if its games
// have no quiet positions.
Result<std::vector<SeenPosition>> own_positions(const NetworkWeights& network, const KernelSet& kernels,
                                                const GameModule& game);

}  // namespace tabiya::booksearch
