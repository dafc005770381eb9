#include "booksearch/learn/shrinking.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "booksearch/learn/data_making.h"
#include "codec/matrix_steps.h"
#include "codec/text.h"
#include "core/eval/compact_network.h"
#include "core/eval/packed_network.h"

namespace tabiya::booksearch {
namespace {

// The result says how often each row is in use, in the positions of both sides.
Result<std::vector<double>> uses_of_rows(const NetworkWeights& network,
                                         std::span<const SeenPosition> positions) {
  std::vector<double> uses(network.shape.features);
  for (const SeenPosition& position : positions)
    for (const FeatureList* seen : {&position.mover, &position.other})
      for (const Feature feature : std::span<const Feature>(*seen)) {
        if (feature >= uses.size())
          return invalid("the positions have features that the network lacks; they are of another game");
        ++uses[feature];
      }
  return uses;
}

// Few steps, so that those of neighbouring rows are often the same.
std::int32_t step_for(double wanted) {
  constexpr std::array kSteps{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048};
  static_assert(kSteps.back() > 2 * kMaxTransformerWeight && kSteps.back() <= codec::kMostStep);
  const auto above = std::ranges::upper_bound(kSteps, wanted);
  return above == kSteps.begin() ? 1 : *(above - 1);
}

std::int16_t rounded(std::int16_t weight, std::int32_t step) {
  const int magnitude = std::abs(int{weight});
  const int multiple = std::min((magnitude + step / 2) / step, kMaxTransformerWeight / step);
  return static_cast<std::int16_t>(weight < 0 ? -multiple * step : multiple * step);
}

// Adds to the bias what the rows in use have lost on average.
void mend_bias(const NetworkWeights& before, NetworkWeights& after, std::span<const double> uses,
               double sides) {
  const std::size_t width = before.shape.width;
  for (std::size_t column = 0; column < width; ++column) {
    double lost = 0;
    for (std::size_t row = 0; row < uses.size(); ++row)
      lost +=
          uses[row] * (before.transformer[row * width + column] - after.transformer[row * width + column]);
    const int bias = before.transformer_bias[column] + static_cast<int>(std::lround(lost / sides));
    after.transformer_bias[column] =
        static_cast<std::int16_t>(std::clamp(bias, -kMaxTransformerWeight, kMaxTransformerWeight));
  }
}

std::vector<double> values_of(const NetworkWeights& network, std::span<const SeenPosition> positions) {
  std::vector<double> values;
  values.reserve(positions.size());
  for (const SeenPosition& position : positions)
    values.push_back(reference_evaluation(network, position.mover, position.other));
  return values;
}

constexpr std::size_t kPositions = 80'000;

// Takes the positions of records, up to kPositions.
Status take_records(const Learning& learning, std::span<const std::byte> records,
                    std::vector<SeenPosition>& positions) {
  const std::size_t size = learning.record_size();
  for (; records.size() >= size && positions.size() < kPositions; records = records.subspan(size)) {
    Result<SeenPosition> seen = learning.see(records.first(size));
    if (!seen) return seen.error();
    positions.push_back(*std::move(seen));
  }
  return ok_status();
}

}  // namespace

Result<ShrinkingError> shrinking_error(const NetworkWeights& before, const NetworkWeights& after,
                                       std::span<const SeenPosition> positions) {
  const Result<std::vector<double>> uses = uses_of_rows(before, positions);
  if (!uses) return uses.error();
  const std::vector<double> a = values_of(before, positions), b = values_of(after, positions);
  const auto count = static_cast<double>(positions.size());
  double sum_a = 0, sum_b = 0, squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    squares += (b[i] - a[i]) * (b[i] - a[i]);
  }
  double var_a = 0, var_b = 0, product = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i] - sum_a / count, y = b[i] - sum_b / count;
    var_a += x * x;
    var_b += y * y;
    product += x * y;
  }
  const double scale = std::sqrt(var_a * var_b);
  return ShrinkingError{std::sqrt(squares / count), (sum_b - sum_a) / count, scale > 0 ? product / scale : 1};
}

Result<NetworkWeights> round_rows(const NetworkWeights& network, std::span<const SeenPosition> positions,
                                  double noise) {
  const Result<std::vector<double>> uses = uses_of_rows(network, positions);
  if (!uses) return uses.error();
  double in_use = 0, all_uses = 0;
  for (const double use : *uses) {
    in_use += use > 0;
    all_uses += use;
  }
  NetworkWeights after = network;
  const std::size_t width = network.shape.width;
  for (std::size_t row = 0; row < uses->size(); ++row) {
    // A row that no position of a sample needs may still be needed once: it counts as half a use.
    const double use = std::max((*uses)[row], 0.5) * in_use / std::max(all_uses, 1.0);
    const std::int32_t step = step_for(noise / std::sqrt(use));
    for (std::int16_t& weight : std::span(after.transformer).subspan(row * width, width))
      weight = rounded(weight, step);
  }
  mend_bias(network, after, *uses, 2.0 * static_cast<double>(positions.size()));
  return after;
}

