#include "tests/tools/program_run.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools::data_text_command_test {

using Arguments = std::vector<std::string>;

class DataTextCommandTest : public ::testing::Test {
 protected:
  std::string games(const std::string& game) {
    require(run_tabiya({"selfplay", "--game", game, "--net", "linear", "--depth", "1", "--games", "64",
                        "--leaves", "2", "--out", data_, "--force"}));
    return data_;
  }
  ProgramRun to_text(const std::string& data, const std::string& format, const std::string& out) {
    return run_tabiya({"data", "export", data, "--to", format, "--out", out, "--force"});
  }
  ProgramRun from_text(const std::string& file, const std::string& format, const std::string& game,
                       const std::string& out) {
    return run_tabiya({"data", "import", file, "--from", format, "--game", game, "--out", out, "--force"});
  }
  static std::vector<std::byte> records_of(const std::string& path) {
    DataReader reader = open_data(path);
    std::vector<std::byte> records;
    while (const auto chunk = take(reader.next()))
      records.insert(records.end(), chunk->records.begin(), chunk->records.end());
    return records;
  }

  TemporaryFolder folder_;
  std::string data_ = folder_.path("games.tbd"), text_ = folder_.path("text"), again_ = folder_.path("again"),
              imported_ = folder_.path("imported.tbd");
};

TEST_F(DataTextCommandTest, EpdHoldsAllThatRecordsHold) {
  for (const std::string game : {"zero_point_one", "ard_ri", "chess"}) {
    games(game);
    require(to_text(data_, "epd", text_));
    require(from_text(text_, "epd", game, imported_));
    EXPECT_TRUE(records_of(imported_) == records_of(data_)) << game;
    require(run_tabiya({"data", "info", imported_}));
  }
}

// Nothing tells where a game ends, and still some positions can be set aside.
TEST_F(DataTextCommandTest, PositionsWithoutResultsCanBeTrainedOn) {
  std::string text;
  for (int i = 0; i < 5'000; ++i)
    text += "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce " + std::to_string(i) + ";\n";
  write_file(text_, text);
  require(from_text(text_, "epd", "chess", imported_));
  require(
      run_tabiya({"train", imported_, "--model", "linear", "--mix", "1", "--epochs", "1", "--out", again_}));
}

TEST_F(DataTextCommandTest, TextComesBackAsItWas) {
  for (const std::string game : {"zero_point_one", "ard_ri", "chess"}) {
    games(game);
    EXPECT_THAT(to_text(data_, "text", text_).out, HasSubstr("without a result left out"));
    require(from_text(text_, "text", game, imported_));
    require(to_text(imported_, "text", again_));
    EXPECT_TRUE(read_file(again_) == read_file(text_)) << game;
    EXPECT_FALSE(read_file(text_).empty());
  }
}

TEST_F(DataTextCommandTest, ReadsAndWritesWhatOthersDo) {
  write_file(text_,
             "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | 35 | 0.5\n"
             "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 | -120 | 1.0\n");
  require(from_text(text_, "text", "chess", imported_));
  require(to_text(imported_, "epd", again_));
  EXPECT_EQ(
      read_file(again_),
      "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2; ce 35; logit 0.129; c9 "
      "\"1/2-1/2\";\n"
      "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - hmvc 1; fmvn 2; ce 120; logit 0.442; c9 "
      "\"1-0\";\n");
  write_file(text_,
             "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"a; b\"; ce -35; c9 \"0-1\";\n");
  require(from_text(text_, "epd", "chess", imported_));
  require(to_text(imported_, "text", again_));
  EXPECT_EQ(read_file(again_), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 | -35 | 0.0\n");
}

TEST_F(DataTextCommandTest, NamesTheLineThatIsWrongAndWritesNothing) {
  const std::string good = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 35 | 0.5\n";
  for (const auto& [bad, what] : std::vector<std::pair<std::string, std::string>>{
           {"nothing", "is not of the form"},
           {"8/8/8/8/8/8/8/8 w - - 0 1 | 3 | 0.5", ""},
           {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 3.5 | 0.5", "not a whole number"},
           {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 3 | 0.7", "is not a result"},
           {"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1 | 3 | 1.0", "the game is over"}}) {
    write_file(text_, good + bad + "\n" + good);
    const std::string run = refusal_of(from_text(text_, "text", "chess", imported_));
    EXPECT_THAT(run, HasSubstr(text_ + ", line 2"));
    EXPECT_THAT(run, HasSubstr(what));
    EXPECT_FALSE(std::filesystem::exists(imported_));
  }
  write_file(text_, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\";\n");
  EXPECT_THAT(from_text(text_, "epd", "chess", imported_).err, HasSubstr("line 1: has no score"));
  write_file(text_, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 5\n");
  EXPECT_THAT(from_text(text_, "epd", "chess", imported_).err, HasSubstr("does not end with a semicolon"));
}

}  // namespace tabiya::tools::data_text_command_test
