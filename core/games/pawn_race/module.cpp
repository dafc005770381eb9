#include "core/games/pawn_race/module.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/game/board_picture.h"
#include "core/game/module_of.h"
#include "core/game/referee_protocol.h"
#include "core/game/solving/game_solver.h"
#include "core/game/solving/perfect_play.h"
#include "core/game/solving/solver_of.h"
#include "core/games/pawn_race/evaluation.h"
#include "core/games/pawn_race/first_moves_text.h"
#include "core/games/pawn_race/notation.h"
#include "core/games/pawn_race/race_guide.h"
#include "core/games/pawn_race/setups.h"
#include "core/search/engine.h"
#include "core/search/proof/proof_table.h"
#include "core/setup/plain_oracle.h"

namespace tabiya::pawn_race {
namespace {

inline constexpr std::size_t kPawnGlyph = 0;

// A head, a collar and a foot.
constexpr std::string_view kPawn =
    R"(<path d="M22 88C22 72 38 68 41 50H59C62 68 78 72 78 88Z"/>)"
    R"(<circle cx="50" cy="30" r="18"/><path d="M34 50H66" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, 1> kGlyphs{
    {{"pawn",
      {'P', 'p'},
      kPawn,
      "Moves one square ahead, or two from where it begins; captures one square diagonally ahead. On the last rank it wins.",
      "fmWfcFifmnD"}}};

const PieceSet kPieceSet{kGlyphs, {{{"White", "#fff", "#222", "#222"}, {"Black", "#333", "#111", "#fff"}}}};

constexpr std::array<std::string_view, 2> kSides{"White", "Black"};
std::string name(Side side) { return std::string(kSides[index(side)]); }

struct Text {
  using Rules = pawn_race::Rules;

  static Position usual_start() { return {}; }
  static Result<Position> parse(std::string_view text) { return parse_position(text); }
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

MadeEngine<Rules> make_search_engine(const EvaluationChoice& evaluation, const SearcherOptions& options) {
  return make_search_engine_without_network<Rules>(RaceEvaluation(), evaluation, options);
}

// The engine for games is perfect where moves are prepared, or the solver is in time.
MadeEngine<Rules> make_player(const EvaluationChoice& evaluation, const SearcherOptions& options) {
  MadeEngine<Rules> searcher = make_search_engine(evaluation, options);
  if (!searcher) return searcher.error();
  Result<FirstMoves> first_moves = FirstMoves::parse(module(), kFirstMoves);
  if (!first_moves) return first_moves.error();
  auto solver =
      std::make_unique<SolverOf<Text, RaceGuide>>(std::make_shared<ProofTable>(options.table_bytes));
  return std::unique_ptr<EngineFor<Rules>>(std::make_unique<PerfectEngineOf<Text>>(
      *std::move(searcher), PerfectPlay(std::move(solver)), *std::move(first_moves)));
}

// Black is sent `Start` and answers with both gaps, "Gaps h a"; White, who is sent that line, with a move.
// The referee's time is for each move.
struct Refereed : RefereedByNotation<Text> {
  static constexpr RefereeClock kClock{ClockKind::kMove, Milliseconds(5'000)};
  static constexpr int kPlyLimit = pawn_race::kPlyLimit;
  static constexpr int kSetupPlies = 2;

  static Position start() { return {}; }
  static View mover_view(const Position& position) {
    const Side us = position.side_to_move();
    return {"side to move", kSides[index(us)], kSides[index(other(us))]};
  }

  static Result<std::vector<std::string>> words_of(const Position& position, std::string_view answer) {
    if (!position.in_setup_phase()) return RefereedByNotation::words_of(position, answer);
    constexpr std::string_view kGapsWord = "Gaps ";
    const std::string expected = "expected both gaps, such as 'Gaps h a'";
    if (!answer.starts_with(kGapsWord) || answer.size() != kGapsWord.size() + 3 ||
        answer[kGapsWord.size() + 1] != ' ')
      return invalid(expected);
    const auto white = kGaps.parse(answer.substr(kGapsWord.size(), 1)), black = kGaps.parse(answer.substr(7));
    if (!white || !black) return invalid(expected + ": a gap is a file from a to h");
    const auto chosen = chosen_gap(position);
    if (chosen && chosen != *white) return invalid("White's gap is another one already");
    std::vector<std::string> words{format_gap(Side::kBlack, static_cast<int>(*black))};
    if (!chosen) words.insert(words.begin(), format_gap(Side::kWhite, static_cast<int>(*white)));
    return words;
  }

  static std::string setup_answer(const Position& position, SetupChooser& setups, const Limits& limits) {
    const auto chosen = chosen_gap(position);
    const SetupId white = chosen ? *chosen : setups.red_setup(limits);
    return "Gaps " + kGaps.name(white) + " " + kGaps.name(setups.blue_reply(white, limits));
  }

 private:
  // White's gap, where only Black's is missing.
  static std::optional<SetupId> chosen_gap(const Position& position) {
    if (position.pawns(Side::kWhite) == 0) return std::nullopt;
    const Bitboard gap = first_rank(Side::kWhite) & ~position.pawns(Side::kWhite);
    return static_cast<SetupId>(Board::column(lowest(gap)));
  }
};
static_assert(RefereedGameWithSetups<Refereed>);

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
    if (evaluation.network) return unsupported("this game has no networks");
    return std::unique_ptr<PairOracle>(std::make_unique<PlainOracle<Rules, RaceEvaluation>>());
  }
  Result<std::unique_ptr<PairEngine>> make_pair_engine(const EvaluationChoice& evaluation,
                                                       const SearcherOptions& options) const override {
    return pair_engine_handle<Rules>(make_search_engine(evaluation, options));
  }

