#include "core/games/variants/drawn_kinds.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "core/games/drawings.h"
#include "core/games/variants/description.h"
#include "core/games/variants/piece_names.h"

namespace tabiya::variants {
namespace {

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
