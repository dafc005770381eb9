#include "core/games/ard_ri/module.h"

#include <memory>
#include <string>
#include <utility>

#include "core/games/ard_ri/evaluation.h"
#include "core/games/ard_ri/glyphs.h"
#include "core/games/ard_ri/notation.h"
#include "core/games/module_of.h"

namespace tabiya::ard_ri {
namespace {

constexpr std::array<std::string_view, 2> kSides{"Defenders", "Attackers"};

struct Text {
  using Rules = ard_ri::Rules;
  static constexpr int kRepetitionsThatDraw = kRepetitionLimit;

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
  static std::optional<Error> fault_to_evaluate(const Position& position) {
    if (position.king() == kNoSquare) return invalid("the king is captured; the game is over");
    return std::nullopt;
  }
};
static_assert(GameText<Text>);

class Module final : public GameModule {
 public:
  std::string_view name() const override { return "ard_ri"; }
  std::string_view title() const override { return "Ard Rì"; }
  std::uint32_t rules_version() const override { return 1; }
  std::array<std::string_view, 2> sides() const override { return kSides; }
  int ply_limit() const override { return kPlyLimit; }

  PositionHandle start() const override { return handle_of<Text>(Position::start()); }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<Position> position = ard_ri::parse_position(text);
    if (!position) return position.error();
    return handle_of<Text>(*position);
  }

  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    return make_engine_without_network<Text>(MaterialEvaluation(), evaluation, options);
  }
};

}  // namespace

const GameModule& module() {
  static const Module kModule;
  return kModule;
}

}  // namespace tabiya::ard_ri
