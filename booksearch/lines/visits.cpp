#include "booksearch/lines/visits.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "core/book/valued_book.h"

namespace tabiya::booksearch {
namespace {

constexpr double kLeastChance = 1e-12;  // rarer ways are not followed further

}  // namespace

std::vector<double> book_visits(const ValuedBook& book, Score tolerance) {
  std::vector<double> visits(book.size()), chances(book.size()), next(book.size());
  std::vector<BookNode> here, after;  // the positions of a ply
  for (const BookRoot& root : book.roots()) {
    if (chances[root.node] == 0) here.push_back(root.node);
    chances[root.node] += 1.0 / static_cast<double>(book.roots().size());
  }
  for (int ply = 0; ply <= kMostPlies && !here.empty(); ++ply) {
    for (const BookNode node : here) {
      const double chance = std::exchange(chances[node], 0.0);
      visits[node] += chance;
      if (chance < kLeastChance) continue;
      const std::vector<BookChoice> choices = book_choices(book, node);
      double sum = 0;
      for (const BookChoice& choice : choices)
        sum += weight_of_loss(choices[0].value.value - choice.value.value, tolerance);
      for (const BookChoice& choice : choices) {
        const double weight = weight_of_loss(choices[0].value.value - choice.value.value, tolerance);
        if (!choice.to || weight == 0) continue;
        if (next[*choice.to] == 0) after.push_back(*choice.to);
        next[*choice.to] += chance * weight / sum;
      }
    }
    std::swap(chances, next);
    std::swap(here, after);
    after.clear();
  }
  return visits;
}

PrunedBook prune_book(const ValuedBook& book, std::size_t positions) {
  const std::vector<double> visits = book_visits(book, book.meta().tolerance);
  std::vector<BookNode> order(book.size());
  std::iota(order.begin(), order.end(), BookNode{0});
  std::ranges::stable_sort(order, std::greater(), [&](BookNode node) { return visits[node]; });
  order.resize(std::clamp<std::size_t>(positions, std::min<std::size_t>(book.size(), 1), book.size()));
  std::vector<bool> is_kept(book.size());
  for (const BookNode node : order) is_kept[node] = true;
  PrunedBook pruned{keep_positions(book, is_kept), 0};
  double all = 0, kept = 0;
  for (BookNode node = 0; node < book.size(); ++node) {
    if (book.is_over(node)) continue;
    all += visits[node];
    if (pruned.book.find(book[node].key)) kept += visits[node];
  }
  pruned.lost = all > 0 ? 1 - kept / all : 0;
  return pruned;
}

}  // namespace tabiya::booksearch
