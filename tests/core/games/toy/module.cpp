// Modules of the toy game: one with all that a module may have, and one without each optional capability.
#include <memory>
#include <string>
#include <type_traits>

#include "core/game/book_walk_of.h"
#include "core/game/module_of.h"
#include "core/setup/plain_oracle.h"
#include "tests/core/games/toy/rules.h"

namespace tabiya::toy {
namespace {

constexpr std::string_view kDisc = R"(<circle cx="50" cy="50" r="40"/>)";
constexpr std::array<Glyph, 3> kGlyphs{
    {{"royal", {'K', 'k'}, kDisc}, {"ferz", {'F', 'f'}, kDisc}, {"knight", {'N', 'n'}, kDisc}}};
const PieceSet kPieces{kGlyphs, {{{"Red", "#fff", "#000", "#000"}, {"Blue", "#000", "#fff", "#fff"}}}, 0};
constexpr int kSquares = 16, kRow = 4;

char letter(int piece) {
  const char capital = kLetters[static_cast<std::size_t>(std::abs(piece))];
  return piece < 0 ? static_cast<char>(capital - 'A' + 'a') : capital;
}

std::string square(int index) {
  return {static_cast<char>('a' + index % kRow), static_cast<char>('1' + index / kRow)};
}

// "KFN./..../..../.nfk h00 h00 a 2 0": from the first row, ferzes and knights in hand, side to move, ply, reversible plies.
std::string format_node(const Node& node) {
  std::string text;
  for (int i = 0; i < kSquares; ++i) {
    if (i > 0 && i % kRow == 0) text += '/';
    text += letter(node.board[i]);
  }
  for (const auto& hand : node.hands)
    text += " h" + std::to_string(hand[kFerz]) + std::to_string(hand[kKnight]);
  text += node.side == 0 ? " a " : " b ";
  return text + std::to_string(node.ply) + ' ' + std::to_string(node.reversible);
}

Result<Node> parse_node(std::string_view text) {
  Node node;
  char board[20] = {}, hands[2][3] = {}, mover = 0;
  const std::string copy(text);
  if (std::sscanf(copy.c_str(), "%19s h%2s h%2s %c %d %d", board, hands[0], hands[1], &mover, &node.ply,
                  &node.reversible) != 6)
    return invalid("not a position", 0);
  for (int i = 0; i < kSquares; ++i) {
    const char c = board[i + i / kRow];
    for (int piece = -kKnight; piece <= kKnight; ++piece)
      if (letter(piece) == c) node.board[i] = static_cast<std::int8_t>(piece);
  }
  for (int side = 0; side < 2; ++side) {
    node.hands[side][kFerz] = static_cast<std::int8_t>(hands[side][0] - '0');
    node.hands[side][kKnight] = static_cast<std::int8_t>(hands[side][1] - '0');
  }
  node.side = node.ply % 2;
  if (format_node(node) != text) return invalid("not a position", 0);
  return node;
}

BoardPicture picture_of(const Node& node, std::string caption) {
  BoardPicture picture = lettered_board_picture(kPieces, kRow, kRow);
  for (int i = 0; i < kSquares; ++i) {
    if (const int piece = node.board[i]; piece != kNone)
      picture.squares[static_cast<std::size_t>(i)] = {piece < 0 ? 1u : 0u,
                                                      static_cast<std::size_t>(std::abs(piece) - 1)};
  }
  picture.caption = std::move(caption);
  return picture;
}

// Lower case, as on the board, for Blue.
std::string wire_setup(int side, std::string name) {
  if (side == 0) return name;
  std::ranges::reverse(name);
  for (char& c : name) c = c == '.' ? c : static_cast<char>(c - 'A' + 'a');
  return name;
}

struct DrawnByRepetition {
  static constexpr int kRepetitionsThatDraw = 3;
};
struct NeverDrawnByRepetition {};

template <class Toy>
struct TextOf : std::conditional_t<Toy::kDrawsByRepetition, DrawnByRepetition, NeverDrawnByRepetition> {
  using Rules = RulesOf<Toy>;

