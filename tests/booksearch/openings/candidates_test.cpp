#include "booksearch/openings/candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <initializer_list>
#include <set>

#include "core/games/games.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch::candidates_test {

OpeningsJob job_of(const std::string& game, const std::string& pairs, int plies = 0, std::uint64_t seed = 1) {
  OpeningsJob job;
  job.game = find_game(game);
  job.pairs = pairs;
  job.plies = plies;
  job.seed = seed;
  return job;
}

Candidates candidates_of(const OpeningsJob& job) { return Candidates::make(job).value(); }

std::vector<std::string> texts(const OpeningsJob& job) {
  const Candidates candidates = candidates_of(job);
  std::vector<std::string> texts;
  for (std::uint32_t i = 0; i < candidates.size(); ++i) texts.push_back(candidates.position(i)->text());
  return texts;
}

std::string fault(const OpeningsJob& job) {
  const Result<Candidates> made = Candidates::make(job);
  return made ? "" : made.error().message;
}

TEST(Candidates, AreAllPairsOfASmallGame) {
  const Candidates candidates = candidates_of(job_of("pawn_race", "all"));
  ASSERT_EQ(candidates.size(), 32u);  // of mirror images one
  std::set<std::pair<SetupId, SetupId>> pairs;
  for (std::uint32_t i = 0; i < candidates.size(); ++i)
    pairs.emplace(candidates.pair(i)->red, candidates.pair(i)->blue);
  EXPECT_EQ(pairs.size(), 32u);
}

TEST(Candidates, AreAllPairsOfDoubleArrays) {
  EXPECT_EQ(candidates_of(job_of("chess", "all")).size(), 921'600u);
}

TEST(Candidates, OfASampleDifferAndDependOnTheSeed) {
  const auto first = texts(job_of("chess", "sample 300"));
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), 300u);
  EXPECT_EQ(texts(job_of("chess", "sample 300")), first);
  EXPECT_NE(texts(job_of("chess", "sample 300", 0, 2)), first);
}

TEST(Candidates, OfASquareAreAllPairsOfSomeSetups) {
  const Candidates candidates = candidates_of(job_of("zero_point_one", "square 7"));
  ASSERT_EQ(candidates.size(), 49u);
  std::set<SetupId> reds, blues;
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    reds.insert(candidates.pair(i)->red);
    blues.insert(candidates.pair(i)->blue);
  }
  EXPECT_EQ(reds.size(), 7u);
  EXPECT_EQ(blues.size(), 7u);
}

