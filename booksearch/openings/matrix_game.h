// Games in which each side makes one choice: a table of what each pair of choices is worth to the side that
// chooses rows. The other side, which chooses columns, gains what this one loses.
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

// Of each row, its least value, with the first column that has it.
std::vector<PureChoice> row_minima(const MatrixGame& game);

// What both do when the column is chosen in sight of the row: the row whose minimum is largest, the first of
// these.
PureChoice best_of_minima(const MatrixGame& game);

// Both choose at once, and so at random.
struct MixedChoice {
  std::vector<double> rows, columns;  // the probability of each
  // What `rows` is worth against the best column, and `columns` against the best row: the value of the game
  // lies between them, however these probabilities were found.
  double low = 0, high = 0;
};

// By the simplex method, so that low and high are equal but for rounding; of a thousand rows and columns in a
// tenth of a second.
MixedChoice simultaneous_choice(const MatrixGame& game);

}  // namespace tabiya::booksearch
