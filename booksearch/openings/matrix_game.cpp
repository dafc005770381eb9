// The game of a matrix A > 0 as a linear program: the side of the columns looks for q >= 0 with A q <= 1 and
// the largest sum; then 1 / sum is the value, and q times the value are its probabilities. Those of the rows
// are the dual solution, which the same tableau holds.
//
// Multiplicative weights or fictitious play would take a few lines less, but come near the value only slowly,
// and never quite; this ends with the value.
#include "booksearch/openings/matrix_game.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/random.h"

namespace tabiya::booksearch {
namespace {

constexpr double kNothing = 1e-11;  // smaller than this is rounding

// The dictionary of the simplex method: each row tells a basic variable in terms of the others, and the last
// row tells the objective. Variables 0 … columns - 1 are q, those after them the slack of the rows.
class Tableau {
 public:
  // `shift` is added to all values, to make them positive.
  Tableau(const MatrixGame& game, double shift)
      : rows_(game.rows), width_(game.columns + 1), cells_((rows_ + 1) * width_) {
    // Equal limits would let several rows become tight at once, and the method go round in circles.
    Random random(1);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < game.columns; ++column)
        cell(row, column) = game.at(row, column) + shift;
      cell(row, width_ - 1) = 1 + 1e-9 * (1 + random.below(1'000'000) * 1e-6);
      basic_.push_back(game.columns + row);
    }
    for (std::size_t column = 0; column < game.columns; ++column) {
      cell(rows_, column) = -1;
      free_.push_back(column);
    }
  }

  void solve() {
    // The limit is far more steps than are ever taken. If rounding should ever lead in circles, low and high
    // show it.
    for (std::size_t left = 50 * (rows_ + width_); left > 0; --left) {
      const double* const objective = &cell(rows_, 0);
      const std::size_t column =
          static_cast<std::size_t>(std::min_element(objective, objective + width_ - 1) - objective);
      if (objective[column] > -kNothing) return;
      pivot(tightest_row(column), column);
    }
  }

  // Returns the values by variable, those of q first; each is at least 0.
  std::vector<double> primal() const {
    std::vector<double> values(rows_ + width_ - 1);
    for (std::size_t row = 0; row < rows_; ++row)
      values[basic_[row]] = std::max(0.0, cells_[row * width_ + width_ - 1]);
    return values;
  }
  std::vector<double> dual() const {
    std::vector<double> values(rows_ + width_ - 1);
    for (std::size_t column = 0; column + 1 < width_; ++column)
      values[free_[column]] = std::max(0.0, cells_[rows_ * width_ + column]);
    return values;
  }

 private:
  double& cell(std::size_t row, std::size_t column) { return cells_[row * width_ + column]; }

  // Returns the first row that keeps the variable of a column from growing further.
  std::size_t tightest_row(std::size_t column) {
    std::size_t tightest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < rows_; ++row) {
      if (cell(row, column) <= kNothing) continue;
      const double limit = cell(row, width_ - 1) / cell(row, column);
      if (limit < least) least = limit, tightest = row;
    }
    return tightest;
  }

  void pivot(std::size_t row, std::size_t column) {
    double* const own = &cell(row, 0);
    const double inverse = 1 / own[column];
    own[column] = 1;
    for (std::size_t i = 0; i < width_; ++i) own[i] *= inverse;
    for (std::size_t other = 0; other <= rows_; ++other) {
      const double factor = cell(other, column);
      if (other == row || factor == 0) continue;
      double* const cells = &cell(other, 0);
      cells[column] = 0;
      for (std::size_t i = 0; i < width_; ++i) cells[i] -= factor * own[i];
    }
    std::swap(basic_[row], free_[column]);
  }

  std::size_t rows_, width_;
  std::vector<double> cells_;
  std::vector<std::size_t> basic_, free_;  // variables of the rows, and of the columns
};

// Returns the part from `first` on, as probabilities.
std::vector<double> probabilities(const std::vector<double>& values, std::size_t first, std::size_t count) {
  std::vector<double> part(values.begin() + static_cast<std::ptrdiff_t>(first),
                           values.begin() + static_cast<std::ptrdiff_t>(first + count));
  double sum = 0;
  for (const double value : part) sum += value;
  for (double& value : part) value /= sum;
  return part;
}

// Sets the values of the probabilities against the best answers to them.
void set_bounds(const MatrixGame& game, MixedChoice& choice) {
  std::vector<double> by_column(game.columns), by_row(game.rows);
  for (std::size_t row = 0; row < game.rows; ++row) {
    for (std::size_t column = 0; column < game.columns; ++column) {
      by_column[column] += choice.rows[row] * game.at(row, column);
      by_row[row] += choice.columns[column] * game.at(row, column);
    }
  }
  choice.low = *std::ranges::min_element(by_column);
  choice.high = *std::ranges::max_element(by_row);
}

}  // namespace

std::vector<PureChoice> row_minima(const MatrixGame& game) {
  std::vector<PureChoice> minima;
  for (std::size_t row = 0; row < game.rows; ++row) {
    PureChoice least{row, 0, game.at(row, 0)};
    for (std::size_t column = 1; column < game.columns; ++column) {
      if (game.at(row, column) < least.value) least = {row, column, game.at(row, column)};
    }
    minima.push_back(least);
  }
  return minima;
}

PureChoice best_of_minima(const MatrixGame& game) {
  const std::vector<PureChoice> minima = row_minima(game);
  return *std::ranges::max_element(minima, {}, &PureChoice::value);
}

MixedChoice simultaneous_choice(const MatrixGame& game) {
  const auto [least, largest] = std::ranges::minmax(game.values);
  // Values of about 1 suit the limits that are taken for rounding.
  const double scale = std::max(largest - least, kNothing);
  MatrixGame scaled = game;
  for (double& value : scaled.values) value = (value - least) / scale;
  Tableau tableau(scaled, 1);
  tableau.solve();
  MixedChoice choice;
  choice.rows = probabilities(tableau.dual(), game.columns, game.rows);
  choice.columns = probabilities(tableau.primal(), 0, game.columns);
  set_bounds(game, choice);
  return choice;
}

}  // namespace tabiya::booksearch
