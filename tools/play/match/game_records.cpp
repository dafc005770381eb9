#include "tools/play/match/game_records.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

const char* side_name(zero_point_one::Side side) {
  return side == zero_point_one::Side::kRed ? "red" : "blue";
}

std::optional<zero_point_one::Side> winner_of(const ordered_json& record) {
  const ordered_json& winner = record.at("winner");
  if (winner.is_null()) return std::nullopt;
  return winner.get<std::string>() == "red" ? zero_point_one::Side::kRed : zero_point_one::Side::kBlue;
}

constexpr Ending kForfeits[] = {Ending::kIllegalMove, Ending::kTimeout, Ending::kCrash};
constexpr Ending kWins[] = {Ending::kCapture, Ending::kNoMove};

bool is_one_of(std::span<const Ending> endings, const std::string& ending) {
  return std::ranges::any_of(endings, [&](Ending one) { return ending == name(one); });
}

std::uint64_t whole_number(const ordered_json& record, const char* field) {
  const auto found = record.find(field);
  if (found == record.end() || !found->is_number_unsigned())
    throw Failure(fmt::format("'{}' is not a whole number", field));
  return found->get<std::uint64_t>();
}

// Throws Failure unless the field is one of these.
void check_field(const ordered_json& record, const char* field, std::initializer_list<ordered_json> values) {
  const auto found = record.find(field);
  if (found == record.end() || std::ranges::find(values, *found) == values.end())
    throw Failure(fmt::format("'{}' is none of {}", field, json_text(ordered_json(values))));
}

}  // namespace

ordered_json record_of(std::uint64_t game, const GameResult& result) {
  const int red = red_engine_of(game);
  std::string moves;
  for (const std::string& move : result.moves) moves += (moves.empty() ? "" : " ") + move;
  ordered_json record{
      {"game", game}, {"red", red == 0 ? "first" : "second"}, {"blue", red == 0 ? "second" : "first"}};
  record["winner"] = result.winner ? ordered_json(side_name(*result.winner)) : ordered_json(nullptr);
  record["ending"] = name(result.ending);
  if (!result.detail.empty()) record["detail"] = result.detail;
  record["plies"] = result.moves.size();
  record["red_ms"] = result.used[0].count();
  record["blue_ms"] = result.used[1].count();
  record["moves"] = moves;
  return record;
}

GameRecords::GameRecords(const LogOptions& options, const ordered_json& header, std::uint64_t games) {
  if (options.path.empty()) return;
  log_.emplace(options, header, "match", [this, games](const ordered_json& record) {
    check(record, games);
    count(record);
  });
}

// Throws Failure for what no match of so many games writes.
void GameRecords::check(const ordered_json& record, std::uint64_t games) const {
  const std::uint64_t game = whole_number(record, "game");
  if (game >= games)
    throw Failure(
        fmt::format("game {} is not one of {}; ask for as many games as there are by --games", game, games));
  if (played_.contains(game)) throw Failure(fmt::format("game {} is there twice", game));
  const char* engines[] = {"first", "second"};
  check_field(record, "red", {engines[red_engine_of(game)]});
  check_field(record, "blue", {engines[1 - red_engine_of(game)]});
  check_field(record, "winner", {"red", "blue", nullptr});
  const auto ending = record.at("ending").get<std::string>();
  if (record.at("winner").is_null() ? ending != name(Ending::kPlyLimit)
                                    : !is_one_of(kWins, ending) && !is_one_of(kForfeits, ending))
    throw Failure(
        fmt::format("'{}' is not how a game ends that {} wins", ending, json_text(record.at("winner"))));
  std::istringstream moves(record.at("moves").get<std::string>());
  const auto plies = std::distance(std::istream_iterator<std::string>(moves), {});
  if (whole_number(record, "plies") != static_cast<std::uint64_t>(plies))
    throw Failure(fmt::format("'plies' is not the number of its moves, {}", plies));
  for (const char* field : {"red_ms", "blue_ms"}) whole_number(record, field);
}

void GameRecords::count(const ordered_json& record) {
  const auto game = record.at("game").get<std::uint64_t>();
  const auto winner = winner_of(record);
  const auto ending = record.at("ending").get<std::string>();
  if (!played_.insert(game).second) return;
  scoreboard_.add(game, half_points(game, winner));
  if (!winner || !is_one_of(kForfeits, ending)) return;
  const int loser = zero_point_one::index(*winner) == red_engine_of(game) ? 1 : 0;
  Forfeits& forfeits = forfeits_[static_cast<std::size_t>(loser)];
  ++forfeits.games[ending];
  if (record.contains("detail")) forfeits.detail = record.at("detail").get<std::string>();
}

void GameRecords::add(std::uint64_t game, const GameResult& result) {
  const ordered_json record = record_of(game, result);
  count(record);
  if (log_) log_->add(record);
}

}  // namespace tabiya::tools
