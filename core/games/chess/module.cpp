#include "core/games/chess/module.h"

#include <array>
#include <cctype>
#include <memory>
#include <string>

#include "core/game/board_picture.h"
#include "core/game/module_of.h"
#include "core/game/referee_protocol.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/notation.h"
#include "core/games/chess/polyglot_key.h"
#include "core/games/chess/position.h"
#include "core/games/chess/rules.h"
#include "core/games/chess/setups.h"
#include "core/games/chess/trainable.h"
#include "core/games/drawings.h"
#include "core/learn/learning_with_text.h"
#include "core/search/engine.h"
#include "core/setup/plain_oracle.h"

namespace tabiya::chess {
namespace {

constexpr std::array<Glyph, 6> kGlyphs{
    {{"pawn",
      {'P', 'p'},
      drawings::kPawn,
      "Moves one square ahead, or two from where it begins; captures one square diagonally ahead. On the last rank it becomes another piece.",
      "fmWfcFifmnD"},
     {"knight",
      {'N', 'n'},
      drawings::kKnight,
      "Leaps two squares along a rank or file and one to the side.",
      "N"},
     {"bishop", {'B', 'b'}, drawings::kBishop, "Moves any number of empty squares diagonally.", "B"},
     {"rook", {'R', 'r'}, drawings::kRook, "Moves any number of empty squares along a rank or file.", "R"},
     {"queen", {'Q', 'q'}, drawings::kQueen, "Moves any number of empty squares in any direction.", "Q"},
     {"king",
      {'K', 'k'},
      drawings::kKing,
      "Steps one square in any direction, and castles. Whoever is mated loses the game.",
      "K"}}};

const PieceSet kPieceSet{
    kGlyphs, {{{"White", "#fff", "#222", "#222"}, {"Black", "#333", "#111", "#fff"}}}, index(Kind::kKing)};

struct Text {
  using Rules = chess::Rules;
  static constexpr int kRepetitionsThatDraw = 3;
  static constexpr bool kGoesOnAfterDraws = true;

  static bool in_setup_phase(const Position& position) { return position.in_setup_phase(); }
  static std::string format(const Position& position) { return format_fen(position); }
  static std::uint64_t symmetric_key(const Position& position) { return chess::symmetric_key(position); }
  static std::unique_ptr<BookWalk> book_walk(const Position& position, Move last) {
    return chess::book_walk(position, last);
  }
  static const Position& walked_to(const BookWalk& walk) { return chess::walked_to(walk); }
  static MoveText move_text(const Position& position, Move move) {
    return {format_uci(move), format_san(position, move)};
  }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    return chess::parse_move(position, text);
  }
  static Result<Move> read_recorded(const Position& position, std::string_view text) {
    return read_move(position, text);
  }
  // Seventy-five moves, stalemate, and men that cannot mate end a game at once; the third occurrence of a position and fifty
  // moves need a claim (Laws of Chess, 9.2, 9.3, 9.6).
  static bool draws_without_claim(const Position& position) {
    return position.halfmove_clock() >= 150 || is_material_insufficient(position) ||
           !has_legal_move(position);
  }
  static Result<Position> place(const Position& position, std::string_view text) {
    const Result<SetupId> id = parse_array(position.side_to_move(), text);
    if (!id) return id.error();
    Position next = position;
    next.place_array(Arrays::array(*id));
    return next;
  }

  static BoardPicture picture(const Position& position, Move last) {
    BoardPicture picture = lettered_board_picture(kPieceSet, Board::kRows, Board::kColumns);
    for (Square square = 0; square < Board::kSquares; ++square) {
      const auto kind = position.kind_at(square);
      const std::size_t side = has(position.men(Side::kBlack), square) ? 1 : 0;
      if (kind) picture.squares[square] = {side, index(*kind)};
    }
    if (!last.is_none()) picture.last_move = {last.from(), last.to()};
    picture.caption = caption(position);
    return picture;
  }

  static std::string caption(const Position& position) {
    const std::string us = name(position.side_to_move());
    if (position.in_setup_phase()) return us + " is to place its array";
    const auto ended = result(position);
    if (ended) return *ended;
    return us + " to move, move " + std::to_string(position.move_number()) +
           (in_check(position) ? ", check" : "");
  }

  static std::optional<std::string> result(const Position& position) {
    if (position.in_setup_phase()) return std::nullopt;
    const Side us = position.side_to_move();
    if (!has_legal_move(position)) {
      if (in_check(position)) return name(other(us)) + " has won: " + name(us) + " is mated";
      return "The game is drawn: " + name(us) + " has no legal move";
    }
    if (is_material_insufficient(position)) return "The game is drawn: neither side can mate";
    if (position.halfmove_clock() >= kDrawnHalfmoves)
      return "The game is drawn: fifty moves of each side without a capture or a pawn's move";
    return std::nullopt;
  }

