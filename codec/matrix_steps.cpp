#include "codec/matrix_steps.h"

#include <bit>
#include <numeric>
#include <utility>

namespace tabiya::codec {
namespace {

// The bits that all steps of a matrix save, in units of 1 / 64, less what they take themselves.
struct Balance {
  std::int64_t values_each;  // that have the same step
  std::int64_t saved = 0;
  std::int32_t last = 1;

  // Takes the greatest common divisor of the values that have the next step, and returns that step. Values that are all 0 have
  // any step, and take the one before.
  std::int32_t take(std::int32_t divisor) {
    constexpr std::int64_t kSame = 1, kOther = 20 * 64;
    const std::int32_t step = divisor == 0 ? last : divisor <= kMostStep ? divisor : 1;
    if (divisor != 0) saved += 64 * values_each * (std::bit_width(static_cast<std::uint32_t>(step)) - 1);
    saved -= step == last ? kSame : kOther;
    return last = step;
  }
};

}  // namespace

MatrixSteps choose_steps(MatrixShape shape, std::span<const std::int32_t> values) {
  std::vector<std::int32_t> rows(shape.rows), columns(shape.columns);
  std::int32_t whole = 0;
  for (std::uint32_t row = 0; row < shape.rows; ++row) {
    const auto of_row = values.subspan(std::size_t{row} * shape.columns, shape.columns);
    for (std::uint32_t column = 0; column < shape.columns; ++column) {
      rows[row] = std::gcd(rows[row], of_row[column]);
      columns[column] = std::gcd(columns[column], of_row[column]);
    }
    whole = std::gcd(whole, rows[row]);
  }
  MatrixSteps best;
  std::int64_t saved = 0;
  const auto offer = [&](MatrixSteps::Of of, std::vector<std::int32_t> divisors, std::size_t values_each) {
    Balance balance{static_cast<std::int64_t>(values_each)};
    for (std::int32_t& divisor : divisors) divisor = balance.take(divisor);
    if (balance.saved <= saved) return;
    saved = balance.saved;
    best = {of, std::move(divisors)};
  };
  offer(MatrixSteps::Of::kWhole, {whole}, shape.size());
  offer(MatrixSteps::Of::kRows, std::move(rows), shape.columns);
  offer(MatrixSteps::Of::kColumns, std::move(columns), shape.rows);
  return best;
}

}  // namespace tabiya::codec
