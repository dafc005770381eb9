#include "tools/match/game_records.h"

#include <filesystem>

#include <fmt/format.h>

#include "tools/failure.h"
#include "tools/input.h"

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

GameRecords::GameRecords(const std::string& path, const ordered_json& header, bool resume, bool force)
    : path_(path), header_(header) {
  if (path.empty()) return;
  const bool exists = std::filesystem::exists(path);
  if (exists && !resume && !force) {
    throw Failure(
        fmt::format("{}: is already there; go on with it by --resume, or replace it by --force", path));
  }
  const std::string text = exists && resume ? read_input(path, kMaxBinaryInput) : std::string();
  const auto end = text.rfind('\n');
  const std::string whole = end == text.npos ? std::string() : text.substr(0, end + 1);
  known_size_ = whole.size();
  load(whole);
}

void GameRecords::load(const std::string& text) {
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    try {
      const ordered_json record = ordered_json::parse(line);
      if (number == 1) {
        if (record != header_)
          throw Failure(fmt::format("{}: is of another match; choose another --out", path_));
        continue;
      }
      const auto game = record.at("game").get<std::uint64_t>();
      if (played_.insert(game).second) scoreboard_.add(game, half_points(game, winner_of(record)));
    } catch (const ordered_json::exception&) {
      throw Failure(fmt::format("{}, line {}: is not a record of a match", path_, number));
    }
  }
}

void GameRecords::add(std::uint64_t game, const GameResult& result) {
  played_.insert(game);
  scoreboard_.add(game, half_points(game, result.winner));
  if (path_.empty()) return;
  if (!file_.is_open()) open();
  write_line(record_of(game, result));
}

void GameRecords::open() {
  std::error_code error;
  if (known_size_ > 0) std::filesystem::resize_file(path_, known_size_, error);
  file_.open(path_, known_size_ > 0 ? std::ios::app : std::ios::trunc);
  if (error || !file_) throw Failure(fmt::format("{}: cannot be written", path_));
  if (known_size_ == 0) write_line(header_);
}

void GameRecords::write_line(const ordered_json& line) {
  // What an engine printed need not be UTF-8.
  file_ << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n' << std::flush;
  if (!file_) throw Failure(fmt::format("{}: cannot be written", path_));
}

}  // namespace tabiya::tools
