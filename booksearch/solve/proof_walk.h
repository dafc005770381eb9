// A walk checks proofs that a side wins, or that it does not, by the rules alone. It shares nothing with the
// search that found them. It knows of a game only what GamePosition tells of a position: its legal moves, the
// position after each, and who has won. Positions are equal if their texts are.
//
// A proof is a strategy of the prover, the side for whom the claim is good. It has one move for each position
// in which the prover is to move, in the order in which a walk comes to them. The walk takes the opponent's
// moves in the order of their texts, and looks at no position twice. A proof may be cut: where the rest is
// short, it has no move, and the walk finds one by trying all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// A claim says that a side (0 or 1) wins by force, or that it does not.
struct Claim {
  int side = 0;
  bool wins = true;

  int prover() const { return wins ? side : 1 - side; }

  friend bool operator==(const Claim&, const Claim&) = default;
};

inline constexpr const char* kNoMove = ".";  // the rest is to be found

// True if trying all moves, with at most `cut` positions looked at, shows that a claim is true of a position.
bool is_shown_by_trial(const Claim& claim, const PositionHandle& position, std::uint64_t cut);

class ProofWalk {
 public:
  // Returns the prover's move, in the notation of programs, or kNoMove. An error ends the walk.
  using NextMove = std::function<Result<std::string>(const PositionHandle&)>;

  ProofWalk(const Claim& claim, std::uint64_t cut, NextMove next_move)
      : claim_(claim), cut_(cut), next_move_(std::move(next_move)) {}

  // Errors: kInvalid if the claim is not shown, with the position.
  Status walk(const PositionHandle& root) { return visit(root, 0); }

  std::uint64_t positions() const { return seen_.size(); }

 private:
  enum class State : std::uint8_t { kOnLine, kShown };

  Status visit(const PositionHandle& position, int depth);
  Status visit_moves(const PositionHandle& position, int depth);

  Claim claim_;
  std::uint64_t cut_;
  NextMove next_move_;
  std::unordered_map<std::string, State> seen_;
};

}  // namespace tabiya::booksearch
