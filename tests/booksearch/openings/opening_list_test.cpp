#include "booksearch/openings/opening_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/games/games.h"

namespace tabiya::booksearch::opening_list_test {

using ::testing::ElementsAre;
using ::testing::SizeIs;

OpeningsJob job_with(std::uint32_t wanted, int distance, std::uint64_t seed = 1) {
  OpeningsJob job;
  job.game = find_game("chess");
  job.in_centipawns = true;
  job.pairs = "sample 40";
  job.wanted = wanted;
  job.distance = distance;
  job.seed = seed;
  return job;
}

// All of the sample belong, some more surely than others.
WindowFindings result_for(const OpeningsJob& job, const Candidates& candidates) {
  WindowFindings result;
  for (std::uint32_t i = 0; i < candidates.size(); ++i)
    result.memberships.push_back({{80 + i, {300, 640, 60}, 9, 5'000}, 2, i % 2 == 0 ? 1 : 0.75});
  result.list = choose(result.memberships, selection_of(job, candidates), 0.5);
  return result;
}

std::vector<std::string> lines(OpeningFormat format, const OpeningsJob& job, const Candidates& candidates) {
  std::istringstream text(opening_text(format, job, candidates, result_for(job, candidates), "Engine 1"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> sorted(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  return lines;
}

int squares_apart(const std::string& a, const std::string& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] == b[i] ? 0 : 1;
  return count;
}

TEST(OpeningList, TheSeedGivesTheOrder) {
  const OpeningsJob job = job_with(0, 0);
  const Candidates candidates = Candidates::make(job).value();
  const auto first = lines(OpeningFormat::kFen, job, candidates);
  const auto second = lines(OpeningFormat::kFen, job_with(0, 0, 2), candidates);
  ASSERT_THAT(first, SizeIs(40));
  EXPECT_NE(first, second);
  EXPECT_EQ(sorted(first), sorted(second));
}

TEST(OpeningList, TheSurestAreTaken) {
  const OpeningsJob job = job_with(15, 0);
  const Candidates candidates = Candidates::make(job).value();
  const WindowFindings result = result_for(job, candidates);
  ASSERT_THAT(result.list, SizeIs(15));
  for (const std::uint32_t candidate : result.list) EXPECT_EQ(candidate % 2, 0u);
}

// Each pair of arrays fills sixteen squares that may differ.
TEST(OpeningList, NoTwoAreNearerThanTheJobSays) {
  for (const int distance : {1, 12, 14, 17}) {
    const OpeningsJob job = job_with(0, distance);
    const Candidates candidates = Candidates::make(job).value();
    const auto list = lines(OpeningFormat::kFen, job, candidates);
    EXPECT_EQ(list.size() == 1, distance == 17);
    for (const std::string& a : list) {
      for (const std::string& b : list) {
        EXPECT_TRUE(a == b || squares_apart(a, b) >= distance);
      }
    }
  }
}

TEST(OpeningList, IsWrittenInFourFormats) {
  OpeningsJob job = job_with(1, 0);
  job.pairs = "same";
  const Candidates candidates = Candidates::make(job).value();
  WindowFindings result;
  result.memberships.resize(960);
  result.memberships[518] = {{-35, {20, 940, 40}, 9, 5'000}, 1, 0.9};
  result.list = {518};
  const auto text = [&](OpeningFormat format) {
    return opening_text(format, job, candidates, result, "Engine 1");
  };
  const std::string board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  EXPECT_EQ(text(OpeningFormat::kFen), board + " 0 1\n");
  EXPECT_EQ(text(OpeningFormat::kEpd), board +
                                           " ce -35; acd 9; acn 5000; c0 \"probability 0.900\"; c1 \"draw "
                                           "rate 94.0 %\"; c2 \"Engine 1\";\n");
  EXPECT_EQ(text(OpeningFormat::kCsv),
            "position,first_setup,second_setup,score,wins,draws,losses,probability,stage,depth,nodes\n" +
                board + " 0 1,RNBQKBNR,RNBQKBNR,-35,20,940,40,0.900000,2,9,5000\n");
  EXPECT_EQ(
      text(OpeningFormat::kPgn),
      "[Event \"start positions\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"?\"]\n"
      "[Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"" +
          board +
          " 0 1\"]\n[Judgement \"ce -35, depth 9, nodes 5000, probability 0.900, draw rate 94.0 %, Engine 1\"]\n\n*\n\n");
}

TEST(OpeningList, AnEnginesNameAddsNothing) {
  OpeningsJob job = job_with(1, 0);
  job.pairs = "same";
  const Candidates candidates = Candidates::make(job).value();
  WindowFindings result;
  result.memberships.resize(960);
  result.list = {518};
  const auto text = [&](OpeningFormat format) {
    return opening_text(format, job, candidates, result, R"(X"; pm e4; c9 "\} *)");
  };
  EXPECT_THAT(text(OpeningFormat::kEpd), ::testing::EndsWith("c2 \"X'; pm e4; c9 ''} *\";\n"));
  EXPECT_THAT(text(OpeningFormat::kPgn), ::testing::EndsWith(R"(X\"; pm e4; c9 \"\\} *"])"
                                                             "\n\n*\n\n"));
}

TEST(OpeningList, TheFormatIsAsTheNameEnds) {
  EXPECT_EQ(opening_format("", "a.pgn"), OpeningFormat::kPgn);
  EXPECT_EQ(opening_format("", "a.b.fen"), OpeningFormat::kFen);
  EXPECT_EQ(opening_format("", "list"), OpeningFormat::kEpd);
  EXPECT_EQ(opening_format("csv", "a.fen"), OpeningFormat::kCsv);
  EXPECT_EQ(opening_format("", "m.npy"), OpeningFormat::kNpy);
}

}  // namespace tabiya::booksearch::opening_list_test
