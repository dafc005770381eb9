#include "core/games/zero_point_one/movegen.h"

#include <utility>

namespace tabiya::zero_point_one {
namespace {

// kThreats[kind][square]: from where a piece of `kind` can jump to where it attacks `square`.
constexpr std::array<AttackTable<Board>, kKinds> kThreats = [] {
  std::array<AttackTable<Board>, kKinds> tables{};
  for (Kind kind : kAllKinds) tables[index(kind)] = two_jumps<Board>(kAttacks[index(kind)]);
  return tables;
}();

void add_jumps(Square from, Bitboard targets, Moves& moves) {
  while (targets != 0) moves.push_back(Move::jump(from, pop_lowest(targets)));
}

void add_captures(const Position& position, Moves& moves) {
  const Side us = position.side_to_move();
  const Bitboard targets = position.pieces(other(us));
  for (Kind kind : kAllKinds) {
    for (Bitboard own = position.pieces(us, kind); own != 0;) {
      const Square from = pop_lowest(own);
      add_jumps(from, attacks(kind, from) & targets, moves);
    }
  }
}

// A leaper's attack cannot be blocked: the wazir goes to a safe square, or the only attacker is captured.
void add_evasions(const Position& position, Moves& moves) {
  const Side us = position.side_to_move();
  const Side them = other(us);
  const Square wazir = position.wazir(us);
  Bitboard targets = position.pieces(them, Kind::kWazir);
  const Bitboard checkers = position.attackers(them, wazir);
  if (count(checkers) == 1) targets |= checkers;
  while (targets != 0) {
    const Square to = pop_lowest(targets);
    for (Bitboard own = position.attackers(us, to) & ~bit(wazir); own != 0;) {
      moves.push_back(Move::jump(pop_lowest(own), to));
    }
  }
  for (Bitboard escapes = attacks(Kind::kWazir, wazir) & ~position.pieces(us); escapes != 0;) {
    const Square to = pop_lowest(escapes);
    const bool wins = has(position.pieces(them, Kind::kWazir), to);
    if (wins || position.attackers(them, to) == 0) moves.push_back(Move::jump(wazir, to));
  }
}

// The squares to which a kind of moves takes each kind of piece; occupied ones are not yet left out.
using Targets = std::array<Bitboard, kKinds>;

Targets check_targets(Square enemy_wazir) {
  Targets targets;
  for (Kind kind : kAllKinds) targets[index(kind)] = attacks(kind, enemy_wazir);
  return targets;
}

Targets threat_targets(Square enemy_wazir) {
  Targets targets;
  for (Kind kind : kAllKinds) targets[index(kind)] = kThreats[index(kind)][enemy_wazir];
  return targets;
}

// The targets of a quiet kind less those of the kinds before it.
Targets targets_of_kind(const Position& position, MoveKind move_kind) {
  const Side them = other(position.side_to_move());
  if (!position.has_wazir(them)) return {};
  const Square enemy_wazir = position.wazir(them);
  Targets earlier{};
  Targets targets = check_targets(enemy_wazir);
  for (MoveKind next : {MoveKind::kCheckThreats, MoveKind::kOtherQuiets}) {
    if (move_kind < next) break;
    for (int kind = 0; kind < kKinds; ++kind) earlier[kind] |= targets[kind];
    if (next == MoveKind::kCheckThreats) targets = threat_targets(enemy_wazir);
    if (next == MoveKind::kOtherQuiets) targets.fill(~Bitboard{0});
  }
  for (int kind = 0; kind < kKinds; ++kind) targets[kind] &= position.empty() & ~earlier[kind];
  return targets;
}

void add_quiet_jumps(const Position& position, const Targets& targets, Moves& moves) {
  const Side us = position.side_to_move();
  for (Kind kind : kAllKinds) {
    for (Bitboard own = position.pieces(us, kind); own != 0;) {
      const Square from = pop_lowest(own);
      add_jumps(from, attacks(kind, from) & targets[index(kind)], moves);
    }
  }
}

void add_drops(const Position& position, const Targets& targets, Moves& moves) {
  const Hand& hand = position.hand(position.side_to_move());
  for (int kind = 0; kind < kHandKinds; ++kind) {
    if (hand[kind] == 0) continue;
    for (Bitboard squares = targets[kind]; squares != 0;) {
      moves.push_back(Move::drop(static_cast<Kind>(kind), pop_lowest(squares)));
    }
  }
}

bool is_over(const Position& position) {
  return outcome(position) != Outcome::kOpen || position.in_setup_phase();
}

}  // namespace

Outcome outcome(const Position& position) {
  if (position.in_setup_phase()) return Outcome::kOpen;
  if (!position.has_wazir(position.side_to_move())) return Outcome::kLoss;
  return position.ply() >= kPlyLimit ? Outcome::kDraw : Outcome::kOpen;
}

bool can_win(const Position& position) {
  const Side us = position.side_to_move();
  return position.has_wazir(other(us)) && position.attackers(us, position.wazir(other(us))) != 0;
}

bool in_check(const Position& position) {
  const Side us = position.side_to_move();
  return position.ply() + 1 < kPlyLimit && position.has_wazir(us) &&
         position.attackers(other(us), position.wazir(us)) != 0;
}

bool is_legal(const Position& position, Move move) {
  if (move.is_none() || is_over(position)) return false;
  const Side us = position.side_to_move();
  if (move.is_drop()) {
    return index(move.kind()) < kHandKinds && position.hand(us)[index(move.kind())] > 0 &&
           has(position.empty(), move.to());
  }
  return has(position.pieces(us), move.from()) && !has(position.pieces(us), move.to()) &&
         has(attacks(position.at(move.from()).kind(), move.from()), move.to());
}

void generate(const Position& position, MoveKind move_kind, Moves& moves) {
  if (is_over(position)) return;
  switch (move_kind) {
    case MoveKind::kCaptures:
      return add_captures(position, moves);
    case MoveKind::kEvasions:
      return add_evasions(position, moves);
    case MoveKind::kChecks:
    case MoveKind::kCheckThreats:
    case MoveKind::kOtherQuiets: {
      const Targets targets = targets_of_kind(position, move_kind);
      add_quiet_jumps(position, targets, moves);
      add_drops(position, targets, moves);
    }
  }
}

void generate_all(const Position& position, Moves& moves) {
  if (is_over(position)) return;
  const Side us = position.side_to_move();
  for (Bitboard own = position.pieces(us); own != 0;) {
    const Square from = pop_lowest(own);
    add_jumps(from, attacks(position.at(from).kind(), from) & ~position.pieces(us), moves);
  }
  Targets everywhere;
  everywhere.fill(position.empty());
  add_drops(position, everywhere, moves);
}

int count_moves(const Position& position) {
  if (is_over(position)) return 0;
  const Side us = position.side_to_move();
  int moves = 0;
  for (Bitboard own = position.pieces(us); own != 0;) {
    const Square from = pop_lowest(own);
    moves += count(attacks(position.at(from).kind(), from) & ~position.pieces(us));
  }
  for (std::uint8_t held : position.hand(us)) moves += held > 0 ? count(position.empty()) : 0;
  return moves;
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  if (position.in_setup_phase()) {
    if (depth == 1) return SetupRanking::size();
    for_each_setup([&](const Setup& setup) {
      Position child = position;
      child.place(setup);
      nodes += perft(child, depth - 1);
    });
    return nodes;
  }
  if (depth == 1) return static_cast<std::uint64_t>(count_moves(position));
  Moves moves;
  generate_all(position, moves);
  for (Move move : moves) {
    Position child = position;
    child.play(move);
    nodes += perft(child, depth - 1);
  }
  return nodes;
}

}  // namespace tabiya::zero_point_one
