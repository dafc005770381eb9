#include "tools/explorer/open_weights.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

OpenMove open_move(const auto& move) {
  Json known{{"weight", nullptr}, {"share", nullptr}};
  if (move.weight) known = {{"weight", *move.weight}, {"share", move.share}};
  return {move.move, move.to, std::move(known)};
}

}  // namespace

OpenWeights::OpenWeights(std::string name, const LoadedMoveBook& loaded, const std::string& from)
    : OpenMoves(std::move(name), *loaded.game), start_(loaded.from(from)) {
  add(start_->key());
  const TourCounts counts =
      tour_book(loaded.moves, loaded.starts(from), {}, [this](const TouredMove& toured) { add(toured); });
  if (counts.moves == 0)
    throw Failure(fmt::format(
        "{}: no move of the book is reached from there: name another position with --from", this->name()));
  moves_ = counts.moves;
  unreached_ = loaded.moves.size() - counts.moves;
}

LineNode OpenWeights::add(PositionKey key) {
  const auto [place, is_new] = nodes_.try_emplace(key, static_cast<LineNode>(positions_.size()));
  if (is_new) positions_.push_back({.parent = place->second, .move = 0, .moves = {}, .parents = {}});
  return place->second;
}

void OpenWeights::add(const TouredMove& toured) {
  const LineNode from = add(toured.before.key());
  const std::unique_ptr<BookWalk> after = toured.before.clone();
  after->play(toured.move);
  const LineNode to = add(after->key());
  if (!toured.leads_elsewhere && to != 0) {
    positions_[to].parent = from;
    positions_[to].move = toured.move;
  }
  positions_[to].parents.push_back(from);
  Move move{toured.move, to, std::nullopt, toured.share};
  if (toured.entry != nullptr) move.weight = toured.entry->weight;
  positions_[from].moves.push_back(move);
}

std::vector<LineNode> OpenWeights::way_to(LineNode node) const {
  std::vector<LineNode> way{node};
  while (way.back() != 0) way.push_back(positions_[way.back()].parent);
  std::ranges::reverse(way);
  return way;
}

std::vector<MoveCode> OpenWeights::moves_to(LineNode node) const {
  std::vector<MoveCode> moves;
  for (; node != 0; node = positions_[node].parent) moves.push_back(positions_[node].move);
  std::ranges::reverse(moves);
  return moves;
}

std::optional<LineNode> OpenWeights::find_key(PositionKey key) const {
  const auto found = nodes_.find(key);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

// The best move is the heaviest, which stands first.
std::optional<OpenMove> OpenWeights::best_of(LineNode node) const {
  const std::vector<Move>& moves = positions_[node].moves;
  if (moves.empty()) return std::nullopt;
  return open_move(moves.front());
}

Json OpenWeights::known_of_book() const {
  return {{"links", moves_},
          {"unreached", unreached_},
          {"starts", Json::array({place(0)})},
          {"next", Json::array()}};
}

Json OpenWeights::known_of_position(LineNode) const { return Json::object(); }

std::vector<OpenMove> OpenWeights::moves_of(LineNode node) const {
  std::vector<OpenMove> moves;
  for (const Move& move : positions_[node].moves) moves.push_back(open_move(move));
  return moves;
}

}  // namespace tabiya::tools
