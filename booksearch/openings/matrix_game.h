// Games in which each side makes one choice. A table tells what each pair of choices is worth to the side
// that chooses rows. The other side, which chooses columns, gains what this one loses.
#pragma once

#include <cstddef>
#include <vector>

namespace tabiya::booksearch {

struct MatrixGame {
  std::size_t rows = 0, columns = 0;  // at least one of each
  std::vector<double> values;         // row by row

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

struct PureChoice {
  std::size_t row = 0, column = 0;
  double value = 0;
};

// Returns the least value of each row, with the first column that has it.
std::vector<PureChoice> row_minima(const MatrixGame& game);

// Returns the choices of both if the second side knows the row when it chooses the column: the row whose
// minimum is largest, or the first of these.
PureChoice best_of_minima(const MatrixGame& game);

// A solution if both choose at once, and so at random.
struct MixedChoice {
  std::vector<double> rows, columns;  // the probability of each
  // `low` is the value of `rows` against the best column, and `high` that of `columns` against the best row.
  // The value of the game lies between them, however these probabilities were found.
  double low = 0, high = 0;
};

// Solves the game by the simplex method, so that low and high are equal except for rounding. A thousand rows
// and columns take a tenth of a second.
MixedChoice simultaneous_choice(const MatrixGame& game);

}  // namespace tabiya::booksearch
