#include "tools/solving/pair_state.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

nlohmann::ordered_json json_of(const SetupPair& pair, const PairValue& value) {
  nlohmann::ordered_json winner = nullptr;
  if (value.value.winner) winner = *value.value.winner;
  nlohmann::ordered_json object{{"red", pair.red},
                                {"blue", pair.blue},
                                {"winner", winner},
                                {"nodes", value.nodes},
                                {"seconds", value.seconds}};
  for (const PreparedLine& line : value.first_moves)
    object["first_moves"].push_back({{"side", line.side}, {"start", line.start}, {"words", line.words}});
  return object;
}

// Throws nlohmann::json::exception for what is no such line.
std::pair<SetupPair, PairValue> pair_of(const nlohmann::json& object) {
  PairValue value;
  value.value = SolvedValue::draw();
  if (!object.at("winner").is_null())
    value.value = SolvedValue::won_by(object.at("winner").get<int>() == 0 ? 0 : 1);
  object.at("nodes").get_to(value.nodes);
  object.at("seconds").get_to(value.seconds);
  if (object.contains("first_moves")) {
    for (const nlohmann::json& line : object.at("first_moves"))
      value.first_moves.push_back({line.at("side").get<int>(), line.at("start").get<std::string>(),
                                   line.at("words").get<std::vector<std::string>>()});
  }
  return {{object.at("red").get<SetupId>(), object.at("blue").get<SetupId>()}, value};
}

}  // namespace

PairState::PairState(std::string path, const GameModule& game, const std::vector<SetupPair>& pairs, int plies)
    : path_(std::move(path)), game_(game), pairs_(pairs), plies_(plies), values_(pairs.size()) {
  if (path_.empty()) return;
  if (std::error_code error; std::filesystem::exists(path_, error)) read();
  write();  // that it cannot be written is said before the work, not after it
}

void PairState::add(std::size_t index, const PairValue& value) {
  if (path_.empty() || !value.value.is_known) return;
  values_[index] = value;
  write();
}

std::string PairState::header() const {
  const nlohmann::ordered_json object{
      {"solved_pairs_of", game_.name()}, {"rules", game_.rules_version()}, {"plies", plies_}};
  return object.dump();
}

void PairState::read() {
  const std::vector<InputLine> lines = read_lines(path_);
  if (lines.empty() || lines.front().text != header())
    throw Failure(path_ + ": this is not the state of such a run; name another file, or remove it");
  for (auto line = lines.begin() + 1; line != lines.end(); ++line) {
    try {
      const auto [pair, value] = pair_of(nlohmann::json::parse(line->text));
      const auto found = std::ranges::find(pairs_, pair);
      if (found == pairs_.end()) throw Failure(line->where + ": there is no such pair; remove the file");
      values_[static_cast<std::size_t>(found - pairs_.begin())] = value;
    } catch (const nlohmann::json::exception&) {
      throw Failure(line->where + ": this is no decided pair; remove the file");
    }
  }
}

void PairState::write() const {
  std::string text = header() + "\n";
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (values_[i]) text += json_of(pairs_[i], *values_[i]).dump() + "\n";
  write_output({path_, true}, text);
}

}  // namespace tabiya::tools
