#include "core/games/zero_point_one/setup_chooser.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/games/zero_point_one/notation.h"
#include "core/setup/sampling.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::size_t kSampled = 4'000;  // and their mirror images
constexpr std::size_t kSearched = 64;
constexpr std::uint64_t kSeed = 1;

struct Candidate {
  Setup setup;
  Position position;  // Blue's setup placed
  Score red_value;
};

// Ties go to the setup that was sampled first, so that the choice is the same everywhere.
void keep_best(std::vector<Candidate>& candidates, std::size_t size) {
  std::ranges::stable_sort(candidates, {}, &Candidate::red_value);
  if (candidates.size() > size)
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(size), candidates.end());
}

std::vector<Candidate> sample_candidates(const Setup& red, const Engine& engine) {
  std::vector<Candidate> candidates;
  Position before;
  before.place(red);
  for (const SetupId id : sample_normalised(Setups(), kSampled, kSeed)) {
    for (const Setup& setup : {unrank(id), mirror(unrank(id))}) {
      Position position = before;
      position.place(setup);
      candidates.push_back({setup, position, engine.evaluate(position)});
    }
  }
  keep_best(candidates, kSearched);
  return candidates;
}

}  // namespace

// A sound array: the wazir in the corner behind both ferzes, the leapers with long reach in front.
Setup SearchedSetups::red_setup() { return parse_setup("AWAAAAAADFFDDDAN").value(); }

Setup SearchedSetups::blue_reply(const Setup& red, Engine& engine, Milliseconds time) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  std::vector<Candidate> candidates = sample_candidates(red, engine);
  for (int depth = 1; candidates.size() > 1 && depth < kMaxDepth; ++depth) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto result = engine.search(candidates[i].position, {.depth = depth, .deadline = deadline});
      // What is left unsearched in this round keeps its place behind what was.
      if (std::chrono::steady_clock::now() >= deadline) {
        if (i > 0)
          keep_best(candidates = {candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(i)},
                    1);
        return candidates.front().setup;
      }
      candidates[i].red_value = result.score;
    }
    keep_best(candidates, std::max<std::size_t>(candidates.size() * 2 / 3, 1));
  }
  return candidates.front().setup;
}

}  // namespace tabiya::zero_point_one
