#include "core/games/zero_point_one/written_setup.h"

#include <cctype>

#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

// The letters of a setup, without what people write between them.
std::string letters_of(std::string_view text) {
  constexpr std::string_view kSeparators = " \t/,";
  std::string letters;
  for (const char c : text)
    if (kSeparators.find(c) == kSeparators.npos) letters += c;
  return letters;
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Result<WrittenSetup> read_setup(Side side, std::string_view text) {
  const std::string letters = letters_of(text);
  const std::string capitals = in_capitals(letters);
  const bool is_canonical = letters == capitals || side == Side::kRed;
  const Result<Setup> setup = is_canonical ? parse_setup(capitals) : parse_wire_setup(side, letters);
  if (!setup) return invalid(setup.error().message + "; it takes 8 A, 4 D, 2 F, 1 N and 1 W");
  const SetupId id = rank(*setup);
  if (side == Side::kRed) return WrittenSetup{id};
  if (is_canonical)
    return WrittenSetup{id, "Capitals are read as Blue sees them, from h8 on; in wire notation that is " +
                                format_wire_setup(side, *setup) + "."};
  return WrittenSetup{id, "Small letters are read in wire notation, from g1 on; as Blue sees them that is " +
                              format_setup(*setup) +
                              ".\nIf they were meant as Blue sees them: `undo`, and capitals."};
}

std::string readable_setup(Side side, SetupId id) {
  const std::string wire = format_wire_setup(side, unrank(id)), canonical = format_setup(unrank(id));
  return wire == canonical ? wire : wire + " (canonical " + canonical + ")";
}

std::string how_to_write_setup(Side side) {
  if (side == Side::kRed)
    return "Type Red's setup, 8 A, 4 D, 2 F, 1 N and 1 W, from a1 to a8 and then b1 to b8:\n"
           "AWAAAAAA DFFDDDAN for example.\n";
  return "Type Blue's setup, 8 A, 4 D, 2 F, 1 N and 1 W: capitals as Blue sees them, from\n"
         "h8 to h1 and then g8 to g1; small letters in wire notation, g1 to g8, h1 to h8.\n";
}

}  // namespace tabiya::zero_point_one
