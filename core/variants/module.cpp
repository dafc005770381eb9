#include "core/variants/module.h"

#include <array>
#include <optional>
#include <utility>

#include "core/games/line_protocol.h"
#include "core/games/module_of.h"
#include "core/search/engine.h"
#include "core/variants/evaluation.h"
#include "core/variants/fen.h"
#include "core/variants/notation.h"
#include "core/variants/reader.h"
#include "core/variants/rules.h"

namespace tabiya::variants {
namespace {

constexpr std::array<std::string_view, 2> kSides{"White", "Black"};
constexpr int kPlyLimit = 1'000;

// By the moves alone: draws by counting moves do not end the game here.
std::uint64_t count_moves(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (decided(position).outcome != Outcome::kOpen) return 0;
  MoveList<Move> moves;
  append_legal_moves(position, moves);
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const Move move : moves) {
    Position next = position;
    next.play(move);
    sum += count_moves(next, depth - 1);
  }
  return sum;
}

struct Text {
  using Rules = variants::Rules;

  static RepetitionRule repetition_rule(const Position& position) {
    const Variant& rules = position.rules();
    const Outcome outcome = outcome_of(rules.n_fold_value);
    const int winner = outcome == Outcome::kWin ? position.side_to_move() : other(position.side_to_move());
    return {rules.n_fold, outcome, kSides[at(winner)]};
  }

  static bool in_setup_phase(const Position&) { return false; }
  static std::string format(const Position& position) { return format_fen(position); }
  static MoveText move_text(const Position& position, Move move) {
    return variants::move_text(position, move);
  }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    return variants::parse_move(position, text);
  }
  static Result<Position> place(const Position&, std::string_view) {
    return unsupported("this game has no setup phase");
  }

  static BoardPicture picture(const Position& position, Move last) {
    const Variant& rules = position.rules();
    BoardPicture picture = lettered_board_picture(position.tables().piece_set, rules.rows, rules.columns);
    const auto place_of = [&](Square square) {
      return static_cast<std::size_t>(Board::row(square) * rules.columns + Board::column(square));
    };
    for (const int side : {0, 1}) {
      for (Bitboard men = position.men(side); men != 0;) {
        const Square square = pop_lowest(men);
        picture.squares[place_of(square)] = {at(side), position.kind_at(square)};
      }
    }
    if (!last.is_none()) {
      if (!last.is(Move::Act::kDrop)) picture.last_move.push_back(place_of(last.from()));
      picture.last_move.push_back(place_of(last.to()));
    }
    if (rules.drops) picture.hands = hands_of(position);
    const auto ended = result(position);
    picture.caption = ended ? *ended
                            : std::string(kSides[at(position.side_to_move())]) + " to move, move " +
                                  std::to_string(position.move_number()) +
                                  (in_check(position) ? ", check" : "");
    return picture;
  }

  static std::array<std::vector<HeldPieces>, 2> hands_of(const Position& position) {
    std::array<std::vector<HeldPieces>, 2> hands;
    for (const int side : {0, 1})
      for (std::size_t kind = 0; kind < position.tables().kinds.size(); ++kind)
        if (const int held = position.in_hand(side, static_cast<Kind>(kind)); held > 0)
          hands[at(side)].push_back({kind, held});
    return hands;
  }

  static std::optional<std::string> result(const Position& position) {
    End end = ended(position);
    if (end.outcome == Outcome::kOpen) {
      if (has_legal_move(position)) return std::nullopt;
      end = without_moves(position);
    }
    const std::string reason = ", " + std::string(end.reason);
    if (end.outcome == Outcome::kDraw) return "The game is drawn" + reason;
    const int us = position.side_to_move();
    return std::string(kSides[at(end.outcome == Outcome::kWin ? us : other(us))]) + " has won" + reason;
  }

  static std::uint64_t perft(const Position& position, int depth) { return count_moves(position, depth); }
  static std::optional<Error> fault_to_evaluate(const Position& position) {
    if (ended(position).outcome != Outcome::kOpen || !has_legal_move(position))
      return invalid("the game is over");
    return std::nullopt;
  }
};
static_assert(GameText<Text>);

MadeEngine<Rules> make_search_engine(const EvaluationChoice& evaluation, const SearcherOptions& options) {
  return make_search_engine_without_network<Rules>(MenEvaluation(), evaluation, options);
}

// White is sent `Start`; every answer is a move. The referee's time is for each move.
struct Lines : LinesOf<Text> {
  static constexpr RefereeClock kClock{ClockKind::kMove, Milliseconds(1'000)};
  static constexpr int kPlyLimit = variants::kPlyLimit;
  static constexpr int kSetupPlies = 0;

  static RepetitionRule repetition_rule(const Position& position) { return Text::repetition_rule(position); }
  static View mover_view(const Position& position) {
    const int us = position.side_to_move();
    return {"side to move", kSides[at(us)], kSides[at(other(us))]};
  }
};
static_assert(LineGame<Lines>);

class Module final : public GameModule {
 public:
  Module(std::shared_ptr<const Tables> tables, const Position& start, std::string id)
      : tables_(std::move(tables)),
        start_(start),
        id_(std::move(id)),
        protocol_(make_search_engine, nullptr, start) {}

  std::string_view name() const override { return id_; }
  std::string_view title() const override { return tables_->variant.name; }
  std::uint32_t rules_version() const override {
    const std::uint64_t fingerprint = tables_->variant.fingerprint;
    return static_cast<std::uint32_t>(fingerprint ^ fingerprint >> 32) | 1;
  }
  std::array<std::string_view, 2> sides() const override { return kSides; }
  int ply_limit() const override { return kPlyLimit; }

  PositionHandle start() const override { return handle_of<Text>(start_); }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<Position> position = parse_fen(*tables_, text);
    if (!position) return position.error();
    return handle_of<Text>(*position);
  }
  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    return engine_handle<Text>(make_search_engine(evaluation, options));
  }
  bool expects_draws() const override { return true; }
  const LineProtocol* line_protocol() const override { return &protocol_; }

 private:
  std::shared_ptr<const Tables> tables_;
  Position start_;
  std::string id_;
  LineProtocolOf<Lines, Text> protocol_;
};

Error fault_of_start(Error error, const Variant& variant) {
  const std::string where = variant.start_line > 0
                                ? "line " + std::to_string(variant.start_line) + ", key 'startFen'"
                                : "key 'startFen'";
  error.message = where + ": " + error.message;
  if (error.offset) error.message += " (character " + std::to_string(*error.offset + 1) + ")";
  error.offset.reset();
  return error;
}

}  // namespace

Result<std::unique_ptr<const GameModule>> make_module(std::string_view text, std::string_view name,
                                                      std::string id) {
  const Result<Variant> variant = read_variant(text, name);
  if (!variant) return variant.error();
  Result<std::shared_ptr<const Tables>> tables = compile(*variant);
  if (!tables) return tables.error();
  const Result<Position> start = parse_fen(**tables, variant->start);
  if (!start) return fault_of_start(start.error(), *variant);
  return std::unique_ptr<const GameModule>(
      std::make_unique<Module>(*std::move(tables), *start, std::move(id)));
}

}  // namespace tabiya::variants
