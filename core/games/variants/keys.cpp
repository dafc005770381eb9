#include "core/games/variants/keys.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <variant>

#include "codec/text.h"
#include "core/games/variants/key_values.h"
#include "core/games/variants/piece_names.h"
#include "core/games/variants/setup_keys.h"

namespace tabiya::variants {
namespace {

// The targets that values are read into. A key of both sides sets both; `sides` has bit 0 for White and bit 1
// for Black.
constexpr int kWhite = 1, kBlack = 2, kBoth = 3;
struct Number {
  int Variant::*member;
  int least, most;
};
struct Region {
  BySide<Bitboard> Variant::*member;
  int sides;
};
struct Pieces {
  BySide<PieceNames> Variant::*member;
  int sides;
};
struct File {
  int Variant::*member;
};
struct Rank {
  int Variant::*member;
  int first;  // what rank 1 is stored as
};
// A key that tells graphical programs and other engines something, and is none of the rules.
struct NoRule {};
using Custom = Status (*)(Variant&, std::string_view);
using Target = std::variant<bool Variant::*, Value Variant::*, PieceNames Variant::*, std::string Variant::*,
                            Number, Region, Pieces, File, Rank, NoRule, Custom>;

struct Key {
  std::string_view name;
  Target target;
};

Status read_promoted(Variant& variant, std::string_view text) {
  const auto pairs = read_pairs(variant, text);
  if (!pairs) return pairs.error();
  for (const auto& [piece, target] : *pairs) {
    if (target == "-") {
      variant.promoted[piece] = kNoPieceName;
      continue;
    }
    const auto promoted = target.size() == 1 ? piece_of(variant, small(target[0])) : std::nullopt;
    if (!promoted) return invalid(quoted(target) + " is not the letter of a piece in this game");
    variant.promoted[piece] = *promoted;
  }
  return ok_status();
}

Status read_limits(Variant& variant, std::string_view text) {
  const auto pairs = read_pairs(variant, text);
  if (!pairs) return pairs.error();
  for (const auto& [piece, limit] : *pairs) {
    const auto number = number_of(limit, 1, 64);
    if (!number) return invalid(quoted(limit) + " is not a number from 1 to 64");
    variant.promotion_limit[piece] = static_cast<std::uint8_t>(*number);
  }
  return ok_status();
}

Status read_shown_names(Variant& variant, std::string_view text) {
  const auto pairs = read_pairs(variant, text);
  if (!pairs) return pairs.error();
  for (const auto& [piece, name] : *pairs) {
    constexpr std::size_t kLongest = 20;
    const auto is_letter = [](char c) { return small(c) >= 'a' && small(c) <= 'z'; };
    if (name.size() > kLongest || !std::ranges::all_of(name, is_letter))
      return invalid(quoted(name) + " is not a name of letters, at most 20");
    if (std::ranges::count(variant.pieces, name, &PieceRules::shown_name) > 0)
      return invalid("two pieces are called " + quoted(name));
    variant.pieces[piece].shown_name = name;
  }
  return ok_status();
}

Status read_pawn_types(Variant& variant, std::string_view text) {
  const auto names = read_pieces(variant, text);
  if (!names) return names.error();
  variant.promotion_pawns = variant.en_passant_types = variant.n_move_types = {*names, *names};
  return ok_status();
}

Status read_counting(Variant& variant, std::string_view text) {
  if (text == "cambodian")
    return unsupported("'cambodian' is not supported; known are makruk, asean and none");
  if (text != "makruk" && text != "asean" && text != "none")
    return invalid(quoted(text) + " is not one of makruk, asean, none");
  variant.counting = text == "makruk"  ? Counting::kMakruk
                     : text == "asean" ? Counting::kAsean
                                       : Counting::kNone;
  return ok_status();
}

const auto kKeys = std::to_array<Key>({
    {"variantTemplate", NoRule{}},
    {"pieceToCharTable", NoRule{}},
    {"pocketSize", NoRule{}},
    {"pieceValueMg", NoRule{}},
    {"pieceValueEg", NoRule{}},
    {kShownNames, &read_shown_names},
    {"maxRank", Rank{&Variant::rows, 1}},
    {"maxFile", Number{&Variant::columns, 1, 8}},
    {"startFen", &Variant::start},
    {"pawnTypes", &read_pawn_types},
    {"doubleStep", &Variant::double_step},
    {"doubleStepRegionWhite", Region{&Variant::double_step_region, kWhite}},
    {"doubleStepRegionBlack", Region{&Variant::double_step_region, kBlack}},
    {"enPassantRegion", Region{&Variant::en_passant_region, kBoth}},
    {"enPassantRegionWhite", Region{&Variant::en_passant_region, kWhite}},
    {"enPassantRegionBlack", Region{&Variant::en_passant_region, kBlack}},
    {"enPassantTypes", Pieces{&Variant::en_passant_types, kBoth}},
    {"enPassantTypesWhite", Pieces{&Variant::en_passant_types, kWhite}},
    {"enPassantTypesBlack", Pieces{&Variant::en_passant_types, kBlack}},
    {"promotionRegionWhite", Region{&Variant::promotion_region, kWhite}},
    {"promotionRegionBlack", Region{&Variant::promotion_region, kBlack}},
    {"promotionPawnTypes", Pieces{&Variant::promotion_pawns, kBoth}},
    {"promotionPawnTypesWhite", Pieces{&Variant::promotion_pawns, kWhite}},
    {"promotionPawnTypesBlack", Pieces{&Variant::promotion_pawns, kBlack}},
    {"promotionPieceTypes", Pieces{&Variant::promotion_pieces, kBoth}},
    {"promotionPieceTypesWhite", Pieces{&Variant::promotion_pieces, kWhite}},
    {"promotionPieceTypesBlack", Pieces{&Variant::promotion_pieces, kBlack}},
    {"promotionLimit", &read_limits},
    {"sittuyinPromotion", &Variant::promotes_in_place},
    {"promotedPieceType", &read_promoted},
    {"mandatoryPawnPromotion", &Variant::must_promote_pawns},
    {"mandatoryPiecePromotion", &Variant::must_promote_pieces},
    {"piecePromotionOnCapture", &Variant::promotes_on_capture_only},
    {"pieceDemotion", &Variant::demotes},
    {"castling", &Variant::castling},
    {"castlingDroppedPiece", &Variant::castles_dropped},
    {"oppositeCastling", &Variant::opposite_castling},
    {"castlingKingsideFile", File{&Variant::castling_kingside}},
    {"castlingQueensideFile", File{&Variant::castling_queenside}},
    {"castlingRank", Rank{&Variant::castling_row, 0}},
    {"castlingKingFile", File{&Variant::castling_king_column}},
    {"castlingKingPiece", &Variant::castling_king},
    {"castlingRookPieces", &Variant::castling_rooks},
    {"castlingRookKingsideFile", File{&Variant::castling_rook_kingside}},
    {"castlingRookQueensideFile", File{&Variant::castling_rook_queenside}},
    {"pieceDrops", &Variant::drops},
    {"dropPromoted", &Variant::drops_promoted},
    {"capturesToHand", &Variant::captures_to_hand},
    {"mustDrop", &Variant::must_drop},
    {"mustDropType", &Variant::must_drop_type},
    {"firstRankPawnDrops", &Variant::first_row_pawn_drops},
    {"promotionZonePawnDrops", &Variant::promotion_zone_pawn_drops},
    {"dropChecks", &Variant::drop_checks},
    {"shogiPawnDropMateIllegal", &Variant::no_mate_by_shogi_pawn},
    {"dropOppositeColoredBishop", &Variant::opposite_bishops},
    {"sittuyinRookDrop", &Variant::rooks_on_first_row},
    {"dropRegionWhite", Region{&Variant::drop_region, kWhite}},
    {"dropRegionBlack", Region{&Variant::drop_region, kBlack}},
    {"dropNoDoubled", &Variant::no_doubled},
    {"dropNoDoubledCount", Number{&Variant::no_doubled_count, 0, 8}},
    {"immobilityIllegal", &Variant::immobility_illegal},
    {"checking", &Variant::checking},
    {"mustCapture", &Variant::must_capture},
    {"stalemateValue", &Variant::stalemate},
    {"stalematePieceCount", &Variant::stalemate_by_count},
    {"checkmateValue", &Variant::checkmate},
    {"extinctionValue", &Variant::extinction},
    {"extinctionPieceTypes", &Variant::extinction_types},
    {"extinctionPieceCount", Number{&Variant::extinction_count, 0, 64}},
    {"extinctionOpponentPieceCount", Number{&Variant::extinction_opponent_count, 0, 64}},
    {"extinctionClaim", &Variant::extinction_claim},
    {"extinctionPseudoRoyal", &Variant::pseudo_royal},
    {"flagPiece", Pieces{&Variant::flag_piece, kBoth}},
    {"flagPieceWhite", Pieces{&Variant::flag_piece, kWhite}},
    {"flagPieceBlack", Pieces{&Variant::flag_piece, kBlack}},
    {"flagRegion", Region{&Variant::flag_region, kBoth}},
    {"flagRegionWhite", Region{&Variant::flag_region, kWhite}},
    {"flagRegionBlack", Region{&Variant::flag_region, kBlack}},
    {"flagPieceCount", Number{&Variant::flag_count, 1, 64}},
    {"flagPieceBlockedWin", &Variant::flag_blocked_win},
    {"flagMove", &Variant::flag_move},
    {"flagPieceSafe", &Variant::flag_safe},
    {"checkCounting", &Variant::check_counting},
    {"connectN", Number{&Variant::connect, 0, 8}},
    {"connectVertical", &Variant::connect_vertical},
    {"connectHorizontal", &Variant::connect_horizontal},
    {"connectDiagonal", &Variant::connect_diagonal},
    {"connectPieceTypes", &Variant::connect_types},
    {"connectValue", &Variant::connect_value},
    {"countingRule", &read_counting},
    {"nFoldRule", Number{&Variant::n_fold, 0, 100}},
    {"nFoldValue", &Variant::n_fold_value},
    {"nMoveRule", Number{&Variant::n_move, 0, 1000}},
    {"nMoveRuleTypes", Pieces{&Variant::n_move_types, kBoth}},
    {"nMoveRuleTypesWhite", Pieces{&Variant::n_move_types, kWhite}},
    {"nMoveRuleTypesBlack", Pieces{&Variant::n_move_types, kBlack}},
});

// Rules that these games lack, by the only value that their keys may have: it stands for their absence.
struct Lacking {
  std::string_view value, keys;
};
constexpr Lacking kLacking[] = {
    {"false",
     "twoBoards blastOnCapture petrifyBlastPieces dropLoop gating seirawanGating cambodianMoves"
     " wallOrMove pass passWhite passBlack passOnStalemate passOnStalemateWhite"
     " passOnStalemateBlack makpongRule flyingGeneral nFoldValueAbsolute perpetualCheckIllegal"
     " moveRepetitionIllegal shatarMateRule bikjangRule dupleCheck adjudicateFullBoard"},
    {"-",
     "blastImmuneTypes mutuallyImmuneTypes petrifyOnCaptureTypes tripleStepRegionWhite"
     " tripleStepRegionBlack enclosingDropStart wallingRegionWhite wallingRegionBlack"
     " diagonalLines connectRegion1White connectRegion2White connectRegion1Black"
     " connectRegion2Black castlingWins"},
    {"none", "enclosingDrop wallingRule flipEnclosedPieces chasingRule materialCounting"},
    {"1", "soldierPromotionRank"},
    {"0", "connectNxN collinearN"},
};

class Reader {
 public:
  Reader(Variant& variant, std::string_view value) : variant_(variant), value_(value) {}

