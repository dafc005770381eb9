#include "core/book/comparison.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <unordered_map>

namespace tabiya {
namespace {

// The number of pairs in descending order. Sorts `places` (merge sort).
std::uint64_t sort_and_count_inversions(std::span<std::size_t> places, std::vector<std::size_t>& merged) {
  if (places.size() < 2) return 0;
  const std::span<std::size_t> left = places.first(places.size() / 2);
  const std::span<std::size_t> right = places.subspan(left.size());
  std::uint64_t inversions =
      sort_and_count_inversions(left, merged) + sort_and_count_inversions(right, merged);
  merged.clear();
  auto next = left.begin();
  for (const std::size_t place : right) {
    while (next != left.end() && *next < place) merged.push_back(*next++);
    inversions += static_cast<std::uint64_t>(left.end() - next);
    merged.push_back(place);
  }
  merged.insert(merged.end(), next, left.end());
  std::ranges::copy(merged, places.begin());
  return inversions;
}

// places[i]: the place in b, among the common entries, of the i-th one.
std::vector<std::size_t> places_in_b(const std::vector<CommonEntry>& common) {
  std::vector<std::size_t> by_b(common.size());
  std::iota(by_b.begin(), by_b.end(), std::size_t{0});
  std::ranges::sort(by_b, {}, [&](std::size_t i) { return common[i].b; });
  std::vector<std::size_t> places(common.size());
  for (std::size_t place = 0; place < by_b.size(); ++place) places[by_b[place]] = place;
  return places;
}

}  // namespace

BookComparison compare_books(const Book& a, const Book& b) {
  std::unordered_map<SetupId, std::size_t> in_b;
  for (std::size_t i = 0; i < b.entries.size(); ++i) in_b.emplace(b.entries[i].red, i);
  BookComparison comparison;
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    const auto found = in_b.find(a.entries[i].red);
    if (found == in_b.end()) {
      comparison.only_a.push_back(i);
    } else {
      comparison.common.push_back({i, found->second});
      in_b.erase(found);
    }
  }
  for (const auto& [red, index] : in_b) comparison.only_b.push_back(index);
  std::ranges::sort(comparison.only_b);
  return comparison;
}

EntryDifference difference(const BookEntry& a, const BookEntry& b) {
  EntryDifference result;
  result.reply = a.reply != b.reply;
  result.depth = a.depth != b.depth;
  result.value = a.red_value != b.red_value;
  if (!result.depth && a.red_value && b.red_value) result.shift = *b.red_value - *a.red_value;
  BookEntry rest = b;
  rest.reply = a.reply;
  rest.depth = a.depth;
  rest.red_value = a.red_value;
  result.other = rest != a;
  return result;
}

OrderDifference compare_order(const std::vector<CommonEntry>& common) {
  OrderDifference order;
  const std::size_t size = common.size();
  if (size < 2) return order;
  std::vector<std::size_t> places = places_in_b(common);
  double displacements = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t displacement = places[i] > i ? places[i] - i : i - places[i];
    displacements += static_cast<double>(displacement);
    if (displacement <= order.largest_displacement) continue;
    order.largest_displacement = displacement;
    order.most_displaced = i;
  }
  order.mean_displacement = displacements / static_cast<double>(size);
  std::vector<std::size_t> merged;
  const double pairs = static_cast<double>(size) * static_cast<double>(size - 1) / 2;
  order.tau = 1 - 2 * static_cast<double>(sort_and_count_inversions(places, merged)) / pairs;
  return order;
}

BookLead lead_of(const Book& book, const Book& other) {
  std::unordered_map<SetupId, const BookEntry*> entries;
  for (const BookEntry& entry : other.entries) entries.emplace(entry.red, &entry);
  BookLead lead;
  for (const BookEntry& entry : book.entries) {
    const auto found = entries.find(entry.red);
    lead.missing += found == entries.end() ? 1 : 0;
    lead.deeper += found != entries.end() && entry.depth > found->second->depth ? 1 : 0;
  }
  return lead;
}

}  // namespace tabiya
