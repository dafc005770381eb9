#include "booksearch/lines/visits.h"

#include <utility>

namespace tabiya::booksearch {
namespace {

constexpr double kLeastChance = 1e-12;  // rarer ways are not followed further

}  // namespace

std::vector<double> line_visits(const LineBook& book, Score tolerance) {
  std::vector<double> visits(book.size()), chances(book.size()), next(book.size());
  std::vector<LineNode> here, after;  // the positions of a ply
  for (const LineRoot& root : book.roots()) {
    if (chances[root.node] == 0) here.push_back(root.node);
    chances[root.node] += 1.0 / static_cast<double>(book.roots().size());
  }
  for (int ply = 0; ply <= kMostPlies && !here.empty(); ++ply) {
    for (const LineNode node : here) {
      const double chance = std::exchange(chances[node], 0.0);
      visits[node] += chance;
      if (chance < kLeastChance) continue;
      const std::vector<LineChoice> choices = line_choices(book, node);
      double sum = 0;
      for (const LineChoice& choice : choices)
        sum += weight_of_loss(choices[0].value.value - choice.value.value, tolerance);
      for (const LineChoice& choice : choices) {
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

}  // namespace tabiya::booksearch
