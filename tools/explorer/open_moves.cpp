#include "tools/explorer/open_moves.h"

#include <algorithm>
#include <utility>

#include "core/game/written_move.h"
#include "tools/explorer/game_json.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMostWays = 5;  // other ways to a position
constexpr int kPlies = 6;             // of the line that goes on behind a move

}  // namespace

std::optional<PositionKey> position_key(const GameModule& game, const std::string& position) {
  const Result<std::unique_ptr<BookWalk>> walk = read_book_walk(game, position);
  if (!walk) return std::nullopt;
  return (*walk)->key();
}

Json OpenMoves::place(BookNode node) const {
  const std::unique_ptr<BookWalk> walk = start_of(node);
  std::string line;
  for (const MoveCode move : moves_to(node)) {
    line += (line.empty() ? "" : " ") + walk->move_text(move).readable;
    walk->play(move);
  }
  return {{"at", node}, {"line", line.empty() ? walk->text() : line}};
}

// `walk`: at the position; it moves along.
std::string OpenMoves::best_line(BookNode node, BookWalk& walk) const {
  std::string line;
  for (int ply = 0; ply < kPlies; ++ply) {
    const std::optional<OpenMove> best = best_of(node);
    if (!best) break;
    line += (line.empty() ? "" : " ") + walk.move_text(best->move).readable;
    walk.play(best->move);
    node = *best->to;
  }
  return line;
}

Json OpenMoves::summary() const {
  Json object{{"name", name_}, {"game", game_->name()}, {"positions", size()}};
  object.update(known_of_book());
  return object;
}

Json OpenMoves::node(BookNode node) const {
  const std::unique_ptr<BookWalk> walk = start_of(node);
  const std::string start = walk->text();
  std::string words;
  for (const MoveCode move : moves_to(node)) {
    words += walk->move_text(move).wire + " ";
    walk->play(move);
  }
  Json object = position_json(play_out(*game_, start, words));
  Json moves = Json::array();
  for (const OpenMove& each : moves_of(node)) {
    const std::string wire = walk->move_text(each.move).wire;
    const auto drawn =
        std::ranges::find_if(object["moves"], [&](const Json& move) { return move["wire"] == wire; });
    if (drawn == object["moves"].end()) continue;  // a draw that nobody claims ends the game on the board
    Json move = *drawn;
    move.update(each.known);
    move["at"] = each.to;
    move["line"] = "";
    if (each.to) {
      const std::unique_ptr<BookWalk> after = walk->clone();
      after->play(each.move);
      move["line"] = best_line(*each.to, *after);
    }
    moves.push_back(std::move(move));
  }
  object["moves"] = std::move(moves);
  object.update(known_of_position(node));
  const std::vector<BookNode> way = way_to(node);
  object["way"] = way;
  object["others"] = Json::array();
  const BookNode before = way.size() > 1 ? way[way.size() - 2] : node;
  for (const BookNode parent : parents_of(node))
    if (parent != before && object["others"].size() < kMostWays) object["others"].push_back(place(parent));
  return object;
}

PositionKey OpenMoves::key(BookNode node) const {
  const std::unique_ptr<BookWalk> walk = start_of(node);
  for (const MoveCode move : moves_to(node)) walk->play(move);
  return walk->key();
}

std::optional<BookNode> OpenMoves::find(const std::string& position) const {
  const auto key = position_key(*game_, position);
  return key ? find_key(*key) : std::nullopt;
}

}  // namespace tabiya::tools