TEST(Candidates, OfTheSameHaveEqualSetups) {
  const Candidates candidates = candidates_of(job_of("chess", "same"));
  ASSERT_EQ(candidates.size(), 960u);
  EXPECT_EQ(candidates.position(518)->text(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

// Moves at random follow each pair, and the positions differ: two of them may have been the same.
TEST(Candidates, MayBeAFewMovesOn) {
  for (int plies = 0; plies <= 3; ++plies) {
    const auto positions = texts(job_of("chess", "sample 200", plies));
    EXPECT_EQ(positions.size(), 200u);
    EXPECT_EQ(std::set(positions.begin(), positions.end()).size(), positions.size());
    for (const std::string& position : positions) {
      EXPECT_NE(position.find(plies % 2 == 0 ? " w " : " b "), position.npos) << position;
      EXPECT_EQ(position.ends_with(" " + std::to_string(1 + plies / 2)), true) << position;
    }
  }
  const auto all = texts(job_of("pawn_race", "all", 3));
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
}

TEST(Candidates, ComeFromAFileEachOnce) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("pairs.txt");
  std::ofstream(path) << "# two of three\nRNBQKBNR BBQNNRKR\n"
                         "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                         "8/8/8/8/8/4k3/4p3/4K2R w K - 0 1\n";
  EXPECT_THAT(texts(job_of("chess", path)),
              ::testing::ElementsAre("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                     "8/8/8/8/8/4k3/4p3/4K2R w K - 0 1"));
}

// Clocks and en-passant squares on which nobody can capture make no other position.
TEST(Candidates, OfAFileAreDifferentPositions) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("positions.epd");
  std::ofstream(path) << "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"
                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 1\n"
                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7\n"
                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 1; id \"again\";\n"
                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1\n";
  EXPECT_THAT(texts(job_of("chess", path)),
              ::testing::ElementsAre("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                                     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1"));
}

TEST(Candidates, OfAFileMayBePairsAsTheProgramWritesThem) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("pairs.txt");
  std::ofstream(path) << "white=RNBQKBNR black=BBQNNRKR\nRNBQKBNR BBQNNRKR\nwhite=RNBQKBNR black=RNBQKBNR\n";
  const Candidates candidates = candidates_of(job_of("chess", path));
  ASSERT_EQ(candidates.size(), 2u);
  ASSERT_TRUE(candidates.pair(0));
  EXPECT_EQ(candidates.position(0)->text(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(Candidates, KeepTheOperationsOfEpd) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("positions.epd");
  std::ofstream(path)
      << "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; id \"a; b\"; ce 7;\n4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\n";
  const Candidates candidates = candidates_of(job_of("chess", path));
  EXPECT_EQ(candidates.operations(0), "id \"a; b\"; ce 7;");
  EXPECT_EQ(candidates.operations(1), "");
}

TEST(Candidates, RefuseWhatCannotBeLookedAt) {
  EXPECT_EQ(fault(job_of("zero_point_one", "all")),
            "pairs: all are 58436698320000, and more than 4000000 are too many; ask for \"sample N\"");
  EXPECT_EQ(fault(job_of("chess", "sample 0")),
            "pairs: 'sample 0': name a number from 1 to 230400; \"all\" takes every pair");
  EXPECT_EQ(fault(job_of("chess", "square x")), "pairs: 'square x': name a number from 1 to 960");
  EXPECT_EQ(fault(job_of("ard_ri", "all")), "ard_ri has no setup phase: `openings` cannot be used with it");
  EXPECT_EQ(fault(job_of("pawn_race", "sample 33")),
            "pairs: 'sample 33': name a number from 1 to 16; \"all\" takes every pair");
}

TEST(Candidates, OfAFileAreRefusedWithTheirLines) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("positions.epd");
  const auto fault_of = [&](const std::string& line) {
    std::ofstream(path) << "8/8/8/8/8/4k3/4p3/4K2R w K - 0 1\n" << line;
    return fault(job_of("chess", path));
  };
  EXPECT_EQ(fault_of("7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n"),
            path + ", line 2: the game is over in this position");
  EXPECT_THAT(fault_of("7k/5KX1/8/8/8/8/8/8 b - - 0 1\n"), ::testing::StartsWith(path + ", line 2, byte "));
  EXPECT_THAT(fault(job_of("chess", folder.path("none"))), ::testing::StartsWith(folder.path("none") + ": "));
}

// The lines of a book are followed as far as their moves are heavy enough; transpositions count once.
TEST(Candidates, ComeFromTheLinesOfABook) {
  const GameModule& chess = *find_game("chess");
  MoveBook book;
  const auto add = [&](std::initializer_list<const char*> line, std::uint64_t weight) {
    const std::unique_ptr<BookWalk> walk = chess.make_book_walk();
    for (const char* move : line) {
      const MoveCode code = walk->read(move).value();
      if (move == *(line.end() - 1))
        book.moves.push_back({.key = walk->key(), .move = code, .weight = weight});
      walk->play(code);
    }
  };
  add({"d2d4"}, 100);
  add({"g1f3"}, 50);
  add({"a2a3"}, 9);  // too light
  add({"d2d4", "d7d5"}, 1);
  add({"g1f3", "d7d5"}, 1);
  add({"d2d4", "d7d5", "g1f3"}, 1);
  add({"g1f3", "d7d5", "d2d4"}, 1);
  sort_moves(book);
  OpeningsJob job = job_of("chess", "");
  job.tree = LineTree{"book.bin", 2, 10};
  TreeBook of_tree{"book.bin", BookMoves(book), {}};
  of_tree.starts.push_back(chess.make_book_walk());
  EXPECT_EQ(Candidates::make(job).error().message, "tree: the book of its lines is not given");
  EXPECT_EQ(Candidates::make(job, &of_tree).value().size(), 2u);
  job.tree->plies = 1;
  EXPECT_EQ(Candidates::make(job, &of_tree).value().size(), 2u);
  job.tree->share = 5;
  EXPECT_EQ(Candidates::make(job, &of_tree).value().size(), 3u);
  job.tree->plies = 3;
  const Candidates both = Candidates::make(job, &of_tree).value();
  ASSERT_EQ(both.size(), 1u);
  EXPECT_EQ(both.position(0)->text(), "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2");
  job.tree->plies = 4;
  EXPECT_EQ(Candidates::make(job, &of_tree).error().message, "openings: there is no position to look at");
}

}  // namespace tabiya::booksearch::candidates_test
