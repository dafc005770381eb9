#include "core/games/variants/description.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>
#include <tuple>

#include "core/games/drawings.h"
#include "core/games/variants/piece_names.h"
#include "core/games/variants/setups.h"

namespace tabiya::variants {
namespace {

int longer(const PieceStep& step) { return std::max(std::abs(step.rows), std::abs(step.columns)); }
int shorter(const PieceStep& step) { return std::min(std::abs(step.rows), std::abs(step.columns)); }

// Steps of one sentence differ in their direction alone.
auto kind_of(const PieceStep& step) {
  return std::tuple(longer(step), shorter(step), step.range, step.moves, step.captures, step.initial,
                    step.hop, step.lame);
}

std::string number_text(int number) {
  constexpr std::array<std::string_view, 4> kSmall{"no", "one", "two", "three"};
  return number < 4 ? std::string(kSmall[static_cast<std::size_t>(number)]) : std::to_string(number);
}

std::string squares_text(int number) { return number_text(number) + (number == 1 ? " square" : " squares"); }

// "steps one square", "leaps two squares", "moves any number of squares"
std::string way_text(const PieceStep& step) {
  const int far = longer(step);
  if (step.range == 1 && far == 1) return "steps one square";
  const bool is_crooked = shorter(step) != 0 && shorter(step) != far;
  std::string leap = "leaps " + squares_text(far);
  if (is_crooked) leap += " along a rank or file and " + number_text(shorter(step)) + " to the side";
  if (step.range == 1) return leap;
  if (far > 1)
    return leap + ", again and again" +
           (step.range == 0 ? "" : ", " + std::to_string(step.range) + " times at most");
  return step.range == 0 ? "moves any number of squares" : "moves up to " + squares_text(step.range);
}

// " straight ahead", " diagonally", or nothing where a leap is neither
std::string direction_text(const std::vector<PieceStep>& steps) {
  const auto all = [&](auto&& is_so) { return std::ranges::all_of(steps, is_so); };
  const PieceStep& first = steps.front();
  const bool is_straight = shorter(first) == 0, is_diagonal = shorter(first) == longer(first);
  const std::string_view line = is_straight ? " straight" : is_diagonal ? " diagonally" : "";
  const std::size_t every = is_straight || is_diagonal ? 4 : 8;
  if (steps.size() == every) return std::string(line);
  std::string_view where = " in some directions";
  if (all([](const PieceStep& step) { return step.rows > 0; }))
    where = " ahead";
  else if (all([](const PieceStep& step) { return step.rows < 0; }))
    where = " back";
  else if (all([](const PieceStep& step) { return step.rows == 0; }))
    where = " to the sides";
  else if (all([](const PieceStep& step) { return step.rows >= 0; }))
    where = " ahead or to the sides";
  return std::string(line) + std::string(where);
}

std::string sentence_of(const std::vector<PieceStep>& steps) {
  const PieceStep& step = steps.front();
  std::string text = way_text(step) + direction_text(steps);
  if (step.hop != PieceStep::Hop::kNone)
    text += step.hop == PieceStep::Hop::kNext ? ", to just behind the first piece in its way"
                                              : ", over one piece";
  if (step.lame) text += ", not over others";
  if (step.initial) text += ", from where it begins";
  if (!step.captures) text += ", without capturing";
  if (!step.moves) text += ", to capture";
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " " + std::string(last) + " ") + words[i];
  return text;
}

// "a rook", "an alfil"
std::string one(const std::string& name) {
  return (std::string_view("aeiou").find(name.front()) == std::string_view::npos ? "a " : "an ") + name;
}

std::string begun(std::string sentence) {
  sentence.front() = capital(sentence.front());
  return sentence;
}

class Describer {
 public:
  explicit Describer(const Tables& tables) : tables_(tables), rules_(tables.variant) {}

  std::string text() {
    tell_setups();
    tell_wins();
    tell_draws();
    tell_promotions();
    tell_moves();
    return text_;
  }

 private:
  void say(const std::string& sentence) { text_ += begun(sentence) + ".\n"; }

