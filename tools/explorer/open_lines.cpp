#include "tools/explorer/open_lines.h"

#include <algorithm>
#include <utility>

#include "booksearch/lines/expansion.h"
#include "booksearch/lines/visits.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMostNext = 20;

std::vector<LineNode> next_of(const LineBook& lines) {
  const LineDraft draft = draft_of(lines);
  std::vector<LineNode> roots;
  for (const LineRoot& root : lines.roots()) roots.push_back(root.node);
  std::vector<LineNode> next;
  for (const booksearch::Expansion& expansion :
       booksearch::next_expansions(draft.graph, roots, draft.values, {}, kMostNext))
    next.push_back(expansion.node);
  return next;
}

std::vector<std::vector<LineNode>> parents_in(const LineBook& lines) {
  std::vector<std::vector<LineNode>> parents(lines.size());
  for (LineNode node = 0; node < lines.size(); ++node)
    for (const LineLink& link : lines.moves(node)) parents[link.to].push_back(node);
  return parents;
}

}  // namespace

OpenLines::OpenLines(std::string name, LoadedMoveBook loaded)
    : OpenMoves(std::move(name), *loaded.game),
      lines_(std::move(loaded.lines)),
      paths_(*lines_),
      visits_(booksearch::line_visits(*lines_, lines_->meta().tolerance)),
      next_(next_of(*lines_)),
      parents_(parents_in(*lines_)) {}

std::unique_ptr<BookWalk> OpenLines::start_of(LineNode node) const {
  return take(paths_.position(lines_->roots()[paths_.root_of(node)].node, *game().make_book_walk()), name());
}

std::vector<LineNode> OpenLines::way_to(LineNode node) const {
  std::vector<LineNode> way{lines_->roots()[paths_.root_of(node)].node};
  for (const MoveCode move : paths_.moves_to(node)) {
    const auto links = lines_->moves(way.back());
    way.push_back(std::ranges::find(links, move, &LineLink::move)->to);
  }
  return way;
}

// The best move in the book, if it is the best one of all.
std::optional<OpenMove> OpenLines::best_of(LineNode node) const {
  const std::vector<LineChoice> choices = line_choices(*lines_, node);
  if (choices.empty() || !choices[0].to) return std::nullopt;
  return OpenMove{choices[0].move, choices[0].to, {}};
}

Json OpenLines::known_of_book() const {
  Json starts = Json::array(), next = Json::array();
  for (std::size_t i = 0; i < std::min(lines_->roots().size(), kMostListed); ++i)
    starts.push_back(place(lines_->roots()[i].node));
  for (const LineNode node : next_) next.push_back(place(node));
  return {{"links", lines_->move_count()},
          {"judge", lines_->meta().judge},
          {"search_error", lines_->meta().search_error},
          {"starts", starts},
          {"next", next}};
}

Json OpenLines::known_of_position(LineNode node) const {
  const LineValue value = (*lines_)[node].value;
  const auto queued = std::ranges::find(next_, node);
  return {{"value", value.value},
          {"error", value.error},
          {"visits", visits_[node]},
          {"next", queued == next_.end() ? Json(nullptr) : Json(queued - next_.begin() + 1)}};
}

std::vector<OpenMove> OpenLines::moves_of(LineNode node) const {
  std::vector<OpenMove> moves;
  for (const LineChoice& choice : line_choices(*lines_, node))
    moves.push_back({choice.move,
                     choice.to,
                     {{"value", choice.value.value},
                      {"error", choice.value.error},
                      {"visits", choice.to ? Json(visits_[*choice.to]) : Json(nullptr)}}});
  return moves;
}

}  // namespace tabiya::tools