  Status operator()(bool Variant::*member) const {
    if (value_ != "true" && value_ != "false") return invalid(quoted(value_) + " is neither true nor false");
    variant_.*member = value_ == "true";
    return ok_status();
  }
  Status operator()(Value Variant::*member) const {
    constexpr std::array<std::string_view, 4> kValues{"none", "win", "loss", "draw"};
    const auto found = std::ranges::find(kValues, value_);
    if (found == kValues.end()) return invalid(quoted(value_) + " is not one of win, loss, draw, none");
    variant_.*member = static_cast<Value>(found - kValues.begin());
    return ok_status();
  }
  Status operator()(PieceNames Variant::*member) const {
    const auto names = read_pieces(variant_, value_);
    if (!names) return names.error();
    variant_.*member = *names;
    return ok_status();
  }
  Status operator()(std::string Variant::*member) const {
    variant_.*member = value_;
    return ok_status();
  }
  Status operator()(const Number& number) const {
    // Files may be given by letters.
    const auto read = number.member == &Variant::columns && file_of(value_)
                          ? number_of(std::to_string(*file_of(value_) + 1), number.least, number.most)
                          : number_of(value_, number.least, number.most);
    if (!read) return out_of_range(number.least, number.most);
    variant_.*number.member = *read;
    return ok_status();
  }
  Status operator()(const Rank& rank) const {
    const auto read = number_of(value_, 1, 8);
    if (!read) return out_of_range(1, 8);
    variant_.*rank.member = *read - 1 + rank.first;
    return ok_status();
  }
  Status operator()(const File& file) const {
    const auto read = file_of(value_);
    if (!read || *read >= 8) return invalid(quoted(value_) + " is not one of the files a to h, at most");
    variant_.*file.member = *read;
    return ok_status();
  }
  Status operator()(const Region& region) const {
    const auto squares = read_region(value_);
    if (!squares) return squares.error();
    for (std::size_t side = 0; side < 2; ++side)
      if ((region.sides >> side & 1) != 0) (variant_.*region.member)[side] = *squares;
    return ok_status();
  }
  Status operator()(const Pieces& pieces) const {
    const auto names = read_pieces(variant_, value_);
    if (!names) return names.error();
    for (std::size_t side = 0; side < 2; ++side)
      if ((pieces.sides >> side & 1) != 0) (variant_.*pieces.member)[side] = *names;
    return ok_status();
  }
  Status operator()(NoRule) const { return ok_status(); }
  Status operator()(Custom read) const { return read(variant_, value_); }

