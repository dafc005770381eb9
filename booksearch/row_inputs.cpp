#include "booksearch/row_inputs.h"

#include <vector>

#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

// Tell that one follows: no setup's numbers.
constexpr std::uint64_t kCutoff = std::uint64_t{1} << 40;
constexpr std::uint64_t kSieve = std::uint64_t{1} << 41;
constexpr std::uint64_t kNear = std::uint64_t{1} << 42;

std::uint64_t fingerprint(std::span<const std::uint64_t> numbers) {
  return codec::crc64(std::as_bytes(numbers));
}

}  // namespace

RowInputs::RowInputs(const Job& job, const FilterRound& reasonable) {
  std::vector<std::uint64_t> numbers{job.table_mib};
  for (const SetupId setup : kept_setups(reasonable)) numbers.push_back(setup);
  common_ = fingerprint(numbers);
}

InputsByRed RowInputs::of(const JobStage& stage, std::span<const SetupId> shared,
                          std::span<const Answered> examples, std::span<const Entrant> entrants) const {
  std::vector<std::uint64_t> numbers{common_, static_cast<std::uint64_t>(stage.depth), stage.replies};
  numbers.insert(numbers.end(), shared.begin(), shared.end());
  if (stage.sieve > 0) numbers.insert(numbers.end(), {kSieve, stage.sieve});
  if (!examples.empty()) numbers.insert(numbers.end(), {kNear, stage.near});
  for (const auto& [red, reply] : examples) numbers.insert(numbers.end(), {red, reply});
  const std::uint64_t of_step = fingerprint(numbers);
  InputsByRed inputs;
  for (const Entrant& entrant : entrants) {
    numbers = {of_step, entrant.red};
    if (entrant.reply) numbers.push_back(*entrant.reply);
    if (entrant.red_value) numbers.push_back(static_cast<std::uint64_t>(*entrant.red_value));
    if (entrant.cutoff) numbers.insert(numbers.end(), {kCutoff, static_cast<std::uint64_t>(*entrant.cutoff)});
    inputs.emplace(entrant.red, fingerprint(numbers));
  }
  return inputs;
}

}  // namespace tabiya::booksearch
