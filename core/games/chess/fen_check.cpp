#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/board_notation.h"
#include "core/games/chess/attacks.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/fen_fields.h"
#include "core/games/chess/moves.h"
#include "core/games/chess/notation.h"

namespace tabiya::chess {
namespace {

using namespace fen_fields;

bool is_castling_letter(char c) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper == 'K' || upper == 'Q' || (upper >= 'A' && upper <= 'H');
}

// The rights that there can be, of letters of which others are told as faults.
std::string mended_castling(std::string_view text, Position& position, std::vector<PositionFault>& faults) {
  std::string rights;
  for (const char c : text) {
    if (const auto fault = add_castling_right(position, c)) {
      faults.push_back({kWrongCastling, *fault});
    } else {
      rights += c;
    }
  }
  return rights.empty() ? "-" : rights;
}

std::string mended_passed_square(std::string_view text, Position& position,
                                 std::vector<PositionFault>& faults) {
  if (const Status read = parse_passed_square(text, position); !read) {
    faults.push_back({kUselessPassed, read.error().message});
  } else if (position.passed_square() == kNoSquare) {
    faults.push_back({kUselessPassed, "no pawn can capture on " + std::string(text)});
  } else {
    return std::string(text);
  }
  return "-";
}

// True if more men were promoted than pawns are missing.
bool has_too_many_promoted(const Position& position, Side side) {
  constexpr Bitboard kOneColour = 0xaa55'aa55'aa55'aa55;
  const auto beyond = [](Bitboard men, int first) { return std::max(0, count(men) - first); };
  const auto men = [&](Kind kind) { return position.men(side, kind); };
  const int promoted = beyond(men(Kind::kQueen), 1) + beyond(men(Kind::kRook), 2) +
                       beyond(men(Kind::kKnight), 2) + beyond(men(Kind::kBishop) & kOneColour, 1) +
                       beyond(men(Kind::kBishop) & ~kOneColour, 1);
  return promoted > kMostPawns - count(men(Kind::kPawn));
}

// Says why no game leads to a position whose text is well-formed.
Status check_possible(const Position& position) {
  if (const Status whole = check_whole(position); !whole) {
    const bool has_kings = !position.in_setup_phase();
    return has_kings && in_check(position) ? invalid("both kings are in check") : whole;
  }
  if (position.in_setup_phase()) return invalid("the arrays are still to be placed");
  for (const Side side : kSides)
    if (has_too_many_promoted(position, side))
      return invalid(name(side) + " has more promoted men than it lacks pawns");
  const Side us = position.side_to_move();
  const Bitboard checkers = attackers_of(position, position.king(us), other(us), position.occupied());
  if (count(checkers) > 2) return invalid(name(us) + " is in check by more than two men");
  return ok_status();
}

// Neither side can force a mate, but for a few positions: no pawns, rooks and queens, and each side has at most one man
// besides its king, or one side two knights and the other none.
bool is_dead_draw(const Position& position) {
  if ((position.men(Kind::kPawn) | position.men(Kind::kRook) | position.men(Kind::kQueen)) != 0) return false;
  const int white = count(position.men(Side::kWhite)) - 1, black = count(position.men(Side::kBlack)) - 1;
  const bool are_knights = count(position.men(Kind::kKnight)) == 2;
  return (white <= 1 && black <= 1) || (white + black == 2 && are_knights);
}

}  // namespace

CheckedFen check_fen(std::string_view text) {
  CheckedFen checked;
  const auto refuse = [&](std::string_view kind, const Error& error) {
    return CheckedFen{std::nullopt, {{kind, error.message}}, {}, {}};
  };
  const std::vector<Field> fields = split(text, 5);
  if (text.starts_with("white=") || fields.size() < 4) {
    const Result<Position> position = parse_fen(text);
    if (!position) return refuse(kUnreadable, position.error());
    return {*position, {}, {}, {}};
  }
  Position position;
  bool has_odd_man = false;
  const auto put_letter = [&](char c, Square square) {
    const auto fault = put(position, c, square);
    has_odd_man |= fault && std::ranges::count("PNBRQKpnbrqk", c) != 0;
    return fault;
  };
  if (const Status read = parse_rows<Board>(fields[0].text, RowOrder::kLastRowFirst, "rank", put_letter);
      !read)
    return refuse(has_odd_man ? kImpossible : kUnreadable, read.error());
  if (const Status read = parse_side(fields[1].text, position); !read)
    return refuse(kUnreadable, read.error());
  std::string castling(fields[2].text), passed(fields[3].text);
  if (castling != "-") {
    if (castling.empty() || !std::ranges::all_of(castling, is_castling_letter))
      return refuse(kUnreadable, invalid("expected rights to castle such as KQkq, HAha or -"));
    castling = mended_castling(castling, position, checked.faults);
  }
  if (passed != "-") {
    if (!parse_square_name<Board>(passed))
      return refuse(kUnreadable, invalid("expected the en-passant square or -"));
    passed = mended_passed_square(passed, position, checked.faults);
  }
  if (fields.size() == 5) {
    if (const Status read = parse_rest(fields[4], position); !read) return refuse(kUnreadable, read.error());
    checked.operations = other_operations(fields[4]);
  }
  if (const Status possible = check_possible(position); !possible)
    return refuse(kImpossible, possible.error());
  if (!checked.faults.empty()) {
    checked.mended.append(fields[0].text).append(" ").append(fields[1].text);
    checked.mended.append(" ").append(castling).append(" ").append(passed);
    if (fields.size() == 5) checked.mended.append(" ").append(fields[4].text);
  }
  if (is_dead_draw(position))
    checked.faults.push_back({kDeadDraw, "neither side has the men to force a mate"});
  checked.position = position;
  return checked;
}

}  // namespace tabiya::chess
