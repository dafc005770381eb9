#include "tools/reports/explanation_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMostPieces = 4;  // of a side, in text

std::string moves_text(const std::vector<MoveText>& moves, std::string MoveText::*notation) {
  std::string text;
  for (const MoveText& move : moves) text += (text.empty() ? "" : " ") + move.*notation;
  return text;
}

std::string_view why_text(Temptation why) {
  switch (why) {
    case Temptation::kLooksGood:
      return "looks good";
    case Temptation::kCaptures:
      return "captures";
    case Temptation::kAsked:
      return "asked";
  }
  return "";
}

std::string percent(double chances) { return fmt::format("{:.0f} %", 100 * chances); }

void print_threat(const Explanation& explanation, const View& view) {
  if (!explanation.threat) return;
  const Threat& threat = *explanation.threat;
  print_line("threat: if {} passed, {} would play {}, {}", view.viewer, view.opponent,
             moves_text(threat.line, &MoveText::readable), value_text(threat.score, view));
}

std::string piece_name(const BoardPicture& picture, std::size_t square) {
  const Glyph& glyph = picture.pieces->glyphs[picture.squares[square]->glyph];
  return fmt::format("{} {}", glyph.name, square_name(picture, square));
}

void print_royal(const RoyalSafety& safety, const BoardPicture& picture) {
  std::string attackers;
  for (const std::size_t square : safety.zone.attackers)
    attackers += (attackers.empty() ? "" : ", ") + piece_name(picture, square);
  const std::string reach =
      attackers.empty()
          ? safety.is_in_danger ? "" : "no piece reaches the squares around it"
          : fmt::format("{} {} {} of the squares around it", attackers,
                        safety.zone.attackers.size() == 1 ? "reaches" : "reach", safety.zone.reached);
  const std::string shown =
      safety.is_in_danger ? moves_text(safety.line, &MoveText::readable) + " shows it" : "";
  print_line("safety, {}: {} is {}: {}{}{}", picture.pieces->sides[safety.zone.side].name,
             piece_name(picture, safety.zone.square), safety.is_in_danger ? "in danger" : "not in danger",
             reach, reach.empty() || shown.empty() ? "" : "; ", shown);
}

void print_tempting(const TemptingMove& tempting, const View& view) {
  if (tempting.is_best) return print_line("asked: {} is the best move", tempting.move.readable);
  if (tempting.refutation.empty())
    return print_line("asked: {} loses less than {} of the chances, {}", tempting.move.readable,
                      percent(ExplainOptions{}.clear_loss), value_text(tempting.score, view));
  print_line("tempting: {} ({}) loses {} of the chances, {}; from depth {} on it is seen: {}",
             tempting.move.readable, why_text(tempting.why), percent(tempting.loss),
             value_text(tempting.score, view), tempting.refuted_at,
             moves_text(tempting.refutation, &MoveText::readable));
}

// Prints the pieces of a side that count most, either way.
void print_pieces(const Explanation& explanation, const BoardPicture& picture, std::size_t side) {
  PieceWorths pieces;
  for (const PieceWorth& piece : explanation.pieces)
    if (piece.side == side && std::abs(piece.worth) > 2 * piece.error) pieces.push_back(piece);
  std::ranges::stable_sort(pieces, std::ranges::greater(), &PieceWorth::worth);
  if (pieces.size() > kMostPieces) pieces.resize(kMostPieces);
  std::string text;
  for (const PieceWorth& piece : pieces)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", piece_name(picture, piece.square),
                        logit_text(piece.worth));
  if (!text.empty()) print_line("best pieces, {}: {}", picture.pieces->sides[side].name, text);
}

std::string_view sign_of(Mark mark) {
  switch (mark) {
    case Mark::kNone:
      return "";
    case Mark::kDoubtful:
      return "?!";
    case Mark::kMistake:
      return "?";
    case Mark::kMissedWin:
    case Mark::kBlunder:
      return "??";
  }
  return "";
}

// "0.341 ± 0.052", or "-".
std::string loss_with_error(const JudgedMove& move) {
  const auto loss = move.loss();
  if (!loss) return "-";
  return loss_text(*loss) + (move.error ? " ± " + loss_text(*move.error) : "");
}

}  // namespace

void print_explanation(const Explanation& explanation, const BoardPicture& picture, const View& view) {
  if (is_proven(explanation.result.best.score))
    print_line("forced: {}, {}", value_text(explanation.result.best.score, view),
               moves_text(explanation.result.best.pv, &MoveText::readable));
  print_threat(explanation, view);
  for (const RoyalSafety& safety : explanation.royals) print_royal(safety, picture);
  for (const TemptingMove& tempting : explanation.tempting) print_tempting(tempting, view);
  for (std::size_t side = 0; side < 2; ++side) print_pieces(explanation, picture, side);
  const bool is_quiet = !is_proven(explanation.result.best.score) && !explanation.threat &&
                        explanation.royals.empty() && explanation.tempting.empty() &&
                        explanation.pieces.empty() && !explanation.tempo;
  if (is_quiet) print_line("nothing stands out: no threat, and no tempting move that loses");
  if (explanation.tempo) print_line("the turn is worth {}", logit_text(*explanation.tempo));
}

