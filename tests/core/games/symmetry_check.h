// What rules with symmetries owe, checked on random games of any of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/game/book_walk_of.h"
#include "core/random.h"

namespace tabiya::test {

// `start`: a position in which moves are made.
template <SymmetricRules R>
void expect_symmetries(const typename R::Position& start, std::uint64_t seed) {
  using Move = typename R::Move;
  Random random(seed);
  typename R::Position position = start;
  for (int ply = 0; ply < 200 && R::outcome(position) == Outcome::kOpen; ++ply) {
    MoveList<Move> moves;
    R::generate_all(position, moves);
    if (moves.empty()) return;
    const BookView<R> view(position);
    for (int symmetry = 0; symmetry < R::kSymmetries; ++symmetry) {
      const auto image = R::image(position, symmetry);
      EXPECT_EQ(R::repetition_key(R::image(image, R::inverse(symmetry))), R::repetition_key(position));
      EXPECT_EQ(BookView<R>(image).key(), view.key());
      MoveList<Move> of_image;
      R::generate_all(image, of_image);
      ASSERT_EQ(of_image.size(), moves.size());
      std::vector<MoveCode> codes, codes_of_image;
      for (const Move move : moves) {
        EXPECT_EQ(view.move(view.code(move)), move);
        EXPECT_EQ(R::image(R::image(move, symmetry), R::inverse(symmetry)), move);
        EXPECT_TRUE(R::is_legal(image, R::image(move, symmetry)));
        auto after = position, after_image = image;
        R::play(after, move);
        R::play(after_image, R::image(move, symmetry));
        EXPECT_EQ(R::repetition_key(R::image(after, symmetry)), R::repetition_key(after_image));
        codes.push_back(view.code(move));
      }
      for (const Move move : of_image) codes_of_image.push_back(BookView<R>(image).code(move));
      std::ranges::sort(codes);
      std::ranges::sort(codes_of_image);
      EXPECT_EQ(codes, codes_of_image) << "codes are those of one image";
    }
    R::play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

}  // namespace tabiya::test