 private:
  Error out_of_range(int least, int most) const {
    return invalid(quoted(value_) + " is not a number from " + std::to_string(least) + " to " +
                   std::to_string(most));
  }

  Variant& variant_;
  std::string_view value_;
};

}  // namespace

Status read_piece(Variant& variant, std::string_view key, std::string_view value) {
  const auto name = find_piece_name(key);
  if (!name) return ok_status();
  PieceRules& piece = variant.pieces[*name];
  if (value == "-") {
    piece = {};
    return ok_status();
  }
  const char letter = value.empty() ? ' ' : small(value.front());
  if (letter < 'a' || letter > 'z') return invalid("a piece has one letter, or - for none");
  std::string_view moves = usual_moves(*name);
  const bool is_own = key.starts_with("customPiece");
  if (value.size() > 1 && value[1] == ':' && (is_own || *name == kKing)) {
    moves = value.substr(2);
  } else if (value.size() > 1 || is_own) {
    return invalid(is_own ? "expected a letter and moves in Betza's notation, such as a:FA"
                          : "expected one letter; pieces with moves of their own are customPiece1 to 25");
  }
  Result<std::vector<PieceStep>> steps = parse_betza(moves);
  if (!steps) return steps.error();
  for (PieceRules& other : variant.pieces)
    if (other.letter == letter) other = {};
  if (is_own && moves.find('e') != moves.npos)
    for (PieceNames& types : variant.en_passant_types) types |= only(*name);
  piece = {letter, *std::move(steps), is_own, !is_own && value.size() > 1, std::string(moves), {}};
  return ok_status();
}

Status check_on_board(const Variant& variant, std::string_view key, std::string_view value) {
  if (key.starts_with(kSetupKeys)) return check_setup_on_board(variant, key, value);
  const auto found = std::ranges::find(kKeys, key, &Key::name);
  if (found == kKeys.end()) return ok_status();
  if (std::holds_alternative<Region>(found->target)) return check_region(variant, value);
  if (std::holds_alternative<File>(found->target))
    return check_region(variant, std::string(1, static_cast<char>('a' + *file_of(value))) + "*");
  if (std::holds_alternative<Rank>(found->target)) return check_region(variant, "*" + std::string(value));
  return ok_status();
}

Status read_rule(Variant& variant, std::string_view key, std::string_view value) {
  if (find_piece_name(key)) return ok_status();
  if (key.starts_with(kSetupKeys)) return read_setup(variant, key, value);
  if (key.starts_with("mobilityRegion")) return unsupported("regions of single kinds are not supported");
  const auto found = std::ranges::find(kKeys, key, &Key::name);
  if (found != kKeys.end()) return std::visit(Reader(variant, value), found->target);
  for (const Lacking& lacking : kLacking) {
    if (std::ranges::count(words_of(lacking.keys), key) == 0) continue;
    if (value == lacking.value) return ok_status();
    return unsupported(quoted(value) + " is not supported; the only value known here is '" +
                       std::string(lacking.value) + "'");
  }
  return invalid("unknown key");
}

}  // namespace tabiya::variants
