#include "tools/explorer/open_lines.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "booksearch/lines/expansion.h"
#include "booksearch/lines/visits.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMostNext = 20;

std::vector<BookNode> next_of(const ValuedBook& lines) {
  const BookDraft draft = draft_of(lines);
  std::vector<BookNode> roots;
  for (const BookRoot& root : lines.roots()) roots.push_back(root.node);
  std::vector<BookNode> next;
  for (const booksearch::Expansion& expansion :
       booksearch::next_expansions(draft.graph, roots, draft.values, {}, kMostNext))
    next.push_back(expansion.node);
  return next;
}

std::vector<std::vector<BookNode>> parents_in(const ValuedBook& lines) {
  std::vector<std::vector<BookNode>> parents(lines.size());
  for (BookNode node = 0; node < lines.size(); ++node)
    for (const BookLink& link : lines.moves(node)) parents[link.to].push_back(node);
  return parents;
}

OpenMove open_move(const auto& move) {
  if (move.value)
    return {move.move,
            move.to,
            {{"value", move.value->value}, {"error", move.value->error}, {"visits", nullptr}}};
  Json known{{"weight", nullptr}, {"share", nullptr}};
  if (move.weight) known = {{"weight", *move.weight}, {"share", move.share}};
  return {move.move, move.to, std::move(known)};
}

}  // namespace

OpenLines::OpenLines(std::string name, LoadedMoveBook loaded)
    : OpenMoves(std::move(name), *loaded.game),
      lines_(std::move(loaded.lines)),
      paths_(*lines_),
      visits_(booksearch::book_visits(*lines_, lines_->meta().tolerance)),
      next_(next_of(*lines_)),
      parents_(parents_in(*lines_)) {}

std::unique_ptr<BookWalk> OpenLines::start_of(BookNode node) const {
  return take(paths_.position(lines_->roots()[paths_.root_of(node)].node, *game().make_book_walk()), name());
}

std::vector<BookNode> OpenLines::way_to(BookNode node) const {
  std::vector<BookNode> way{lines_->roots()[paths_.root_of(node)].node};
  for (const MoveCode move : paths_.moves_to(node)) {
    const auto links = lines_->moves(way.back());
    way.push_back(std::ranges::find(links, move, &BookLink::move)->to);
  }
  return way;
}

// The best move in the book, if it is the best one of all.
std::optional<OpenMove> OpenLines::best_of(BookNode node) const {
  const std::vector<BookChoice> choices = book_choices(*lines_, node);
  if (choices.empty() || !choices[0].to) return std::nullopt;
  return OpenMove{choices[0].move, choices[0].to, {}};
}

Json OpenLines::known_of_book() const {
  Json starts = Json::array(), next = Json::array();
  for (std::size_t i = 0; i < std::min(lines_->roots().size(), kMostListed); ++i)
    starts.push_back(place(lines_->roots()[i].node));
  for (const BookNode node : next_) next.push_back(place(node));
  return {{"links", lines_->move_count()},
          {"judge", lines_->meta().judge},
          {"search_error", lines_->meta().search_error},
          {"starts", starts},
          {"next", next}};
}

Json OpenLines::known_of_position(BookNode node) const {
  const BookValue value = (*lines_)[node].value;
  const auto queued = std::ranges::find(next_, node);
  return {{"value", value.value},
          {"error", value.error},
          {"visits", visits_[node]},
          {"next", queued == next_.end() ? Json(nullptr) : Json(queued - next_.begin() + 1)}};
}

std::vector<OpenMove> OpenLines::moves_of(BookNode node) const {
  std::vector<OpenMove> moves;
  for (const BookChoice& choice : book_choices(*lines_, node))
    moves.push_back({choice.move,
                     choice.to,
                     {{"value", choice.value.value},
                      {"error", choice.value.error},
                      {"visits", choice.to ? Json(visits_[*choice.to]) : Json(nullptr)}}});
  return moves;
}

OpenWeights::OpenWeights(std::string name, const LoadedMoveBook& loaded, const std::string& from)
    : OpenMoves(std::move(name), *loaded.game), book_(loaded.moves), start_(loaded.from(from)) {
  add(start_->key(), 0, 0);
  if (expanded(0).moves.empty())
    throw Failure(fmt::format(
        "{}: no move of the book is reached from there: name another position with --from", this->name()));
  if (book_.is_in_file()) return;
  // The shortest ways come first.
  links_ = 0;
  for (BookNode node = 0; node < positions_.size(); ++node)
    for (const Move& move : expanded(node).moves) *links_ += move.weight.has_value();
}

std::size_t OpenWeights::size() const {
  const std::scoped_lock lock(mutex_);
  return positions_.size();
}

