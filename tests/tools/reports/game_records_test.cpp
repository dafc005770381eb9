#include "tools/reports/game_records.h"

#include "core/games/games.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/json.h"

namespace tabiya::tools::game_records_test {

const Json kHeader{{"match", 2}, {"first", "one"}, {"second", "two"}};
constexpr std::uint64_t kGames = 4;

const GameModule& game() { return *games().front(); }

GameRecord record(std::uint64_t number, std::optional<std::size_t> winner, const std::string& ending,
                  const std::string& detail = "") {
  return {.number = number, .winner = winner, .ending = ending, .detail = detail, .moves = {"a1a2", "h1h2"}};
}

class GameRecordsTest : public ::testing::Test {
 protected:
  void write() {
    GameRecords records({path_, false, true}, kHeader, game(), kGames);
    records.add(record(0, 0, "capture"));
    records.add(record(1, 0, "crash", "\x1b[2J"));
    records.add(record(2, std::nullopt, "ply limit"));
  }
  // What is wrong with the file, or nothing.
  std::string complaint(std::uint64_t games = kGames) {
    return failure_of([&] { GameRecords({path_, true, false}, kHeader, game(), games); });
  }
  // The same for a file with one record, that of game 0 with a field changed.
  std::string complaint_of(const std::string& field, const Json& value) {
    Json json = json_of(game(), record(0, 0, "capture"));
    json[field] = value;
    if (value.is_discarded()) json.erase(field);
    write_file(path_, checked_line(kHeader) + '\n' + checked_line(json) + '\n');
    return complaint();
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path("games");
};

TEST_F(GameRecordsTest, AreReadBack) {
  write();
  const GameRecords records({path_, true, false}, kHeader, game(), kGames);
  EXPECT_EQ(records.score().played(), (std::set<std::uint64_t>{0, 1, 2}));
  const Tally& tally = records.score().scoreboards()[0].tally();
  EXPECT_EQ(tally.wins, 1u);
  EXPECT_EQ(tally.draws, 1u);
  EXPECT_EQ(tally.losses, 1u);
  EXPECT_EQ(records.score().forfeits()[0].count(), 1u);
}

// Whatever a record holds is in the file, so that a match that continues writes the same PGN.
TEST_F(GameRecordsTest, AreTheSameWhenTheyAreReadBack) {
  GameRecord whole = record(1, 0, "crash", "\x1b[2J");
  whole.used = {std::chrono::milliseconds(7), std::chrono::milliseconds(12)};
  whole.comments = {"+0.25/12 0.340s", ""};
  whole.from = "somewhere";
  GameRecords({path_, false, true}, kHeader, game(), kGames).add(whole);
  std::vector<GameRecord> read;
  GameRecords({path_, true, false}, kHeader, game(), kGames,
              [&](const GameRecord& one) { read.push_back(one); });
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(json_of(game(), read[0]), json_of(game(), whole));
  EXPECT_EQ(read[0].comments, whole.comments);
}

TEST_F(GameRecordsTest, OfALastLineThatWasCutAreThoseBeforeIt) {
  write();
  const std::string whole = read_file(path_);
  const std::size_t last = whole.find("{\"game\":2");
  for (std::size_t size = last; size < whole.size(); ++size) {
    write_file(path_, whole.substr(0, size));
    EXPECT_EQ(GameRecords({path_, true, false}, kHeader, game(), kGames).score().played().size(), 2u) << size;
  }
}

TEST_F(GameRecordsTest, AreWhatAMatchWrites) {
  EXPECT_EQ(complaint_of("game", 0), "");
  for (const Json& game : {Json(1.5e300), Json(-5), Json("0"), Json(nullptr)})
    EXPECT_THAT(complaint_of("game", game), HasSubstr("games, line 2: 'game' is not a whole number"));
  EXPECT_THAT(complaint_of("game", 4), HasSubstr("line 2: game 4 is not one of 4; ask for as many games"));
  EXPECT_THAT(complaint_of("game", 1), HasSubstr("line 2: 'red' is not one of [\"second\"]"));
  EXPECT_THAT(complaint_of("winner", "rdd"),
              HasSubstr("line 2: 'winner' is not one of [\"red\",\"blue\",null]"));
  EXPECT_THAT(complaint_of("winner", nullptr),
              HasSubstr("line 2: 'capture' is not how a game ends that null wins"));
  EXPECT_THAT(complaint_of("ending", "ply limit"),
              HasSubstr("'ply limit' is not how a game ends that \"red\" wins"));
  EXPECT_THAT(complaint_of("ending", "boredom"), HasSubstr("line 2: 'boredom' is not how"));
  EXPECT_THAT(complaint_of("plies", 3), HasSubstr("line 2: 'plies' is not the number of its moves, 2"));
  EXPECT_THAT(complaint_of("red_ms", -1), HasSubstr("line 2: 'red_ms' is not a whole number"));
  EXPECT_THAT(complaint_of("moves", 7), HasSubstr("line 2: lacks fields that each line has"));
  EXPECT_THAT(complaint_of("blue", Json::discarded()), HasSubstr("line 2: 'blue' is not one of"));
}

TEST_F(GameRecordsTest, AreOfTheGamesOfTheMatch) {
  write();
  EXPECT_EQ(complaint(3), "");
  EXPECT_THAT(complaint(2), HasSubstr("line 4: game 2 is not one of 2"));
  const std::string whole = read_file(path_);
  write_file(path_, whole + whole.substr(whole.find("{\"game\":2")));
  EXPECT_THAT(complaint(), HasSubstr("line 5: game 2 is there twice"));
}

TEST(GameRecord, NamesTheSidesOfItsGame) {
  const GameModule& pawns = *find_game("pawn_race");
  EXPECT_EQ(json_text(json_of(pawns, record(1, 1, "win"))),
            R"({"game":1,"white":"second","black":"first","winner":"black","ending":"win","plies":2,)"
            R"("white_ms":0,"black_ms":0,"moves":"a1a2 h1h2"})");
}

TEST_F(GameRecordsTest, OfAnEarlierVersionAreRefused) {
  write_file(path_, json_text(kHeader) + "\n{\"game\":0,\"winner\":\"red\"}\n");
  EXPECT_THAT(complaint(),
              HasSubstr("games, line 1: not a line of a match, or damaged, or of an earlier version"));
}

TEST(Ordinal, IsAWordOrANumber) {
  EXPECT_EQ(ordinal(0), "first");
  EXPECT_EQ(ordinal(9), "tenth");
  EXPECT_EQ(ordinal(10), "11th");
}

}  // namespace tabiya::tools::game_records_test
