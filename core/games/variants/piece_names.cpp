#include "core/games/variants/piece_names.h"

#include <array>
#include <cstddef>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::variants {
namespace {

struct NamedPiece {
  std::string_view name, moves;
};

constexpr std::array kNamed{
    NamedPiece{"pawn", "fmWfcF"},       NamedPiece{"king", "K"},
    NamedPiece{"bishop", "B"},          NamedPiece{"rook", "R"},
    NamedPiece{"shogiPawn", "fW"},      NamedPiece{"knight", "N"},
    NamedPiece{"queen", "Q"},           NamedPiece{"fers", "F"},
    NamedPiece{"alfil", "A"},           NamedPiece{"fersAlfil", "FA"},
    NamedPiece{"silver", "FfW"},        NamedPiece{"aiwok", "RNF"},
    NamedPiece{"bers", "RF"},           NamedPiece{"archbishop", "BN"},
    NamedPiece{"chancellor", "RN"},     NamedPiece{"amazon", "QN"},
    NamedPiece{"knibis", "mNcB"},       NamedPiece{"biskni", "mBcN"},
    NamedPiece{"kniroo", "mNcR"},       NamedPiece{"rookni", "mRcN"},
    NamedPiece{"lance", "fR"},          NamedPiece{"shogiKnight", "fN"},
    NamedPiece{"gold", "WfF"},          NamedPiece{"dragonHorse", "BW"},
    NamedPiece{"clobber", "cW"},        NamedPiece{"breakthrough", "fmWfF"},
    NamedPiece{"immobile", ""},         NamedPiece{"cannon", "mRcpR"},
    NamedPiece{"janggiCannon", "pR"},   NamedPiece{"soldier", "fsW"},
    NamedPiece{"horse", "nN"},          NamedPiece{"elephant", "nA"},
    NamedPiece{"janggiElephant", "nZ"}, NamedPiece{"banner", "RcpRnN"},
    NamedPiece{"wazir", "W"},           NamedPiece{"commoner", "K"},
    NamedPiece{"centaur", "KN"},
};
constexpr int kOwnPieces = 25;  // customPiece1 … customPiece25
constexpr std::string_view kOwnPiece = "customPiece";
static_assert(kNamed.size() + kOwnPieces <= kPieceNames);
static_assert(kNamed[kPawn].name == "pawn" && kNamed[kKing].name == "king" &&
              kNamed[kBishop].name == "bishop" && kNamed[kRook].name == "rook" &&
              kNamed[kShogiPawn].name == "shogiPawn" && kNamed[kKnight].name == "knight" &&
              kNamed[kSilver].name == "silver");

}  // namespace

std::optional<PieceName> find_piece_name(std::string_view name) {
  for (std::size_t i = 0; i < kNamed.size(); ++i)
    if (kNamed[i].name == name) return static_cast<PieceName>(i);
  if (!name.starts_with(kOwnPiece)) return std::nullopt;
  const std::string_view digits = name.substr(kOwnPiece.size());
  const auto number = number_in(digits);
  if (!number || *number < 1 || *number > kOwnPieces || digits.front() == '0') return std::nullopt;
  return static_cast<PieceName>(kNamed.size() + static_cast<std::size_t>(*number) - 1);
}

std::string_view text_of(PieceName name) { return name < kNamed.size() ? kNamed[name].name : "piece"; }

std::string_view usual_moves(PieceName name) {
  return name < kNamed.size() ? kNamed[name].moves : std::string_view();
}

}  // namespace tabiya::variants