  // Counts by the moves alone: draws do not end the game here.
  static std::uint64_t perft(const Position& position, int depth) {
    const auto is_over = [](const Position&) { return false; };
    if (depth == 0 || !position.in_setup_phase())
      return count_move_sequences<Rules>(position, depth, is_over);
    std::uint64_t sum = 0;
    for (SetupId id = 0; id < kArrays.count(); ++id) {
      Position next = position;
      next.place_array(Arrays::array(id));
      sum += perft(next, depth - 1);
    }
    return sum;
  }

  static std::optional<Position> without(Position position, std::size_t square) {
    const std::optional<Kind> kind = position.kind_at(static_cast<Square>(square));
    if (!kind || kind == Kind::kKing) return std::nullopt;
    position.remove(static_cast<Square>(square));
    return position;
  }

  static std::optional<Error> fault_to_evaluate(const Position& position) {
    if (position.in_setup_phase())
      return invalid("the arrays are not placed yet, so there is nothing to evaluate");
    if (Rules::outcome(position) != Outcome::kOpen || !has_legal_move(position))
      return invalid("the game is over");
    return std::nullopt;
  }
};
static_assert(GameText<Text>);

MadeEngine<Rules> make_search_engine(const EvaluationChoice& evaluation, const SearcherOptions& options) {
  return make_search_engine_with_features<Rules, Features>(Trainable::built_in(), evaluation, options);
}

// Measured: data/nets/HISTORY.md.
constexpr SearchParameters kSearchParameters{.null_move_depth = 5,
                                             .futility_margin = 2'000,
                                             .late_moves = 5,
                                             .exchanges = 1,
                                             .exchange_pruning = 6,
                                             .continuations = 1,
                                             .quiescence_table = 1,
                                             .singular = 6};

// White is sent `Start`; each side answers with its array, "white=RNBQKBNR", and then with its moves. The
// referee's time is for each move.
struct Refereed : RefereedByNotation<Text> {
  static constexpr RefereeClock kClock{ClockKind::kMove, Milliseconds(1'000)};
  static constexpr int kPlyLimit = chess::kPlyLimit;
  static constexpr int kSetupPlies = 2;
  static constexpr int kRepetitionsThatDraw = Text::kRepetitionsThatDraw;

  static Position start() { return {}; }
  static View mover_view(const Position& position) {
    const Side us = position.side_to_move();
    return {"side to move", side_name(us), side_name(other(us))};
  }

  static Result<std::vector<std::string>> words_of(const Position& position, std::string_view answer) {
    if (!position.in_setup_phase()) return RefereedByNotation::words_of(position, answer);
    const Result<SetupId> id = parse_array(position.side_to_move(), answer);
    if (!id) return id.error();
    return std::vector{format_array(position.side_to_move(), *id)};
  }

  static std::string setup_answer(const Position& position, SetupChooser& setups, const Limits& limits) {
    const Side us = position.side_to_move();
    const SetupId id =
        us == Side::kWhite ? setups.red_setup(limits) : setups.blue_reply(array_of_white(position), limits);
    return format_array(us, id);
  }

 private:
  static SetupId array_of_white(const Position& position) {
    std::string name;
    for (int column = 0; column < Board::kColumns; ++column)
      name += letter(*position.kind_at(Board::square(first_row(Side::kWhite), column)));
    return *kArrays.parse(name);
  }
};
static_assert(RefereedGameWithSetups<Refereed>);

class ChoiceOfArrays final : public SetupPhase {
 public:
  const SetupSpace& reds() const override { return kArrays; }
  const SetupSpace& blues() const override { return kArrays; }

  PositionHandle position_after(SetupId white, SetupId black) const override {
    return handle_of<Text>(Rules::position_after(white, black));
  }
  std::string wire(int side, SetupId id) const override {
    return format_array(kSides[static_cast<std::size_t>(side)], id);
  }
  BoardPicture picture(int side, SetupId id) const override {
    Position position;
    position.set_side(kSides[static_cast<std::size_t>(side)]);
    position.place_array(Arrays::array(id));
    BoardPicture picture = Text::picture(position, {});
    picture.caption.clear();
    return picture;
  }
  std::optional<SetupId> pictured(int side, const BoardPicture& board) const override {
    std::string name;
    for (int column = 0; column < Board::kColumns; ++column) {
      const Square square = Board::square(first_row(kSides[static_cast<std::size_t>(side)]), column);
      if (const auto& man = board.squares[square]) name += letter(static_cast<Kind>(man->glyph));
    }
    const Result<SetupId> id = kArrays.parse(name);
    if (!id || picture(side, *id).squares != board.squares) return std::nullopt;
    return *id;
  }
  Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice& evaluation) const override {
    const auto make = [](const auto& chosen, std::shared_ptr<const void> data) {
      using Oracle = PlainOracle<Rules, std::decay_t<decltype(chosen)>>;
      return std::unique_ptr<PairOracle>(std::make_unique<Oracle>(chosen, std::move(data)));
    };
    return with_evaluation<Features>(evaluation, Trainable::built_in(), make);
  }
  Result<std::unique_ptr<PairEngine>> make_pair_engine(const EvaluationChoice& evaluation,
                                                       const SearcherOptions& options) const override {
    return pair_engine_handle<Rules>(make_search_engine(evaluation, options));
  }
  SetupId sound_red() const override { return Arrays::kUsual; }
  // An array by its men, in any case, or as the position's notation has it.
  Result<WrittenSetup> read(int side, std::string_view text) const override {
    if (const auto id = parse_array(kSides[static_cast<std::size_t>(side)], text)) return WrittenSetup{*id};
    std::string capitals(text);
    for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const Result<SetupId> id = parse_written(side, capitals);
    if (id) return WrittenSetup{*id};
    if (capitals.find_first_not_of("BKNQR") == capitals.npos) return id.error();
    return invalid("each side first places its men: type the eight from the a-file to the h-file, " +
                   kArrays.name(Arrays::kUsual) + " for the usual array; moves come after both arrays");
  }
  std::string how_to_write(int) const override {
    return "Each side first places the men of its first row. Type the eight from the a-file to the h-file,\n" +
           kArrays.name(Arrays::kUsual) + " for the usual array; the moves follow.\n";
  }
};

GameFacts facts() {
  return {.name = std::string(kArrays.game()),
          .title = "Chess",
          .sides = {"White", "Black"},
          .ply_limit = kPlyLimit,
          .rules =
              "Chess, from any of the 960 arrays of Chess960 for either side: bishops on squares of\n"
              "both colours, the king between the rooks. Castling takes king and rook to the c- and\n"
              "d-file, or to the g- and f-file; its move is the king that takes its own rook, or O-O.\n"
              "Checkmate wins. Stalemate, the third occurrence of a position, fifty moves without a\n"
              "capture or a pawn's move, and men that cannot mate are draws.\n",
          .search_parameters = kSearchParameters,
          .network_features = Features::kFeatures,
          .uci_variant = "Chess960",
          .expects_draws = true,
          .has_polyglot_books = true,
          .mendable_faults = {{kWrongCastling, "a right to castle without the king or the rook at home"},
                              {kUselessPassed, "an en-passant square on which no legal move captures"}}};
}

class Module final : public GameModule {
 public:
  Module() : GameModule(chess::facts()) {}

