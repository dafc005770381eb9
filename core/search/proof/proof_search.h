// A second search for any Game: does one side force a win? (Depth-first proof-number search.)
//
// It visits the most proving position next, keeps what it finds in a bounded table, and goes back up only
// when the numbers of a position have outgrown those of its best rival by a quarter (1 + epsilon thresholds),
// so that little is done twice. The numbers of a position's successors are not added up but weak: the largest
// one and one unit for each other, since in games with many transpositions sums count the same work again and
// again.
//
// Positions that repeat on a line. A win never needs them: what is proved is proved by a finite tree. That
// the attacker does not win may rest on a repetition of a position further up the line, and then it is true
// on this line only: it goes up by return values, and enters the table no sooner than where nothing above it
// is needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/proof/proof_numbers.h"
#include "core/search/proof/proof_table.h"

namespace tabiya {

// For use by one thread; several may share a table. In a game with cycles it happens, seldom, that the search
// follows a line of ever other positions until it is longer than lines may be, and finds nothing that does
// not rest on that: then it says kUnknown, after few nodes, and says so again when it is asked again. Longer
// lines (5,000 plies instead of 500) and larger first numbers at the end of long ones do not help. A table
// that others have written to may lead there, too.
template <Game G, ProofGuide<typename G::Node> Guide>
class ProofSearch {
  static_assert(G::kRepetition == Outcome::kOpen || G::kRepetition == Outcome::kDraw);

 public:
  using Node = typename G::Node;
  using Move = typename G::Move;

  ProofSearch(const G& game, Guide& guide, ProofTable& table) : game_(game), guide_(guide), table_(table) {}

  // Finds out whether the attacker (0 or 1) wins; kUnknown if a limit was met first. Depth is not among the
  // limits. A search that is asked again continues where it was, as far as the table remembers.
  Verdict solve(const Node& root, int attacker, const Limits& limits) {
    budget_.begin(limits);
    attacker_ = attacker;
    children_.clear();
    line_.clear();
    Result result = value_at_sight(root, key(root));
    if (!result.numbers.is_solved()) result = expand(root, key(root), kSolved, kSolved);
    return result.rests_on == kLengthOfLine ? Verdict::kUnknown : verdict(root, result.numbers);
  }

  std::uint64_t nodes() const { return budget_.nodes(); }

  // The verdict as far as it is known without any search.
  Verdict known(const Node& node, int attacker) { return verdict(node, numbers(node, attacker)); }
  ProofNumbers numbers(const Node& node, int attacker) {
    attacker_ = attacker;
    line_.clear();
    return value_at_sight(node, key(node)).numbers;
  }

 private:
  static constexpr int kNothingAbove = std::numeric_limits<int>::max();
  static constexpr int kLengthOfLine = -1;
  static constexpr std::size_t kLongestLine = 500;  // plies

  // The attacker's failure may need a repetition of the position at `rests_on` of the line, counted from 0,
  // or that lines may not be longer.
  struct Result {
    ProofNumbers numbers;
    int rests_on = kNothingAbove;
  };
  struct Child {
    Node node;
    std::uint64_t key = 0;
    Result result;
    bool is_seen = false;  // its result is that of seen_at_once()
  };

  struct Choice {
    std::size_t best = 0;
    ProofNumbers numbers;  // of the parent
    std::uint32_t second = kSolved;
    std::uint32_t others = 0;  // unsolved ones next to the one with the largest number
  };

  std::uint64_t key(const Node& node) const {
    constexpr std::uint64_t kSecondQuestion = 0x9E37'79B9'7F4A'7C15;
    return game_.key(node) ^ (attacker_ == 0 ? 0 : kSecondQuestion);
  }

  bool attacks(const Node& node) const { return game_.side_to_move(node) == attacker_; }

  Verdict verdict(const Node& node, const ProofNumbers& numbers) const {
    if (!numbers.is_solved()) return Verdict::kUnknown;
    return numbers.is_reached() == attacks(node) ? Verdict::kAttackerWins : Verdict::kAttackerDoesNotWin;
  }

  ProofNumbers numbers_of(const Node& node, Outcome outcome) const {
    return ProofNumbers::solved(attacks(node) ? outcome == Outcome::kWin : outcome != Outcome::kLoss);
  }

  Result value_at_sight(const Node& node, std::uint64_t own_key) {
    if (const auto numbers = seen_at_once(node)) return {*numbers};
    return remembered(node, own_key);
  }

  // Numbers by the rules, or by what the guide recognises.
  std::optional<ProofNumbers> seen_at_once(const Node& node) {
    if (const Outcome outcome = game_.outcome(node); outcome != Outcome::kOpen)
      return numbers_of(node, outcome);
    if (can_win_at_once(game_, node)) return ProofNumbers::reached();
    if (const Verdict seen = guide_.recognise(node, attacker_); seen != Verdict::kUnknown)
      return ProofNumbers::solved((seen == Verdict::kAttackerWins) == attacks(node));
    return std::nullopt;
  }

  // Numbers by the table, by the line, or by first numbers.
  Result remembered(const Node& node, std::uint64_t own_key) {
    const auto known = table_.probe(own_key);
    if (known && known->is_solved()) return {*known};
    if (const int at = repeats_at(node); at >= 0) return {ProofNumbers::solved(!attacks(node)), at};
    if (line_.size() >= kLongestLine) return {ProofNumbers::solved(!attacks(node)), kLengthOfLine};
    return {known ? *known : guide_.first_numbers(node, attacker_)};
  }

