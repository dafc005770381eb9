// The setup section of a file of rules: who places what, and where. Squares are as the owner sees them: White's own, and those
// that Black's become when it looks at the board from its side.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "codec/result.h"
#include "core/board/bitboard.h"
#include "core/games/variants/piece_names.h"

namespace tabiya::variants {

// The pieces that a side places.
struct SideSetup {
  std::array<std::uint8_t, kPieceNames> counts{};  // pieces of each kind
  std::optional<Bitboard> region{};  // the squares on which they stand; nothing: those of its kinds
  std::array<std::optional<Bitboard>, kPieceNames> kind_regions{};

  friend bool operator==(const SideSetup&, const SideSetup&) = default;
};

struct SetupSection {
  // The numbering of a side's setups: in the order of their names, or as the arrays of Chess960 are.
  enum class Numbering : std::uint8_t { kNames, kScharnagl };

  std::map<std::string, int, std::less<>> lines{};  // of the file, where each of its keys stands last
  std::array<SideSetup, 2> sides{};
  PieceNames on_both_colours = 0;                            // half of them on squares of either colour
  std::optional<std::pair<PieceName, PieceName>> between{};  // the first between those of the second kind
  std::optional<PieceNames>
      mirror{};            // mirror images are the same; that with this piece on the left stands for both
  bool half_turn = false;  // Black sees the board turned; else its files are White's
  bool castling = false;   // kings and the rooks around them may castle from wherever they are placed
  Numbering numbering = Numbering::kNames;

  bool is_given() const {
    return sides[0].counts != SideSetup{}.counts || sides[1].counts != SideSetup{}.counts;
  }
  friend bool operator==(const SetupSection&, const SetupSection&) = default;
};

// An error of a key of the section, with its line in the file: that of the key for this side, or, where the key is missing, the
// last one of the section.
Error about(const SetupSection& section, int side, std::string_view key, Error error);

}  // namespace tabiya::variants