  std::string name(Kind kind) const { return std::string(tables_.glyphs[kind].name); }
  // "knight or rook"
  std::string names(KindSet kinds, std::string_view last) const {
    if ((kinds & kEveryKind) != 0) return "piece";
    std::vector<std::string> all;
    for (std::size_t kind = 0; kind < tables_.kinds.size(); ++kind)
      if (contains(kinds, static_cast<Kind>(kind))) all.push_back(name(static_cast<Kind>(kind)));
    return joined(all, last);
  }
  // "rank 8", "d4, e4", as far as it lies on the board
  std::string place(Bitboard region) const {
    std::vector<std::string> words;
    region &= tables_.board;
    for (int row = 0; row < rules_.rows; ++row) {
      const Bitboard whole = row_squares(row) & tables_.board;
      if ((region & whole) != whole) continue;
      words.push_back("rank " + std::to_string(row + 1));
      region &= ~whole;
    }
    while (region != 0) {
      const Square square = pop_lowest(region);
      words.push_back(std::string(1, static_cast<char>('a' + Board::column(square))) +
                      std::to_string(Board::row(square) + 1));
    }
    return joined(words, "or");
  }
  std::string places(const BySide<Bitboard>& regions) const {
    if (((regions[0] ^ regions[1]) & tables_.board) == 0) return place(regions[0]);
    return place(regions[0]) + " for White, " + place(regions[1]) + " for Black";
  }

  // The words for the result of the side that a sentence is about.
  static std::string_view fate(Value value) {
    return value == Value::kWin ? "has won" : value == Value::kLoss ? "has lost" : "has drawn";
  }

  void tell_setups() {
    if (tables_.setups != nullptr)
      say("White places its pieces, then Black, who sees them; White has the first move");
  }

  void tell_wins() {
    if (tables_.king != kNoKind && rules_.checking)
      say("Who is checkmated " + std::string(fate(rules_.checkmate)));
    if (rules_.extinction != Value::kNone && tables_.extinction_types != 0) {
      const bool all = (tables_.extinction_types & kEveryKind) != 0;
      const std::string pieces = all ? "pieces" : names(tables_.extinction_types, "or");
      if (rules_.pseudo_royal)
        say("The last " + pieces + " may not be left to capture; who cannot help it " +
            std::string(fate(rules_.checkmate)));
      else if (rules_.extinction_count == 0)
        say("Who has no " + pieces + " left " + std::string(fate(rules_.extinction)));
      else
        say("Who has no more than " + std::to_string(rules_.extinction_count) + " of each kind of " + pieces +
            " left " + std::string(fate(rules_.extinction)));
    }
    if (((rules_.flag_region[0] | rules_.flag_region[1]) & tables_.board) != 0)
      say("Who has " + (rules_.flag_count > 1 ? std::to_string(rules_.flag_count) + " of: " : std::string()) +
          one(names(tables_.flag_piece[0] | tables_.flag_piece[1], "or")) + " on " +
          places(rules_.flag_region) + " has won");
    if (rules_.check_counting) say("Who has given as many checks as the game asks for has won");
    if (rules_.connect != 0)
      say("Who has " + std::to_string(rules_.connect) + " pieces in a row " +
          std::string(fate(rules_.connect_value)));
    say("Who has no legal move" + std::string(rules_.stalemate_by_count ? ", and fewer pieces, " : " ") +
        std::string(fate(rules_.stalemate)));
  }

  void tell_draws() {
    if (rules_.n_fold != 0)
      say("When a position comes up " +
          (rules_.n_fold == 2 ? std::string("twice") : std::to_string(rules_.n_fold) + " times") +
          (rules_.n_fold_value == Value::kDraw
               ? ", the game is drawn"
               : ", the side to move " + std::string(fate(rules_.n_fold_value))));
    if (rules_.n_move != 0)
      say("After " + std::to_string(rules_.n_move) + " moves of each side without a capture" +
          (tables_.clock_types[0] == 0
               ? ""
               : " or a move of " + one(names(tables_.clock_types[0] | tables_.clock_types[1], "or"))) +
          " the game is drawn");
    if (rules_.counting != Counting::kNone)
      say("A side that cannot win otherwise must mate within a count of moves");
  }

  void tell_promotions() {
    const KindSet pawns = tables_.promotion_pawns[0] | tables_.promotion_pawns[1];
    if (pawns != 0 && !tables_.promotion_targets.empty()) {
      std::vector<std::string> targets;
      for (const Kind kind : tables_.promotion_targets) targets.push_back(one(name(kind)));
      say(one(names(pawns, "or")) + (rules_.must_promote_pawns ? " becomes " : " may become ") +
          joined(targets, "or") + (rules_.promotes_in_place ? " in a move of its own, on " : " on ") +
          places(rules_.promotion_region));
    }
    for (std::size_t kind = 0; kind < tables_.kinds.size(); ++kind)
      if (tables_.kinds[kind].promoted != kNoKind)
        say(one(name(static_cast<Kind>(kind))) + (rules_.must_promote_pieces ? " becomes " : " may become ") +
            one(name(tables_.kinds[kind].promoted)) +
            (rules_.promotes_on_capture_only ? " as it captures" : " on " + places(rules_.promotion_region)));
  }

