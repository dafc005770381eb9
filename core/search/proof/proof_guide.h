// A game's help for the proof search: values that are seen without search, and first numbers for the rest.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/search/proof/proof_numbers.h"

namespace tabiya {

// For use by one thread: it may learn. Nodes are not over by the rules, and their side to move cannot win at
// once by its royal piece's capture.
template <class P, class Node>
concept ProofGuide = requires(P& guide, const Node& node, int attacker, bool attacker_wins) {
  // A verdict other than kUnknown is right.
  { guide.recognise(node, attacker) } -> std::same_as<Verdict>;
  // The first numbers of a position that is not recognised; none of them is 0.
  { guide.first_numbers(node, attacker) } -> std::same_as<ProofNumbers>;
  // Learns what a search has found out.
  { guide.learn(node, attacker, attacker_wins) } -> std::same_as<void>;
  // Each successor but the hardest adds this to the numbers.
  { P::kUnit } -> std::convertible_to<std::uint32_t>;
};

// Knows nothing.
struct PlainGuide {
  static constexpr std::uint32_t kUnit = 1;

  Verdict recognise(const auto&, int) const { return Verdict::kUnknown; }
  ProofNumbers first_numbers(const auto&, int) const { return {}; }
  void learn(const auto&, int, bool) const {}
};

}  // namespace tabiya
