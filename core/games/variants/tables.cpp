#include "core/games/variants/tables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "core/games/variants/description.h"
#include "core/games/variants/feature_layout.h"
#include "core/games/variants/fen.h"
#include "core/games/variants/setups.h"

namespace tabiya::variants {
namespace {

constexpr std::size_t kMostPromotions = 11;  // that a move has room for
constexpr std::size_t kMostSources = 6;      // that a position has room for

// The square that a step leads to, or kNoSquare.
Square after_step(const Tables& tables, Square from, int rows, int columns) {
  const int row = Board::row(from) + rows, column = Board::column(from) + columns;
  if (!Board::contains(row, column)) return kNoSquare;
  const Square to = Board::square(row, column);
  return has(tables.board, to) ? to : kNoSquare;
}

// True if a step looks at what stands on its way, or at where it begins.
bool is_special(const PieceStep& step) {
  return step.lame || step.initial || step.hop != PieceStep::Hop::kNone;
}

class Compiler {
 public:
  explicit Compiler(const Variant& variant) { tables_.variant = variant; }

  Result<std::shared_ptr<const Tables>> compile() {
    for (int row = 0; row < rules().rows; ++row)
      tables_.board |= row_squares(row) & ((Bitboard{1} << (8 * row + rules().columns - 1) << 1) - 1);
    if (const Status status = number_kinds(); !status) return status.error();
    if (const Status status = translate_rules(); !status) return status.error();
    for (std::size_t side = 0; side < 2; ++side)
      for (const KindRules& kind : tables_.kinds) tables_.moves[side].push_back(moves_of(kind, side));
    for (std::size_t i = 0; i < tables_.kinds.size(); ++i) {
      value_kind(tables_.kinds[i]);
      judge_mating_force(tables_.kinds[i]);
    }
    find_lines();
    draw_kinds(tables_);
    if (rules().setup.is_given()) {
      Result<std::shared_ptr<const GameSetups>> setups = GameSetups::make(tables_);
      if (!setups) return setups.error();
      tables_.setups = *std::move(setups);
    }
    lay_out_features();
    return std::shared_ptr<const Tables>(std::move(owned_));
  }

 private:
  const Variant& rules() const { return tables_.variant; }

  // A start that cannot be read has no features worth a thought: no game is made of it.
  void lay_out_features() {
    const Result<Position> read = parse_fen(tables_, rules().start);
    Position start = read ? *read : Position(tables_);
    if (tables_.setups != nullptr) static_cast<void>(tables_.setups->prepare(start));
    tables_.layout = std::make_shared<const FeatureLayout>(tables_, start);
  }

  Status number_kinds() {
    for (std::size_t name = 0; name < kPieceNames; ++name) {
      const PieceRules& piece = rules().pieces[name];
      if (piece.letter == 0) continue;
      numbers_[name] = static_cast<Kind>(tables_.kinds.size());
      KindRules& kind = tables_.kinds.emplace_back();
      kind.name = static_cast<PieceName>(name);
      kind.letter = piece.letter;
      kind.limit = rules().promotion_limit[name];
    }
    if (tables_.kinds.empty()) return invalid("[" + rules().name + "] has no pieces, such as rook = r");
    for (KindRules& kind : tables_.kinds) {
      const PieceName promoted = rules().promoted[kind.name];
      if (promoted == kNoPieceName || numbers_[promoted] == kNoKind) continue;
      kind.promoted = numbers_[promoted];
      std::vector<Kind>& sources = tables_.kinds[kind.promoted].sources;
      sources.push_back(numbers_[kind.name]);
      if (sources.size() > kMostSources)
        return unsupported("[" + rules().name + "] promotes more than 6 kinds of pieces to one");
    }
    return ok_status();
  }

  KindSet set_of(PieceNames names) const {
    KindSet kinds = contains(names, 63) ? kEveryKind : 0;
    for (std::size_t i = 0; i < tables_.kinds.size(); ++i)
      if (contains(names, tables_.kinds[i].name)) kinds |= KindSet{1} << i;
    return kinds;
  }

