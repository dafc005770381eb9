#include "tools/explorer/open_lines.h"

#include <algorithm>
#include <utility>

#include "booksearch/lines/expansion.h"
#include "booksearch/lines/visits.h"
#include "tools/cli/failure.h"
#include "tools/explorer/game_json.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMostListed = 100;  // starts
constexpr std::size_t kMostNext = 20;
constexpr std::size_t kMostWays = 5;  // other ways to a position
constexpr int kPlies = 6;             // of the line that goes on behind a move

std::vector<LineNode> next_of(const LineBook& lines) {
  const LineDraft draft = draft_of(lines);
  std::vector<LineNode> roots;
  for (const LineRoot& root : lines.roots()) roots.push_back(root.node);
  return booksearch::next_expansions(draft.graph, roots, draft.values, {}, {}, kMostNext);
}

std::vector<std::vector<LineNode>> parents_in(const LineBook& lines) {
  std::vector<std::vector<LineNode>> parents(lines.size());
  for (LineNode node = 0; node < lines.size(); ++node)
    for (const LineLink& link : lines.moves(node)) parents[link.to].push_back(node);
  return parents;
}

// The best move in the book, if it is the best one of all.
std::optional<LineChoice> best_inside(const LineBook& lines, LineNode node) {
  const std::vector<LineChoice> choices = line_choices(lines, node);
  if (choices.empty() || !choices[0].to) return std::nullopt;
  return choices[0];
}

}  // namespace

OpenLines::OpenLines(std::string name, LoadedMoveBook loaded)
    : name_(std::move(name)),
      game_(loaded.game),
      lines_(std::move(loaded.lines)),
      paths_(*lines_),
      visits_(booksearch::line_visits(*lines_, lines_->meta().tolerance)),
      next_(next_of(*lines_)),
      parents_(parents_in(*lines_)) {}

std::vector<LineNode> OpenLines::way_to(LineNode node) const {
  std::vector<LineNode> way{lines_->roots()[paths_.root_of(node)].node};
  for (const MoveCode move : paths_.moves_to(node)) {
    const auto links = lines_->moves(way.back());
    way.push_back(std::ranges::find(links, move, &LineLink::move)->to);
  }
  return way;
}

// A position as lists name it.
Json OpenLines::place(LineNode node) const {
  const std::unique_ptr<BookWalk> walk =
      take(paths_.position(lines_->roots()[paths_.root_of(node)].node, *game_->make_book_walk()), name_);
  std::string line;
  for (const MoveCode move : paths_.moves_to(node)) {
    line += (line.empty() ? "" : " ") + walk->move_text(move).readable;
    walk->play(move);
  }
  return {{"at", node}, {"line", line.empty() ? walk->text() : line}};
}

std::string OpenLines::best_line(LineNode node) const {
  const std::unique_ptr<BookWalk> walk = take(paths_.position(node, *game_->make_book_walk()), name_);
  std::string line;
  for (int ply = 0; ply < kPlies; ++ply) {
    const auto best = best_inside(*lines_, node);
    if (!best) break;
    line += (line.empty() ? "" : " ") + walk->move_text(best->move).readable;
    walk->play(best->move);
    node = *best->to;
  }
  return line;
}

Json OpenLines::summary() const {
  Json starts = Json::array(), next = Json::array();
  for (std::size_t i = 0; i < std::min(lines_->roots().size(), kMostListed); ++i)
    starts.push_back(place(lines_->roots()[i].node));
  for (const LineNode node : next_) next.push_back(place(node));
  return {{"name", name_},
          {"game", game_->name()},
          {"positions", lines_->size()},
          {"links", lines_->move_count()},
          {"judge", lines_->meta().judge},
          {"search_error", lines_->meta().search_error},
          {"starts", starts},
          {"next", next}};
}

Json OpenLines::node(LineNode node) const {
  const std::unique_ptr<BookWalk> root =
      take(paths_.position(lines_->roots()[paths_.root_of(node)].node, *game_->make_book_walk()), name_);
  const std::unique_ptr<BookWalk> walk = root->clone();
  std::string words;
  for (const MoveCode move : paths_.moves_to(node)) {
    words += walk->move_text(move).wire + " ";
    walk->play(move);
  }
  Json object = position_json(play_out(*game_, root->text(), words));
  Json moves = Json::array();
  for (const LineChoice& choice : line_choices(*lines_, node)) {
    const std::string wire = walk->move_text(choice.move).wire;
    const auto drawn =
        std::ranges::find_if(object["moves"], [&](const Json& move) { return move["wire"] == wire; });
    if (drawn == object["moves"].end()) continue;  // a draw that nobody claims ends the game on the board
    Json move = *drawn;
    move["value"] = choice.value.value;
    move["error"] = choice.value.error;
    move["at"] = choice.to ? Json(*choice.to) : Json(nullptr);
    move["visits"] = choice.to ? Json(visits_[*choice.to]) : Json(nullptr);
    move["line"] = choice.to ? best_line(*choice.to) : "";
    moves.push_back(std::move(move));
  }
  object["moves"] = std::move(moves);
  object["value"] = (*lines_)[node].value.value;
  object["error"] = (*lines_)[node].value.error;
  object["visits"] = visits_[node];
  const std::vector<LineNode> way = way_to(node);
  object["way"] = way;
  object["others"] = Json::array();
  const LineNode before = way.size() > 1 ? way[way.size() - 2] : node;
  for (const LineNode parent : parents_[node])
    if (parent != before && object["others"].size() < kMostWays) object["others"].push_back(place(parent));
  const auto queued = std::ranges::find(next_, node);
  object["next"] = queued == next_.end() ? Json(nullptr) : Json(queued - next_.begin() + 1);
  return object;
}

std::optional<LineNode> OpenLines::find(const std::string& position) const {
  const std::unique_ptr<BookWalk> walk = game_->make_book_walk();
  if (!walk->go_to(position)) return std::nullopt;
  return lines_->find(walk->key());
}

}  // namespace tabiya::tools
