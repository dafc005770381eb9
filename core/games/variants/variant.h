// The rules of a game as its file gives them, checked: a value that refers to nothing. compiled.h makes tables
// of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/board/bitboard.h"
#include "core/games/variants/betza.h"
#include "core/games/variants/piece_names.h"

namespace tabiya::variants {

// The pieces that a side places.
struct SideSetup {
  std::array<std::uint8_t, kPieceNames> counts{};  // pieces of each kind
  std::optional<Bitboard> region{};  // the squares on which they stand; nothing: those of its kinds
  std::array<std::optional<Bitboard>, kPieceNames> kind_regions{};

  friend bool operator==(const SideSetup&, const SideSetup&) = default;
};

// The setup section of a file: who places what, and where. Squares are as the owner sees them: White's own, and
// those that Black's become when it looks at the board from its side.
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

// All boards lie in the lower left of 8 x 8 squares: index = 8 * row + column, whatever their size.
using Board = Geometry<8, 8>;
inline constexpr Square kNoSquare = 64;
inline constexpr Bitboard kDarkSquares = 0xaa55'aa55'aa55'aa55;  // a1 is dark

inline constexpr Bitboard row_squares(int row) { return Bitboard{0xff} << (Board::kColumns * row); }
inline constexpr Bitboard column_squares(int column) { return Bitboard{0x0101'0101'0101'0101} << column; }

// The side that begins is 0, White in the words of files. Values are of the side to move.
enum class Value : std::uint8_t { kNone, kWin, kLoss, kDraw };

// The ways to count moves towards a draw while one side is to be mated (ends.h).
enum class Counting : std::uint8_t { kNone, kMakruk, kAsean };

template <class T>
using BySide = std::array<T, 2>;

struct PieceRules {
  char letter = 0;  // small; 0: the game has no such pieces
  std::vector<PieceStep> steps;
  bool is_own = false;       // a kind that the file defines
  bool is_own_king = false;  // a king whose moves the file defines
  std::string betza;         // the moves as Betza writes them
  std::string shown_name;    // that the file gives it; empty: it gives none

  friend bool operator==(const PieceRules&, const PieceRules&) = default;
};

struct Variant {
  std::string name;
  std::string id;                 // what options and files call the game
  std::uint64_t fingerprint = 0;  // of the text with all that it inherits
  int rows = 8, columns = 8;
  std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  int start_line = 0;  // of the file that gives it; 0: it is none of the file's
  std::array<PieceRules, kPieceNames> pieces;

  // Pawns.
  bool double_step = true;
  BySide<Bitboard> double_step_region{row_squares(1), row_squares(6)};
  BySide<Bitboard> en_passant_region{~Bitboard{0}, ~Bitboard{0}};  // squares that captures go to
  BySide<PieceNames> en_passant_types{only(kPawn), only(kPawn)};

  // Promotions of pawns to one of several kinds, and of other pieces to the one that is theirs.
  BySide<Bitboard> promotion_region{row_squares(7), row_squares(0)};
  BySide<PieceNames> promotion_pawns{only(kPawn), only(kPawn)};
  BySide<PieceNames> promotion_pieces{};
  std::array<std::uint8_t, kPieceNames> promotion_limit{};  // pieces of a kind that a side may have; 0: any
  std::array<PieceName, kPieceNames> promoted;              // kNoPieceName: the kind has none
  bool must_promote_pawns = true, must_promote_pieces = false;
  bool promotes_in_place = false;  // as in sittuyin: a move of its own, in the region or with the last pawn
  bool promotes_on_capture_only = false, demotes = false;

  // Castling: from which squares by startFen; the files where the king arrives.
  bool castling = true, castles_dropped = false, opposite_castling = false;
  int castling_kingside = 6, castling_queenside = 2, castling_row = 0;
  int castling_king_column = 4, castling_rook_kingside = 7, castling_rook_queenside = 0;
  PieceNames castling_king = only(kKing), castling_rooks = only(kRook);

  // Hands.
  bool drops = false, drops_promoted = false, captures_to_hand = false, must_drop = false;
  PieceNames must_drop_type = kEveryPiece;
  bool first_row_pawn_drops = false, promotion_zone_pawn_drops = false;
  bool drop_checks = true, no_mate_by_shogi_pawn = false;
  bool opposite_bishops = false, rooks_on_first_row = false;
  BySide<Bitboard> drop_region{~Bitboard{0}, ~Bitboard{0}};
  PieceNames no_doubled = 0;
  int no_doubled_count = 1;
  bool immobility_illegal = false;

  // Rules of moves.
  bool checking = true, must_capture = false;

  // Ends.
  Value stalemate = Value::kDraw, checkmate = Value::kLoss;
  bool stalemate_by_count = false;
  Value extinction = Value::kNone;
  PieceNames extinction_types = 0;
  int extinction_count = 0, extinction_opponent_count = 0;
  bool extinction_claim = false, pseudo_royal = false;
  BySide<PieceNames> flag_piece{kEveryPiece, kEveryPiece};
  BySide<Bitboard> flag_region{};
  int flag_count = 1;
  bool flag_blocked_win = false, flag_move = false, flag_safe = false;
  bool check_counting = false;
  int connect = 0;
  PieceNames connect_types = kEveryPiece;
  bool connect_vertical = true, connect_horizontal = true, connect_diagonal = true;
  Value connect_value = Value::kWin;
  int n_fold = 3, n_move = 50;
  Value n_fold_value = Value::kDraw;
  BySide<PieceNames> n_move_types{only(kPawn), only(kPawn)};
  Counting counting = Counting::kNone;

  SetupSection setup;

  Variant() { promoted.fill(kNoPieceName); }
  friend bool operator==(const Variant&, const Variant&) = default;
};

}  // namespace tabiya::variants
