#include "core/games/zero_point_one/module.h"
#include "core/learn/learning_with_text.h"

#include <memory>
#include <string>
#include <utility>

#include "core/game/module_of.h"
#include "core/game/referee_protocol.h"
#include "core/game/solving/game_solver.h"
#include "core/game/solving/solver_of.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/fairy_notation.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/oracles.h"
#include "core/games/zero_point_one/picture.h"
#include "core/games/zero_point_one/player.h"
#include "core/games/zero_point_one/trainable.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "core/games/zero_point_one/written_setup.h"
#include "core/learn/learning.h"
#include "core/search/engine.h"
#include "core/search/proof/proof_table.h"

namespace tabiya::zero_point_one {
namespace {

bool starts_with_capital(std::string_view text) { return !text.empty() && text[0] >= 'A' && text[0] <= 'Z'; }

struct Text : Notation {
  static Result<Position> place(const Position& position, std::string_view text) {
    // Blue's in capitals is canonical. Red's is the same in both notations, and never in lower case.
    const bool is_wire = position.side_to_move() == Side::kBlue && !starts_with_capital(text);
    const Result<Setup> setup = is_wire ? parse_wire_setup(Side::kBlue, text) : parse_setup(text);
    if (!setup) return setup.error();
    Position next = position;
    next.place(*setup);
    return next;
  }
  static BoardPicture picture(const Position& position, Move last) { return picture_of(position, last); }
  static std::optional<std::string> result(const Position& position) { return result_text(position); }
  static std::uint64_t perft(const Position& position, int depth) {
    return zero_point_one::perft(position, depth);
  }
  static constexpr bool kPassesInCheck = true;
  static std::optional<Position> without(Position position, std::size_t square) {
    const Piece piece = position.at(static_cast<Square>(square));
    if (piece.is_none() || piece.kind() == Kind::kWazir) return std::nullopt;
    position.take(static_cast<Square>(square));
    return position;
  }
  static std::optional<Error> fault_to_evaluate(const Position& position) {
    if (position.in_setup_phase())
      return invalid("the setups are not placed yet, so there is nothing to evaluate");
    for (const Side side : kBothSides)
      if (!position.has_wazir(side)) return invalid("a side has no wazir on the board; the game is over");
    return std::nullopt;
  }
};
static_assert(GameText<Text>);

struct FairyText : Text {
  static Result<Position> parse(std::string_view text) { return parse_fen(text); }
  static std::string format(const Position& position) { return format_fen(position); }
  static MoveText move_text(const Position&, Move move) {
    const std::string text = format_fairy_move(move);
    return {text, text};
  }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    return parse_fairy_move(position, text);
  }
  // A drop, or a whole setup in one word.
  static Result<Position> place(const Position& position, std::string_view text) {
    const bool is_begun = position.pieces(position.side_to_move()) != 0;
    return is_begun || text.find('@') != text.npos ? place_piece(position, text)
                                                   : Text::place(position, text);
  }
  static BoardPicture picture(const Position& position, Move last) {
    BoardPicture picture = picture_of(position, last);
    const BoardPicture names = lettered_board_picture(*picture.pieces, Board::kRows, Board::kColumns);
    picture.row_names = names.row_names;
    picture.column_names = names.column_names;
    return picture;
  }
};
static_assert(GameText<FairyText>);

constexpr const char* kWazirdropText = "one string of base-128 text and nothing else";
constexpr BookFormat kWazirdropBooks{"wazirdrop", kWazirdropText, import_wazirdrop_book,
                                     export_wazirdrop_book};
constexpr NetworkFormat kWazirdropNetworks{
    "wazirdrop", kWazirdropText,
    [](std::string_view text) { return import_wazirdrop_network(text, kFeatures); },
    export_wazirdrop_network};

MadeEngine<Rules> make_search_engine(const EvaluationChoice& evaluation, const SearcherOptions& options) {
  return make_search_engine_with_features<Rules, Features>(LinearEvaluation(), evaluation, options);
}

class Setups01 : public SetupPhase {
 public:
  const SetupSpace& reds() const override { return kSetups; }
  const SetupSpace& blues() const override { return kSetups; }

