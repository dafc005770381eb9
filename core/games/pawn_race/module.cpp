#include "core/games/pawn_race/module.h"

#include <memory>
#include <string>
#include <utility>

#include "core/games/module_of.h"
#include "core/games/pawn_race/evaluation.h"
#include "core/games/pawn_race/glyphs.h"
#include "core/games/pawn_race/notation.h"
#include "core/games/pawn_race/setups.h"

namespace tabiya::pawn_race {
namespace {

constexpr std::array<std::string_view, 2> kSides{"White", "Black"};
std::string name(Side side) { return std::string(kSides[index(side)]); }

struct Text {
  using Rules = pawn_race::Rules;

  static bool in_setup_phase(const Position& position) { return position.in_setup_phase(); }
  static std::string format(const Position& position) { return format_position(position); }
  static MoveText move_text(const Position&, Move move) {
    return {format_coordinates(move), format_san(move)};
  }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    return pawn_race::parse_move(position, text);
  }
  static Result<Position> place(const Position& position, std::string_view text) {
    const Result<int> file = parse_gap(position.side_to_move(), text);
    if (!file) return file.error();
    Position next = position;
    next.choose_gap(*file);
    return next;
  }

  static BoardPicture picture(const Position& position, Move last) {
    BoardPicture picture = lettered_board_picture(kPieceSet, Board::kRows, Board::kColumns);
    for (Square square = 0; square < Board::kSquares; ++square) {
      auto& piece = picture.squares[square];
      for (const Side side : {Side::kWhite, Side::kBlack})
        if (has(position.pawns(side), square)) piece = {static_cast<std::size_t>(index(side)), kPawnGlyph};
    }
    if (!last.is_none()) picture.last_move = {last.from(), last.to()};
    picture.caption = caption(position);
    return picture;
  }

  static std::string caption(const Position& position) {
    const std::string us = name(position.side_to_move());
    if (position.in_setup_phase()) return "Black chooses the gap of " + us;
    const auto ended = result(position);
    return ended ? *ended : us + " to move, move " + std::to_string(position.move_number());
  }

  static std::optional<std::string> result(const Position& position) {
    if (position.in_setup_phase()) return std::nullopt;
    const Side us = position.side_to_move(), them = other(us);
    if ((position.pawns(them) & last_rank(them)) != 0)
      return name(them) + " has won: a pawn stands on the last rank";
    if (position.pawns(us) == 0) return name(them) + " has won: " + name(us) + " has no pawns left";
    MoveList<Move> moves;
    Rules::generate_all(position, moves);
    if (!moves.empty()) return std::nullopt;
    return "The game is drawn: " + name(us) + " has no legal move";
  }

  static std::uint64_t perft(const Position& position, int depth) {
    if (!position.in_setup_phase()) return count_move_sequences<Rules>(position, depth);
    if (depth == 0) return 1;
    std::uint64_t sum = 0;
    for (int file = 0; file < Board::kColumns; ++file) {
      Position next = position;
      next.choose_gap(file);
      sum += perft(next, depth - 1);
    }
    return sum;
  }
  static std::optional<Error> fault_to_evaluate(const Position& position) {
    if (position.in_setup_phase())
      return invalid("the gaps are not chosen yet, so there is nothing to evaluate");
    if (Rules::outcome(position) != Outcome::kOpen) return invalid("the game is over");
    return std::nullopt;
  }
};
static_assert(GameText<Text>);

class ChoiceOfGaps final : public SetupPhase {
 public:
  const SetupSpace& reds() const override { return kGaps; }
  const SetupSpace& blues() const override { return kGaps; }

  PositionHandle position_after(SetupId red, SetupId blue) const override {
    return handle_of<Text>(Rules::position_after(red, blue));
  }
  std::string wire(int side, SetupId id) const override {
    return format_gap(static_cast<Side>(side), static_cast<int>(id));
  }
  BoardPicture picture(int side, SetupId id) const override {
    Position position;
    position.set_side(static_cast<Side>(side));
    position.choose_gap(static_cast<int>(id));
    BoardPicture picture = Text::picture(position, {});
    picture.caption.clear();
    return picture;
  }
  Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice& evaluation) const override {
    if (evaluation.network) return unsupported("this game knows no networks");
    return std::unique_ptr<PairOracle>(std::make_unique<PlainOracle<Rules, RaceEvaluation>>());
  }
};

class Module final : public GameModule {
 public:
  std::string_view name() const override { return kGaps.game(); }
  std::string_view title() const override { return "Pawn Race"; }
  std::uint32_t rules_version() const override { return 1; }
  std::array<std::string_view, 2> sides() const override { return kSides; }
  int ply_limit() const override { return kPlyLimit; }

  PositionHandle start() const override { return handle_of<Text>(Position()); }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<Position> position = pawn_race::parse_position(text);
    if (!position) return position.error();
    return handle_of<Text>(*position);
  }

  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    return make_engine_without_network<Text>(RaceEvaluation(), evaluation, options);
  }

  const SetupPhase* setup_phase() const override { return &gaps_; }

 private:
  ChoiceOfGaps gaps_;
};

}  // namespace

const GameModule& module() {
  static const Module kModule;
  return kModule;
}

}  // namespace tabiya::pawn_race
