// Moves that come from books.
#include <sys/stat.h>

#include "core/book/book_walk.h"
#include "core/book/polyglot_file.h"
#include "tests/support/bytes.h"
#include "tests/support/temporary_folder.h"
#include "tests/tools/program_run.h"
#include "tests/tools/uci_server/server_run.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools::uci_book_test {

// A book whose moves are given as lines of play, each with the weight of its last move.
std::string book_of(const std::map<std::string, int>& lines) {
  MoveBook book;
  for (const auto& [line, weight] : lines) {
    const std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const MoveCode move = walk->read(word).value();
      if (words.peek() == EOF)
        book.moves.push_back(
            {.key = walk->key(), .move = move, .weight = static_cast<std::uint64_t>(weight)});
      walk->play(move);
    }
  }
  sort_moves(book);
  return std::string(as_text(write_polyglot(book)));
}

class UciBook : public ::testing::Test {
 protected:
  void SetUp() override {
    use("BookFile",
        {{"h4", 1}, {"a4", 3}, {"a3", 0}, {"a4 h5", 2}, {"a4 h5 a5", 1}, {"a4 h5 a5 h4", 1}, {"g4 a5", 7}});
    run.tell("setoption name OwnBook value true");
  }

  void use(const std::string& option, const std::map<std::string, int>& lines) {
    const std::string path = folder.path(option + ".bin");
    write_file(path, book_of(lines));
    run.tell("setoption name " + option + " value <empty>");  // what is already open is not read again
    run.tell("setoption name " + option + " value " + path);
  }
  // The answer in a position, "none" if it does not come from a book.
  std::string played(const std::string& position, const std::string& go = "go depth 1") {
    run.tell("position " + position);
    run.tell(go);
    const std::vector<std::string> lines = run.until("bestmove");
    const bool is_of_book = lines.size() == 2 && lines[0].starts_with("info string book: ");
    return is_of_book ? lines.back() : "none";
  }

  TemporaryFolder folder;
  ServerRun run;
};

TEST_F(UciBook, OfAnotherGameIsToldOfOnce) {
  run.tell("setoption name UCI_Variant value ard_ri");
  std::size_t notes = 0;
  for (int i = 0; i < 2; ++i) {
    run.tell("position startpos");
    run.tell("go depth 1");
    for (const std::string& line : run.until("bestmove"))
      notes += line.ends_with("BookFile.bin: is a book of chess, not of ard_ri: it is not asked");
  }
  EXPECT_EQ(notes, 1u);
}

TEST_F(UciBook, AnswersWithTheHeaviestMoveAndTheReply) {
  for (const char* go : {"go depth 1", "go nodes 10", "go wtime 1000 btime 1000", "go movetime 10"})
    EXPECT_EQ(played("startpos", go), "bestmove a2a4 ponder h7h5") << go;
  EXPECT_EQ(played("startpos moves a2a4 h7h5"), "bestmove a4a5 ponder h5h4");
  EXPECT_EQ(played("startpos moves a2a4 h7h5 a4a5"), "bestmove h5h4");
}

TEST_F(UciBook, ThinksWhereTheBookKnowsNoMove) {
  EXPECT_EQ(played("startpos moves e2e4"), "none");
  EXPECT_EQ(played("startpos moves a2a3"), "none");
}

TEST_F(UciBook, IsUsedOnlyIfWanted) {
  run.tell("setoption name OwnBook value false");
  EXPECT_EQ(played("startpos"), "none");
}

TEST_F(UciBook, DoesNotSpeakWhereASearchIsWanted) {
  EXPECT_EQ(played("startpos", "go depth 1 searchmoves a2a4"), "none");
  EXPECT_EQ(played("startpos", "go depth 1 mate 1"), "none");
  run.tell("go infinite");
  run.until("info depth 1 ");
  EXPECT_THAT(run.answer("stop", "bestmove"), StartsWith("bestmove "));
  run.tell("setoption name UCI_AnalyseMode value true");
  EXPECT_EQ(played("startpos"), "none");
}

TEST_F(UciBook, HoldsItsAnswerWhileTheGuiPonders) {
  run.tell("position startpos moves a2a4 h7h5");
  for (const char* end : {"ponderhit", "stop"}) {
    run.tell("go ponder wtime 1000 btime 1000");
    EXPECT_THAT(run.answer("isready", "readyok"), "readyok");
    EXPECT_THAT(run.said(), Not(Contains(StartsWith("bestmove"))));
    EXPECT_EQ(run.answer(end, "bestmove"), "bestmove a4a5 ponder h5h4");
  }
}