Json explanation_json(const Explanation& explanation, const BoardPicture& picture, const View& view,
                      PvText text) {
  const auto named = [text](const MoveText& move) {
    return text == PvText::kWire ? Json(move.wire) : Json{{"wire", move.wire}, {"readable", move.readable}};
  };
  const auto line = [&named](const std::vector<MoveText>& moves) {
    Json list = Json::array();
    for (const MoveText& move : moves) list.push_back(named(move));
    return list;
  };
  const auto squares = [&picture](const std::vector<std::size_t>& places) {
    Json list = Json::array();
    for (const std::size_t square : places) list.push_back(square_name(picture, square));
    return list;
  };
  Json object{{"view", view.name},
              {"score", explanation.result.best.score},
              {"line", line(explanation.result.best.pv)},
              {"threat", nullptr},
              {"royals", Json::array()},
              {"tempting", Json::array()},
              {"pieces", Json::array()}};
  if (const auto& threat = explanation.threat)
    object["threat"] = {{"score", threat->score},
                        {"win", win_json(threat->score)},
                        {"loss", threat->loss},
                        {"line", line(threat->line)},
                        {"squares", squares(threat->squares)}};
  for (const RoyalSafety& each : explanation.royals) {
    object["royals"].push_back({{"side", picture.pieces->sides[each.zone.side].name},
                                {"square", square_name(picture, each.zone.square)},
                                {"in_danger", each.is_in_danger},
                                {"attackers", squares(each.zone.attackers)},
                                {"reached", each.zone.reached},
                                {"gain", each.gain},
                                {"line", line(each.line)}});
  }
  for (const TemptingMove& each : explanation.tempting)
    object["tempting"].push_back(
        {{"move", named(each.move)},
         {"why", why_text(each.why)},
         {"score", each.score},
         {"win", win_json(each.score)},
         {"loss", each.loss},
         {"refuted_at", each.refutation.empty() ? Json(nullptr) : Json(each.refuted_at)},
         {"refutation", line(each.refutation)},
         {"best", each.is_best},
         {"squares", squares(each.squares)},
         {"answer", squares(each.answer)}});
  for (const PieceWorth& piece : explanation.pieces)
    object["pieces"].push_back({{"square", square_name(picture, piece.square)},
                                {"side", picture.pieces->sides[piece.side].name},
                                {"worth", std::round(piece.worth)},
                                {"error", std::round(piece.error)}});
  object["tempo"] = explanation.tempo;
  return object;
}

void print_judged(const JudgedMove& move, bool json) {
  const std::string sign(sign_of(mark_of(move)));
  Json object{{"ply", move.ply}, {"move", move.played.wire}, {"best", move.best.wire}};
  add_value(object, "score", move.before, move.view);
  object.update({{"score_after", move.after},
                 {"win_after", win_json(move.after)},
                 {"loss", move.loss()},
                 {"error", move.loss() ? Json(move.error) : nullptr},
                 {"depth", move.depth},
                 {"mark", sign}});
  print_json_or_line(json, object, "{:>3} {:<{}} {:<7} best {:<7} {:<{}} then {:<{}} loss {:<15}  depth {}",
                     move.ply, move.view.viewer, std::max(move.view.viewer.size(), move.view.opponent.size()),
                     move.played.readable + sign, move.best.readable, value_text(move.before, move.view),
                     kValueWidth, value_text(move.after, move.view), kValueWidth, loss_with_error(move),
                     move.depth);
  flush_output();
}

void print_sum(std::string_view side, const SideSum& sum, bool json) {
  const std::size_t known = sum.moves - sum.unknown;
  const double mean = known == 0 ? 0 : static_cast<double>(sum.loss) / static_cast<double>(known);
  if (json)
    return print_json({{"side", side},
                       {"moves", sum.moves},
                       {"best_moves", sum.best},
                       {"loss", sum.loss},
                       {"error", std::round(std::sqrt(sum.squared_errors))},
                       {"mean_loss", known == 0 ? Json(nullptr) : Json(mean)},
                       {"proven_changes", sum.unknown},
                       {"doubtful", sum.marked(Mark::kDoubtful)},
                       {"mistakes", sum.marked(Mark::kMistake)},
                       {"missed_wins", sum.marked(Mark::kMissedWin)},
                       {"blunders", sum.marked(Mark::kBlunder)}});
  print_line(
      "{}: {}, {} of them the best; lost {} ± {} in all, {} a move{}", side, counted(sum.moves, "move"),
      sum.best, loss_text(static_cast<double>(sum.loss)), loss_text(std::sqrt(sum.squared_errors)),
      loss_text(mean),
      sum.unknown == 0 ? "" : fmt::format("; {} changed a proved result", counted(sum.unknown, "move")));
  print_line("{}: {} doubtful, {}, {}, {}", side, sum.marked(Mark::kDoubtful),
             counted(sum.marked(Mark::kMistake), "mistake"),
             counted(sum.marked(Mark::kMissedWin), "missed win"),
             counted(sum.marked(Mark::kBlunder), "blunder"));
}

}  // namespace tabiya::tools
