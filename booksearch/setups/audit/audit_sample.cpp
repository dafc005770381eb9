#include "booksearch/setups/audit/audit_sample.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "booksearch/statistics/stratified.h"
#include "core/random.h"
#include "core/setup/sampling.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kMostBands = 4;   // of ranks, for each depth
constexpr std::size_t kBandSample = 8;  // entries drawn from a band, about

// Keeps the draws apart from others that begin with the same seed.
constexpr std::uint64_t kStream = 0xA0D17E4721E5C0DE;

using Entries = std::vector<std::size_t>;  // indices into the book

// Returns the depths of the book, the deepest first, with their entries in the order of the book.
std::map<int, Entries, std::greater<>> entries_by_depth(const Book& book) {
  std::map<int, Entries, std::greater<>> entries;
  for (std::size_t i = 0; i < book.entries.size(); ++i) entries[book.entries[i].depth].push_back(i);
  return entries;
}

template <class Lists>
std::vector<std::size_t> sizes_of(const Lists& lists) {
  std::vector<std::size_t> sizes;
  for (const Entries& list : lists) sizes.push_back(list.size());
  return sizes;
}

// Cuts a list into `count` parts that are as equal as can be.
std::vector<Entries> cut(const Entries& list, std::size_t count) {
  std::vector<Entries> parts;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t k) {
      return list.begin() + static_cast<std::ptrdiff_t>(list.size() * k / count);
    };
    parts.emplace_back(at(i), at(i + 1));
  }
  return parts;
}

// Adds the strata of one depth, and draws `size` entries from them.
void draw_from_depth(int depth, const Entries& entries, std::size_t size, Random& random,
                     AuditSample& sample) {
  const std::vector<Entries> bands = cut(entries, std::clamp(size / kBandSample, std::size_t{1}, kMostBands));
  const std::vector<std::size_t> sizes = allocate_sample(sizes_of(bands), size);
  for (std::size_t band = 0; band < bands.size(); ++band) {
    const auto population = static_cast<std::uint32_t>(bands[band].size());
    for (const std::uint32_t i : sample_below(population, static_cast<std::uint32_t>(sizes[band]), random))
      sample.entries.push_back({bands[band][i], sample.strata.size()});
    sample.strata.push_back({depth, population});
  }
}

}  // namespace

Result<AuditSample> draw_entries(const Book& book, std::size_t size, std::uint64_t seed) {
  if (book.entries.empty()) return invalid("the book has no entries");
  const auto by_depth = entries_by_depth(book);
  const std::size_t least = kLeastSample * by_depth.size();
  if (size < std::min(least, book.entries.size())) {
    return invalid("a sample of " + std::to_string(size) + " entries is too small for the book's " +
                   std::to_string(by_depth.size()) + " depths, which need " + std::to_string(least));
  }
  std::vector<std::size_t> populations;
  for (const auto& [depth, entries] : by_depth) populations.push_back(entries.size());
  const std::vector<std::size_t> sizes =
      allocate_sample(populations, size, std::max(kLeastSample, size / (2 * by_depth.size())));

  AuditSample sample;
  Random random(seed ^ kStream);
  auto of_depth = sizes.begin();
  for (const auto& [depth, entries] : by_depth) draw_from_depth(depth, entries, *of_depth++, random, sample);
  std::ranges::sort(sample.entries, {}, &DrawnEntry::entry);
  return sample;
}

}  // namespace tabiya::booksearch