  void tell_moves() {
    if (tables_.pawn != kNoKind && rules_.double_step)
      say(one(name(tables_.pawn)) + " may step two squares from " + places(rules_.double_step_region) +
          ", and is then captured as if it had stepped one");
    if (rules_.castling && (tables_.has_wing[0] || tables_.has_wing[1]))
      say("The " + names(tables_.castling_king, "or") + " castles with a " +
          names(tables_.castling_rooks, "or"));
    if (rules_.captures_to_hand)
      say("Captured pieces change sides, and may be dropped on empty squares instead of a move");
    else if (rules_.drops)
      say("Pieces in hand may be dropped on empty squares instead of a move");
    if (rules_.must_drop) say("Who has pieces in hand must drop one of them");
    if (rules_.must_capture) say("Who can capture must");
  }

  const Tables& tables_;
  const Variant& rules_;
  std::string text_;
};

// A drawing, the names of the kinds that have it, and the moves of a file's own kind that has it, and is called so.
struct Drawing {
  std::string_view name, svg;
  std::array<std::string_view, 4> names;
  std::string_view betza;
};

constexpr std::array kDrawings{
    Drawing{"king", drawings::kKing, {"king", "commoner"}, "K"},
    Drawing{"queen", drawings::kQueen, {"queen"}, "Q"},
    Drawing{"rook", drawings::kRook, {"rook"}, "R"},
    Drawing{"bishop", drawings::kBishop, {"bishop"}, "B"},
    Drawing{"knight", drawings::kKnight, {"knight", "horse", "shogiKnight"}, "N"},
    Drawing{"pawn", drawings::kPawn, {"pawn", "shogiPawn", "soldier", "breakthrough"}, "fmWfcF"},
    Drawing{"ferz", drawings::kFerz, {"fers"}, "F"},
    Drawing{"alfil", drawings::kAlfil, {"alfil", "elephant"}, "A"},
    Drawing{"dabbaba", drawings::kDabbaba, {}, "D"},
    Drawing{"wazir", drawings::kWazir, {"wazir"}, "W"},
};

bool is_drawn_so(const Drawing& drawing, const PieceRules& piece, std::string_view name) {
  if (piece.is_own) return piece.betza == drawing.betza;
  return std::ranges::count(drawing.names, name) > 0;
}

std::string disc(char letter) {
  return std::string(
             R"(<circle cx="50" cy="50" r="40"/><text x="50" y="68" font-size="52" text-anchor="middle")"
             R"( fill="currentColor" stroke="none">)") +
         letter + "</text>";
}

}  // namespace

std::string moves_text(const std::vector<PieceStep>& steps) {
  std::vector<std::vector<PieceStep>> groups;
  for (const PieceStep& step : steps) {
    const auto alike = std::ranges::find_if(
        groups, [&](const auto& group) { return kind_of(group.front()) == kind_of(step); });
    if (alike == groups.end())
      groups.push_back({step});
    else
      alike->push_back(step);
  }
  std::string text;
  for (const auto& group : groups) text += (text.empty() ? "" : "; ") + sentence_of(group);
  if (text.empty()) return text;
  return begun(text) + ".";
}

std::string rules_text(const Tables& tables) { return Describer(tables).text(); }

void draw_kinds(Tables& tables) {
  const auto kept = [&](std::string text) -> std::string_view {
    return tables.glyph_texts.emplace_back(std::move(text));
  };
  std::set<std::string_view> taken;  // a drawing stands for one kind
  for (const KindRules& kind : tables.kinds) {
    const PieceRules& piece = tables.variant.pieces[kind.name];
    const auto drawing = std::ranges::find_if(kDrawings, [&](const Drawing& each) {
      return is_drawn_so(each, piece, text_of(kind.name)) && !taken.contains(each.svg);
    });
    if (drawing != kDrawings.end()) taken.insert(drawing->svg);
    const bool is_drawn = drawing != kDrawings.end();
    const std::string usual = !piece.is_own ? std::string(text_of(kind.name))
                              : is_drawn    ? std::string(drawing->name)
                                            : std::string("piece_") + kind.letter;
    tables.glyphs.push_back({kept(piece.shown_name.empty() ? usual : piece.shown_name),
                             {capital(kind.letter), kind.letter},
                             is_drawn ? drawing->svg : kept(disc(capital(kind.letter))),
                             kept(moves_text(piece.steps)),
                             piece.betza});
  }
  tables.piece_set.glyphs = tables.glyphs;
  tables.piece_set.sides = {{{"White", "#fff", "#222", "#222"}, {"Black", "#333", "#111", "#fff"}}};
  if (tables.king != kNoKind) tables.piece_set.royal = tables.king;
}

}  // namespace tabiya::variants