BookNode OpenWeights::add(PositionKey key, BookNode parent, MoveCode move) const {
  const auto [place, is_new] = nodes_.try_emplace(key, static_cast<BookNode>(positions_.size()));
  if (is_new) positions_.push_back({.parent = parent, .move = move});
  return place->second;
}

std::vector<MoveCode> OpenWeights::path_to(BookNode node) const {
  std::vector<MoveCode> moves;
  for (; node != 0; node = positions_[node].parent) moves.push_back(positions_[node].move);
  std::ranges::reverse(moves);
  return moves;
}

// The legal moves that the book has, the heaviest first; else those that lead back to its positions.
std::vector<OpenWeights::Move> OpenWeights::moves_in(const BookWalk& walk) const {
  std::vector<Move> moves;
  if (book_.indexed() != nullptr) {
    if (const auto known = take(book_.known(walk)))
      for (const BookChoice& choice : known->choices)
        moves.push_back({.move = choice.move, .to = choice.to, .value = choice.value});
    return moves;
  }
  const std::vector<BookMove> entries = take(book_.find(walk));
  const double total = static_cast<double>(std::max<std::uint64_t>(total_weight(entries), 1));
  for (const BookMove& entry : entries)
    if (const auto legal = walk.legal(entry.move))
      moves.push_back({*legal, BookNode{0}, entry.weight, static_cast<double>(entry.weight) / total});
  std::ranges::stable_sort(moves, std::ranges::greater(), &Move::weight);
  if (!entries.empty()) return moves;
  for (const MoveCode move : walk.moves()) {
    const std::unique_ptr<BookWalk> after = walk.clone();
    after->play(move);
    if (!take(book_.find(*after)).empty()) moves.push_back({move, BookNode{0}, std::nullopt, 0});
  }
  return moves;
}

const OpenWeights::Position& OpenWeights::expanded(BookNode node) const {
  if (positions_[node].is_expanded) return positions_[node];
  const std::unique_ptr<BookWalk> walk = start_->clone();
  for (const MoveCode move : path_to(node)) walk->play(move);
  std::vector<Move> moves = moves_in(*walk);
  for (Move& move : moves) {
    if (!move.to) continue;
    const std::unique_ptr<BookWalk> after = walk->clone();
    after->play(move.move);
    move.to = add(after->key(), node, move.move);
    positions_[*move.to].parents.push_back(node);
  }
  positions_[node].moves = std::move(moves);
  positions_[node].is_expanded = true;
  return positions_[node];
}

std::vector<BookNode> OpenWeights::way_to(BookNode node) const {
  const std::scoped_lock lock(mutex_);
  std::vector<BookNode> way{node};
  while (way.back() != 0) way.push_back(positions_[way.back()].parent);
  std::ranges::reverse(way);
  return way;
}

std::vector<MoveCode> OpenWeights::moves_to(BookNode node) const {
  const std::scoped_lock lock(mutex_);
  return path_to(node);
}

std::vector<BookNode> OpenWeights::parents_of(BookNode node) const {
  const std::scoped_lock lock(mutex_);
  return positions_[node].parents;
}

std::optional<BookNode> OpenWeights::find_key(PositionKey key) const {
  const std::scoped_lock lock(mutex_);
  const auto found = nodes_.find(key);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

// The best move is the heaviest, which stands first.
std::optional<OpenMove> OpenWeights::best_of(BookNode node) const {
  const std::scoped_lock lock(mutex_);
  const std::vector<Move>& moves = expanded(node).moves;
  if (moves.empty() || !moves.front().to) return std::nullopt;
  return open_move(moves.front());
}

Json OpenWeights::known_of_book() const {
  if (const IndexedBook* lines = book_.indexed())
    return {{"links", nullptr},
            {"positions", lines->size()},
            {"judge", lines->head().meta.judge},
            {"starts", Json::array({place(0)})},
            {"next", Json::array()}};
  Json known{{"links", links_.value_or(book_.size())},
             {"unreached", nullptr},
             {"starts", Json::array({place(0)})},
             {"next", Json::array()}};
  if (links_) known["unreached"] = book_.size() - *links_;
  if (!links_) known["positions"] = nullptr;
  return known;
}

Json OpenWeights::known_of_position(BookNode node) const {
  if (book_.indexed() == nullptr) return Json::object();
  const std::unique_ptr<BookWalk> walk = start_->clone();
  for (const MoveCode move : moves_to(node)) walk->play(move);
  const auto known = take(book_.known(*walk));
  if (!known) return Json::object();
  return {
      {"value", known->value.value}, {"error", known->value.error}, {"visits", nullptr}, {"next", nullptr}};
}

std::vector<OpenMove> OpenWeights::moves_of(BookNode node) const {
  const std::scoped_lock lock(mutex_);
  std::vector<OpenMove> moves;
  for (const Move& move : expanded(node).moves) moves.push_back(open_move(move));
  return moves;
}

}  // namespace tabiya::tools
