// The commands of `book` on books of moves.
#include "core/book/book_walk.h"
#include "core/book/polyglot_file.h"
#include "core/game/game_module.h"
#include "core/random.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools::move_book_command_test {

// Adds the last of these moves to the book.
void add(MoveBook& book, const std::string& line, std::uint64_t weight) {
  const std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const MoveCode move = walk->read(word).value();
    if (words.peek() == EOF) {
      BookMove entry;
      entry.key = walk->key();
      entry.move = move;
      entry.weight = weight;
      book.moves.push_back(entry);
    }
    walk->play(move);
  }
  sort_moves(book);
}

MoveBook sample() {
  MoveBook book;
  add(book, "e4", 30);
  add(book, "d4", 10);
  add(book, "e4 e5", 5);
  add(book, "e4 e5 Nf3", 4);
  add(book, "d4 e6", 3);
  add(book, "d4 e6 e4", 2);  // which 1. e4 e6 2. d4 leads to, too
  add(book, "e4 e6", 1);
  add(book, "e4 e6 d4", 1);
  add(book, "d4 e6 e4 d5", 7);
  return book;
}

struct Files {
  TemporaryFolder folder;

  std::string add(const std::string& name, const MoveBook& book) const {
    write_file(folder.path(name), std::string(as_text(write_polyglot(book))));
    return folder.path(name);
  }
};

TEST(MoveBookCommand, ListsATreeFromTheStart) {
  const Files files;
  EXPECT_EQ(clean_output_of(run_tabiya({"book", "list", files.add("a.bin", sample())})),
            "  1. e4                              30   75.0 %\n"
            "    1... e5                           5   83.3 %\n"
            "      2. Nf3                          4  100.0 %\n"
            "    1... e6                           1   16.7 %\n"
            "      2. d4                           1  100.0 %\n"
            "        2... d5                       7  100.0 %\n"
            "  1. d4                              10   25.0 %\n"
            "    1... e6                           3  100.0 %\n"
            "      2. e4                           2  100.0 %  (listed elsewhere)\n");
}

