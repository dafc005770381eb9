// Players vary what books offer: a choice that loses little is made sometimes, the less it loses the more
// often.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/search/score.h"

namespace tabiya {

struct OpeningOptions {
  Score max_loss = 500;    // logit x 10,000
  Score variety = 100;     // logit x 10,000; 0: always the best
  std::uint8_t depth = 0;  // plies; entries that were searched less deep do not count
  // A book of moves is left where the nodes behind its value (nodes_behind()), times this, are fewer than the player is
  // about to search.
  double lines_margin = 1;
  std::uint64_t seed = 1;
};

// Keeps the choices that may be made, and sets their probabilities, which sum up to 1. A Choice has a `loss` against the best
// of them, logit x 10,000, and a `probability`; there is one without a loss.
template <class Choice>
void vary(std::vector<Choice>& choices, const OpeningOptions& options) {
  // The best in every case, the first one of several.
  const Score most = options.variety > 0 ? std::max(options.max_loss, 0) : 0;
  std::erase_if(choices, [&](const Choice& choice) { return choice.loss > most; });
  if (options.variety <= 0) choices.resize(1);
  double total = 0;
  for (Choice& choice : choices) {
    choice.probability = options.variety > 0 ? std::exp(-double{1} * choice.loss / options.variety) : 1;
    total += choice.probability;
  }
  for (Choice& choice : choices) choice.probability /= total;
}

// One of them by these probabilities. There is at least one.
template <class Choice>
const Choice& draw(const std::vector<Choice>& choices, Random& random) {
  double left = std::ldexp(static_cast<double>(random.next() >> 11), -53);  // in [0, 1)
  for (const Choice& choice : choices) {
    if (left < choice.probability) return choice;
    left -= choice.probability;
  }
  return choices.front();  // what rounding left over
}

}  // namespace tabiya