std::vector<std::int32_t> steps_of_rows(const NetworkWeights& network) {
  std::vector<std::int32_t> steps(network.shape.features);
  for (std::size_t i = 0; i < network.transformer.size(); ++i) {
    std::int32_t& step = steps[i / network.shape.width];
    step = std::gcd(step, std::int32_t{network.transformer[i]});
  }
  for (std::int32_t& step : steps)
    if (step == 0) step = 2 * kMaxTransformerWeight + 2;
  return steps;
}

void round_to_steps(NetworkWeights& network, std::span<const std::int32_t> steps) {
  for (std::size_t i = 0; i < network.transformer.size(); ++i)
    network.transformer[i] = rounded(network.transformer[i], steps[i / network.shape.width]);
}

Result<NetworkWeights> shrink_network(const NetworkWeights& network, std::span<const SeenPosition> positions,
                                      const std::function<bool(const NetworkWeights&)>& fits) {
  constexpr double kMost = 4.0 * kMaxTransformerWeight;
  constexpr int kTries = 11;
  double fitting = kMost, large = 0.1;
  Result<NetworkWeights> best = round_rows(network, positions, fitting);
  if (!best) return best;
  if (!fits(*best)) return too_large("even a network whose rows are all rounded to nothing takes more");
  for (int i = 0; i < kTries; ++i) {
    const double middle = std::sqrt(fitting * large);
    Result<NetworkWeights> tried = round_rows(network, positions, middle);
    if (!tried) return tried;
    const bool is_small = fits(*tried);
    (is_small ? fitting : large) = middle;
    if (is_small) best = std::move(tried);
  }
  return best;
}

Result<std::vector<std::int32_t>> steps_for_bits(const NetworkWeights& network,
                                                 std::span<const SeenPosition> positions, double bits) {
  const auto numbers = static_cast<double>(number_count(network.shape));
  double fewest = std::numeric_limits<double>::infinity();
  const auto fits = [&](const NetworkWeights& tried) {
    const double taken = 8 * static_cast<double>(encode_compact_network({"", "", tried}).size()) / numbers;
    fewest = std::min(fewest, taken);
    return taken <= bits;
  };
  const Result<NetworkWeights> rounded = shrink_network(network, positions, fits);
  if (rounded) return steps_of_rows(*rounded);
  if (rounded.error().code != ErrorCode::kTooLarge) return rounded.error();
  return too_large(concat("a weight takes ", decimal(fewest, 2),
                          " bits at least, with the first layer rounded to nothing"));
}

Result<std::vector<SeenPosition>> first_positions(const std::string& path, DataReader& reader) {
  std::vector<SeenPosition> positions;
  for (;;) {
    const auto chunk = reader.next();
    if (!chunk) return chunk.error();
    if (!*chunk) break;
    if (const Status taken = take_records(reader.learning(), (*chunk)->records, positions); !taken)
      return Error{taken.error().code, concat(path, ": ", taken.error().message), {}};
  }
  if (positions.empty()) return invalid(path + ": holds no positions; make some with `tabiya selfplay`");
  return positions;
}

Result<std::vector<SeenPosition>> spread_positions(const TrainingData& data) {
  std::vector<SeenPosition> positions;
  const std::size_t stride = data.training.size() / kPositions + 1;
  for (std::size_t i = 0; i < data.training.size(); i += stride)
    if (const Status taken = take_records(data.learning(), data.record(data.training[i]), positions); !taken)
      return taken.error();
  return positions;
}

Result<std::vector<SeenPosition>> own_positions(const NetworkWeights& network, const KernelSet& kernels,
                                                const GameModule& game) {
  constexpr std::uint64_t kMostGames = 100 * kGamesPerChunk;
  Result<PackedNetwork> packed = PackedNetwork::make(network);
  if (!packed) return packed.error();
  EvaluationChoice evaluation;
  evaluation.network = std::make_shared<const PackedNetwork>(*std::move(packed));
  evaluation.kernels = &kernels;
  SelfPlaySettings settings;
  settings.nodes = 100;
  settings.leaves = 4;
  const Learning& learning = *game.learning();
  const auto make_generator = [&] {
    return learning.make_generator(evaluation, nullptr, settings,
                                   {.table_bytes = 1 << 20, .parameters = game.facts().search_parameters});
  };
  std::vector<SeenPosition> positions;
  std::atomic<bool> has_enough = false;
  const auto take_chunk = [&](const DataChunk& chunk) {
    const Status taken = take_records(learning, chunk.records, positions);
    has_enough = positions.size() >= kPositions;
    return taken;
  };
  const Status played = play_games(make_generator, 0, kMostGames, take_chunk, {{}, &has_enough});
  if (!played && played.error().code != ErrorCode::kStopped) return played.error();
  if (positions.empty()) return invalid("its games have no quiet positions; give some with --positions");
  return positions;
}

}  // namespace tabiya::booksearch