  Status translate_rules() {
    tables_.pawn = numbers_[kPawn];
    tables_.king = numbers_[kKing];
    for (std::size_t side = 0; side < 2; ++side) {
      tables_.promotion_pawns[side] = set_of(rules().promotion_pawns[side]);
      // Pawns always capture en passant, where the regions let them.
      tables_.en_passant[side] = set_of(rules().en_passant_types[side] | only(kPawn));
      tables_.clock_types[side] = set_of(rules().n_move_types[side]);
      tables_.flag_piece[side] = set_of(rules().flag_piece[side]);
      const KindSet promotions = set_of(rules().promotion_pieces[side]);
      for (Kind kind = 0; kind < tables_.kinds.size(); ++kind)
        if (contains(promotions, kind)) tables_.promotions[side].push_back(kind);
    }
    const auto is_column = [&](int column) { return column >= 0 && column < rules().columns; };
    const int kingside = rules().castling_kingside, queenside = rules().castling_queenside;
    if (kingside == queenside) return invalid("castlingKingsideFile and castlingQueensideFile are the same");
    if (rules().castling && rules().castling_row < rules().rows)
      tables_.has_wing = {is_column(queenside) && is_column(queenside + 1),
                          is_column(kingside) && is_column(kingside - 1)};
    tables_.castling_king = set_of(rules().castling_king);
    tables_.castling_rooks = set_of(rules().castling_rooks);
    tables_.extinction_types = set_of(rules().extinction_types);
    tables_.no_doubled = set_of(rules().no_doubled);
    tables_.connect_types = set_of(rules().connect_types);
    tables_.must_drop_type = set_of(rules().must_drop_type);
    for (Kind kind = 0; kind < tables_.kinds.size(); ++kind) {
      const auto is_target = [&](const std::vector<Kind>& kinds) {
        return std::ranges::count(kinds, kind) > 0;
      };
      if (std::ranges::any_of(tables_.promotions, is_target)) tables_.promotion_targets.push_back(kind);
      tables_.kinds[kind].is_promotion_pawn =
          kind == tables_.pawn || contains(tables_.promotion_pawns[0] | tables_.promotion_pawns[1], kind);
      if (tables_.first_promotion_pawn == kNoKind && contains(tables_.promotion_pawns[0], kind))
        tables_.first_promotion_pawn = kind;
    }
    if (tables_.promotion_targets.size() > kMostPromotions)
      return unsupported("pawns of [" + rules().name + "] have more than 11 kinds to become");
    if (rules().pseudo_royal && rules().extinction != Value::kNone)
      tables_.royal_candidates = tables_.extinction_types & ~kEveryKind;
    tables_.is_legal_if_safe = tables_.royal_candidates == 0 && rules().checking && rules().drop_checks;
    return ok_status();
  }

  // The table of squares that `range` steps reach (0: any number), made once.
  const SquareTable* reach(int rows, int columns, int range) {
    auto& table = tables_by_step_[{rows, columns, range}];
    if (table != nullptr) return table;
    auto made = std::make_unique<SquareTable>();
    for (Square from = 0; from < Board::kSquares; ++from) {
      (*made)[from] = 0;
      if (!has(tables_.board, from)) continue;
      Square square = from;
      for (int step = 0; range == 0 || step < range; ++step) {
        square = after_step(tables_, square, rows, columns);
        if (square == kNoSquare) break;
        (*made)[from] |= bit(square);
      }
    }
    table = made.get();
    tables_.storage.push_back(std::move(made));
    return table;
  }

  Rider rider(int rows, int columns, int range) {
    return {reach(rows, columns, range), reach(rows, columns, 0), Board::kColumns * rows + columns > 0};
  }

