#include "tools/explorer/book_columns.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/explorer/game_json.h"

namespace tabiya::tools {
namespace {

// Setups of one side as text, without the squares that all of them leave empty.
class Boards {
 public:
  Boards(const SetupPhase& phase, int side) : phase_(phase), side_(side) {}

  void add(SetupId id) {
    const auto [place, is_new] = index_.emplace(id, boards_.size());
    if (!is_new) return;
    ids_.push_back(id);
    boards_.push_back(squares_text(phase_.picture(side_, id)));
    for (std::size_t square = 0; square < boards_.back().size(); ++square)
      if (boards_.back()[square] != '.') squares_.insert(square);
  }

  std::size_t index(SetupId id) const { return index_.at(id); }
  const std::vector<SetupId>& ids() const { return ids_; }
  const std::set<std::size_t>& squares() const { return squares_; }
  std::string board(std::size_t index) const {
    std::string text;
    for (const std::size_t square : squares_) text += boards_[index][square];
    return text;
  }

 private:
  const SetupPhase& phase_;
  const int side_;
  std::map<SetupId, std::size_t> index_;
  std::vector<SetupId> ids_;
  std::vector<std::string> boards_;
  std::set<std::size_t> squares_;
};

// The squares that a move changes: "8.24A" empties square 8 and puts the piece A on square 24.
std::string changed_squares(const std::string& before, const std::string& after) {
  std::string text;
  for (std::size_t square = 0; square < before.size(); ++square)
    if (before[square] != after[square]) text += std::to_string(square) + after[square];
  return text;
}

// The line of play: a list of [move as people write it, its changed squares].
Json line_json(const SetupPhase& phase, const BookEntry& entry) {
  Json line = Json::array();
  if (entry.line.empty() || entry.red >= phase.reds().count() || entry.reply >= phase.blues().count())
    return line;
  PositionHandle position = phase.position_after(entry.red, entry.reply);
  std::string squares = squares_text(position->picture());
  for (const std::uint16_t place : entry.line) {
    auto played = position->play(place);
    if (!played) return Json::array();
    position = std::move(played->second);
    std::string after = squares_text(position->picture());
    line.push_back({played->first.readable, changed_squares(squares, after)});
    squares = std::move(after);
  }
  return line;
}

}  // namespace

Json book_columns(const LoadedBook& loaded) {
  const SetupPhase& phase = *loaded.setups;
  Boards reds(phase, 0), blues(phase, 1);
  for (const BookEntry& entry : loaded.book.entries) {
    reds.add(entry.red);
    blues.add(entry.reply);
  }
  Json columns{{"ordered", loaded.book.meta.ordered}, {"squares", {reds.squares(), blues.squares()}}};
  for (const char* name :
       {"red", "red_board", "replies", "reply", "value", "depth", "standard_error", "nodes"})
    columns[name] = Json::array();
  for (std::size_t i = 0; i < blues.ids().size(); ++i) {
    const SetupId id = blues.ids()[i];
    columns["replies"].push_back(
        {{"name", phase.blues().name(id)}, {"wire", phase.wire(1, id)}, {"board", blues.board(i)}});
  }
  for (const BookEntry& entry : loaded.book.entries) {
    columns["red"].push_back(phase.reds().name(entry.red));
    columns["red_board"].push_back(reds.board(reds.index(entry.red)));
    columns["reply"].push_back(blues.index(entry.reply));
    columns["value"].push_back(entry.red_value);
    columns["depth"].push_back(entry.depth);
    columns["standard_error"].push_back(entry.standard_error);
    columns["nodes"].push_back(entry.nodes > 0 ? Json(entry.nodes) : Json(nullptr));
  }
  return columns;
}

Json entry_details(const LoadedBook& loaded, std::size_t index) {
  const SetupPhase& phase = *loaded.setups;
  const BookEntry& entry = loaded.book.entries[index];
  Json details = entry_json(loaded, index);
  details["mirror"] = phase.reds().name(phase.reds().mirror(entry.red));
  details["reply_mirror"] = phase.blues().name(phase.blues().mirror(entry.reply));
  details["moves"] = {phase.wire(0, entry.red), phase.wire(1, entry.reply)};
  details["play"] = line_json(phase, entry);
  return details;
}

}  // namespace tabiya::tools
