// Proof numbers: how much work is left to show whether one side can force a win. A guide is a game's help for
// the search: values that are seen without search, and first numbers for the rest.
//
// A question is "does the attacker win?", for one of the two sides: so a position is won, drawn or lost by
// the answers to two of them. Numbers are kept from the view of the side to move, whose goal is to win if it
// is the attacker, and not to be beaten if it is not.
#pragma once

#include <concepts>
#include <cstdint>

namespace tabiya {

// The verdict on whether the attacker wins, as far as it is known.
enum class Verdict : std::uint8_t { kUnknown, kAttackerWins, kAttackerDoesNotWin };

inline constexpr std::uint32_t kSolved = (1u << 28) - 1;   // of the side that fails: nothing will help it
inline constexpr std::uint32_t kMostEffort = kSolved - 1;  // of what is not solved

// Small numbers stand for little work. `reach` is 0 once it is shown that the side to move reaches its goal,
// `fail` is 0 once it is shown that it does not; the other one is kSolved then.
struct ProofNumbers {
  std::uint32_t reach = 1;
  std::uint32_t fail = 1;

  static constexpr ProofNumbers reached() { return {0, kSolved}; }
  static constexpr ProofNumbers failed() { return {kSolved, 0}; }
  static constexpr ProofNumbers solved(bool is_reached) { return is_reached ? reached() : failed(); }

  constexpr bool is_solved() const { return reach == 0 || fail == 0; }
  constexpr bool is_reached() const { return reach == 0; }
  constexpr bool is_failed() const { return fail == 0; }

  friend constexpr bool operator==(const ProofNumbers&, const ProofNumbers&) = default;
};

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
