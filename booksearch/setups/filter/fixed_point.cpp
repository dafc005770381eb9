#include "booksearch/setups/filter/fixed_point.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/setup/sampling.h"

namespace tabiya::booksearch {
namespace {

std::vector<SetupId> sorted(std::vector<SetupId> ids) {
  std::ranges::sort(ids);
  return ids;
}

std::size_t count_common(const std::vector<SetupId>& a, const std::vector<SetupId>& b) {
  std::vector<SetupId> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return common.size();
}

std::vector<SetupId> first_pool(const PairOracle& oracle, const FixedPointOptions& options) {
  return sample_normalised(oracle.blues(), options.pool, options.seed);
}

}  // namespace

bool is_fixed_point(const std::vector<FilterRound>& rounds, const FixedPointOptions& options) {
  if (rounds.size() >= options.rounds) return true;
  if (rounds.size() < 2) return false;
  const FilterRound& last = rounds.back();
  return last.common == last.kept.size() && last.kept.size() == rounds[rounds.size() - 2].kept.size();
}

Result<std::vector<FilterRound>> find_fixed_point(const PairOracle& oracle, const FixedPointOptions& options,
                                                  std::vector<FilterRound> finished,
                                                  const std::function<Status(const FilterRound&)>& on_round,
                                                  const Control& control) {
  if (options.rounds > 1 && !oracle.sides_are_alike()) {
    return invalid(
        "a filter of more than one round needs a game in which both sides choose from the same setups");
  }
  std::vector<FilterRound> rounds = std::move(finished);
  while (!is_fixed_point(rounds, options)) {
    // The pool is in ascending order.
    const std::vector<SetupId> pool =
        rounds.empty() ? first_pool(oracle, options) : sorted(kept_setups(rounds.back()));
    FilterOptions filter_options{.keep = options.keep};
    filter_options.stage = "filter round " + std::to_string(rounds.size() + 1);
    Result<FilterResult> result =
        filter_all(oracle, with_mirrors(oracle.blues(), pool), filter_options, control);
    if (!result) return result.error();

    FilterRound round{std::move(result->kept), result->pairs, 0};
    if (oracle.sides_are_alike()) round.common = count_common(sorted(kept_setups(round)), pool);
    const Status status = on_round(round);
    if (!status) return status.error();
    rounds.push_back(std::move(round));
  }
  return rounds;
}

std::vector<SetupId> kept_setups(const FilterRound& round) {
  std::vector<SetupId> setups;
  for (const FilteredRed& red : round.kept) setups.push_back(red.red);
  return setups;
}

std::vector<SetupId> reasonable_blues(const PairOracle& oracle, const FixedPointOptions& options,
                                      const FilterRound& last) {
  return with_mirrors(oracle.blues(),
                      oracle.sides_are_alike() ? kept_setups(last) : first_pool(oracle, options));
}

}  // namespace tabiya::booksearch
