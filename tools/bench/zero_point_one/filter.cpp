#include "booksearch/setups/filter/filter.h"

#include "core/games/zero_point_one/oracles.h"
#include "tools/assets/network_input.h"
#include "tools/bench/bench.h"
#include "tools/bench/zero_point_one/network_bench.h"
#include "tools/cli/failure.h"
#include "tools/cli/version.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kEvery = 100;  // of the normalised reds, one in so many
constexpr std::size_t kEveryInQuick = 1'000;
constexpr std::size_t kBlues = 500;   // and their mirror images
constexpr std::size_t kKeepOf = 220;  // of the reds, one in so many is kept

}  // namespace

// Some of the reds, and as many times fewer kept, leave the proportions of a whole pass.
std::vector<BenchFigure> bench_filter(const BenchOptions& options) {
  const zero_point_one::NetworkOracle oracle(std::make_shared<const PackedNetwork>(bench_network(options)),
                                             chosen_kernels());
  const std::vector<SetupId> all = oracle.reds().normalised_ids();
  std::vector<SetupId> reds;
  const std::size_t every = options.quick ? kEveryInQuick : kEvery;
  for (std::size_t i = 0; i < all.size(); i += every) reds.push_back(all[i]);
  const std::vector<SetupId> blues = booksearch::with_mirrors(oracle.blues(), bench_setup_ids(kBlues, 4));

  const std::size_t keep = reds.size() / kKeepOf;
  booksearch::FilterResult result, reference;
  const double seconds = least_seconds(options.repeats(3), [&] {
    result = take(booksearch::filter(oracle, reds, blues, {.keep = keep}), "bench filter");
  });
  const double reference_seconds =
      least_seconds(1, [&] { reference = booksearch::filter_reference(oracle, reds, blues, keep); });
  if (result.kept != reference.kept) throw Failure("bench filter: results differ", kInternalError);
  return {
      {"reds_per_s", static_cast<double>(reds.size()) / seconds},
      {"pairs_per_s", static_cast<double>(result.pairs) / seconds},
      {"pairs_evaluated_of_all", static_cast<double>(result.pairs) / static_cast<double>(reference.pairs)},
      {"times_as_fast_as_every_pair", reference_seconds / seconds}};
}

}  // namespace tabiya::tools
