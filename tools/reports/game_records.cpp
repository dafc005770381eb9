#include "tools/reports/game_records.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "booksearch/books/pgn_text.h"
#include "codec/foreign_text.h"
#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

// True if a game may end so without a fault: on the board or adjudicated; drawn, or won by one side. If a
// side has no move, the game may be drawn or won.
bool ends_by_rule(const std::string& ending, bool is_drawn, const RefereeProtocol& protocol) {
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

// The position after the setups, and the moves from there.
struct Line {
  PositionHandle first;
  std::vector<std::string> moves;
};

Line line_of(const GameModule& game, const GameRecord& record) {
  const std::string& from = record.from;
  Line line{from.empty() ? game.start() : take(game.parse_position(from), "a record's opening"), {}};
  for (const std::string& word : record.moves) {
    if (line.first->in_setup_phase())
      line.first = take(line.first->after(word), "a record's setup");
    else
      line.moves.push_back(word);
  }
  return line;
}

std::string written(const GameModule& game, const GamePosition& position, const std::string& wire) {
  if (game.facts().uci_variant.empty()) return wire;
  for (const MoveText& move : position.moves())
    if (move.wire == wire) return move.readable;
  return wire;
}

std::string_view termination(std::string_view ending) {
  if (ending == kByTime) return "time forfeit";
  if (ending == kByIllegalMove) return "illegal move";
  if (is_adjudicated(ending)) return "adjudication";
  return ending == kByCrash ? "abandoned" : "normal";
}

std::string_view result_of(const GameRecord& record) {
  if (!record.winner) return "1/2-1/2";
  return *record.winner == 0 ? "1-0" : "0-1";
}

std::string tags_of(const GameModule& game, const std::vector<MatchEngine>& engines, const Pairings& pairings,
                    const GameRecord& record, const Line& line) {
  const std::uint64_t number = record.number;
  const MatchEngine& white = engines[pairings.engine_of(number, 0)];
  const MatchEngine& black = engines[pairings.engine_of(number, 1)];
  std::string text = booksearch::pgn_tag("Event", "Match of engines") + booksearch::pgn_tag("Site", "?") +
                     booksearch::pgn_tag("Date", "????.??.??") +
                     booksearch::pgn_tag("Round", fmt::format("{}.{}", number / 2 + 1, number % 2 + 1)) +
                     booksearch::pgn_tag("White", white.name) + booksearch::pgn_tag("Black", black.name) +
                     booksearch::pgn_tag("Result", result_of(record));
  const std::string first = line.first->text();
  const bool is_usual = first == game.usual_start()->text();
  text += booksearch::variant_tag(game, variant_name(game), *line.first);
  if (!is_usual) text += booksearch::pgn_tag("SetUp", "1") + booksearch::pgn_tag("FEN", first);
  text += booksearch::pgn_tag("PlyCount", std::to_string(line.moves.size())) +
          booksearch::pgn_tag("Termination", termination(record.ending));
  if (white.clock == black.clock) return text + booksearch::pgn_tag("TimeControl", white.clock.text());
  return text + booksearch::pgn_tag("WhiteTimeControl", white.clock.text()) +
         booksearch::pgn_tag("BlackTimeControl", black.clock.text());
}

// The comments of all `moves`; the record may have them for the last moves only.
std::vector<std::string> comments_of(const GameRecord& record, std::size_t moves) {
  std::vector<std::string> comments(moves);
  const std::vector<std::string>& told = record.comments;
  for (std::size_t i = 1; i <= std::min(told.size(), moves); ++i) comments[moves - i] = told[told.size() - i];
  return comments;
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
  if (!ends_by_rule(record.ending, !record.winner, *module_.referee_protocol()) &&
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

std::string pgn_of(const GameModule& game, const std::vector<MatchEngine>& engines, const Pairings& pairings,
                   const GameRecord& record) {
  const Line line = line_of(game, record);
  const std::vector<std::string> comments = comments_of(record, line.moves.size());
  booksearch::PgnText text;
  PositionHandle position = line.first;
  std::int64_t number = booksearch::pgn_move_number(position->text());
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const bool is_first_side = position->side_to_move() == 0;
    if (is_first_side)
      text.add(fmt::format("{}.", number));
    else if (i == 0 || !comments[i - 1].empty())
      text.add(fmt::format("{}...", number));
    text.add(written(game, *position, line.moves[i]));
    text.comment(comments[i]);
    position = take(position->after(line.moves[i]), "a record's move");
    if (!is_first_side) ++number;
  }
  text.comment(record.detail.empty() ? record.ending : record.ending + ": " + foreign_text(record.detail));
  text.add(result_of(record));
  return tags_of(game, engines, pairings, record, line) + '\n' + text.text() + "\n\n";
}

PgnFile::PgnFile(const std::string& path, bool replace)
    : path_(check_growing_output(path, "--pgn")),
      lock_(take(FileLock::acquire(path, {path, "written", "wait for its end, or choose another --pgn"}))) {
  // This is checked only under the lock: another match may have written the file while this one waited.
  if (!replace && has_content(path))
    throw Failure(fmt::format("{}: already exists; add --force to replace it", path));
}

void PgnFile::add(const std::string& game) {
  if (!file_.is_open()) file_.open(path_, std::ios::binary | std::ios::trunc);
  file_ << game << std::flush;
  if (!file_) throw Failure(fmt::format("{}: cannot be written; is the disk full?", path_));
}

}  // namespace tabiya::tools