// The sample among 300,000 entries of positions that nothing leads to: a file that is too large to be read as a whole.
MoveBook large_sample() {
  MoveBook book = sample();
  Random random(5);
  for (int i = 0; i < 300'000; ++i) book.moves.push_back({.key = random.next(), .move = 0x31c, .weight = 1});
  sort_moves(book);
  return book;
}

TEST(MoveBookCommand, SearchesLargeFilesWhereTheyStand) {
  const Files files;
  const std::string small = files.add("small.bin", sample()), large = files.add("large.bin", large_sample());
  const std::vector<std::vector<std::string>> commands{
      {"probe", "", "startpos"},
      {"probe", "", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "--json"},
      {"list", "", "--plies", "2"}};
  for (const auto& command : commands) {
    const auto of = [&](const std::string& book) {
      std::vector<std::string> line{"book"};
      for (const std::string& word : command) line.push_back(word.empty() ? book : word);
      return run_tabiya(line);
    };
    EXPECT_EQ(of(large), of(small)) << command[0];
    require(of(large));
  }
  std::filesystem::rename(large, files.folder.path("unnamed"));
  EXPECT_EQ(run_tabiya({"book", "probe", files.folder.path("unnamed"), "startpos"}),
            run_tabiya({"book", "probe", small, "startpos"}));
  const Json facts = parsed(run_tabiya({"book", "info", files.folder.path("unnamed"), "--json"}).out);
  EXPECT_EQ(facts["entries"], 300'009);
  EXPECT_EQ(facts["unreached_entries"], 300'000);
}

TEST(MoveBookCommand, SaysThatALargeFileIsDamaged) {
  const Files files;
  MoveBook book = large_sample();
  std::ranges::rotate(book.moves, book.moves.begin() + 100'000);
  const std::string path = files.add("a.bin", book);
  EXPECT_THAT(refusal_of(refused({"book", "probe", path, "startpos"})),
              AllOf(StartsWith("tabiya: " + path + ", byte "), HasSubstr("--fix` mends it")));
  std::filesystem::resize_file(path, 5'000'001);
  EXPECT_THAT(refused({"book", "probe", path, "startpos"}).err, HasSubstr("the last one has 1; "));
}

TEST(MoveBookCommand, MendsDamagedFiles) {
  const Files files;
  MoveBook book = sample();
  book.moves.push_back(book.moves[2]);  // once more, and out of order
  BookMove illegal = book.moves[0];
  illegal.move = 0x0fff;
  book.moves.push_back(illegal);
  std::string file(as_text(write_polyglot(book)));
  file += "cut";
  const std::string path = files.folder.path("a.bin"), out = files.folder.path("b.bin");
  write_file(path, file);
  EXPECT_THAT(refused({"book", "merge", path, "--out", out}).err, HasSubstr("--fix` mends it"));
  const ProgramRun run = run_tabiya({"book", "merge", path, "--fix", "--out", out});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err,
              HasSubstr("a.bin: 2 entries out of order, 1 illegal move and 1 repeated move left out, "
                        "and the 3 bytes of a part of an entry\n"));
  EXPECT_EQ(read_polyglot(test::bytes_of(read_file(out))).value(), sample());
  EXPECT_EQ(run_tabiya({"book", "merge", out, "--fix", "--out", path, "--force"}).err, "");
  EXPECT_EQ(refused({"book", "merge", "shipped", "--fix", "--out", path, "--force"}).exit_code, 2);
}

TEST(MoveBookCommand, LooksUpThePositionsOfStandardInput) {
  const Files files;
  const std::string path = files.add("a.bin", sample());
  const ProgramRun run = run_tabiya({"book", "probe", path, "-"}, "startpos\n");
  EXPECT_EQ(run, run_tabiya({"book", "probe", path, "startpos"}));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run_tabiya({"book", "probe", path, "-"}, "startpos\nnonsense\n").err,
              HasSubstr("standard input, line 2, byte 1: unknown man"));
}

TEST(MoveBookCommand, ListsBooksOfOneSide) {
  const Files files;
  MoveBook white, black;
  add(white, "e4", 1);
  add(white, "e4 e5 Nf3", 2);
  add(white, "e4 c5 c3", 3);
  add(black, "d4 d5", 4);
  EXPECT_EQ(run_tabiya({"book", "list", files.add("w.bin", white)}),
            prints("  1. e4                               1  100.0 %\n"
                   "    1... c5                           -\n"
                   "      2. c3                           3  100.0 %\n"
                   "    1... e5                           -\n"
                   "      2. Nf3                          2  100.0 %\n"));
  EXPECT_EQ(run_tabiya({"book", "list", files.add("b.bin", black)}),
            prints("  1. d4                               -\n"
                   "    1... d5                           4  100.0 %\n"));
}

TEST(MoveBookCommand, IsExportedAsTextAndReadBack) {
  const Files files;
  const std::string path = files.add("a.bin", sample());
  const std::string run = clean_output_of(run_tabiya({"book", "export", path, "--to", "epd", "--out", "-"}));
  EXPECT_THAT(run,
              StartsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; weight 30 10;\n"
                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5 e6; weight 5 1;\n"));
  const std::string back = files.folder.path("b.bin");
  EXPECT_EQ(run_tabiya({"book", "import", "-", "--from", "epd", "--out", back}, run),
            prints(back + ": 9 moves\n"));
  EXPECT_EQ(read_file(back), read_file(path));
}

TEST(MoveBookCommand, ReadsTextByPeople) {
  const Files files;
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
  const std::string path = files.folder.path("a.epd"), book = files.folder.path("a.bin");
  write_file(path, start + "bm e4; id \"first\";\n\n" + start + "bm d2d4 e2e4; weight 2 3;\n");
  EXPECT_EQ(run_tabiya({"book", "import", path, "--out", book}).out, book + ": 2 moves\n");
  EXPECT_EQ(run_tabiya({"book", "probe", book, "startpos"}).out,
            "e4            4   66.7 %\nd4            2   33.3 %\n");
}

TEST(MoveBookCommand, RefusesTextThatIsNone) {
  const Files files;
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
  for (const auto& [text, fault] :
       std::map<std::string, std::string>{{"", "standard input: is empty"},
                                          {"nonsense", "standard input, line 1"},
                                          {start + "bm e4;\n" + start + "bm e5;", "standard input, line 2"},
                                          {start, "names no move"},
                                          {start + "bm e4 d4; weight 1;", "2 moves, but 1 weights"},
                                          {start + "bm e4; weight -1;", "'-1' is not a weight"}}) {
    EXPECT_THAT(refusal_of(run_tabiya(
                    {"book", "import", "-", "--from", "epd", "--out", files.folder.path("a.bin")}, text)),
                HasSubstr(fault))
        << text;
  }
  EXPECT_THAT(refused({"book", "export", files.add("b.bin", sample()), "--to", "csv", "--out", "-"}).err,
              HasSubstr("is a book of moves; they are exported by --to epd"));
}

TEST(MoveBookCommand, IsToldFromBooksOfSetups) {
  const Files files;
  EXPECT_THAT(refusal_of(run_tabiya({"book", "list", "-"}, read_file(files.add("a.bin", sample())))),
              HasSubstr("a book of moves in PolyGlot's format, not of setups; "));
}

TEST(MoveBookCommand, CountsWhatTheStartDoesNotLeadTo) {
  const Files files;
  MoveBook book = sample();
  add(book, "Nh3 Nh6 Ng1", 1);
  book.moves.push_back({.key = ~std::uint64_t{0}, .move = 1, .weight = 1});
  book.moves.push_back({.key = book.find(0x463b96181691fc9c)[0].key, .move = 0x0fff, .weight = 1});
  sort_moves(book);
  const ProgramRun run = run_tabiya({"book", "info", files.add("a.bin", book), "--json"});
  EXPECT_EQ(
      run.out,
      "{\"game\":\"chess\",\"format\":\"polyglot\",\"entries\":12,\"positions\":9,\"reached_entries\":9,"
      "\"reached_positions\":7,\"unreached_entries\":2,\"illegal_moves\":1,\"longest_line\":4}\n");
  EXPECT_EQ(run_tabiya({"book", "list", files.folder.path("a.bin")}).err,
            "tabiya: note: " + files.folder.path("a.bin") +
                ": 2 entries cannot be reached from the start; 1 move illegal in its position\n");
}

TEST(MoveBookCommand, BeginsWhereItIsTold) {
  const Files files;
  const std::string path = files.add("a.bin", sample());
  const std::string after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_THAT(run_tabiya({"book", "list", path, "--from", after_e4, "--first", "1"}).out,
              StartsWith("  1... e5 "));
  EXPECT_EQ(run_tabiya({"book", "probe", path, after_e4}),
            prints("e5            5   83.3 %\ne6            1   16.7 %\n"));
  const ProgramRun other = run_tabiya(
      {"book", "list", path, "--from", "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1"});
  EXPECT_EQ(other, unusable("--from: Chess960 is outside PolyGlot's format: its keys know castling from the "
                            "usual squares only"));
}

TEST(MoveBookCommand, ProbeSaysWhatIsNotThere) {
  const Files files;
  const ProgramRun run =
      run_tabiya({"book", "probe", files.add("a.bin", sample()), "8/8/8/8/8/4k3/8/R3K3 w - - 0 1"});
  EXPECT_EQ(run, (ProgramRun{1, "8/8/8/8/8/4k3/8/R3K3 w - - 0 1: not in the book\n", ""}));
}

TEST(MoveBookCommand, MergesAndCompares) {
  const Files files;
  MoveBook other;
  add(other, "e4", 12);
  add(other, "c4", 6);
  const std::string a = files.add("a.bin", sample()), b = files.add("b.bin", other),
                    both = files.folder.path("both.bin");
  require(run_tabiya({"book", "diff", a, a}));
  const ProgramRun differ = run_tabiya({"book", "diff", a, b, "--list"});
  EXPECT_EQ(differ.exit_code, 1);
  EXPECT_THAT(differ.out,
              AllOf(HasSubstr("< d4 e6 e4  2\n"), HasSubstr("> c4  6\n"), HasSubstr("only in A")));
  require(run_tabiya({"book", "merge", a, b, "--out", both}));
  EXPECT_THAT(run_tabiya({"book", "probe", both, "startpos"}).out, StartsWith("e4           42"));
  require(run_tabiya({"book", "merge", a, "--out", files.folder.path("same.bin")}));
  EXPECT_EQ(read_file(files.folder.path("same.bin")), read_file(a));
}

TEST(MoveBookCommand, RefusesDamagedBooks) {
  const Files files;
  const std::string path = files.add("a.bin", sample()), whole = read_file(path);
  const std::string remedy =
      "; a book in PolyGlot's format has entries of 16 bytes by ascending key; `tabiya book merge FILE --fix` mends it";
  write_file(path, whole.substr(0, whole.size() - 1));
  EXPECT_EQ(
      refused({"book", "info", path}),
      unusable(path + ", byte 128: cut short: entries have 16 bytes, and the last one has 15" + remedy));
  write_file(path, whole.substr(16) + whole.substr(0, 16));
  EXPECT_THAT(refused({"book", "list", path}).err, HasSubstr("not sorted by key: entry 9 belongs before"));
  write_file(path, "");
  EXPECT_EQ(run_tabiya({"book", "list", path}), prints(""));
}

TEST(MoveBookCommand, IsVerified) {
  const Files files;
  const std::string path = files.add("a.bin", sample());
  EXPECT_EQ(run_tabiya({"verify", path}),
            (ProgramRun{
                0,
                path + ": a book of moves, 9 entries, 0 illegal, 0 repeated, 0 not reached from the start, 0 "
                       "findings\n",
                ""}));
  MoveBook faulty = sample();
  add(faulty, "e4", 1);
  faulty.moves.push_back({.key = game_of_move_books().make_book_walk()->key(), .move = 0x0fff});
  sort_moves(faulty);
  EXPECT_EQ(
      run_tabiya({"verify", files.add("b.bin", faulty), "--json"}),
      (ProgramRun{
          1,
          "{\"file\":\"" + files.folder.path("b.bin") +
              "\",\"kind\":\"book of moves\",\"game\":\"chess\",\"entries\":11,\"illegal\":1,\"repeated\":1,\"unreached\":0,"
              "\"findings\":2}\n",
          ""}));
}

// Debian's polyglot as an independent writer and reader.
TEST(MoveBookCommand, AgreesWithDebiansPolyglot) {
  const std::string polyglot = "/usr/games/polyglot";
  if (!std::filesystem::exists(polyglot)) GTEST_SKIP() << "Debian's package polyglot is not installed";
  const TemporaryFolder folder;
  std::string games;
  for (const char* moves : {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1-0", "1. e4 c5 2. Nf3 d6 1/2-1/2",
                            "1. d4 d5 2. e3 e5 3. dxe5 d4 4. a3 f5 5. exf6 0-1"})
    games += std::string("[Result \"*\"]\n\n") + moves + "\n\n";
  write_file(folder.path("games.pgn"), games);
  const std::string in_folder = "cd " + folder.path() + " && " + polyglot + " ";
  require(run_in_shell(in_folder + "make-book -pgn games.pgn -bin book.bin -min-game 1 -min-score 0"));
  ASSERT_GT(read_file(folder.path("book.bin")).size(), 16u * 10);
  EXPECT_THAT(run_tabiya({"book", "info", folder.path("book.bin")}).out,
              AllOf(HasSubstr("not reached       0\n"), HasSubstr("illegal moves     0\n")));
  require(run_tabiya({"book", "merge", folder.path("book.bin"), "--out", folder.path("again.bin")}));
  EXPECT_EQ(read_file(folder.path("again.bin")), read_file(folder.path("book.bin")));
  write_file(folder.path("ours.bin"), std::string(as_text(write_polyglot(sample()))));
  require(run_in_shell(in_folder + "dump-book -bin ours.bin -color white -out ours.txt"));
  EXPECT_THAT(read_file(folder.path("ours.txt")), HasSubstr("1. e4{75%} e5 2. Nf3{100%}"));
}

}  // namespace tabiya::tools::move_book_command_test
