// A value is coded at once, with a logistic distribution around a prediction from earlier rows
// (row_predictor.h). Its scale is the usual error of late. Both are then corrected by what was learnt of
// values in like contexts: those of the same column, and those where rows above lie alike relative to the
// prediction.
//
// On published weights (814,080 of sd 24, order-0 entropy 6.02 bits) this takes 4.9 bits a weight; 5.2
// without corrections, 5.1 with those of the column alone. Bisection with mixed contexts for each cut took as
// much, and four times the time: it kept programs waiting for a tenth of a second.
#include "codec/matrix_coder.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "codec/interval_coder.h"
#include "codec/logistic_coder.h"
#include "codec/mixing.h"
#include "codec/row_lags.h"
#include "codec/row_predictor.h"

namespace tabiya::codec {
namespace {

constexpr int kTaps = RowPredictor::kTaps;
constexpr unsigned kValueBits = 23;  // of a bound of the values, with its sign
constexpr unsigned kLagBits = 16;

// What forecasts of one kind were wrong by.
struct Correction {
  int shift = 0;  // of the mean, in units of 2^-16 of the scale
  int level = 0;  // of the scale, in units of 2^-16

  // Follows the gradient of the coding cost, at a value that was `distance` (in Forecast::kUnit) above the
  // mean.
  void update(int distance) {
    constexpr int kLogitsPerUnit = Forecast::kUnit / kLogitUnit;
    constexpr int kMostShift = 4 << 16, kMostLevel = 3 * scale_levels::kPerOctave << 16;
    const int logit = distance / kLogitsPerUnit;
    const int pull = static_cast<int>(2 * squash(logit)) - (1 << kProbabilityBits);
    const int spread = std::min((logit * pull >> kProbabilityBits) - kLogitUnit, 2 * kLogitUnit);
    shift = std::clamp(shift + pull / 128, -kMostShift, kMostShift);
    level = std::clamp(level + 20 * spread, -kMostLevel, kMostLevel);
  }
};

// Corrects forecasts by all contexts that they are in.
class Corrections {
 public:
  explicit Corrections(std::uint32_t columns) : columns_(columns) {}

  Forecast correct(const Forecast& forecast, std::uint32_t column, const RowPredictor::Taps& taps) {
    contexts_[0] = &columns_[column];
    for (int i = 0; i < kPairs; ++i)
      contexts_[1 + i] = &pairs_[i][band(forecast, taps[2 * i]) * kBands + band(forecast, taps[2 * i + 1])];
    std::int64_t shift = 0;
    int level = 0;
    for (const Correction* context : contexts_) {
      shift += context->shift;
      level += context->level;
    }
    return {forecast.mean + (shift * scale_levels::kScales[forecast.level] >> 16),
            std::clamp(forecast.level + (level >> 16), 0, scale_levels::kCount - 1)};
  }

  // `distance`: of the value from the forecast that was corrected last.
  void update(int distance) {
    for (Correction* context : contexts_) context->update(distance);
  }

 private:
  static constexpr int kPairs = 3;
  static constexpr int kBands = 16;  // as wide as the scale

  static int band(const Forecast& forecast, std::int32_t value) {
    return std::clamp(forecast.distance(value) / Forecast::kUnit + kBands / 2, 0, kBands - 1);
  }

  std::vector<Correction> columns_;
  std::array<std::array<Correction, kBands * kBands>, kPairs> pairs_;  // of values above
  std::array<Correction*, 1 + kPairs> contexts_{};
};

// The usual error of forecasts: of the last values in the row, and at its begin, of the rows that it is
// predicted from. In units of 1 / 256.
class ErrorScale {
 public:
  ErrorScale(std::uint32_t rows, std::uint32_t initial)
      : of_rows_(rows, initial), initial_(initial), mean_(initial) {}

  void begin_row(std::uint32_t row, const RowLags& lags) {
    constexpr std::array<std::uint64_t, 4> kWeights{12, 6, 4, 3};
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kWeights.size(); ++i) {
      sum += kWeights[i] * (lags[i] != 0 && lags[i] <= row ? of_rows_[row - lags[i]] : initial_);
    }
    mean_ = static_cast<std::uint32_t>((3 * std::uint64_t{mean_} + 5 * (sum / 25)) / 8);
    row_sum_ = 0;
    seen_ = 0;
  }
  // Of a logistic distribution with the mean error: it is the scale times 2 ln 2.
  int level() const {
    return scale_levels::level(static_cast<std::uint32_t>((std::uint64_t{mean_} + 64) * 739 >> 10));
  }

