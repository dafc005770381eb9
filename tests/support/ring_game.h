// A game for books of moves, whose positions are numbers below a size, odd ones of the second side. Its moves lead anywhere
// else, so that there are transpositions and circles.
#pragma once

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "core/book/book_walk.h"
#include "core/book/valued_book.h"
#include "core/random.h"

namespace tabiya::test {

class RingWalk final : public BookWalk {
 public:
  // `width`: the most moves of a position; none has fewer than one, but for every 16th.
  RingWalk(std::uint32_t size, std::uint32_t width) : size_(size), width_(width) {}

  std::unique_ptr<BookWalk> clone() const override { return std::make_unique<RingWalk>(*this); }
  Status go_to(std::string_view text) override {
    std::uint32_t place = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), place);
    if (read.ec != std::errc{} || place >= size_) return invalid("no such place");
    place_ = place;
    return ok_status();
  }
  PositionKey key() const override { return Random(place_).next(); }
  int side_to_move() const override { return static_cast<int>(place_ % 2); }
  std::string text() const override { return std::to_string(place_); }
  std::vector<MoveCode> moves() const override {
    std::vector<MoveCode> moves;
    const std::uint32_t count = place_ % 16 == 15 ? 0 : 1 + place_ % width_;
    for (std::uint32_t move = 0; move < count; ++move)
      moves.push_back(static_cast<MoveCode>(7 * (count - move)));
    return moves;
  }
  std::optional<MoveCode> legal(MoveCode code) const override {
    const std::vector<MoveCode> all = moves();
    return std::ranges::find(all, code) == all.end() ? std::nullopt : std::optional(code);
  }
  Result<MoveCode> read(std::string_view) const override { return unsupported("it has no notation"); }
  MoveText move_text(MoveCode move) const override { return {std::to_string(move), std::to_string(move)}; }
  void play(MoveCode move) override {
    const std::uint32_t half = Random(1'000'003ull * place_ + move).below(size_ / 2);
    place_ = 2 * half + (place_ + 1) % 2;
  }

 private:
  std::uint32_t size_, width_, place_ = 0;
};

// A book of positions that are reached from some of them, with random moves, values and proofs.
inline ValuedBook random_valued_book(const RingWalk& start, std::uint64_t seed, std::size_t positions) {
  Random random(seed);
  BookGraph graph;
  std::vector<std::unique_ptr<BookWalk>> walks;
  const auto node_of = [&](std::unique_ptr<BookWalk> walk) {
    const BookNode node = graph.add(walk->key(), walk->side_to_move());
    if (node == walks.size()) walks.push_back(std::move(walk));
    return node;
  };
  std::vector<BookRoot> roots;
  for (std::uint64_t i = 0; i <= seed % 3; ++i) {
    std::unique_ptr<BookWalk> walk = start.clone();
    walk->go_to(std::to_string(i)).value();
    roots.push_back({walk->text(), node_of(std::move(walk))});
  }
  for (BookNode node = 0; node < walks.size(); ++node) {
    std::vector<MoveCode> left = walks[node]->moves();
    const std::size_t links = walks.size() < positions ? random.below(4) : 0;
    for (std::size_t i = 0; i < links && !left.empty(); ++i) {
      const auto move = left.begin() + random.below(static_cast<std::uint32_t>(left.size()));
      std::unique_ptr<BookWalk> after = walks[node]->clone();
      after->play(*move);
      graph.link(node, *move, node_of(std::move(after)));
      left.erase(move);
    }
    const bool is_proved = random.below(8) == 0;
    const Score score = is_proved && random.below(2) == 0 ? win_in(static_cast<int>(random.below(40)))
                                                          : static_cast<Score>(random.below(20'000)) - 10'000;
    const bool is_over = graph[node].links.empty() && random.below(4) == 0;
    if (is_over || !left.empty())
      graph.set_outside(node, is_over ? std::nullopt : std::optional(left[0]), FoundScore{score, is_proved},
                        static_cast<SearchEffort>(random.below(100)));
    else if (graph[node].links.empty())
      graph.set_outside(node, {}, FoundScore{score, true});
  }
  return finish_book(graph, std::move(roots), {7, "somebody", 1'500, static_cast<Score>(seed % 500), 1'000});
}

}  // namespace tabiya::test
