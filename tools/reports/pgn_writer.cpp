#include "tools/reports/pgn_writer.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "codec/foreign_text.h"
#include "tools/books/pgn_text.h"
#include "tools/books/variant_tag.h"
#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

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
  std::string text =
      pgn_tag("Event", "Match of engines") + pgn_tag("Site", "?") + pgn_tag("Date", "????.??.??") +
      pgn_tag("Round", fmt::format("{}.{}", number / 2 + 1, number % 2 + 1)) + pgn_tag("White", white.name) +
      pgn_tag("Black", black.name) + pgn_tag("Result", result_of(record));
  const std::string first = line.first->text();
  const bool is_usual = first == game.usual_start()->text();
  text += variant_tag(game, *line.first);
  if (!is_usual) text += pgn_tag("SetUp", "1") + pgn_tag("FEN", first);
  text += pgn_tag("PlyCount", std::to_string(line.moves.size())) +
          pgn_tag("Termination", termination(record.ending));
  if (white.clock == black.clock) return text + pgn_tag("TimeControl", white.clock.text());
  return text + pgn_tag("WhiteTimeControl", white.clock.text()) +
         pgn_tag("BlackTimeControl", black.clock.text());
}

// The comments of all `moves`; the record may have them for the last moves only.
std::vector<std::string> comments_of(const GameRecord& record, std::size_t moves) {
  std::vector<std::string> comments(moves);
  const std::vector<std::string>& told = record.comments;
  for (std::size_t i = 1; i <= std::min(told.size(), moves); ++i) comments[moves - i] = told[told.size() - i];
  return comments;
}

}  // namespace

std::string pgn_of(const GameModule& game, const std::vector<MatchEngine>& engines, const Pairings& pairings,
                   const GameRecord& record) {
  const Line line = line_of(game, record);
  const std::vector<std::string> comments = comments_of(record, line.moves.size());
  PgnText text;
  PositionHandle position = line.first;
  std::int64_t number = pgn_move_number(position->text());
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
