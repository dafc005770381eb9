// The toy game of the search tests as a game of the program: its rules and setups, with or without what is
// optional. A Toy says what there is.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/rules.h"
#include "core/setup/setup_rules.h"
#include "tests/core/search/toy_game.h"

namespace tabiya::toy {

// Everything; what lacks something hides that constant.
struct Everything {
  static constexpr std::string_view kName = "toy";
  static constexpr bool kHasSetups = true;
  static constexpr bool kHasMirrors = true;
  static constexpr bool kSidesAreAlike = true;
  static constexpr bool kHasEngine = true;
  static constexpr bool kHasBooksOfMoves = true;
  static constexpr bool kHasRoyalPiece = true;  // that the search knows of
  static constexpr bool kCanPass = true;
  static constexpr bool kDrawsByRepetition = true;
};

// The arrangements of pieces on the four squares of a side's back row, as it sees them from left to right.
template <class Toy>
class Arrangements final : public SetupSpace {
 public:
  explicit Arrangements(std::string pieces) {
    std::ranges::sort(pieces);
    do names_.push_back(pieces);
    while (std::ranges::next_permutation(pieces).found);
  }

  std::string_view game() const override { return Toy::kName; }
  SetupId count() const override { return static_cast<SetupId>(names_.size()); }
  SetupId mirror(SetupId id) const override {
    if (!Toy::kHasMirrors) return id;
    return *parse({names_[id].rbegin(), names_[id].rend()});
  }
  SetupId normalised(SetupId id) const override { return std::min(id, mirror(id)); }
  SetupId normalised_count() const override {
    SetupId normalised = 0;
    for (SetupId id = 0; id < count(); ++id) normalised += is_normalised(id) ? 1 : 0;
    return normalised;
  }
  std::string name(SetupId id) const override { return names_[id]; }
  Result<SetupId> parse(std::string_view name) const override { return find(std::string(name)); }

 private:
  Result<SetupId> parse(const std::string& name) const { return find(name); }
  Result<SetupId> find(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return invalid("no such setup", 0);
    return static_cast<SetupId>(found - names_.begin());
  }

  std::vector<std::string> names_;  // ascending
};

inline constexpr int kBackRow = 4;  // squares
inline constexpr std::string_view kLetters = ".KFN";

// Puts the pieces of a setup onto the back row of a side; Blue sees the board turned by half.
inline void place_setup(Node& node, std::string_view setup) {
  for (int i = 0; i < kBackRow; ++i) {
    const auto piece = static_cast<std::int8_t>(kLetters.find(setup[static_cast<std::size_t>(i)]));
    node.board[node.side == 0 ? i : 15 - i] = static_cast<std::int8_t>(node.side == 0 ? piece : -piece);
  }
  node.side = 1 - node.side;
  ++node.ply;
}

template <class Toy>
struct RulesOf {
  using Position = Node;
  using Move = toy::Move;

  static const Game& game() {
    static const Game kGame(Rules{.checks = Toy::kHasRoyalPiece, .repetition = Toy::kDrawsByRepetition});
    return kGame;
  }

  static std::uint64_t key(const Node& node) { return game().key(node); }
  static std::uint64_t repetition_key(const Node& node) { return game().repetition_key(node); }
  static int reversible_plies(const Node& node) { return game().reversible_plies(node); }
  static Outcome outcome(const Node& node) { return game().outcome(node); }
  static Outcome without_moves(const Node& node) { return game().without_moves(node); }
  static constexpr Outcome kRepetition = Toy::kDrawsByRepetition ? Outcome::kDraw : Outcome::kOpen;
  static int side_to_move(const Node& node) { return node.side; }
  static void generate(const Node& node, MoveKind move_kind, MoveList<Move>& moves) {
    game().generate(node, move_kind, moves);
  }
  static void generate_all(const Node& node, MoveList<Move>& moves) { game().generate_all(node, moves); }
  static bool is_legal(const Node& node, Move move) { return game().is_legal(node, move); }
  static bool is_capture(const Node& node, Move move) { return game().is_capture(node, move); }
  static int capture_order(const Node& node, Move move) { return game().capture_order(node, move); }
  static constexpr std::size_t kPositionKinds = Game::kPositionKinds;
  static std::size_t position_kind(const Node& node) { return game().position_kind(node); }
  static void play(Node& node, Move move) { game().make(Node(node), move, node); }

  static bool can_win(const Node& node) requires(Toy::kHasRoyalPiece) { return game().can_win(node); }
  static bool in_check(const Node& node) requires(Toy::kHasRoyalPiece) { return game().in_check(node); }
  static void pass(Node& node) requires(Toy::kCanPass) { game().pass(Node(node), node); }

  static const SetupSpace& red_setups() {
    static const Arrangements<Toy> kSpace("KFN.");
    return kSpace;
  }
  static const SetupSpace& blue_setups() {
    static const Arrangements<Toy> kSpace("KN..");
    return Toy::kSidesAreAlike ? red_setups() : kSpace;
  }
  static Node position_after(SetupId red, SetupId blue) {
    Node node;
    place_setup(node, red_setups().name(red));
    place_setup(node, blue_setups().name(blue));
    return node;
  }
};

// The hash of the position, as in the search tests.
template <class R>
struct Evaluation {
  struct State {};

  void reset(const Node&, State&) const {}
  void update(const Node&, const State&, Move, const Node&, State&) const {}
  Score value(const Node& node, State&) const {
    Node copy = node;
    return R::game().evaluate(copy);
  }
  std::uint64_t fingerprint() const { return 1; }
};

}  // namespace tabiya::toy