  PositionHandle position_after(SetupId red, SetupId blue) const override {
    return handle_of<Text>(zero_point_one::position_after(red, blue));
  }
  std::string wire(int side, SetupId id) const override {
    return format_wire_setup(static_cast<Side>(side), unrank(id));
  }
  Result<SetupId> parse_written(int, std::string_view text) const override {
    const Result<Setup> setup = parse_written_setup(text);
    if (!setup) return setup.error();
    return rank(*setup);
  }
  std::string readable(int side, SetupId id) const override {
    return readable_setup(static_cast<Side>(side), id);
  }
  Result<WrittenSetup> read(int side, std::string_view text) const override {
    return read_setup(static_cast<Side>(side), text);
  }
  std::string how_to_write(int side) const override { return how_to_write_setup(static_cast<Side>(side)); }
  std::optional<std::string> other_reading(std::string_view text) const override {
    return zero_point_one::other_reading(text);
  }
  BoardPicture picture(int side, SetupId id) const override {
    Position position;
    const Setup setup = unrank(id);
    for (int i = 0; i < kSetupSize; ++i) {
      const auto owner = static_cast<Side>(side);
      position.put({owner, setup[i]}, setup_square(owner, i));
    }
    BoardPicture picture = picture_of(position);
    picture.hands.reset();
    picture.caption.clear();
    return picture;
  }
  std::optional<SetupId> pictured(int side, const BoardPicture& board) const override {
    const auto pieces =
        std::ranges::count_if(board.squares, [](const auto& piece) { return piece.has_value(); });
    std::string name;
    for (int i = 0; i < kSetupSize && pieces == kSetupSize; ++i) {
      const auto& piece = board.squares[static_cast<std::size_t>(setup_square(static_cast<Side>(side), i))];
      if (piece && piece->side == static_cast<std::size_t>(side))
        name += letter(Side::kRed, static_cast<Kind>(piece->glyph));
    }
    const Result<SetupId> id = setups(side).parse(name);
    return id ? std::optional(*id) : std::nullopt;
  }
  Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice& evaluation) const override {
    if (evaluation.weights)
      return unsupported(
          "weights of features cannot judge setups yet; take a network, or the weights that are built in");
    if (!evaluation.network) return zero_point_one::make_oracle();
    if (const Status fits = check_features(*evaluation.network, kFeatures); !fits) return fits.error();
    return zero_point_one::make_oracle(evaluation.network, *evaluation.kernels);
  }
  const BookFormat* published_books() const override { return &kWazirdropBooks; }
  Result<std::unique_ptr<PairEngine>> make_pair_engine(const EvaluationChoice& evaluation,
                                                       const SearcherOptions& options) const override {
    return pair_engine_handle<Rules>(make_search_engine(evaluation, options));
  }
  SetupId sound_red() const override { return zero_point_one::sound_red(); }
  std::pair<SetupId, SetupId> draw_pair(Random& random) const override {
    return zero_point_one::draw_pair(random);
  }
};

GameFacts facts(std::string name) {
  return {.name = std::move(name),
          .title = "0.1 (Zero Point One)",
          .sides = {zero_point_one::name(Side::kRed), zero_point_one::name(Side::kBlue)},
          .ply_limit = kPlyLimit,
          .rules =
              "Pieces leap over anything, in every direction:\n"
              "  A  alfil    2 squares diagonally\n"
              "  D  dabbaba  2 squares along a row or column\n"
              "  F  ferz     1 square diagonally\n"
              "  N  knight   as in chess\n"
              "  W  wazir    1 square along a row or column; who captures the other's wazir wins\n"
              "Red's letters are capitals, Blue's are small. A captured piece changes sides: it\n"
              "goes to the captor's hand, and may be dropped on any empty square instead of a\n"
              "move. A side without a move has lost. After 102 plies, the two setups included,\n"
              "the game is drawn.\n",
          .network_features = kFeatures,
          .published_networks = &kWazirdropNetworks};
}

class FairySetups final : public Setups01 {
 public:
  PositionHandle position_after(SetupId red, SetupId blue) const override {
    return handle_of<FairyText>(zero_point_one::position_after(red, blue));
  }
};

class FairyModule final : public ModuleOf<FairyText> {
 public:
  // Its name is that of the section of data/variants/0.1.ini.
  FairyModule() : ModuleOf(zero_point_one::facts("zero-point-one"), make_search_engine) {}

  const SetupPhase* setup_phase() const override { return &setups_; }

 private:
  FairySetups setups_;
};

class Module final : public ModuleOf<Text> {
 public:
  Module() : ModuleOf(zero_point_one::facts(std::string(kSetups.game())), make_search_engine) {}

  const SetupPhase* setup_phase() const override { return &setups_; }
  const RefereeProtocol* referee_protocol() const override { return &protocol_; }
  const Learning* learning() const override { return &learning_; }
  std::unique_ptr<GameSolver> make_solver(std::shared_ptr<ProofTable> table) const override {
    return std::make_unique<SolverOf<Text>>(std::move(table));
  }
  const GameModule* fairy_form() const override { return &fairy_form_; }

 private:
  Setups01 setups_;
  LearningWithText<Trainable, Text> learning_;
  RefereeProtocolOf<RefereedSetups, Text> protocol_{make_search_engine, &setups_};
  FairyModule fairy_form_;
};

}  // namespace

const GameModule& module() {
  static const Module kModule;
  return kModule;
}

}  // namespace tabiya::zero_point_one
