#include "booksearch/setups/rows/near_answers.h"

#include <algorithm>
#include <unordered_set>

namespace tabiya::booksearch {

NearAnswers::NearAnswers(const SetupSpace& reds, const SetupSpace& blues, std::span<const Answered> examples)
    : reds_(reds), examples_(examples.begin(), examples.end()) {
  for (const Answered& example : examples)
    examples_.push_back({reds.mirror(example.red), blues.mirror(example.reply)});
  std::vector<std::string> names;
  for (const Answered& example : examples_) {
    names.push_back(reds.name(example.red));
    width_ = std::max(width_, names.back().size());
  }
  names_.resize(names.size() * width_);
  for (std::size_t i = 0; i < names.size(); ++i)
    std::ranges::copy(names[i], names_.begin() + static_cast<std::ptrdiff_t>(i * width_));
}

std::vector<SetupId> NearAnswers::of(SetupId red, std::size_t count) const {
  std::string name = reds_.name(red);
  name.resize(std::max(width_, name.size()));
  std::vector<std::vector<std::size_t>> by_distance(width_ + 1);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    const char* const other = names_.data() + i * width_;
    std::size_t distance = 0;
    for (std::size_t letter = 0; letter < width_; ++letter) distance += name[letter] != other[letter];
    by_distance[distance].push_back(i);
  }
  std::vector<SetupId> answers;
  std::unordered_set<SetupId> seen;
  const SetupId mirror = reds_.mirror(red);
  for (const std::vector<std::size_t>& group : by_distance) {
    for (const std::size_t i : group) {
      if (answers.size() == count) return answers;
      const auto& [other, reply] = examples_[i];
      if (other != red && other != mirror && seen.insert(reply).second) answers.push_back(reply);
    }
  }
  return answers;
}

}  // namespace tabiya::booksearch
