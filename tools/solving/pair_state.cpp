#include "tools/solving/pair_state.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/store_view.h"
#include "core/game/solving/game_solver.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

constexpr std::int64_t kApplicationId = 0x54616273;  // "Tabs": marks our files in SQLite's header
constexpr std::int64_t kVersion = 1;
constexpr const char* kRemedy = "choose another --state, or remove it";

Json json_of(const SetupPair& pair, const PairValue& value) {
  Json winner = nullptr;
  if (value.value.winner) winner = *value.value.winner;
  Json object{{"red", pair.red},
              {"blue", pair.blue},
              {"winner", winner},
              {"nodes", value.nodes},
              {"seconds", value.seconds}};
  for (const PreparedLine& line : value.first_moves)
    object["first_moves"].push_back({{"side", line.side}, {"start", line.start}, {"words", line.words}});
  return object;
}

// Throws JsonError for what is no side.
int side_of(const Json& side) {
  const auto number = side.get<int>();
  if (number != 0 && number != 1) throw JsonError("not a side");
  return number;
}

// Throws JsonError for what is no such line.
std::pair<SetupPair, PairValue> pair_of(const Json& object) {
  PairValue value;
  value.value = SolvedValue::draw();
  if (!object.at("winner").is_null()) value.value = SolvedValue::won_by(side_of(object.at("winner")));
  value.nodes = object.at("nodes").get<std::uint64_t>();
  value.seconds = object.at("seconds").get<double>();
  if (object.contains("first_moves")) {
    for (const Json& line : object.at("first_moves"))
      value.first_moves.push_back({side_of(line.at("side")), line.at("start").get<std::string>(),
                                   line.at("words").get<std::vector<std::string>>()});
  }
  return {{object.at("red").get<SetupId>(), object.at("blue").get<SetupId>()}, value};
}

}  // namespace

PairState::PairState(const std::string& path, const GameModule& game, const std::vector<SetupPair>& pairs,
                     int plies)
    : path_(path), pairs_(pairs), values_(pairs.size()) {
  if (path_.empty()) return;
  const std::string question =
      json_text(Json{{"solved_pairs_of", game.name()}, {"rules", game.rules_version()}, {"plies", plies}});
  lock_ = take(FileLock::acquire(path_ + "-lock",
                                 LockText{path_, "written", "wait for its end, or choose another --state"}));
  database_.emplace(take(booksearch::Database::open(path_), path_, kRemedy));
  if (take(booksearch::is_fresh(*database_, kApplicationId, "solved pairs"), path_, kRemedy)) {
    begin(question);
  } else {
    check(question);
    read();
  }
  take(booksearch::begin_log(*database_), path_);
}

void PairState::begin(const std::string& question) {
  const std::string sql =
      "BEGIN IMMEDIATE; CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
      "CREATE TABLE pair(number INTEGER PRIMARY KEY, line TEXT NOT NULL);"
      "INSERT INTO meta VALUES ('question', " +
      booksearch::quoted(question) + ");" + booksearch::mark_of(kApplicationId, kVersion) + "COMMIT;";
  take(database_->execute(sql), path_);
}

void PairState::check(const std::string& question) {
  take(booksearch::check_format(*database_, kVersion), path_, kRemedy);
  const auto found = take(database_->texts("SELECT value FROM meta WHERE key = 'question'"), path_, kRemedy);
  if (found.size() == 1 && found[0][0] == question) return;
  throw Failure(fmt::format("{}: is the state of another run, {}, and not of {}; {}", path_,
                            found.empty() ? "of nothing" : found[0][0], question, kRemedy));
}

void PairState::read() {
  for (const auto& row :
       take(database_->texts("SELECT number, line FROM pair ORDER BY number"), path_, kRemedy)) {
    const auto object = read_checked_line(row[1]);
    if (!object) throw Failure(fmt::format("{}: pair {} fails its checksum; {}", path_, row[0], kRemedy));
    try {
      const auto [pair, value] = pair_of(*object);
      const auto found = std::ranges::find(pairs_, pair);
      if (found == pairs_.end())
        throw Failure(fmt::format("{}: pair {} is none of this game; {}", path_, row[0], kRemedy));
      values_[static_cast<std::size_t>(found - pairs_.begin())] = value;
    } catch (const JsonError&) {
      throw Failure(fmt::format("{}: pair {} is not decided; {}", path_, row[0], kRemedy));
    }
  }
}

void PairState::add(std::size_t index, const PairValue& value) {
  if (!database_ || !value.value.is_known) return;
  values_[index] = value;
  const std::string line = booksearch::quoted(checked_line(json_of(pairs_[index], value)));
  take(database_->execute(fmt::format("INSERT OR REPLACE INTO pair VALUES ({}, {})", index, line)), path_);
}

}  // namespace tabiya::tools