  // The place of an equal position on the line; -1 if there is none.
  int repeats_at(const Node& node) const {
    if constexpr (G::kRepetition == Outcome::kOpen) return -1;
    const int length = static_cast<int>(line_.size());
    const int reach = std::min(length, static_cast<int>(game_.reversible_plies(node)));
    const std::uint64_t wanted = reach > 0 ? game_.repetition_key(node) : 0;
    for (int back = 2; back <= reach; back += 2)
      if (line_[static_cast<std::size_t>(length - back)] == wanted) return length - back;
    return -1;
  }

  void generate_children(const Node& node) {
    MoveList<Move> moves;
    game_.generate_all(node, moves);
    const std::size_t first = children_.size();
    children_.resize(first + moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Child& child = children_[first + i];
      game_.make(node, moves[i], child.node);
      child.key = key(child.node);
      table_.prefetch(child.key);
    }
  }

  Choice choose(std::size_t first) const {
    Choice choice{first, {kSolved, 0}};
    std::uint32_t unsolved = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const auto& [reach, fail] = children_[i].result.numbers;
      if (fail < choice.numbers.reach) {
        choice.second = choice.numbers.reach;
        choice.numbers.reach = fail;
        choice.best = i;
      } else {
        choice.second = std::min(choice.second, fail);
      }
      choice.numbers.fail = std::max(choice.numbers.fail, reach);
      unsolved += reach != 0;
    }
    choice.others = unsolved == 0 ? 0 : (unsolved - 1) * Guide::kUnit;
    if (choice.numbers.fail < kSolved)
      choice.numbers.fail = std::min(choice.numbers.fail + choice.others, kMostEffort);
    return choice;
  }

  // Finds what the result of a position rests on (Result::rests_on). Its successors begin at `first`.
  int rests_on(const ProofNumbers& numbers, std::size_t first, bool attacks) const {
    int rests = attacks ? kNothingAbove : kLengthOfLine;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Result& child = children_[i].result;
      if (attacks)
        rests = std::min(rests, child.rests_on);
      else if (child.numbers.is_failed())
        rests = std::max(rests, child.rests_on);
    }
    return numbers.is_reached() == attacks ? kNothingAbove : rests;
  }

  // The result of a position that is not solved, once it is or one of its numbers has reached its limit.
  Result expand(const Node node, std::uint64_t own_key, std::uint32_t reach_limit, std::uint32_t fail_limit) {
    const std::uint64_t nodes_before = budget_.nodes();
    const int depth = static_cast<int>(line_.size());
    line_.push_back(game_.repetition_key(node));
    const std::size_t first = children_.size();
    Result result;
    if (budget_.visit()) {
      generate_children(node);
      result = children_.size() == first ? Result{numbers_of(node, game_.without_moves(node))}
                                         : narrow_down(node, first, reach_limit, fail_limit);
      if (result.rests_on >= depth) {
        result.rests_on = kNothingAbove;
        table_.store(own_key, result.numbers, budget_.nodes() - nodes_before);
        if (result.numbers.is_solved())
          guide_.learn(node, attacker_, result.numbers.is_reached() == attacks(node));
      }
    }
    children_.resize(first);
    line_.pop_back();
    return result;
  }

  // Finds numbers for each successor; true if one fails for good. Numbers that are seen at once come first:
  // the table's entries are on their way meanwhile.
  bool look_at_children(std::size_t first) {
    for (std::size_t i = first; i < children_.size(); ++i) {
      const auto numbers = seen_at_once(children_[i].node);
      children_[i].is_seen = numbers.has_value();
      if (numbers) children_[i].result = {*numbers};
      if (numbers && numbers->is_failed()) return true;
    }
    for (std::size_t i = first; i < children_.size(); ++i) {
      Child& child = children_[i];
      if (child.is_seen) continue;
      child.result = remembered(child.node, child.key);
      if (child.result.numbers.is_failed() && child.result.rests_on == kNothingAbove) return true;
    }
    return false;
  }

  // Searches the most promising successors until the position is solved or a limit is reached.
  Result narrow_down(const Node& node, std::size_t first, std::uint32_t reach_limit,
                     std::uint32_t fail_limit) {
    if (look_at_children(first)) return {ProofNumbers::reached()};
    while (true) {
      const Choice choice = choose(first);
      const ProofNumbers& numbers = choice.numbers;
      if (numbers.is_solved()) return {numbers, rests_on(numbers, first, attacks(node))};
      if (budget_.is_spent() || numbers.reach >= reach_limit || numbers.fail >= fail_limit) return {numbers};
      const Child& best = children_[choice.best];
      const std::uint32_t patience = choice.second + choice.second / 4 + 1;
      children_[choice.best].result =
          expand(best.node, best.key, fail_limit - choice.others, std::min(reach_limit, patience));
    }
  }

  G game_;
  Guide& guide_;
  ProofTable& table_;
  SearchBudget budget_;
  int attacker_ = 0;
  std::vector<Child> children_;
  std::vector<std::uint64_t> line_;
};

}  // namespace tabiya