  static Node usual_start() { return Toy::kHasSetups ? Node() : Rules::position_after(0, 1); }
  static Result<Node> parse(std::string_view text) { return parse_node(text); }
  static std::unique_ptr<BookWalk> book_walk(const Node& node, Move) {
    if constexpr (Toy::kHasBooksOfMoves) return std::make_unique<BookWalkOf<TextOf>>(node);
    return nullptr;
  }
  static const Node& walked_to(const BookWalk& walk) {
    return static_cast<const BookWalkOf<TextOf>&>(walk).position();
  }
  static bool in_setup_phase(const Node& node) { return Toy::kHasSetups && node.ply < 2; }
  static std::string format(const Node& node) { return format_node(node); }
  static MoveText move_text(const Node& node, Move move) {
    const std::string to = square(move.to());
    if (move.from() >= kSquares) {
      const std::string piece(1, letter(move.from() - kSquares));
      return {piece + "@" + to, "drop " + piece + " " + to};
    }
    return {square(move.from()) + to, letter(node.board[move.from()]) + square(move.from()) + "-" + to};
  }
  static Result<Move> parse_move(const Node& node, std::string_view text) {
    MoveList<Move> moves;
    if (Rules::outcome(node) == Outcome::kOpen) Rules::generate_all(node, moves);
    for (const Move move : moves) {
      const MoveText known = move_text(node, move);
      if (text == known.wire || text == known.readable) return move;
    }
    return invalid("no legal move");
  }
  static Result<Node> place(const Node& node, std::string_view text) {
    const SetupSpace& setups = node.side == 0 ? Rules::red_setups() : Rules::blue_setups();
    for (SetupId id = 0; id < setups.count(); ++id) {
      const std::string name = setups.name(id);
      if (text != name && text != wire_setup(node.side, name)) continue;
      Node next = node;
      place_setup(next, name);
      return next;
    }
    return invalid("no such setup");
  }
  static BoardPicture picture(const Node& node, Move) {
    return picture_of(node, result(node).value_or("the game goes on"));
  }
  static std::optional<std::string> result(const Node& node) {
    if (in_setup_phase(node)) return std::nullopt;
    if (Rules::outcome(node) == Outcome::kLoss) return "the royal piece was captured";
    if (Rules::outcome(node) == Outcome::kDraw) return "drawn";
    MoveList<Move> moves;
    Rules::generate_all(node, moves);
    return moves.empty() ? std::optional<std::string>("no move") : std::nullopt;
  }
  static std::uint64_t perft(const Node& node, int depth) {
    if (depth == 0 || !in_setup_phase(node)) return count_move_sequences<Rules>(node, depth);
    const SetupSpace& setups = node.side == 0 ? Rules::red_setups() : Rules::blue_setups();
    std::uint64_t count = 0;
    for (SetupId id = 0; id < setups.count(); ++id) {
      Node next = node;
      place_setup(next, setups.name(id));
      count += perft(next, depth - 1);
    }
    return count;
  }
  static std::optional<Error> fault_to_evaluate(const Node& node) {
    if (in_setup_phase(node)) return invalid("nothing to evaluate");
    return std::nullopt;
  }
};

template <class Toy>
class Setups final : public SetupPhase {
 public:
  using Rules = RulesOf<Toy>;
  const SetupSpace& reds() const override { return Rules::red_setups(); }
  const SetupSpace& blues() const override { return Rules::blue_setups(); }
  PositionHandle position_after(SetupId red, SetupId blue) const override {
    return handle_of<TextOf<Toy>>(Rules::position_after(red, blue));
  }
  std::string wire(int side, SetupId id) const override { return wire_setup(side, setups(side).name(id)); }
  BoardPicture picture(int side, SetupId id) const override {
    Node node;
    node.side = side;
    place_setup(node, setups(side).name(id));
    return picture_of(node, "");
  }
  Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice&) const override {
    return std::unique_ptr<PairOracle>(std::make_unique<PlainOracle<Rules, Evaluation<Rules>>>());
  }
};

template <class Toy>
class Module final : public GameModule {
 public:
  using Text = TextOf<Toy>;
  static_assert(GameText<Text>);

  Module()
      : GameModule({.name = std::string(Toy::kName),
                    .title = "the toy game",
                    .sides = {"Red", "Blue"},
                    .ply_limit = Rules{}.ply_limit}) {}

  PositionHandle start() const override { return handle_of<Text>(Text::usual_start()); }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<Node> node = Text::parse(text);
    if (!node) return node.error();
    return handle_of<Text>(*node);
  }
  PositionHandle position_of(const BookWalk& walk) const override { return walked_handle<Text>(walk); }
  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    if constexpr (Toy::kHasEngine)
      return engine_handle<Text>(
          make_search_engine_without_network<RulesOf<Toy>>(Evaluation<RulesOf<Toy>>(), evaluation, options));
    return unsupported("this game has no engine");
  }
  const SetupPhase* setup_phase() const override { return Toy::kHasSetups ? &setups_ : nullptr; }

 private:
  Setups<Toy> setups_;
};

}  // namespace
}  // namespace tabiya::toy

// The module of a toy that hides `constant` of toy::Everything.
#define TABIYA_TOY(name, constant)                   \
  namespace tabiya::name {                           \
  namespace {                                        \
  struct Toy : toy::Everything {                     \
    static constexpr std::string_view kName = #name; \
    static constexpr bool constant = false;          \
  };                                                 \
  }                                                  \
  const GameModule& module() {                       \
    static const toy::Module<Toy> kModule;           \
    return kModule;                                  \
  }                                                  \
  }

TABIYA_TOY(toy_without_setups, kHasSetups)
TABIYA_TOY(toy_without_mirrors, kHasMirrors)
TABIYA_TOY(toy_with_uneven_sides, kSidesAreAlike)
TABIYA_TOY(toy_without_engine, kHasEngine)
TABIYA_TOY(toy_without_books_of_moves, kHasBooksOfMoves)
TABIYA_TOY(toy_without_royal_piece, kHasRoyalPiece)
TABIYA_TOY(toy_without_passing, kCanPass)
TABIYA_TOY(toy_without_repetition, kDrawsByRepetition)

namespace tabiya::toy {

const GameModule& module() {
  static const Module<Everything> kModule;
  return kModule;
}

}  // namespace tabiya::toy
