#include "tools/explorer/library_files.h"

#include "core/games/games.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/json.h"

namespace tabiya::tools::pair_matrix_test {

class PairMatrixTest : public ::testing::Test {
 protected:
  PairMatrix read(const std::string& content) {
    write_file(path_, content);
    return read_pair_matrix(path_, race_);
  }
  std::string fault_of(const std::string& content) {
    return failure_of([&] { read(content); }).substr(path_.size());
  }
  static std::optional<int> at(const PairMatrix& matrix, std::size_t red, std::size_t blue) {
    return matrix.values[8 * red + blue];
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.path("pairs");
  const GameModule& race_ = *find_game("pawn_race");
};

TEST_F(PairMatrixTest, ReadsValuesWithTheirMirrorImages) {
  const PairMatrix matrix = read("red,depth,reply,value\na,4,b,-120\nh,4,h,7\nc,4,c,\n");
  EXPECT_EQ(matrix.unit, PairMatrix::Unit::kValue);
  EXPECT_EQ(at(matrix, 0, 1), -120);
  EXPECT_EQ(at(matrix, 7, 6), -120);
  EXPECT_EQ(at(matrix, 0, 0), 7);
  EXPECT_EQ(at(matrix, 2, 2), std::nullopt);
}

TEST_F(PairMatrixTest, ReadsScoresByTheNamesOfTheSides) {
  for (const char* names : {"white,black,score", "first_setup,second_setup,score", "first,second,score"}) {
    const PairMatrix matrix = read(std::string(names) + "\r\na,b,31.4\r\n");
    EXPECT_EQ(matrix.unit, PairMatrix::Unit::kScore);
    EXPECT_EQ(at(matrix, 0, 1), 31);
  }
}

TEST_F(PairMatrixTest, ReadsProofs) {
  const PairMatrix matrix =
      read(R"({"red":"a","blue":"a","mirror":{"red":"h","blue":"h"},"solved":true,"winner":null,"nodes":1})"
           "\n"
           R"({"red":"a","blue":"b","solved":true,"winner":"Black"})"
           "\n"
           R"({"red":"c","blue":"c","solved":true,"winner":"White"})"
           "\n"
           R"({"red":"d","blue":"d","solved":false,"winner":null})"
           "\n");
  EXPECT_EQ(matrix.unit, PairMatrix::Unit::kWinner);
  EXPECT_EQ(at(matrix, 7, 7), 0);
  EXPECT_EQ(at(matrix, 7, 6), -1);
  EXPECT_EQ(at(matrix, 2, 2), 1);
  EXPECT_EQ(at(matrix, 3, 3), std::nullopt);
}

TEST_F(PairMatrixTest, IsRowsForThePage) {
  const Json json = matrix_json(read("first,second,value\na,b,-120\n"), race_);
  EXPECT_EQ(json["unit"], "value");
  EXPECT_EQ(json["values"][0], Json({nullptr, -120, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr}));
  EXPECT_EQ(json["reds"].size(), 8u);
  EXPECT_EQ(json["blues"][1]["wire"], "black=b");
}

TEST_F(PairMatrixTest, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of(""), ", line 0: names no column of these: red, first, first_setup, white");
  EXPECT_EQ(fault_of("red,reply\n"), ", line 1: names no column of these: value, score");
  EXPECT_EQ(fault_of("red,reply,value\na,b\n"), ", line 2: has 2 fields, not 3");
  EXPECT_EQ(fault_of("red,reply,value\na,i,1\n"), ", line 2: 'i' is not a setup of Black");
  for (const char* value : {"x", "1x", "1e99", "nan", "9000000"})
    EXPECT_EQ(fault_of(std::string("red,reply,value\na,b,") + value + "\n"),
              std::string(", line 2: '") + value + "' is not a value");
  EXPECT_EQ(fault_of("{}\n"), ", line 1: is not a line of `tabiya solve --all --json`");
  EXPECT_EQ(fault_of(R"({"red":"a","blue":"b","solved":true,"winner":"Red"})"),
            ", line 1: 'Red' is not a side of pawn_race");
}

TEST_F(PairMatrixTest, IsKnownOfGamesThatAreSolved) {
  int solved = 0;
  for (const GameModule* game : games()) {
    const auto matrix = solved_matrix(*game);
    if (!matrix) continue;
    ++solved;
    EXPECT_EQ(matrix->unit, PairMatrix::Unit::kWinner);
    const SetupPhase& phase = *game->setup_phase();
    ASSERT_EQ(matrix->values.size(), std::size_t{phase.reds().count()} * phase.blues().count());
    for (std::size_t i = 0; i < matrix->values.size(); ++i) {
      const auto red = static_cast<SetupId>(i / phase.blues().count());
      const auto blue = static_cast<SetupId>(i % phase.blues().count());
      EXPECT_EQ(matrix->values[i], phase.solved_value(phase.reds().mirror(red), phase.blues().mirror(blue)));
    }
  }
  EXPECT_EQ(solved, 1);
}

TEST_F(PairMatrixTest, IsOfGamesWithFewPairs) {
  write_file(path_, "red,reply,value\n");
  const std::string name(games().front()->name());
  EXPECT_THAT(refusal_of(refused({"explore", "--matrix", path_, "--game", name})),
              HasSubstr("pairs of setups: too many to be drawn; name another game with --game"));
}

}  // namespace tabiya::tools::pair_matrix_test
