
#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/books/move_book_input.h"
#include "tools/jobs/lines_file.h"

namespace tabiya::tools::grow_section_test {

constexpr const char* kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

class GrowSection : public ::testing::Test {
 protected:
  GrowSection() {
    write_file(
        folder_.path("games.pgn"),
        "[White \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"b\"]\n\n1. e4 c5 *\n\n[White \"c\"]\n\n1. e4 e5 *\n");
  }
  booksearch::LinesJob read(const std::string& grow, const std::string& side = "Black") const {
    return parse_lines_file("game = \"chess\"\n[lines]\nnodes = 10\npositions = 80\nside = \"" + side +
                                "\"\n[grow]\n" + grow,
                            folder_.path("job.toml"))
        .job;
  }
  std::string refusal(const std::string& grow, const std::string& side = "Black") const {
    return failure_of([&] { read(grow, side); });
  }

  TemporaryFolder folder_;
};

TEST_F(GrowSection, CountsHowOftenMovesWerePlayed) {
  const booksearch::LinesJob job =
      read("replies = \"games.pgn\"\nsmoothing = 2.5\nfloor = 0.1\nown = 1\nother = 4");
  const booksearch::Likelihood& replies = job.growth.replies;
  EXPECT_EQ(replies.sides, (std::array{true, false})) << "the other side's";
  EXPECT_EQ(replies.smoothing, 2.5);
  EXPECT_EQ(replies.floor, 0.1);
  EXPECT_EQ(job.growth.bounds.moves, (std::array<std::size_t, 2>{4, 1}));
  const auto walk = game_of_move_books().make_book_walk();
  ASSERT_TRUE(walk->go_to(kAfterE4).ok());
  const auto moves = replies.games->find(walk->key());
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0].weight + moves[1].weight, 3u);
  EXPECT_EQ(read("replies = \"games.pgn\"", "both").growth.replies.sides, (std::array{true, true}));
}

TEST_F(GrowSection, TakesABookOfMovesAsWell) {
  const auto walk = game_of_move_books().make_book_walk();
  const MoveBook book{{{.key = walk->key(), .move = *walk->read("e2e4"), .weight = 7}}};
  const std::vector<std::byte> file = write_polyglot(book);
  write_file(folder_.path("book.bin"), as_text(file));
  EXPECT_EQ(read("replies = \"book.bin\"").growth.replies.games->find(walk->key())[0].weight, 7u);
}

TEST_F(GrowSection, ReadsSeedsAndFocus) {
  const booksearch::LinesJob job =
      read("seeds = [\"games.pgn\", \"games.pgn\"]\nseed_positions = 7\nfocus = \"" + std::string(kAfterE4) +
           "\"\nfocus_positions = 20");
  EXPECT_EQ(job.growth.seed_positions, 7u);
  const auto walk = game_of_move_books().make_book_walk();
  EXPECT_EQ(job.growth.seeds->find(walk->key())[0].weight, 6u);
  EXPECT_EQ(read("focus = \"startpos\"\nfocus_positions = 1").growth.focus, std::vector{walk->key()});
  walk->play(*walk->read("e2e4"));
  EXPECT_EQ(job.growth.focus, std::vector{walk->key()});
  EXPECT_EQ(job.growth.wanted(), 100u);
}

TEST_F(GrowSection, SaysWhatIsWrong) {
  write_file(folder_.path("other.pgn"), "[Variant \"Atomic\"]\n\n1. e4 *\n");
  EXPECT_THAT(refusal("own = 1", "both"), HasSubstr("line 7: grow.own: is for a book for one side"));
  EXPECT_THAT(refusal("focus = \"nowhere\"\nfocus_positions = 1"),
              HasSubstr("line 7: grow.focus: nowhere, "));
  EXPECT_THAT(refusal("focus = \"startpos\""), HasSubstr("focus_positions: is missing"));
  EXPECT_THAT(refusal("replies = 7"), HasSubstr("must be a text in quotation marks, or several in brackets"));
  EXPECT_THAT(refusal("seeds = []"), HasSubstr("must be a text in quotation marks, or several in brackets"));
  EXPECT_THAT(refusal("replies = \"other.pgn\""),
              StartsWith(folder_.path("other.pgn") + ": holds no game of "));
  EXPECT_THAT(refusal("replies = \"none.pgn\""), HasSubstr("none.pgn: "));
  EXPECT_THAT(refusal("replies = \"job.toml\""), HasSubstr("job.toml: "));
  EXPECT_THAT(refusal("replies = [\"games.pgn\", \"book.bin\"]"), HasSubstr("book.bin: only files of games"));
  EXPECT_THAT(refusal("likely = 1"), HasSubstr("likely"));
  EXPECT_THAT(refusal("seed_positions = 9"),
              HasSubstr("grow.seed_positions: goes with seeds, which is missing"));
  EXPECT_THAT(refusal("focus_positions = 9"),
              HasSubstr("grow.focus_positions: goes with focus, which is missing"));
  EXPECT_THAT(refusal("floor = 0.1"), HasSubstr("grow.floor: goes with replies, which is missing"));
  EXPECT_THAT(refusal("replies = \"\""), HasSubstr("grow.replies: is empty"));
}

TEST_F(GrowSection, RefusesGamesWhereUpperConfidenceBoundsChoose) {
  const std::string side = "Black\"\nconfidence = 0.2 # \"";
  EXPECT_DOUBLE_EQ(read("", side).growth.costs.confidence, 2'000);
  EXPECT_THAT(refusal("replies = \"games.pgn\"", side),
              HasSubstr("does not go with `confidence` of [lines]"));
}

TEST_F(GrowSection, ReferenceListsEveryKey) {
  for (const char* key : {"replies", "smoothing", "floor", "own", "other", "seeds", "seed_positions", "focus",
                          "focus_positions"})
    EXPECT_THAT(lines_file_reference(), HasSubstr(std::string("\n") + key)) << key;
}

}  // namespace tabiya::tools::grow_section_test
