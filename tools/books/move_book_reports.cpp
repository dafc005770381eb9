#include "tools/books/move_book_reports.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "booksearch/books/written_value.h"
#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "core/book/valued_book.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/drawing/board_drawing.h"

namespace tabiya::tools {
namespace {

// The facts about a move: its value in a book of moves, its weight in PolyGlot's books.
Json entry_json_of(const std::optional<KnownPosition>& known, const BookMove& entry, const MoveText& text,
                   double share) {
  Json object{{"move", text.wire}, {"san", text.readable}};
  if (const auto choice = book_choice(known, entry.move)) {
    object.update(book_choice_json(*choice));
    return object;
  }
  object.update({{"weight", entry.weight}, {"share", share}});
  if (entry.learn != 0) object["learn"] = entry.learn;
  return object;
}

std::string entry_text_of(const std::optional<KnownPosition>& known, const BookMove& entry, double share) {
  if (const auto choice = book_choice(known, entry.move)) return booksearch::book_choice_text(*choice);
  return fmt::format("{:>7}  {:>5.1f} %", entry.weight, 100 * share);
}

// The number of moves that a tour of the whole book could not reach.
std::size_t unreached(const LoadedMoveBook& loaded, const TourCounts& counts) {
  return loaded.moves.size() - counts.moves - counts.illegal;
}

std::string start_name(const std::string& from) { return from.empty() ? "the start" : "--from"; }

std::string rest_text(const LoadedMoveBook& loaded, const TourCounts& counts, const std::string& from) {
  std::string text;
  if (const std::size_t left = unreached(loaded, counts); left > 0)
    text = fmt::format("{} cannot be reached from {}", counted(left, "entry"), start_name(from));
  if (counts.illegal > 0)
    text += fmt::format("{}{} illegal in its position", text.empty() ? "" : "; ",
                        counted(counts.illegal, "move"));
  return text;
}

void print_position_moves(const LoadedMoveBook& loaded, const BookWalk& walk) {
  const auto moves = loaded.find(walk);
  const auto known = loaded.known(walk);
  const double total = static_cast<double>(total_weight(moves));
  for (const BookMove& entry : moves) {
    const auto move = walk.legal(entry.move);
    const double share = total > 0 ? static_cast<double>(entry.weight) / total : 0;
    const std::string name =
        move ? walk.move_text(*move).readable : fmt::format("#{:04x} (illegal)", entry.move);
    print_line("{:<8}{}", name, entry_text_of(known, entry, share));
  }
}

Json position_json(const LoadedMoveBook& loaded, const BookWalk& walk) {
  const auto moves = loaded.find(walk);
  const auto known = loaded.known(walk);
  const double total = static_cast<double>(total_weight(moves));
  Json list = Json::array();
  for (const BookMove& entry : moves)
    if (const auto move = walk.legal(entry.move))
      list.push_back(entry_json_of(known, entry, walk.move_text(*move),
                                   total > 0 ? static_cast<double>(entry.weight) / total : 0));
  Json object{{"position", walk.text()}, {"key", fmt::format("{:016x}", walk.key())}, {"moves", list}};
  if (loaded.terms() != nullptr) object.update(book_position_json(known));
  return object;
}

Json toured_json(const LoadedMoveBook& loaded, const TouredMove& toured, const MoveLine& line,
                 const MoveText& text) {
  Json object{{"ply", toured.ply}, {"line", line.wire()}, {"move", text.wire}, {"san", text.readable}};
  if (toured.entry == nullptr) {
    object["weight"] = nullptr;
  } else {
    object.update(entry_json_of(loaded.known(toured.before), *toured.entry, text, toured.share));
  }
  object["transposes"] = toured.leads_elsewhere;
  return object;
}

void print_toured(const LoadedMoveBook& loaded, const TouredMove& toured, const MoveText& text) {
  constexpr int kMostIndented = 12;  // plies
  const std::string indent(static_cast<std::size_t>(2 + 2 * std::min(toured.ply, kMostIndented)), ' ');
  const std::string move = indent + numbered_move(toured.start, toured.ply, text);
  if (toured.entry == nullptr) {
    print_line("{:<32}{:>7}", move, "-");
  } else {
    print_line("{:<32}{}{}", move, entry_text_of(loaded.known(toured.before), *toured.entry, toured.share),
               toured.leads_elsewhere ? "  (listed elsewhere)" : "");
  }
}

struct PlyCounts {
  std::size_t moves = 0;
  std::size_t transpositions = 0;
  std::map<PositionKey, std::size_t> positions;
};

}  // namespace

int report_move_book(const LoadedMoveBook& loaded, const std::string& from, bool json) {
  if (loaded.terms() != nullptr) return report_lines(loaded, json);
  const TourCounts counts = take(tour_book(loaded.moves, loaded.starts(from), {}, {}));
  Facts facts(json);
  facts.add("game", loaded.game->name(), "game");
  facts.add("format", "polyglot", "format", "PolyGlot");
  facts.add("entries", loaded.moves.size(), "entries");
  facts.add("positions", loaded.all().positions(), "positions");
  facts.add("reached_entries", counts.moves, "reached", "{} in {}", counted(counts.moves, "entry"),
            counted(counts.positions, "position"));
  facts.add("reached_positions", counts.positions);
  facts.add("unreached_entries", unreached(loaded, counts), "not reached");
  facts.add("illegal_moves", counts.illegal, "illegal moves");
  facts.add("longest_line", counts.plies, "longest line", "{}",
            counted(static_cast<std::uint64_t>(counts.plies), "ply"));
  facts.print();
  return kSuccess;
}

int list_moves(const LoadedMoveBook& loaded, const std::string& from, const TourLimits& limits, bool json) {
  const TourStarts starts = loaded.starts(from);
  MoveLine line;
  const BookWalk* start = nullptr;
  const auto list = [&](const TouredMove& toured) {
    if (std::exchange(start, &toured.start) != &toured.start && starts.size() > 1 && !json)
      print_line("{}", toured.start.text());
    const MoveText text = toured.before.move_text(toured.move);
    line.set(toured.ply, text);
    json ? print_json(toured_json(loaded, toured, line, text)) : print_toured(loaded, toured, text);
  };
  take(tour_book(loaded.moves, starts, limits, list));
  const bool is_part = limits.plies != TourLimits().plies || limits.moves != TourLimits().moves;
  // Only a tour of the whole file could tell what it lacks, and an indexed book lacks nothing.
  if ((is_part && loaded.moves.is_in_file()) || loaded.moves.indexed() != nullptr) return kSuccess;
  const TourCounts all = take(tour_book(loaded.moves, starts, {}, {}));
  if (const std::string rest = rest_text(loaded, all, from); !rest.empty())
    print_note(fmt::format("{}: {}", loaded.name, rest));
  return kSuccess;
}

int probe_moves(const LoadedMoveBook& loaded, const std::vector<std::string>& positions, bool drawn,
                bool json) {
  bool all_found = true;
  for (const auto& [position, where] : argument_lines(positions, "POSITION")) {
    const std::unique_ptr<BookWalk> walk = loaded.from(position, where);
    const auto known = loaded.known(*walk);
    const bool is_known = known || !loaded.find(*walk).empty();
    all_found = all_found && is_known;
    if (json) {
      print_json(position_json(loaded, *walk));
      continue;
    }
    if (drawn) print(board_text(loaded.game->position_of(*walk)->picture()));
    if (is_known) {
      if (known) print_line("{}", booksearch::book_position_text(known));
      print_position_moves(loaded, *walk);
    } else {
      print_line("{}: not in the book", position);
    }
  }
  return all_found || drawn ? kSuccess : kFoundWanting;
}

namespace {

// True for a move of a book of moves that leads out of it: its value is known, and no position behind it.
bool leads_outside(const LoadedMoveBook& loaded, const TouredMove& toured) {
  const auto choice = book_choice(loaded.known(toured.before), toured.entry->move);
  return choice && !choice->to;
}

}  // namespace

int count_moves(const LoadedMoveBook& loaded, const std::string& from, bool json) {
  std::map<int, PlyCounts> plies;
  const auto count = [&](const TouredMove& toured) {
    if (toured.entry == nullptr || leads_outside(loaded, toured)) return;
    PlyCounts& ply = plies[toured.ply];
    ++ply.moves;
    ply.transpositions += toured.leads_elsewhere;
    ++ply.positions[toured.entry->key];
  };
  const TourCounts all = take(tour_book(loaded.moves, loaded.starts(from), {}, count));
  if (!json && !plies.empty()) print_line("   ply  positions   moves  moves a position  transpositions");
  for (const auto& [ply, counts] : plies) {
    const double mean = static_cast<double>(counts.moves) / static_cast<double>(counts.positions.size());
    print_json_or_line(json,
                       {{"ply", ply},
                        {"positions", counts.positions.size()},
                        {"moves", counts.moves},
                        {"transpositions", counts.transpositions}},
                       "{:>6}  {:>9}  {:>6}  {:>16.2f}  {:>14}", ply, counts.positions.size(), counts.moves,
                       mean, counts.transpositions);
  }
  if (loaded.moves.indexed() != nullptr) return kSuccess;
  if (const std::string rest = rest_text(loaded, all, from); !rest.empty())
    print_note(fmt::format("{}: {}", loaded.name, rest));
  return kSuccess;
}

}  // namespace tabiya::tools