  SpecialStep special(const PieceStep& step, int rows, int columns) {
    SpecialStep special{{}, {}, step};
    special.step.rows = rows;
    special.step.columns = columns;
    for (Square from = 0; from < Board::kSquares; ++from) {
      special.next[from] = after_step(tables_, from, rows, columns);
      if (!step.lame) continue;
      // First along the longer axis, then diagonally.
      const int far = std::max(std::abs(rows), std::abs(columns)),
                near = std::min(std::abs(rows), std::abs(columns));
      int row = Board::row(from), column = Board::column(from);
      for (int i = 0; i + 1 < far; ++i) {
        const bool is_diagonal = i >= far - near;
        if (is_diagonal || std::abs(rows) == far) row += rows > 0 ? 1 : rows < 0 ? -1 : 0;
        if (is_diagonal || std::abs(columns) == far) column += columns > 0 ? 1 : columns < 0 ? -1 : 0;
        if (Board::contains(row, column)) special.between[from] |= bit(Board::square(row, column));
      }
    }
    return special;
  }

  KindMoves moves_of(const KindRules& kind, std::size_t side) {
    KindMoves moves;
    moves.initial_squares = rules().double_step_region[side];
    for (const PieceStep& step : rules().pieces[kind.name].steps) {
      const int rows = side == 0 ? step.rows : -step.rows, columns = side == 0 ? step.columns : -step.columns;
      if (is_special(step)) {
        if (step.moves) moves.quiet_steps.push_back(special(step, rows, columns));
        if (step.captures) moves.capturing_steps.push_back(special(step, rows, columns));
        continue;
      }
      add(moves, step, rows, columns);
    }
    find_initial_targets(moves);
    moves.is_simple = moves.quiet_riders.empty() && moves.capturing_riders.empty() &&
                      moves.quiet_steps.empty() && moves.capturing_steps.empty();
    return moves;
  }

  static void find_initial_targets(KindMoves& moves) {
    const auto is_initial = [](const SpecialStep& special) { return special.step.initial; };
    if (std::ranges::none_of(moves.quiet_steps, is_initial)) return;
    for (Square from = 0; from < Board::kSquares; ++from) {
      Bitboard usual = moves.leaps[from] | moves.quiet_leaps[from];
      for (const auto* riders : {&moves.riders, &moves.quiet_riders})
        for (const Rider& rider : *riders) usual |= rider.targets(from, 0);
      for (const SpecialStep& special : moves.quiet_steps)
        (special.step.initial ? moves.initial_targets[from] : usual) |= special.targets(from, 0);
      moves.initial_targets[from] &= ~usual;
    }
  }

  void add(KindMoves& moves, const PieceStep& step, int rows, int columns) {
    if (step.range == 1) {
      SquareTable& leaps =
          step.moves ? step.captures ? moves.leaps : moves.quiet_leaps : moves.capturing_leaps;
      const SquareTable& one = *reach(rows, columns, 1);
      for (Square from = 0; from < Board::kSquares; ++from) leaps[from] |= one[from];
      if (!step.captures) return;
      const SquareTable& back = *reach(-rows, -columns, 1);
      for (Square to = 0; to < Board::kSquares; ++to) moves.leap_attackers[to] |= back[to];
      for (Square to = 0; to < Board::kSquares; ++to) moves.sight[to] |= back[to];
      return;
    }
    auto& riders = step.moves ? step.captures ? moves.riders : moves.quiet_riders : moves.capturing_riders;
    riders.push_back(rider(rows, columns, step.range));
    if (!step.captures) return;
    moves.attacking_riders.push_back(rider(-rows, -columns, step.range));
    const SquareTable& back = *reach(-rows, -columns, step.range);
    for (Square to = 0; to < Board::kSquares; ++to) moves.sight[to] |= back[to];
  }

  // Kinds that a file defines are taken to mate.
  void judge_mating_force(KindRules& kind) const {
    const auto keeps_colour = [](const PieceStep& step) { return (step.rows + step.columns) % 2 == 0; };
    constexpr std::array<std::string_view, 10> kMating{"rook",   "queen", "archbishop", "chancellor",
                                                       "silver", "gold",  "commoner",   "centaur",
                                                       "amazon", "bers"};
    const PieceRules& piece = rules().pieces[kind.name];
    kind.mates = piece.is_own || std::ranges::count(kMating, text_of(kind.name)) > 0;
    kind.is_colour_bound =
        !kind.mates && !piece.steps.empty() && std::ranges::all_of(piece.steps, keeps_colour);
  }

