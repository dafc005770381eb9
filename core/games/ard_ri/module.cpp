#include "core/games/ard_ri/module.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "core/game/board_picture.h"
#include "core/game/module_of.h"
#include "core/game/referee_protocol.h"
#include "core/game/solving/game_solver.h"
#include "core/game/solving/solver_of.h"
#include "core/games/ard_ri/notation.h"
#include "core/games/ard_ri/trainable.h"
#include "core/learn/learning.h"
#include "core/learn/learning_with_text.h"
#include "core/search/engine.h"
#include "core/search/proof/proof_table.h"

namespace tabiya::ard_ri {
namespace {

enum GlyphIndex : std::size_t { kManGlyph, kKingGlyph, kAttackerGlyph };

// A round shield with its boss.
constexpr std::string_view kManPath =
    R"(<circle cx="50" cy="50" r="36"/><circle cx="50" cy="50" r="11" fill="none" stroke="currentColor"/>)";

// A shield with a crown on it.
constexpr std::string_view kKingPath =
    R"(<circle cx="50" cy="50" r="42"/>)"
    R"(<path d="M27 68L23 36L38 49L50 28L62 49L77 36L73 68Z" fill="none" stroke="currentColor" stroke-width="7"/>)";

// A pointed shield.
constexpr std::string_view kAttackerPath =
    R"(<path d="M14 18H86C88 50 74 76 50 90C26 76 12 50 14 18Z"/>)"
    R"(<path d="M50 30V72M30 40H70" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, 3> kGlyphs{
    {{"man",
      {'O', 'O'},
      kManPath,
      "Steps one square up, down, left or right; the shaded squares are closed to it.",
      "mW"},
     {"king",
      {'K', 'K'},
      kKingPath,
      "Steps one square up, down, left or right, onto shaded squares, too. On a corner it has won.",
      "mW"},
     {"attacker",
      {'V', 'V'},
      kAttackerPath,
      "Steps one square up, down, left or right; the shaded squares are closed to it.",
      "mW"}}};

// The corners and the centre.
constexpr std::array<std::size_t, 5> kClosed{0, 6, 24, 42, 48};

const PieceSet kPieceSet{
    kGlyphs,
    {{{"Defenders", "#fff4d6", "#6b4a12", "#6b4a12"}, {"Attackers", "#3b2f2f", "#171212", "#fff"}}},
    kKingGlyph,
    kClosed};

constexpr std::array<std::string_view, 2> kSides{"Defenders", "Attackers"};

struct Text {
  using Rules = ard_ri::Rules;
  static constexpr int kRepetitionsThatDraw = kRepetitionLimit;

  static Position usual_start() { return Position::start(); }
  static Result<Position> parse(std::string_view text) { return parse_position(text); }
  static bool in_setup_phase(const Position&) { return false; }
  static std::string format(const Position& position) { return format_position(position); }
  static MoveText move_text(const Position&, Move move) { return {format_move(move), format_move(move)}; }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    return ard_ri::parse_move(position, text);
  }
  static Result<Position> place(const Position&, std::string_view) {
    return unsupported("this game has no setup phase");
  }

  static BoardPicture picture(const Position& position, Move last) {
    BoardPicture picture = lettered_board_picture(kPieceSet, Board::kRows, Board::kColumns);
    for (Square square = 0; square < Board::kSquares; ++square) {
      auto& piece = picture.squares[square];
      if (square == position.king()) piece = {0, kKingGlyph};
      if (has(position.men(Side::kDefenders), square)) piece = {0, kManGlyph};
      if (has(position.men(Side::kAttackers), square)) piece = {1, kAttackerGlyph};
    }
    if (!last.is_none()) picture.last_move = {last.from(), last.to()};
    const auto ended = result(position);
    picture.caption = ended ? *ended : std::string(kSides[index(position.side_to_move())]) + " to move";
    return picture;
  }

  static std::optional<std::string> result(const Position& position) {
    if (position.king() == kNoSquare) return "Attackers have won: the king is captured";
    if (has(kCorners, position.king())) return "Defenders have won: the king stands on a corner";
    if (position.ply() >= kPlyLimit)
      return "The game is drawn: " + std::to_string(kPlyLimit) + " plies were played";
    MoveList<Move> moves;
    Rules::generate_all(position, moves);
    if (!moves.empty()) return std::nullopt;
    return std::string(kSides[index(other(position.side_to_move()))]) +
           " have won: " + std::string(kSides[index(position.side_to_move())]) + " have no legal move";
  }

  static std::uint64_t perft(const Position& position, int depth) {
    return count_move_sequences<Rules>(position, depth);
  }
  static std::optional<Position> without(Position position, std::size_t square) {
    for (const Side side : {Side::kDefenders, Side::kAttackers}) {
      if (!has(position.men(side), static_cast<Square>(square))) continue;
      position.take_man(side, static_cast<Square>(square));
      return position;
    }
    return std::nullopt;
  }
  static std::optional<Error> fault_to_evaluate(const Position& position) {
    if (position.king() == kNoSquare) return invalid("the king is captured; the game is over");
    return std::nullopt;
  }
};
static_assert(GameText<Text>);

MadeEngine<Rules> make_search_engine(const EvaluationChoice& evaluation, const SearcherOptions& options) {
  return make_search_engine_with_features<Rules, Features>(Trainable::built_in(), evaluation, options);
}

// The defenders are sent `Start`; every answer is a move.
struct Refereed : RefereedByNotation<Text> {
  static constexpr RefereeClock kClock{ClockKind::kGame, Milliseconds(60'000)};
  static constexpr int kPlyLimit = ard_ri::kPlyLimit;
  static constexpr int kSetupPlies = 0;
  static constexpr int kRepetitionsThatDraw = kRepetitionLimit;

  static Position start() { return Position::start(); }
  static View mover_view(const Position& position) {
    const Side us = position.side_to_move();
    return {"side to move", kSides[index(us)], kSides[index(other(us))]};
  }
};
static_assert(RefereedGame<Refereed>);

GameFacts facts() {
  return {.name = "ard_ri",
          .title = "Ard Rì",
          .sides = kSides,
          .ply_limit = kPlyLimit,
          .rules =
              "The defenders are light, O, with their king, K; the attackers are dark, V. Every piece\n"
              "moves one square up, down, left or right to an empty square. Only the king may stand on\n"
              "the corners and the centre, which are shaded, #. Men are captured between two enemies in\n"
              "a row or column, of which one has just moved there; the king helps to capture. The\n"
              "attackers win by moving next to the king when all four squares around it are theirs,\n"
              "empty and off limits, or off the board; the defenders win when it stands on a corner.\n"
              "A side that cannot move has lost. A position's third occurrence is a draw, and so are\n"
              "300 plies.\n",
          .network_features = Features::kFeatures};
}

class Module final : public ModuleOf<Text> {
 public:
  Module() : ModuleOf(ard_ri::facts(), make_search_engine) {}

  std::unique_ptr<GameSolver> make_solver(std::shared_ptr<ProofTable> table) const override {
    return std::make_unique<SolverOf<Text>>(std::move(table));
  }

  const RefereeProtocol* referee_protocol() const override { return &protocol_; }
  const Learning* learning() const override { return &learning_; }

 private:
  LearningWithText<Trainable, Text> learning_;
  RefereeProtocolOf<Refereed, Text> protocol_{make_search_engine};
};

}  // namespace

const GameModule& module() {
  static const Module kModule;
  return kModule;
}

}  // namespace tabiya::ard_ri
