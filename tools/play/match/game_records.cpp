#include "tools/play/match/game_records.h"

#include <optional>

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

bool is_forfeit(const std::string& ending) {
  for (const Ending one : {Ending::kIllegalMove, Ending::kTimeout, Ending::kCrash}) {
    if (ending == name(one)) return true;
  }
  return false;
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

GameRecords::GameRecords(const LogOptions& options, const ordered_json& header) {
  if (!options.path.empty())
    log_.emplace(options, header, "match", [this](const ordered_json& record) { count(record); });
}

void GameRecords::count(const ordered_json& record) {
  const auto game = record.at("game").get<std::uint64_t>();
  const auto winner = winner_of(record);
  const auto ending = record.at("ending").get<std::string>();
  if (!played_.insert(game).second) return;
  scoreboard_.add(game, half_points(game, winner));
  if (!winner || !is_forfeit(ending)) return;
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
