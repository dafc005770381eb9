#include "tools/reports/game_records.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
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

// True if a game may end so without a fault: on the board or adjudicated; drawn, or won by one side. If a
// side has no move, the game may be drawn or won.
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
    throw Failure(fmt::format("'{}' is not one of {}", field, json_text(Json(values))));
}

std::optional<std::size_t> winner_in(const Json& json, const std::array<std::string, 2>& sides) {
  check_field(json, "winner", {sides[0], sides[1], nullptr});
  const Json& winner = json.at("winner");
  if (winner.is_null()) return std::nullopt;
  return winner == sides[0] ? 0 : 1;
}

}  // namespace

std::array<std::string, 2> side_fields(const GameModule& game) {
  return {lower_case(game.sides()[0]), lower_case(game.sides()[1])};
}

std::string ordinal(std::size_t engine) {
  static constexpr std::array<const char*, 10> kWords{"first", "second",  "third",  "fourth", "fifth",
                                                      "sixth", "seventh", "eighth", "ninth",  "tenth"};
  return engine < kWords.size() ? kWords[engine] : std::to_string(engine + 1) + "th";
}

Json json_of(const GameModule& game, const GameRecord& record, const Pairings& pairings) {
  const std::array<std::string, 2> sides = side_fields(game);
  Json json{{"game", record.number}};
  for (std::size_t side = 0; side < sides.size(); ++side)
    json[sides[side]] = ordinal(pairings.engine_of(record.number, side));
  json["winner"] = record.winner ? Json(sides[*record.winner]) : Json(nullptr);
  json["ending"] = record.ending;
  if (!record.detail.empty()) json["detail"] = record.detail;
  json["plies"] = record.moves.size();
  for (std::size_t side = 0; side < sides.size(); ++side)
    json[sides[side] + "_ms"] = record.used[side].count();
  json["moves"] = joined(record.moves, " ");
  if (!record.from.empty()) json["from"] = record.from;
  if (!record.comments.empty()) json["comments"] = record.comments;
  return json;
}

GameRecords::GameRecords(const LogOptions& options, const Json& header, const GameModule& module,
                         std::uint64_t games, OnRecord on_record, const Pairings& pairings)
    : module_(module), on_record_(std::move(on_record)), pairings_(pairings), score_(pairings) {
  if (options.path.empty()) return;
  log_.emplace(options, header, "match", [this, games](const Json& json) { count(read(json, games)); });
}

// Throws Failure for a record that no match of this many games writes.
GameRecord GameRecords::read(const Json& json, std::uint64_t games) const {
  const std::array<std::string, 2> sides = side_fields(module_);
  GameRecord record{.number = whole_number(json, "game")};
  if (record.number >= games)
    throw Failure(fmt::format("game {} is not one of {}; ask for as many games as there are with --games",
                              record.number, games));
  if (score_.played().contains(record.number))
    throw Failure(fmt::format("game {} is there twice", record.number));
  for (std::size_t side = 0; side < sides.size(); ++side)
    check_field(json, sides[side], {ordinal(pairings_.engine_of(record.number, side))});
  record.winner = winner_in(json, sides);
  record.ending = json.at("ending").get<std::string>();
  if (!ends_by_rule(record.ending, !record.winner, *module_.line_protocol()) &&
      (!record.winner || !is_forfeit(record.ending)))
    throw Failure(
        fmt::format("'{}' is not how a game ends that {} wins", record.ending, json_text(json.at("winner"))));
  std::istringstream moves(json.at("moves").get<std::string>());
  record.moves.assign(std::istream_iterator<std::string>(moves), {});
  if (whole_number(json, "plies") != record.moves.size())
    throw Failure(fmt::format("'plies' is not the number of its moves, {}", record.moves.size()));
  for (std::size_t side = 0; side < sides.size(); ++side)
    record.used[side] = std::chrono::milliseconds(whole_number(json, sides[side] + "_ms"));
  if (json.contains("detail")) record.detail = json.at("detail").get<std::string>();
  if (json.contains("comments")) record.comments = json.at("comments").get<std::vector<std::string>>();
  if (json.contains("from")) record.from = json.at("from").get<std::string>();
  return record;
}

void GameRecords::count(const GameRecord& record) {
  if (on_record_) on_record_(record);
  score_.add(record);
}

void GameRecords::add(const GameRecord& record) {
  count(record);
  if (log_) log_->add(json_of(module_, record, pairings_));
}

}  // namespace tabiya::tools