  // The number of squares that a piece reaches from one on an average board: farther steps count the less.
  double reach_of(const KindRules& kind, Square from) const {
    constexpr double kOpen = 0.72;
    double reach = 0;
    for (const PieceStep& step : rules().pieces[kind.name].steps) {
      double weight = (step.initial ? 0.1 : 1.0) *
                      (step.lame || step.hop != PieceStep::Hop::kNone ? 0.5 : 1) *
                      ((step.moves ? 0.5 : 0) + (step.captures ? 0.5 : 0));
      Square square = from;
      for (int i = 0; step.range == 0 || i < step.range; ++i, weight *= kOpen) {
        square = after_step(tables_, square, step.rows, step.columns);
        if (square == kNoSquare) break;
        reach += weight;
      }
    }
    return reach;
  }

  // Values a piece by how many squares it reaches.
  void value_kind(KindRules& kind) const {
    constexpr double kScorePerSquare = 2'700, kScorePerSquareMore = 300;
    double sum = 0;
    for (Bitboard squares = tables_.board; squares != 0;) sum += reach_of(kind, pop_lowest(squares));
    const double average = sum / count(tables_.board);
    kind.value = static_cast<Score>(std::lround(kScorePerSquare * average)) + 1'000;
    for (Bitboard squares = tables_.board; squares != 0;) {
      const Square square = pop_lowest(squares);
      kind.mobility[square] =
          static_cast<std::int16_t>(std::lround(kScorePerSquareMore * (reach_of(kind, square) - average)));
    }
  }

  // Finds the lines along which pieces may be pinned.
  void find_lines() {
    std::map<std::pair<int, int>, bool> seen;
    for (const KindRules& kind : tables_.kinds) {
      for (const PieceStep& step : rules().pieces[kind.name].steps) {
        if (!step.captures || step.range == 1) {
          if (step.captures && (step.lame || step.initial || step.hop != PieceStep::Hop::kNone))
            tables_.sees_by_lines = false;
          continue;
        }
        if (step.hop != PieceStep::Hop::kNone || step.initial) tables_.sees_by_lines = false;
        seen[{step.rows, step.columns}] = seen[{-step.rows, -step.columns}] = true;
      }
    }
    for (const auto& [step, _] : seen) tables_.all_riders.push_back(rider(step.first, step.second, 0));
    for (const Rider& rider : tables_.all_riders)
      for (Square square = 0; square < Board::kSquares; ++square)
        tables_.lines[square] |= (*rider.reach)[square];
  }

  std::shared_ptr<Tables> owned_ = std::make_shared<Tables>();
  Tables& tables_ = *owned_;
  std::array<Kind, 256> numbers_ = [] {
    std::array<Kind, 256> numbers{};
    numbers.fill(kNoKind);
    return numbers;
  }();
  std::map<std::tuple<int, int, int>, const SquareTable*> tables_by_step_;
};

}  // namespace

Bitboard SpecialStep::targets(Square from, Bitboard occupied) const {
  if ((between[from] & occupied) != 0) return 0;
  Bitboard squares = 0;
  int left = step.range;  // 0 at first: no limit
  bool has_hopped = step.hop == PieceStep::Hop::kNone;
  for (Square square = next[from]; square != kNoSquare; square = next[square]) {
    if (has_hopped) squares |= bit(square);
    const bool stops = has(occupied, square);
    if (has_hopped && (stops || step.hop == PieceStep::Hop::kNext)) break;
    if (stops) {
      has_hopped = true;
      continue;
    }
    if (--left == 0) break;
  }
  return squares;
}

Result<std::shared_ptr<const Tables>> compile(const Variant& variant) { return Compiler(variant).compile(); }

}  // namespace tabiya::variants
