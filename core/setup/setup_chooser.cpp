// The candidates are compared like the moves of a node: at every depth the best of the last one is searched
// first, and the others need only be shown to be no better, which is cheap, in the order of what is known
// of them. So the answer is sound whenever the time is up, and most of the time goes into depth.

#include "core/setup/setup_chooser.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

#include "core/setup/sampling.h"

namespace tabiya {
namespace {

// The numbers of candidates that are searched: the likeliest, and those of the others that are statically
// best. The best of many thousands was nearly always among the hundred statically best ones, or not
// noticeably better.
constexpr std::size_t kLikeliest = 50;
constexpr std::size_t kSearched = 150;

struct Candidate {
  SetupId setup;
  Score red_value;  // of the last search, or a lower bound of it
};

// The rest of limits that count for many searches.
class SharedLimits {
 public:
  explicit SharedLimits(const Limits& limits) : limits_(limits) {}

  const Limits& left() const { return limits_; }
  // Small searches may end before they look at the clock.
  bool met() const {
    return limits_.nodes == 0 || (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline);
  }
  void take(std::uint64_t nodes) {
    if (limits_.nodes != std::numeric_limits<std::uint64_t>::max())
      limits_.nodes -= std::min(nodes, limits_.nodes);
  }

 private:
  Limits limits_;
};

std::vector<Candidate> choose_candidates(SetupId red, std::span<const SetupId> setups,
                                         const PairEngine& engine) {
  std::vector<Candidate> candidates;
  for (const SetupId setup : setups) candidates.push_back({setup, engine.evaluate(red, setup)});
  if (candidates.size() > kSearched) {
    const auto others = candidates.begin() + std::ptrdiff_t{kLikeliest};
    std::ranges::stable_sort(others, candidates.end(), {}, &Candidate::red_value);
    candidates.erase(candidates.begin() + std::ptrdiff_t{kSearched}, candidates.end());
  }
  return candidates;
}

// Searches all candidates to `depth`, so that the best comes first. False when the limits were met: what was
// found until then holds.
bool search_round(SetupId red, std::vector<Candidate>& candidates, int depth, PairEngine& engine,
                  SharedLimits& limits) {
  Score best = kInfiniteScore;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (limits.met()) return false;
    const auto search = [&](Score alpha, Score beta) {
      const auto result = engine.search_window(red, candidates[i].setup, depth, alpha, beta, limits.left());
      limits.take(result.nodes);
      return result;
    };
    auto result = search(i == 0 ? -kInfiniteScore : best - 1, best);
    if (i > 0 && !result.cut_short && result.score < best) result = search(-kInfiniteScore, best);
    if (result.cut_short) return false;
    candidates[i].red_value = result.score;
    if (i > 0 && result.score >= best) continue;
    best = result.score;
    const auto begin = candidates.begin();
    std::rotate(begin, begin + static_cast<std::ptrdiff_t>(i), begin + static_cast<std::ptrdiff_t>(i) + 1);
  }
  // The first is the best, whatever bounds the others have.
  std::ranges::stable_sort(candidates.begin() + 1, candidates.end(), {}, &Candidate::red_value);
  return true;
}

}  // namespace

FoundReply find_reply(SetupId red, std::span<const SetupId> setups, PairEngine& engine,
                      const Limits& limits) {
  std::vector<Candidate> candidates = choose_candidates(red, setups, engine);
  SharedLimits left(limits);
  int depth = 0;
  while (depth < limits.depth && search_round(red, candidates, depth + 1, engine, left)) ++depth;
  return {candidates.front().setup, candidates.front().red_value, depth};
}

SetupId best_reply(SetupId red, std::span<const SetupId> candidates, PairEngine& engine,
                   const Limits& limits) {
  if (candidates.size() == 1) return candidates.front();
  return find_reply(red, candidates, engine, limits).reply;
}

std::vector<SetupId> sampled_replies(const SetupSpace& blues) {
  constexpr std::size_t kSampled = 4'000;
  constexpr std::uint64_t kSeed = 1;
  std::vector<SetupId> setups;
  for (const SetupId id : sample_normalised(blues, kSampled, kSeed)) {
    setups.push_back(id);
    if (const SetupId image = blues.mirror(id); image != id) setups.push_back(image);
  }
  return setups;
}

SetupId SearchedSetups::blue_reply(SetupId red, const Limits& limits) {
  return best_reply(red, sampled_replies(engine_.blues()), engine_, limits);
}

}  // namespace tabiya
