#include "tools/play/match/game_records.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Whether a game may end so without a fault: on the board or adjudicated; drawn, or won by somebody. That a side has no move is either.
bool ends_by_rule(const std::string& ending, bool is_drawn, const LineProtocol& protocol) {
  const auto is_one_of = [&](std::initializer_list<Ending> endings) {
    return std::ranges::any_of(endings, [&](Ending one) { return ending == ending_name(one, protocol); });
  };
  if (is_adjudicated(ending)) return is_drawn == (ending != kByResignation);
  return is_drawn ? is_one_of({Ending::kRepetition, Ending::kPlyLimit, Ending::kNoMove})
                  : is_one_of({Ending::kWin, Ending::kNoMove});
}

std::uint64_t whole_number(const Json& record, const std::string& field) {
  const Json* found = record.find(field);
  if (found == nullptr || !found->is_number_unsigned())
    throw Failure(fmt::format("'{}' is not a whole number", field));
  return found->get<std::uint64_t>();
}

// Throws Failure unless the field is one of these.
void check_field(const Json& record, const std::string& field, std::initializer_list<Json> values) {
  const Json* found = record.find(field);
  if (found == nullptr || std::ranges::find(values, *found) == values.end())
    throw Failure(fmt::format("'{}' is none of {}", field, json_text(Json(values))));
}

// "+0.25/12 0.34s", "-M3/20"
std::string comment_on(const Thought& thought) {
  std::string text;
  if (thought.mate_in)
    text =
        fmt::format("{}M{}/{}", *thought.mate_in > 0 ? "+" : "-", std::abs(*thought.mate_in), thought.depth);
  else if (thought.centipawns)
    text = fmt::format("{:+.2f}/{}", *thought.centipawns / 100.0, thought.depth);
  if (thought.spent.count() == 0) return text;
  const auto spent = std::chrono::duration<double>(thought.spent).count();
  return text + fmt::format("{}{:.3f}s", text.empty() ? "" : " ", spent);
}

}  // namespace

std::array<std::string, 2> side_fields(const GameModule& game) {
  return {lower_case(game.sides()[0]), lower_case(game.sides()[1])};
}

Json record_of(const GameModule& module, std::uint64_t game, const GameResult& result,
               const Pairings& pairings) {
  const std::array<std::string, 2> sides = side_fields(module);
  std::string moves;
  for (const std::string& move : result.moves) moves += (moves.empty() ? "" : " ") + move;
  Json record{{"game", game}};
  for (std::size_t side = 0; side < sides.size(); ++side)
    record[sides[side]] = ordinal(pairings.engine_of(game, side));
  record["winner"] = result.winner ? Json(sides[*result.winner]) : Json(nullptr);
  record["ending"] = result.ending;
  if (!result.detail.empty()) record["detail"] = result.detail;
  record["plies"] = result.moves.size();
  for (std::size_t side = 0; side < sides.size(); ++side)
    record[sides[side] + "_ms"] = result.used[side].count();
  record["moves"] = moves;
  if (!result.from.empty()) record["from"] = result.from;
  const auto has_value = [](const Thought& thought) { return thought.centipawns || thought.mate_in; };
  if (std::ranges::any_of(result.thoughts, has_value)) {
    record["comments"] = Json::array();
    for (const Thought& thought : result.thoughts) record["comments"].push_back(comment_on(thought));
  }
  return record;
}

GameRecords::GameRecords(const LogOptions& options, const Json& header, const GameModule& module,
                         std::uint64_t games, OnRecord on_record, const Pairings& pairings)
    : module_(module),
      sides_(side_fields(module)),
      on_record_(std::move(on_record)),
      pairings_(pairings),
      scoreboards_(pairings.size()),
      forfeits_(pairings.engines()) {
  facts_.used_ms.resize(pairings.engines());
  if (options.path.empty()) return;
  log_.emplace(options, header, "match", [this, games](const Json& record) {
    check(record, games);
    count(record);
  });
}

// Throws Failure for what no match of this many games writes.
void GameRecords::check(const Json& record, std::uint64_t games) const {
  const std::uint64_t game = whole_number(record, "game");
  if (game >= games)
    throw Failure(fmt::format("game {} is not one of {}; ask for as many games as there are with --games",
                              game, games));
  if (played_.contains(game)) throw Failure(fmt::format("game {} is there twice", game));
  for (std::size_t side = 0; side < sides_.size(); ++side)
    check_field(record, sides_[side], {ordinal(pairings_.engine_of(game, side))});
  check_field(record, "winner", {sides_[0], sides_[1], nullptr});
  const auto ending = record.at("ending").get<std::string>();
  const bool is_drawn = record.at("winner").is_null();
  if (!ends_by_rule(ending, is_drawn, *module_.line_protocol()) && (is_drawn || !is_forfeit(ending)))
    throw Failure(
        fmt::format("'{}' is not how a game ends that {} wins", ending, json_text(record.at("winner"))));
  std::istringstream moves(record.at("moves").get<std::string>());
  const auto plies = std::distance(std::istream_iterator<std::string>(moves), {});
  if (whole_number(record, "plies") != static_cast<std::uint64_t>(plies))
    throw Failure(fmt::format("'plies' is not the number of its moves, {}", plies));
  for (const std::string& side : sides_) whole_number(record, side + "_ms");
}

void GameRecords::count(const Json& record) {
  const auto game = record.at("game").get<std::uint64_t>();
  const auto ending = record.at("ending").get<std::string>();
  if (!played_.insert(game).second) return;
  if (on_record_) on_record_(record);
  std::optional<std::size_t> winner;
  for (std::size_t side = 0; side < sides_.size(); ++side)
    if (record.at("winner") == sides_[side]) winner = side;
  scoreboards_[pairings_.pairing_of(game)].add(game, half_points(game, winner));
  if (winner) ++facts_.won_by_side[*winner];
  for (std::size_t side = 0; side < sides_.size(); ++side)
    facts_.used_ms[pairings_.engine_of(game, side)] += record.at(sides_[side] + "_ms").get<std::uint64_t>();
  if (!winner || !is_forfeit(ending)) return;
  Forfeits& forfeits = forfeits_[pairings_.engine_of(game, 1 - *winner)];
  ++forfeits.games[ending];
  if (record.contains("detail")) forfeits.detail = record.at("detail").get<std::string>();
}

void GameRecords::add(std::uint64_t game, const GameResult& result) {
  const Json record = record_of(module_, game, result, pairings_);
  count(record);
  if (log_) log_->add(record);
}

}  // namespace tabiya::tools
