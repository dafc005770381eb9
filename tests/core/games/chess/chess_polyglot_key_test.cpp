#include "core/games/chess/polyglot_key.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "core/game/book_in_game.h"
#include "core/game/written_move.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/module.h"
#include "core/games/chess/notation.h"

namespace tabiya::chess::chess_polyglot_key_test {

std::unique_ptr<BookWalk> after(const std::string& moves) {
  std::unique_ptr<BookWalk> walk = module().make_book_walk();
  std::istringstream words(moves);
  for (std::string word; words >> word;) walk->play(walk->read(word).value());
  return walk;
}

// The list that is published with the format.
TEST(ChessPolyglotKey, IsThePublishedOne) {
  EXPECT_EQ(after("")->key(), 0x463b96181691fc9cu);
  EXPECT_EQ(after("e2e4")->key(), 0x823c9b50fd114196u);
  EXPECT_EQ(after("e2e4 d7d5")->key(), 0x0756b94461c50fb0u);
  EXPECT_EQ(after("e2e4 d7d5 e4e5")->key(), 0x662fafb965db29d4u);
  EXPECT_EQ(after("e2e4 d7d5 e4e5 f7f5")->key(), 0x22a48b5a8e47ff78u);
  EXPECT_EQ(after("e2e4 d7d5 e4e5 f7f5 e1e2")->key(), 0x652a607ca3f242c1u);
  EXPECT_EQ(after("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7")->key(), 0x00fdd303c946bdd9u);
  EXPECT_EQ(after("a2a4 b7b5 h2h4 b5b4 c2c4")->key(), 0x3c8123ea7b067637u);
  EXPECT_EQ(after("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3")->key(), 0x5c3f9b829b279560u);
}

TEST(ChessPolyglotKey, IsTheSameByMovesAndByFen) {
  for (const char* moves : {"e2e4 d7d5 e4e5 f7f5", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", "a4 b5 h4 b4 c4", "d4"}) {
    const std::unique_ptr<BookWalk> walk = after(moves), other = module().make_book_walk();
    ASSERT_TRUE(other->go_to(walk->text()));
    EXPECT_EQ(other->key(), walk->key()) << moves;
  }
}

// The pawn on e5 is pinned: taking on d6 is illegal, and yet the format notes that it stands ready.
TEST(ChessPolyglotKey, KnowsPinnedPawnsThatStandReadyToTake) {
  const std::unique_ptr<BookWalk> walk = module().make_book_walk(), other = module().make_book_walk();
  ASSERT_TRUE(walk->go_to("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"));
  walk->play(walk->read("d5").value());
  ASSERT_TRUE(other->go_to("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2"));
  EXPECT_EQ(walk->key(), other->key());
  EXPECT_EQ(walk->text(), "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  ASSERT_TRUE(other->go_to(walk->text()));
  EXPECT_EQ(walk->key(), other->key());
  ASSERT_TRUE(other->go_to("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
  EXPECT_NE(walk->key(), other->key());
}

// By the key and by the text, from which books that are searched where they stand find it.
TEST(ChessPolyglotKey, IsThatOfAGameAfterADoubleStepBesideAPinnedPawn) {
  const PositionHandle before = module().parse_position("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1").value();
  const PositionHandle after = before->after("d5").value();
  const std::unique_ptr<BookWalk> walk =
      read_book_walk(module(), "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2").value();
  EXPECT_EQ(after->book_walk()->key(), walk->key());
  FollowedBook book;
  book.moves = [&](const std::string& text) {
    BookMove move{.key = read_book_walk(module(), text).value()->key(), .move = walk->read("Kd2").value()};
    move.weight = 1;
    return move.key == walk->key() ? std::vector{move} : std::vector<BookMove>();
  };
  const PositionHandle line[] = {before, after};
  const std::optional<MoveText> move = BookInGame(book, {}).move(line);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->readable, "Kd2");
}

TEST(ChessPolyglotKey, MovesHaveTheirBits) {
  const std::unique_ptr<BookWalk> walk = after("e4 e5 Nf3 Nc6 Bc4 Bc5");
  const MoveCode castling = 4 << 6 | 7;
  EXPECT_EQ(walk->read("O-O").value(), castling);
  EXPECT_EQ(walk->legal(castling), castling);
  EXPECT_EQ(walk->legal(4 << 6 | 6), castling) << "as the king's own way";
  EXPECT_EQ(walk->legal(4 << 6 | 2), std::nullopt);
  EXPECT_EQ(walk->legal(0), std::nullopt);
  ASSERT_TRUE(walk->go_to("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"));
  EXPECT_EQ(walk->read("e8=Q").value(), 4 << 12 | 52 << 6 | 60);
  EXPECT_EQ(walk->read("e8N").value(), 1 << 12 | 52 << 6 | 60);
}

TEST(ChessPolyglotKey, IsNoneOfTheFormatInChess960) {
  const std::unique_ptr<BookWalk> walk = module().make_book_walk();
  ASSERT_TRUE(walk->go_to("white=RKNNBBQR black=RKNNBBQR"));
  const Status outside = walk->in_polyglot();
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().code, ErrorCode::kUnsupported);
  ASSERT_TRUE(walk->go_to("white=RNBQKBNR black=RNBQKBNR"));
  EXPECT_TRUE(walk->in_polyglot());
  EXPECT_EQ(walk->key(), 0x463b96181691fc9cu);
  EXPECT_FALSE(walk->go_to("white=RNBQKBNR")) << "Black's array is missing";
  EXPECT_EQ(walk->key(), 0x463b96181691fc9cu) << "the walk stays where it was";
}

// The same men with other rights, read as X-FEN and as Shredder-FEN.
TEST(ChessPolyglotKey, TellsRightsOfChess960Apart) {
  const std::unique_ptr<BookWalk> walk = module().make_book_walk();
  std::set<PositionKey> keys;
  const char* const rights[] = {"KQkq", "FQkq", "KBkq", "KQfq", "KQkb", "FBfb", "Kk", "Ff", "-"};
  for (const char* each : rights) {
    const std::string fen = std::string("rr2krr1/8/8/8/8/8/8/RR2KRR1 w ") + each + " - 0 1";
    ASSERT_TRUE(walk->go_to(fen)) << fen;
    keys.insert(walk->key());
    const std::unique_ptr<BookWalk> again = module().make_book_walk();
    ASSERT_TRUE(again->go_to(walk->text())) << walk->text();
    EXPECT_EQ(again->key(), walk->key()) << each;
  }
  EXPECT_EQ(keys.size(), std::size(rights));
  ASSERT_TRUE(walk->go_to("rr2krr1/8/8/8/8/8/8/RR2KRR1 w GAga - 0 1"));
  EXPECT_TRUE(keys.contains(walk->key())) << "KQkq in other words";
}

// Recorded games go on after draws that nobody has claimed.
TEST(ChessPolyglotKey, ReadsMovesBeyondTheFiftyMoveRule) {
  const Position position = parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 120 90").value();
  EXPECT_FALSE(parse_move(position, "Ra8+"));
  EXPECT_TRUE(read_move(position, "Ra8+"));
  EXPECT_FALSE(read_move(position, "Rb8+"));
}

}  // namespace tabiya::chess::chess_polyglot_key_test
