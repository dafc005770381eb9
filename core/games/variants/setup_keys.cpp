#include "core/games/variants/setup_keys.h"

#include <algorithm>
#include <cstddef>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/games/variants/key_values.h"
#include "core/games/variants/piece_names.h"

namespace tabiya::variants {
namespace {

constexpr std::uint8_t kMostOfAKind = 64;

using ReadSide = Status (*)(const Variant&, SideSetup&, std::string_view);
using ReadWhole = Status (*)(const Variant&, SetupSection&, std::string_view);

Result<PieceName> read_piece_letter(const Variant& variant, std::string_view text) {
  const auto piece = text.size() == 1 ? piece_of(variant, small(text.front())) : std::nullopt;
  if (!piece) return invalid(quoted(text) + " is not the letter of a piece in this game");
  return *piece;
}

Status read_truth(bool& target, std::string_view text) {
  if (text != "true" && text != "false") return invalid(quoted(text) + " is neither true nor false");
  target = text == "true";
  return ok_status();
}

// "kqrrbbnn": a letter for each piece.
Status read_counts(const Variant& variant, SideSetup& side, std::string_view text) {
  side.counts = {};
  if (text == "-") return ok_status();
  for (const char& letter : text) {
    const auto piece = read_piece_letter(variant, {&letter, 1});
    if (!piece) return piece.error();
    if (++side.counts[*piece] > kMostOfAKind) return invalid("there are more pieces than squares");
  }
  return ok_status();
}

Status read_side_region(const Variant&, SideSetup& side, std::string_view text) {
  const auto region = read_region(text);
  if (!region) return region.error();
  side.region = *region;
  return ok_status();
}

// "r: *1; k: d1 e1": a kind and its squares, and others behind semicolons.
Status read_kind_regions(const Variant& variant, SideSetup& side, std::string_view text) {
  side.kind_regions = {};
  if (text == "-") return ok_status();
  while (!text.empty()) {
    const std::string_view part = take_until(";", text);
    const auto begin = part.find_first_not_of(" \t"), colon = part.find(':');
    if (colon == part.npos || begin >= colon)
      return invalid(quoted(part) + " is not a piece with its squares, such as r: *1");
    const auto piece = read_piece_letter(variant, words_of(part.substr(begin, colon - begin)).front());
    if (!piece) return piece.error();
    const auto region = read_region(part.substr(colon + 1));
    if (!region) return region.error();
    side.kind_regions[*piece] = *region;
  }
  return ok_status();
}

Status read_both_colours(const Variant& variant, SetupSection& setup, std::string_view text) {
  const auto names = read_pieces(variant, text);
  if (!names) return names.error();
  if (contains(*names, 63)) return invalid("expected letters of pieces, not *");
  setup.on_both_colours = *names;
  return ok_status();
}

Status read_between(const Variant& variant, SetupSection& setup, std::string_view text) {
  setup.between.reset();
  if (text == "-") return ok_status();
  const auto colon = text.find(':');
  if (colon == text.npos) return invalid("expected two pieces such as k:r, the king between the rooks");
  const auto inner = read_piece_letter(variant, text.substr(0, colon)),
             outer = read_piece_letter(variant, text.substr(colon + 1));
  if (!inner) return inner.error();
  if (!outer) return outer.error();
  if (*inner == *outer) return invalid("a piece does not stand between others of its kind");
  setup.between = {*inner, *outer};
  return ok_status();
}

Status read_mirror(const Variant& variant, SetupSection& setup, std::string_view text) {
  setup.mirror.reset();
  if (text == "-") return ok_status();
  const auto names = read_pieces(variant, text);
  if (!names) return names.error();
  if (text.size() != 1) return invalid("expected one letter of a piece, * or -");
  setup.mirror = *names;
  return ok_status();
}

Status read_half_turn(const Variant&, SetupSection& setup, std::string_view text) {
  return read_truth(setup.half_turn, text);
}

Status read_castling(const Variant&, SetupSection& setup, std::string_view text) {
  return read_truth(setup.castling, text);
}

Status read_numbering(const Variant&, SetupSection& setup, std::string_view text) {
  if (text != "names" && text != "scharnagl")
    return invalid(quoted(text) + " is neither names nor scharnagl");
  setup.numbering = text == "names" ? SetupSection::Numbering::kNames : SetupSection::Numbering::kScharnagl;
  return ok_status();
}

Status read_order(const Variant&, SetupSection&, std::string_view text) {
  if (text == "inSight") return ok_status();
  if (text == "atOnce")
    return unsupported(
        "'atOnce' is not supported, since a book answers setups that are seen; with 'inSight', `tabiya openings --all` "
        "gives the values of setups if both sides place at once");
  if (text == "alternating")
    return unsupported(
        "'alternating' is not supported, since setups are placed whole here; drops in turns are moves of a game with "
        "'mustDrop' and no setup section");
  return invalid(quoted(text) + " is not one of inSight, atOnce, alternating");
}

struct SideKey {
  std::string_view name;  // followed by White, Black or nothing, for both
  ReadSide read;
};
constexpr SideKey kSideKeys[] = {{"setupPieces", read_counts},
                                 {"setupRegion", read_side_region},
                                 {"setupPieceRegions", read_kind_regions}};

struct WholeKey {
  std::string_view name;
  ReadWhole read;
};
constexpr WholeKey kWholeKeys[] = {{"setupBothColours", read_both_colours},
                                   {"setupBetween", read_between},
                                   {"setupMirror", read_mirror},
                                   {"setupHalfTurn", read_half_turn},
                                   {"setupCastling", read_castling},
                                   {"setupNumbering", read_numbering},
                                   {"setupOrder", read_order}};

}  // namespace

Status check_setup_on_board(const Variant& variant, std::string_view key, std::string_view value) {
  if (key.starts_with("setupRegion")) return check_region(variant, value);
  if (!key.starts_with("setupPieceRegions")) return ok_status();
  while (!value.empty()) {
    const std::string_view part = take_until(";", value);
    if (const Status status = check_region(variant, part.substr(part.find(':') + 1)); !status) return status;
  }
  return ok_status();
}

Status read_setup(Variant& variant, std::string_view key, std::string_view value) {
  const auto whole = std::ranges::find(kWholeKeys, key, &WholeKey::name);
  if (whole != std::end(kWholeKeys)) return whole->read(variant, variant.setup, value);
  for (const SideKey& known : kSideKeys) {
    if (!key.starts_with(known.name)) continue;
    const std::string_view owner = key.substr(known.name.size());
    if (!owner.empty() && owner != "White" && owner != "Black") continue;
    for (std::size_t side = 0; side < 2; ++side) {
      if (owner == (side == 0 ? "Black" : "White")) continue;
      if (const Status status = known.read(variant, variant.setup.sides[side], value); !status) return status;
    }
    return ok_status();
  }
  return invalid("unknown key");
}

Error about(const SetupSection& section, int side, std::string_view key, Error error) {
  std::string named(key);
  int line = 0;
  for (const std::string& name : {std::string(key), std::string(key) + (side == 0 ? "White" : "Black")})
    if (const auto found = section.lines.find(name); found != section.lines.end() && found->second > line) {
      named = name;
      line = found->second;
    }
  if (line == 0)
    for (const auto& [name, other] : section.lines) line = std::max(line, other);
  error.message = "key '" + named + "': " + error.message;
  if (line > 0) error.message = "line " + std::to_string(line) + ", " + error.message;
  return error;
}

}  // namespace tabiya::variants