  void update(std::uint32_t error) {
    row_sum_ += error;
    mean_ = static_cast<std::uint32_t>(mean_ + (std::int64_t{error} - mean_) / 16);
    ++seen_;
  }
  void end_row(std::uint32_t row) {
    if (seen_ > 0) of_rows_[row] = static_cast<std::uint32_t>(row_sum_ / seen_);
  }

 private:
  std::vector<std::uint32_t> of_rows_;  // mean error of each row
  std::uint32_t initial_;
  std::uint32_t mean_;
  std::uint64_t row_sum_ = 0;
  std::uint32_t seen_ = 0;  // values of this row
};

template <class Coder>
void code_rows(Coder& coder, MatrixShape shape, std::span<std::int32_t> values, std::int32_t low,
               std::int32_t high, const RowLags& lags) {
  const std::int32_t magnitude = std::max(std::abs(low), std::abs(high));
  const auto in_range = [&](std::int64_t mean) {
    return std::clamp(mean, std::int64_t{low} * 256, std::int64_t{high} * 256);
  };
  const LogisticCoder value_coder(low, high);
  RowPredictor predictor(magnitude);
  ErrorScale errors(shape.rows, static_cast<std::uint32_t>(magnitude) * 32);
  Corrections corrections(shape.columns);
  const std::vector<std::int32_t> zeros(shape.columns);
  for (std::uint32_t row = 0; row < shape.rows; ++row) {
    std::int32_t* const current = values.data() + std::size_t{row} * shape.columns;
    std::array<const std::int32_t*, kTaps> above;
    for (int i = 0; i < kTaps; ++i)
      above[i] =
          lags[i] != 0 && lags[i] <= row ? current - std::size_t{lags[i]} * shape.columns : zeros.data();
    errors.begin_row(row, lags);
    for (std::uint32_t column = 0; column < shape.columns; ++column) {
      RowPredictor::Taps taps;
      for (int i = 0; i < kTaps; ++i) taps[i] = above[i][column];
      Forecast forecast{in_range(predictor.predict(taps)), errors.level()};
      forecast = corrections.correct(forecast, column, taps);
      forecast.mean = in_range(forecast.mean);
      const std::int32_t value = value_coder.code(coder, current[column], forecast);
      current[column] = value;
      corrections.update(forecast.distance(value));
      predictor.update(taps, value);
      errors.update(static_cast<std::uint32_t>(std::abs(std::int64_t{value} * 256 - forecast.mean)));
    }
    errors.end_row(row);
    if (coder.overrun()) return;
  }
}

constexpr std::uint32_t kBias = 1u << (kValueBits - 1);  // bounds are coded as what they are above -kBias

template <class Coder>
std::int32_t code_bound(Coder& coder, std::int32_t bound) {
  return static_cast<std::int32_t>(code_evenly(coder, static_cast<std::uint32_t>(bound) + kBias, kValueBits) -
                                   kBias);
}

}  // namespace

std::vector<std::byte> encode_matrices(std::span<const MatrixShape> shapes,
                                       std::span<const std::int32_t> values) {
  IntervalEncoder coder;
  std::vector<std::int32_t> copy(values.begin(), values.end());
  std::span<std::int32_t> rest(copy);
  for (const MatrixShape& shape : shapes) {
    const auto matrix = rest.first(shape.size());
    rest = rest.subspan(shape.size());
    if (matrix.empty()) continue;
    const auto [low, high] = std::ranges::minmax(matrix);
    const RowLags lags = choose_row_lags(shape, matrix);
    code_bound(coder, low);
    code_bound(coder, high);
    for (std::uint32_t lag : lags) code_evenly(coder, lag, kLagBits);
    code_rows(coder, shape, matrix, low, high, lags);
  }
  return coder.finish();
}

Result<std::vector<std::int32_t>> decode_matrices(std::span<const std::byte> bytes,
                                                  std::span<const MatrixShape> shapes) {
  IntervalDecoder coder(bytes);
  std::size_t size = 0;
  for (const MatrixShape& shape : shapes) size += shape.size();
  std::vector<std::int32_t> values(size);
  std::span<std::int32_t> rest(values);
  for (const MatrixShape& shape : shapes) {
    const auto matrix = rest.first(shape.size());
    rest = rest.subspan(shape.size());
    if (matrix.empty()) continue;
    const std::int32_t low = code_bound(coder, 0), high = code_bound(coder, 0);
    if (low > high) return corrupt("the bounds of a matrix are the wrong way round", coder.position());
    RowLags lags;
    for (std::uint32_t& lag : lags) lag = code_evenly(coder, 0, kLagBits);
    code_rows(coder, shape, matrix, low, high, lags);
    if (coder.overrun()) return corrupt("the data end within a matrix", bytes.size());
  }
  if (!coder.finished()) return corrupt("the data do not end with the last matrix", coder.position());
  return values;
}

}  // namespace tabiya::codec