  int chooser_of(int) const override { return index(Side::kBlack); }
  const RoundRules* round_rules() const override {
    static constexpr RoundRules kRound{kGamesOfRound, 2, 1, fault_of_choice};
    return &kRound;
  }
  std::optional<int> solved_value(SetupId red, SetupId blue) const override {
    const char value = pair_value(red, blue);
    return value == 'W' ? 1 : value == 'B' ? -1 : 0;
  }
  // The values of the pairs are known without books or searches.
  std::unique_ptr<SetupChooser> make_chooser(PairEngine&, const SetupSource& source) const override {
    return std::make_unique<GapsChooser>(source.opening.seed);
  }
  // A file, or the gap as the position's notation has it.
  Result<WrittenSetup> read(int side, std::string_view text) const override {
    const Result<int> gap = parse_gap(static_cast<Side>(side), text);
    const Result<SetupId> file = gap ? static_cast<SetupId>(*gap) : kGaps.parse(text);
    if (!file) return file.error();
    return WrittenSetup{*file};
  }
  std::string how_to_write(int side) const override {
    return "Type " + name(static_cast<Side>(side)) + "'s gap, a file from a to h.\n";
  }
};

GameFacts facts() {
  return {.name = std::string(kGaps.game()),
          .title = "Pawn Race",
          .sides = kSides,
          .ply_limit = kPlyLimit,
          .rules =
              "Seven pawns against seven, on a chess board; each side lacks the pawn of one file, its\n"
              "gap. Black chooses both gaps, then White moves. Pawns move as in chess: a square\n"
              "ahead, two from where they start, and they capture diagonally, en passant too. The\n"
              "first pawn on its last rank wins, and so does who captures the last enemy pawn. Who\n"
              "is to move and cannot has drawn.\n"};
}

class Module final : public ModuleOf<Text> {
 public:
  Module() : ModuleOf(pawn_race::facts(), make_search_engine) {}

  const SetupPhase* setup_phase() const override { return &gaps_; }
  const RefereeProtocol* referee_protocol() const override { return &protocol_; }
  std::unique_ptr<GameSolver> make_solver(std::shared_ptr<ProofTable> table) const override {
    return std::make_unique<SolverOf<Text, RaceGuide>>(std::move(table));
  }

 private:
  ChoiceOfGaps gaps_;
  RefereeProtocolOf<Refereed, Text> protocol_{make_player, &gaps_};
};

}  // namespace

const GameModule& module() {
  static const Module kModule;
  return kModule;
}

}  // namespace tabiya::pawn_race
