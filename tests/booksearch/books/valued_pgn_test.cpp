// Books of moves with values as games in PGN.
#include "booksearch/books/valued_pgn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "booksearch/books/written_value.h"
#include "core/book/book_walk.h"
#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::booksearch::valued_pgn_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const GameModule& chess() { return *find_game("chess"); }

// The reader behind some games in PGN, and the first of their faults, as "line 2: …".
struct Reading {
  ValuedPgnReader reader{chess()};
  std::string fault;

  explicit Reading(const std::string& games) {
    PgnReader pgn(
        [&](const PgnGame& game) {
          if (!fault.empty()) return;
          if (const auto found = reader.read(game))
            fault = "line " + std::to_string(found->line) + ": " + found->message;
        },
        PgnReader::Keep::kAll);
    pgn.feed(games);
    pgn.finish();
  }
};

ValuedBook book_of(const std::string& games) { return Reading(games).reader.finish().value(); }

// The book's knowledge of a position.
std::string known(const ValuedBook& book, const std::string& position) {
  const std::unique_ptr<BookWalk> walk = chess().make_book_walk();
  EXPECT_TRUE(walk->go_to(position).ok());
  return book_position_text(known_position(book, walk->key()));
}

// Games as others annotate them.
constexpr const char* kAnnotated =
    "[Event \"?\"]\n[Annotator \"A person\"]\n\n"
    "1. e4 (1. d4 e6 2. e4 (2. c4 {[%eval 0.2]})) (1. c4 {[%eval 0.10] good}) (1. a3 {[%eval -0.3]})\n"
    "1... e5 {[%eval 0.30,20] solid} (1... e6 2. d4 d5 {[%clk 0:01:00] [%eval 0.5]}) 2. Nf3 Nc6 *\n\n"
    "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# *\n";

}  // namespace

TEST(ValuedPgn, ComesBackAsTheSameBook) {
  const std::string games = pgn_of(book_of(kAnnotated), chess(), "").value();
  EXPECT_THAT(games, StartsWith("[Event \"Book of moves\"]\n"));
  EXPECT_THAT(games, HasSubstr("[Annotator \"A person\"]\n"));
  EXPECT_EQ(pgn_of(book_of(games), chess(), "").value(), games);
}

TEST(ValuedPgn, TakesValuesUpFromTheEndsOfLines) {
  const ValuedBook book = book_of(kAnnotated);
  EXPECT_EQ(known(book, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"),
            "for the side to move: won in 1 ply");
  EXPECT_EQ(known(book, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
            "the game is over: lost in 0 plies");
  EXPECT_EQ(known(book, "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"), "not in the book")
      << "a move outside the book";
  EXPECT_EQ(book.meta().judge, "A person");
  EXPECT_EQ(book.meta().search_error, kUnstatedError);
}

TEST(ValuedPgn, SaysWhereGamesCannotBePlayed) {
  const auto fault = [](const std::string& games) { return Reading(games).fault; };
  EXPECT_THAT(fault("1. e4\ne4 {[%eval 0.1]} *"), StartsWith("line 2: illegal move 'e4'"));
  EXPECT_EQ(fault("(1. e4) *"), "line 1: a variation of no move");
  EXPECT_THAT(fault("1. e4 (1. d4"), HasSubstr("a variation is not closed"));
  EXPECT_THAT(fault("[FEN \"8/8 w\"]\n\n1. e4 *"), StartsWith("line 1: FEN: "));
  std::string nested = "1. e4 ";
  for (int i = 0; i < 2'000; ++i) nested += "(1. d4 ";
  EXPECT_EQ(fault(nested + std::string(2'000, ')')), "line 1: too many variations within each other");
  for (const char* without : {"", "1. e4 e5 *", "1. e4 {[%eval x]} (1. d4 {+0.1 +/- -2}) *"}) {
    Reading reading(without);
    EXPECT_EQ(reading.fault, "");
    EXPECT_THAT(reading.reader.finish().error().message, StartsWith("no move has a value behind it"));
  }
}

TEST(WrittenValue, ComesBackFromTheCommentsOfGames) {
  Random random(1);
  for (int i = 0; i < 1'000; ++i) {
    BookValue value{rounded_value(static_cast<Score>(random.below(40'000)) - 20'000),
                    rounded_error(static_cast<Score>(random.below(5'000)))};
    if (random.below(4) == 0)
      value = {random.below(2) == 0 ? win_in(static_cast<int>(random.below(60)))
                                    : loss_in(static_cast<int>(random.below(60))),
               0};
    std::string text = book_value_text(value);
    if (const std::size_t at = text.find("±"); at != text.npos) text.replace(at, 2, "+/-");
    for (const std::string& comment :
         {text, "[%eval 0.12] " + text, text + "  (outside the book)  181 nodes"})
      EXPECT_EQ(commented_value(comment, 0), value) << comment;
  }
  EXPECT_EQ(commented_effort("+0.1 +/- 0.2  181 nodes"), effort_of(181));
  EXPECT_EQ(commented_effort("nodes"), kUnknownEffort);
  EXPECT_EQ(commented_value("a good move", 0), std::nullopt);
  EXPECT_EQ(score_in("-0.25"), Score{-2'500});
  EXPECT_EQ(score_in("many"), std::nullopt);
}

TEST(WrittenValue, ReadsEvaluationsOfOtherPrograms) {
  const auto value = [](const std::string& comment, int side) {
    return commented_value(comment, side)->value;
  };
  EXPECT_EQ(value("[%eval 0.50]", 0), -value("[%eval 0.50]", 1));
  EXPECT_GT(value("[%eval 0.50,20] solid", 0), 0);
  EXPECT_EQ(value("[%eval #3]", 0), win_in(7)) << "White, who has just moved, mates three moves later";
  EXPECT_EQ(value("[%eval #-3]", 0), loss_in(6));
  EXPECT_EQ(value("[%eval #3]", 1), loss_in(6));
  EXPECT_EQ(commented_value("[%eval 1e9]", 0), std::nullopt);
}

}  // namespace tabiya::booksearch::valued_pgn_test