  PositionHandle start() const override { return handle_of<Text>(Position()); }
  PositionHandle usual_start() const override {
    return handle_of<Text>(Rules::position_after(Arrays::kUsual, Arrays::kUsual));
  }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<Position> position = parse_fen(text);
    if (!position) return position.error();
    return handle_of<Text>(*position);
  }
  PositionHandle position_of(const BookWalk& walk) const override { return walked_handle<Text>(walk); }
  CheckedPosition check_position(std::string_view text) const override {
    CheckedFen checked = check_fen(text);
    PositionHandle position = checked.position ? handle_of<Text>(*checked.position) : nullptr;
    return {std::move(position), std::move(checked.faults), std::move(checked.mended),
            std::move(checked.operations)};
  }

  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    return engine_handle<Text>(make_search_engine(evaluation, options));
  }

  bool needs_variant(const GamePosition& position) const override {
    return has_unusual_castling(PositionOf<Text>::of(position));
  }
  std::string move_without_variant(const GamePosition& position, std::string_view wire) const override {
    return format_usual_castling(PositionOf<Text>::of(position), wire);
  }
  const SetupPhase* setup_phase() const override { return &arrays_; }
  const RefereeProtocol* referee_protocol() const override { return &protocol_; }
  const Learning* learning() const override { return &learning_; }

 private:
  ChoiceOfArrays arrays_;
  LearningWithText<Trainable, Text> learning_;
  RefereeProtocolOf<Refereed, Text> protocol_{make_search_engine, &arrays_};
};

}  // namespace

const GameModule& module() {
  static const Module kModule;
  return kModule;
}

}  // namespace tabiya::chess