TEST_F(UciBook, EndsAtItsDepth) {
  run.tell("setoption name BookDepth value 2");
  EXPECT_EQ(played("startpos moves a2a4"), "bestmove h7h5 ponder a4a5");
  EXPECT_EQ(played("startpos moves a2a4 h7h5"), "none");
}

TEST_F(UciBook, HasASecondBehindTheFirst) {
  use("Book2File", {{"a4", 1}, {"a4 a5", 1}, {"e4", 1}, {"e4 e5", 1}});
  EXPECT_EQ(played("startpos moves a2a4"), "bestmove h7h5 ponder a4a5");
  EXPECT_EQ(played("startpos moves e2e4"), "bestmove e7e5");
  run.tell("setoption name BookDepth value 1");
  EXPECT_EQ(played("startpos moves a2a4"), "bestmove a7a5");
  run.tell("setoption name Book2Depth value 1");
  EXPECT_EQ(played("startpos moves a2a4"), "none");
}

TEST_F(UciBook, VariesIfWanted) {
  const auto share_of_a4 = [&](int variety) {
    run.tell("setoption name BookVariety value " + std::to_string(variety));
    int count = 0;
    for (int tries = 0; tries < 400; ++tries) count += played("startpos").starts_with("bestmove a2a4");
    return count;
  };
  EXPECT_EQ(share_of_a4(0), 400);
  const int proportional = share_of_a4(100);  // 3 of 4
  EXPECT_GT(proportional, 260);
  EXPECT_LT(proportional, 340);
  EXPECT_GT(share_of_a4(50), 340);  // 9 of 10
}

TEST_F(UciBook, BreaksOffWhereAPositionComesAgain) {
  use("BookFile", {{"Nf3", 1}, {"Nf3 Nf6", 1}, {"Nf3 Nf6 Ng1", 1}, {"Nf3 Nf6 Ng1 Ng8", 1}});
  use("Book2File", {{"Nf3", 1}});
  EXPECT_EQ(played("startpos moves g1f3 g8f6 f3g1"), "bestmove f6g8 ponder g1f3");
  EXPECT_EQ(played("startpos moves g1f3 g8f6 f3g1 f6g8"), "none");
}

TEST_F(UciBook, GoesOnFromAnyPosition) {
  EXPECT_EQ(played("fen rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1 moves h7h5"),
            "bestmove a4a5 ponder h5h4");
}

TEST_F(UciBook, CastlesAsTheGuiWantsIt) {
  use("BookFile", {{"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", 1}});
  const std::string line = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
  EXPECT_EQ(played(line), "bestmove e1g1");
  run.tell("setoption name UCI_Chess960 value true");
  EXPECT_EQ(played(line), "bestmove e1h1");
}

TEST_F(UciBook, StaysWhereTheNextCannotBeRead) {
  write_file(folder.path("cut.bin"), "0123456789");
  write_file(folder.path("text.txt"), "no book");
  for (const std::string& path :
       {folder.path("cut.bin"), folder.path("text.txt"), folder.path("nowhere.bin"), std::string("-")}) {
    EXPECT_THAT(run.answer("setoption name BookFile value " + path, "info string"),
                StartsWith("info string option BookFile: "))
        << path;
    EXPECT_EQ(played("startpos"), "bestmove a2a4 ponder h7h5") << path;
  }
  run.tell("setoption name BookFile value <empty>");
  EXPECT_THAT(run.said(), IsEmpty());
  EXPECT_EQ(played("startpos"), "none");
}

// To open one would wait for the other end of the pipe.
TEST_F(UciBook, OpensNoPipes) {
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string option : {"BookFile", "Book2File", "EvalFile", "Log File"})
    EXPECT_EQ(run.answer("setoption name " + option + " value " + pipe, "info string"),
              "info string option " + option + ": " + pipe + ": is not a regular file; name one");
  EXPECT_EQ(played("startpos"), "bestmove a2a4 ponder h7h5");
}

TEST_F(UciBook, IsOfItsGameAlone) {
  run.tell("setoption name UCI_Variant value ard_ri");
  EXPECT_EQ(played("startpos"), "none");
  run.tell("setoption name UCI_Variant value chess");
  EXPECT_EQ(played("startpos"), "bestmove a2a4 ponder h7h5");
}

TEST(UciBookCommand, PlaysFromABook) {
  const TemporaryFolder folder;
  write_file(folder.path("a.bin"), book_of({{"b4", 1}}));
  EXPECT_THAT(output_of(run_tabiya({"uci"}, "setoption name BookFile value " + folder.path("a.bin") +
                                                "\nsetoption name OwnBook value true\ngo movetime 60000\n")),
              AllOf(HasSubstr("info string book: b4 of "), HasSubstr("\nbestmove b2b4\n")));
}

}  // namespace tabiya::tools::uci_book_test
